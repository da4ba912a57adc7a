// What an inbox row of this channel holds, as JSON: the update, and what became of it since it came.
import type { Message, Update } from 'grammy/types';
import type { InboxRow } from '../../state/inbox.ts';
import { messageOfUpdate } from './parse-message.ts';

export interface StoredUpdate {
  update_id: number;
  message: Message;
  /** The message was changed after a turn had begun with it. */
  isChanged?: boolean;
  /** The turn that had said something by then, which the change came too late for. */
  outdated?: string;
}

/** The message in a row, new or edited. */
export function messageOf(row: InboxRow): Message | null {
  return messageOfUpdate(JSON.parse(row.body) as Update);
}

/** The messages in these rows. */
export const messagesOf = (rows: readonly InboxRow[]): Message[] => rows.flatMap((row) => messageOf(row) ?? []);

const stored = (row: InboxRow): StoredUpdate => JSON.parse(row.body) as StoredUpdate;

/** Whether the turn that takes the row is to read it as one that was changed. What came too late for it, it goes on without. */
export const isChanged = (row: InboxRow): boolean => stored(row).isChanged === true && !isOutdated(row);

/** Whether the row was changed when its turn had said something already. */
export const isOutdated = (row: InboxRow): boolean => row.turn !== null && stored(row).outdated === row.turn;
