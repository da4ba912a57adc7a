// What a turn wrote to memory: told to the person by the program, whatever the model says of it.
import { unwrapLimit } from '../agent/limit.ts';
import { text, toolUses } from '../models/message.ts';
import type { MessageEntry } from '../session/entry.ts';
import { type Receipt, changeId, parseReceipts, receiptForPerson } from '../tools/receipt.ts';
import type { Extras } from './channel.ts';
import { undoButton } from './undo.ts';

const writingTools: ReadonlySet<string> = new Set(['remember', 'edit_memory', 'forget']);

/** Everything that was written in these entries, each once. */
export function receiptsOf(entries: readonly MessageEntry[]): Receipt[] {
  const writers = new Set(
    entries.flatMap((entry) => toolUses(entry)).flatMap((call) => (writingTools.has(call.name) ? [call.id] : [])),
  );
  const results = entries
    .flatMap((entry) => entry.content)
    .flatMap((block) => (block.type === 'tool_result' && writers.has(block.tool_use_id) ? [block] : []));
  const receipts = results.flatMap(({ content }) =>
    parseReceipts(typeof content === 'string' ? unwrapLimit(content) : text({ content })),
  );
  const byLine = new Map(receipts.map((receipt) => [receiptForPerson(receipt), receipt]));
  return [...byLine].flatMap(([line, receipt]) => (line === null ? [] : [receipt]));
}

/** A button for each change that can be taken back. */
export function undoButtons(receipts: readonly Receipt[]): Extras {
  const changes = receipts.flatMap(({ change }) => (change === undefined ? [] : [changeId(change)]));
  return { buttons: changes.map((id, index) => undoButton(id, changes.length === 1 ? 'Undo' : `Undo ${index + 1}`)) };
}
