// Sends one row of the outbox by the Bot API, and decides what becomes of it where Telegram does not take it.
import { InputFile } from 'grammy/web';
import type { MessageEntity } from 'grammy/types';
import type { FileOrder, MakeExport } from '../../assistant/channel.ts';
import { phrasesOf } from '../../assistant/phrases/languages.ts';
import type { FilePhrases } from '../../assistant/phrases/phrases.ts';
import type { Log } from '../../base/log.ts';
import { backoffMs, waitAfter } from '../../base/concurrency/retry.ts';
import type { OutboxRow } from '../../state/outbox.ts';
import type { Delivery, Transport } from '../outbox-worker.ts';
import type { Access } from './access.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { commandsOf, keyboardOf } from './buttons.ts';
import { maxFileBytes } from './limits.ts';
import { type FormattedText, splitFormatted } from './split.ts';

/** What an outbox row of this channel holds, as JSON. */
export interface OutboxMessage {
  chatId: number;
  text: string;
  entities?: MessageEntity[];
  threadId?: number;
  /** The message that this one answers. */
  replyTo?: number;
  /** A message that is there already and becomes this one: then nothing is said twice. */
  edits?: number;
  /** Whether it arrives without a sound. */
  silent?: boolean;
  /** A file that it is the caption of. */
  file?: FileOrder;
  /** It stands for a message that Telegram did not take. */
  isSubstitute?: true;
}

export interface DelivererOptions {
  api: TelegramApi;
  access: Access;
  /** Makes the file that a message carries. */
  makeFile: MakeExport;
  /** Tells the others of a message that can't be delivered. Called inside a write. */
  storeUndelivered(row: OutboxRow, why: string): void;
  log: Log;
}

export const resentMark = '(resent) ';

const fileTimeoutMs = 300_000;
const maxFileTries = 5;

export class Deliverer implements Transport {
  readonly channel = 'telegram';
  readonly #options: DelivererOptions;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  mayHear(chat: string): boolean {
    return this.#options.access.mayHear(chat);
  }

  storeUndelivered(row: OutboxRow, why: string): void {
    this.#options.storeUndelivered(row, why);
  }

  async deliver(row: OutboxRow): Promise<Delivery> {
    const { api } = this.#options;
    const message = JSON.parse(row.payload) as OutboxMessage;
    try {
      if (message.file) return await this.#deliverFile(row, message, message.file);
      if (message.edits === undefined) {
        return sentAs(await api.call('sendMessage', asRequest(message, row)));
      }
      await api.call('editMessageText', { ...contentOf(message, row, ''), message_id: message.edits });
      return { outcome: 'sent', messageId: String(message.edits) };
    } catch (error) {
      if (!(error instanceof TelegramError)) throw error;
      return afterError(row, message, error);
    }
  }

  async #deliverFile(row: OutboxRow, message: OutboxMessage, order: FileOrder): Promise<Delivery> {
    const { api, makeFile, log } = this.#options;
    const made = await makeFile(order).catch((error: unknown) => {
      log.error({ err: error, turn: row.turn }, 'a file could not be made');
      return null;
    });
    // An error text takes the place of the file, so that later messages of the chat are not blocked.
    if (made === null) return instead(withoutFile(message, 'notMade'));
    if (made.bytes.length > maxFileBytes) return instead(withoutFile(message, 'grewTooLarge'));
    const { text: caption, entities: caption_entities, link_preview_options: _, ...request } = asRequest(message, row);
    const payload = {
      ...request,
      caption,
      ...(caption_entities && { caption_entities }),
      document: new InputFile(made.bytes, made.name),
    };
    return sentAs(await api.call('sendDocument', payload, { timeoutMs: fileTimeoutMs }));
  }
}

/** Telegram has taken the message, whatever it answers: one that it does not name must not be sent again. */
function sentAs(answer: unknown): Delivery {
  const { message_id: id } = (answer ?? {}) as { message_id?: unknown };
  return { outcome: 'sent', messageId: typeof id === 'number' ? String(id) : '' };
}

const instead = (...messages: OutboxMessage[]): Delivery => ({
  outcome: 'instead',
  payloads: messages.map((message) => JSON.stringify(message)),
});

