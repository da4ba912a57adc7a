// What a turn wrote, read from the data beside its tool results: told to the person by the program, whatever the model
// says of it.
import type { MessageEntry, Receipt } from '../session/entry.ts';
import { changeId, receiptForPerson } from '../tools/receipt.ts';
import type { Button, Extras } from './channel.ts';

/** Everything that was written in these entries, each once. */
export function receiptsOf(entries: readonly MessageEntry[]): Receipt[] {
  const receipts = entries.flatMap(({ outcomes = [] }) => outcomes).flatMap(({ receipts: given = [] }) => given);
  const byLine = new Map(receipts.map((receipt) => [receiptForPerson(receipt), receipt]));
  return [...byLine].flatMap(([line, receipt]) => (line === null ? [] : [receipt]));
}

/** Takes back what a message changed. @param id as `/undo` takes it */
export const undoButton = (id: string, label = 'Undo'): Button => ({ label, command: `/undo ${id}` });

/** A button for each change that can be taken back. */
export function undoButtons(receipts: readonly Receipt[]): Extras {
  const changes = receipts.flatMap(({ change }) => (change === undefined ? [] : [changeId(change)]));
  return { buttons: changes.map((id, index) => undoButton(id, changes.length === 1 ? 'Undo' : `Undo ${index + 1}`)) };
}
