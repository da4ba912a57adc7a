// The rows of the inbox that wait for their turn: what they say, and which of them belong to one turn.
import type { InboxRow } from '../state/inbox.ts';
import { areApart } from './burst.ts';
import { type InboxMessage, type StoredMessage, readRow } from './stored-message.ts';

/** A row with what it says; null where its words were forgotten. */
export interface Waiting {
  row: InboxRow;
  message: StoredMessage | null;
}

/** Parses each row once, and again only when it was changed. */
export class RowReader {
  readonly #parsed = new Map<number, { body: string; message: StoredMessage | null }>();

  read(rows: readonly InboxRow[]): Waiting[] {
    return rows.map((row) => {
      const known = this.#parsed.get(row.seq);
      if (known?.body === row.body) return { row, message: known.message };
      const message = readRow(row);
      this.#parsed.set(row.seq, { body: row.body, message });
      return { row, message };
    });
  }

  /** Forgets a row that is over. */
  drop(seq: number): void {
    this.#parsed.delete(seq);
  }
}

export const isUrgent = ({ message }: Waiting): boolean => message?.command?.isUrgent === true;

export const withWords = (rows: readonly Waiting[]): InboxMessage[] =>
  rows.flatMap(({ row, message }) => (message ? [{ row, message }] : []));

/** The first rows that belong to one turn: up to a row that is answered alone, has a turn, or was sent much later. */
export function burstOf(rows: readonly Waiting[]): Waiting[] {
  const [first] = rows;
  if (first?.message?.command) return [first];
  const end = rows.findIndex(({ row, message }, index) => {
    const before = rows[index - 1]?.message;
    return row.turn !== null || message?.command != null || (before && message && areApart(before, message));
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}
