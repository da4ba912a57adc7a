// Takes secrets out of a message before it is stored or sent. Signed and opaque blocks stay as they are, byte for byte.
import type { Redact } from '../base/redact.ts';
import type { ContentBlock } from '../models/message.ts';
import type { Outcome } from '../session/entry.ts';

export const redactContent = (content: readonly ContentBlock[], redact: Redact): ContentBlock[] =>
  content.map((block) => redactBlock(block, redact));

function redactBlock(block: ContentBlock, redact: Redact): ContentBlock {
  if (block.type === 'text') return { ...block, text: redact(block.text) };
  if (block.type === 'tool_use')
    return {
      ...block,
      input: redactJson(block.input, redact),
      ...(block.raw === undefined ? {} : { raw: redact(block.raw) }),
    };
  if (block.type !== 'tool_result') return block;
  if (typeof block.content === 'string') return { ...block, content: redact(block.content) };
  return {
    ...block,
    content: block.content.map((part) => (part.type === 'text' ? { ...part, text: redact(part.text) } : part)),
  };
}

/** All strings inside, however deep. Names of fields stay: they are the schema's. */
export function redactJson(value: readonly Outcome[], redact: Redact): Outcome[];
export function redactJson(value: unknown, redact: Redact): unknown;
export function redactJson(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactJson(inner, redact)]));
}
