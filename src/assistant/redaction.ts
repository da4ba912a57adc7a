// Takes secrets out of a message before it is stored or sent. Signed and opaque blocks stay as they are, byte for byte.
import { mapStrings } from '../base/text/json-walk.ts';
import type { Redact } from '../base/secrets/redact.ts';
import type { ContentBlock } from '../models/message.ts';

export const redactContent = (content: readonly ContentBlock[], redact: Redact): ContentBlock[] =>
  content.map((block) => redactBlock(block, redact));

function redactBlock(block: ContentBlock, redact: Redact): ContentBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: redact(block.text) };
    case 'document':
      return block.title === undefined ? block : { ...block, title: redact(block.title) };
    case 'tool_use':
      // A model can also write a secret into the name of a tool or of a field.
      return {
        ...block,
        name: redact(block.name),
        input: redactJson(block.input, redact),
        ...(block.raw !== undefined && { raw: redact(block.raw) }),
      };
    case 'tool_result':
      return {
        ...block,
        content:
          typeof block.content === 'string'
            ? redact(block.content)
            : block.content.map((part) => (part.type === 'text' ? { ...part, text: redact(part.text) } : part)),
      };
    default:
      return block;
  }
}

/** All strings inside, however deep, and all names of fields. */
export const redactJson = <Value>(value: Value, redact: Redact): Value => mapStrings(value, redact, { keys: true });
