// What a turn wrote to memory: told to the person by the program, whatever the model says of it.
import { unwrapLimit } from '../agent/limit.ts';
import { text, toolUses } from '../provider/message.ts';
import type { MessageEntry } from '../session/entry.ts';
import { parseReceipts, receiptForPerson } from '../tools/receipt.ts';

const writingTools: ReadonlySet<string> = new Set(['remember', 'edit_memory', 'forget']);

/** One line for each thing that was written in these entries. */
export function receiptsOf(entries: readonly MessageEntry[]): string[] {
  const writers = new Set(entries.flatMap((entry) => toolUses(entry)).flatMap((call) => (writingTools.has(call.name) ? [call.id] : [])));
  const results = entries.flatMap((entry) => entry.content).flatMap((block) => (block.type === 'tool_result' && writers.has(block.tool_use_id) ? [block] : []));
  const lines = results.flatMap(({ content }) => parseReceipts(typeof content === 'string' ? unwrapLimit(content) : text({ content })));
  return [...new Set(lines.map(receiptForPerson).filter((line) => line !== null))];
}
