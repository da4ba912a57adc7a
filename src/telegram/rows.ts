// What an inbox row of this channel holds, as JSON: the update, and what became of it since it came.
import type { Message, Update } from 'grammy/types';
import type { InboxRow } from '../queue/inbox.ts';
import { messageOfUpdate } from './arrival.ts';

export interface StoredUpdate {
  update_id: number;
  message: Message;
  /** The message was changed after a turn had begun with it. */
  isChanged?: boolean;
}

/** The message in a row, new or edited. */
export function messageOf(row: InboxRow): Message | null {
  return messageOfUpdate(JSON.parse(row.body) as Update);
}

/** The messages in these rows. */
export const messagesOf = (rows: readonly InboxRow[]): Message[] => rows.flatMap((row) => messageOf(row) ?? []);

export const isChanged = (row: InboxRow): boolean => (JSON.parse(row.body) as StoredUpdate).isChanged === true;
