// A message as its channel read it, once, when it arrived: what a row of the inbox holds, as JSON. Everything that happens
// to it later reads these fields and never asks the channel's own format again.
import type { InboxRow } from '../state/inbox.ts';

export interface StoredMessage {
  /** The channel's own number of it, for replies and edits. */
  messageId: number;
  /** The topic of its chat, by the channel's number. */
  threadId?: number;
  /** When it was sent, in milliseconds since 1970, by the channel's clock. */
  sentAt: number;
  /** Null: it was never changed. */
  editedAt: number | null;
  /** Its parts in order: first the message that it answers, last its own words. */
  parts: MessagePart[];
  files: MessageFile[];
  /** Kinds of content that came with it and that can't be taken, as the person calls them. */
  unsupported: string[];
  /** The person's display name on the channel. */
  sender?: string;
  /** Its own words, by which a list or a notice names it. The model reads `parts`. */
  words: string;
  /** It is a command and is answered alone; null: it is part of the conversation. */
  command: StoredCommand | null;
  /** More of the same is likely to follow at once: half of a long paste, one picture of an album, one of several forwards. */
  isPart: boolean;
  /** It was changed after a turn had begun with it. */
  isChanged?: true;
  /** The turn that had said something by the time of the change, which came too late for it. */
  outdated?: string;
}

/** What the person says in it, as far as it is written. */
export const ownWords = ({ parts }: StoredMessage): string =>
  parts.flatMap(({ label, text }) => (label === null ? [text] : [])).join('\n');

export interface StoredCommand {
  /** It does not wait for the turn that runs, such as the word to stop it. */
  isUrgent: boolean;
}

export interface MessagePart {
  /** The author of the words, where the person did not write them; null for the person's own. */
  label: string | null;
  text: string;
  /** Speech that takes the place of the text once it is heard, when its turn comes. */
  recording?: Recording;
}

export interface MessageFile {
  fileId: string;
  /** An id that stays the same when a file is sent again. */
  uniqueId: string;
  /** Null where it has none. */
  name: string | null;
  mediaType: string;
  bytes: number;
  kind: 'photo' | 'document' | 'other';
  /** It came with the message that this one answers. */
  isAnswered: boolean;
}

export interface Recording {
  fileId: string;
  uniqueId: string;
  bytes: number;
  /** `voice` was spoken into the chat; `audio` is a file. */
  kind: 'voice' | 'audio';
  /** The ending of the file's name, with its dot. */
  ending: string;
  /** The text below it; empty where there is none. */
  caption: string;
  /** It belongs to the message that this one answers. Where it can't be heard, the text of its part stands for it. */
  isAnswered: boolean;
}

export interface InboxMessage {
  row: InboxRow;
  message: StoredMessage;
}

/** The message in a row; null where its words were forgotten, none were kept, or the row is damaged. */
export function readRow(row: InboxRow): StoredMessage | null {
  try {
    const body: unknown = JSON.parse(row.body);
    return isStoredMessage(body) ? body : null;
  } catch (error) {
    // One damaged row must not prevent the others from being read.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isFile = (value: unknown): boolean => isFields(value) && typeof value['fileId'] === 'string';
const isMessagePart = (value: unknown): boolean =>
  isFields(value) &&
  typeof value['text'] === 'string' &&
  (value['label'] === null || typeof value['label'] === 'string') &&
  (value['recording'] === undefined || isFile(value['recording']));

/** Whether the value has every field that a stored message must have. */
const isStoredMessage = (value: unknown): value is StoredMessage =>
  isFields(value) &&
  typeof value['messageId'] === 'number' &&
  typeof value['sentAt'] === 'number' &&
  typeof value['words'] === 'string' &&
  Array.isArray(value['parts']) &&
  value['parts'].every(isMessagePart) &&
  Array.isArray(value['files']) &&
  value['files'].every(isFile) &&
  Array.isArray(value['unsupported']);

/** The messages of these rows. */
export const readRows = (rows: readonly InboxRow[]): InboxMessage[] =>
  rows.flatMap((row) => {
    const message = readRow(row);
    return message ? [{ row, message }] : [];
  });

/** Whether the turn that takes the row is to read it as one that was changed. It goes on without a change that came too late. */
export const isChanged = ({ row, message }: InboxMessage): boolean =>
  message.isChanged === true && !isOutdated({ row, message });

/** Whether the message was edited after its turn had already said something. */
export const isOutdated = ({ row, message }: InboxMessage): boolean =>
  row.turn !== null && message.outdated === row.turn;

/**
 * The id of what these messages say together, as the assistant knows it. A message that was changed is told apart from
 * the message as it was, which the conversation may hold already.
 */
export function incomingIdOf(turn: string, messages: readonly InboxMessage[]): string {
  const changes = messages.filter(isChanged).map(({ message: { editedAt, sentAt } }) => editedAt ?? sentAt);
  return changes.length === 0 ? turn : `${turn}:${changes.reduce((a, b) => Math.max(a, b)) / 1000}`;
}

/** What an edit may change that matters: the words, and what they are shown with. The preview of a link is neither. */
export const contentOf = ({ parts, files, words }: StoredMessage): string =>
  JSON.stringify([
    words,
    files.filter((file) => !file.isAnswered).map((file) => file.uniqueId),
    parts.map((part) => part.recording?.uniqueId ?? null).at(-1),
  ]);