/** Decides what becomes of a row that was not delivered. */
function afterError(row: OutboxRow, message: OutboxMessage, error: TelegramError): Delivery {
  const { kind, description, details } = error;
  const tries = row.attempts + 1;
  const later = (waitMs: number, mayRepeat: boolean): Delivery => ({
    outcome: 'later',
    waitMs,
    error: error.message,
    mayRepeat,
  });
  // The person can ask for the file again; the messages behind it must not wait for it.
  if (message.file && tries >= maxFileTries && details.code !== 429) return instead(withoutFile(message, 'notSent'));
  if (kind !== 'refused') return later(backoffMs(tries, 500, 30_000), kind === 'unanswered');
  if (details.code === 429) return later(waitAfter(details.retryAfterMs, tries, 1_000, 30_000), false);
  if (details.code === 413 && message.file) return instead(withoutFile(message, 'tooLargeToSend'));
  // A wrong token or a second program is reported by the poll; the message stays in the outbox.
  if (details.code !== 400 && details.code !== 403) return later(backoffMs(tries, 500, 30_000), false);
  const easier = details.code === 400 ? easierToTake(row, message, description) : null;
  return easier ?? { outcome: 'undeliverable', error: description };
}

/** The message in another form that Telegram may take after a 400; null where there is none. */
function easierToTake(row: OutboxRow, message: OutboxMessage, description: string): Delivery | null {
  const { edits, threadId, replyTo, entities } = message;
  // Telegram took the edit at an earlier try, whose answer was lost.
  if (edits !== undefined && /not modified/i.test(description)) return { outcome: 'sent', messageId: String(edits) };
  if (edits !== undefined && /to edit|can't be edited|message_id/i.test(description))
    return instead({ ...message, edits: undefined });
  // Its topic was closed or deleted meanwhile.
  if (threadId !== undefined && /thread|topic/i.test(description)) return instead({ ...message, threadId: undefined });
  if (/too long/i.test(description)) {
    const halves = splitFormatted({ text: message.text, entities: entities ?? [] }, Math.ceil(message.text.length / 2));
    if (halves.length > 1) return instead(...halves.map((half, index) => chunkOf(message, half, index)));
  }
  if (replyTo !== undefined && /repl/i.test(description)) return instead({ ...message, replyTo: undefined });
  if (/chat not found|deactivated|blocked|kicked|not a member|upgraded/i.test(description)) return null;
  if (entities !== undefined) return instead({ ...message, entities: undefined });
  if (row.buttons !== null) {
    const text = `${message.text}\n${commandsOf(row.buttons).join('\n')}`;
    return { outcome: 'instead', payloads: [JSON.stringify({ ...message, text })], withoutButtons: true };
  }
  // The person is told that a message was lost.
  return message.isSubstitute ? null : instead({ ...message, text: wordsFor(message).notTaken, isSubstitute: true });
}

/** What a message says tells the language of its conversation. */
const wordsFor = ({ text }: OutboxMessage): FilePhrases => phrasesOf([text]).files;

const withoutFile = (
  message: OutboxMessage,
  why: 'notMade' | 'grewTooLarge' | 'notSent' | 'tooLargeToSend',
): OutboxMessage => ({
  ...message,
  file: undefined,
  text: `${message.text}\n${wordsFor(message)[why]}`,
});

/** One chunk of a longer message: the first answers, takes the place of what is there, and brings the file. */
export function chunkOf(whole: OutboxMessage, { text, entities }: FormattedText, index: number): OutboxMessage {
  const isFirst = index === 0;
  return {
    ...whole,
    text,
    entities: entities.length > 0 ? entities : undefined,
    replyTo: isFirst ? whole.replyTo : undefined,
    edits: isFirst ? whole.edits : undefined,
    file: isFirst ? whole.file : undefined,
  };
}

function asRequest(message: OutboxMessage, row: OutboxRow) {
  const { threadId, replyTo, silent } = message;
  // A row that is still `sending` was tried before, and the outcome of that try was never recorded.
  const mark = row.mayRepeat || row.state === 'sending' ? resentMark : '';
  return {
    ...contentOf(message, row, mark),
    ...(threadId !== undefined && { message_thread_id: threadId }),
    ...(replyTo !== undefined && { reply_parameters: { message_id: replyTo } }),
    ...(silent && { disable_notification: true }),
  };
}

/** What a message and an edit of it have in common. */
function contentOf({ chatId, text, entities }: OutboxMessage, row: OutboxRow, mark: string) {
  const keyboard = keyboardOf(row.seq, row.buttons);
  return {
    chat_id: chatId,
    text: mark + text,
    // A page that a reply mentions must not be fetched, nor shown, because the model wrote its address.
    link_preview_options: { is_disabled: true },
    ...(entities && { entities: entities.map((entity) => ({ ...entity, offset: entity.offset + mark.length })) }),
    ...(keyboard && { reply_markup: keyboard }),
  };
}
