// Takes secrets out of a message before it is stored or sent. Signed and opaque blocks stay as they are, byte for byte.
import type { Redact } from '../base/redact.ts';
import type { ContentBlock } from '../provider/message.ts';

export const redactContent = (content: readonly ContentBlock[], redact: Redact): ContentBlock[] => content.map((block) => redactBlock(block, redact));

function redactBlock(block: ContentBlock, redact: Redact): ContentBlock {
  if (block.type === 'text') return { ...block, text: redact(block.text) };
  if (block.type === 'tool_use') return redactJson(block, redact);
  if (block.type !== 'tool_result') return block;
  if (typeof block.content === 'string') return { ...block, content: redact(block.content) };
  return { ...block, content: block.content.map((part) => (part.type === 'text' ? { ...part, text: redact(part.text) } : part)) };
}

/** All strings inside, however deep; the value itself where nothing had to go. */
function redactJson<Value>(value: Value, redact: Redact): Value {
  const before = JSON.stringify(value);
  const after = redact(before);
  return after === before ? value : (JSON.parse(after) as Value);
}
