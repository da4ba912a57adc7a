// Delivers what is in the outbox: in order within a chat, each message once as far as Telegram lets one know, and marked
// where it may be the second time. What is said is decided elsewhere.
import { InputFile } from 'grammy';
import type { MessageEntity } from 'grammy/types';
import type { MakeExport, FileOrder } from '../../assistant/channel.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { OutboxRow } from '../../state/outbox.ts';
import type { State } from '../../state/state.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { backoffMs } from './backoff.ts';
import { commandsOf, keyboardOf } from './buttons.ts';
import { mostFileBytes } from './limits.ts';
import { type FormattedText, splitFormatted } from './split.ts';

/** What an outbox row of this channel holds, as JSON. */
export interface OutboxMessage {
  chatId: number;
  text: string;
  entities?: MessageEntity[];
  threadId?: number;
  /** Message this one answers. */
  replyTo?: number;
  /** A message that is there already and becomes this one: then nothing is said twice. */
  edits?: number;
  /** Without a sound. */
  silent?: boolean;
  /** A file that it is the caption of. */
  file?: FileOrder;
}

export interface Sender {
  /** There is something new for this chat. */
  poke(chat: string): void;
  /** Takes up what an earlier run left. */
  start(): void;
  /** Waits for what is on its way, up to `graceMs`; the rest stays in the outbox. */
  stop(graceMs: number): Promise<void>;
}

export interface SenderOptions {
  api: TelegramApi;
  queue: State;
  clock: Clock;
  log: Log;
  /** Makes the file that a message carries. */
  makeFile: MakeExport;
  /** Whether anybody in this chat is still let in: who was taken off the list is sent nothing more, also not what waited. */
  mayHear(chat: string): boolean;
  /** Told when a message is given up, inside the write that does it. */
  onDead?: (row: OutboxRow, why: string) => void;
}

export const resentMark = '(resent) ';

/** After a failure that is not Telegram's, such as a full disk. */
const restPauseMs = 1_500;
const wakePauseMs = 15_000;
/** Nobody asks for a longer wait: what says so was noted by a clock that was wrong. */
const longestWaitMs = 24 * 3_600_000;
const fileTimeoutMs = 300_000;
const mostFileTries = 5;

export function createSender({ api, queue, makeFile, mayHear, clock, log, onDead }: SenderOptions): Sender {
  const { outbox } = queue;
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let waking: Promise<void> = Promise.resolve();

  function poke(chat: string): void {
    if (running.has(chat) || stopping.signal.aborted || outbox.next(chat, clock.now()) === null) return;
    const run = drain(chat).catch((error: unknown) => {
      running.delete(chat);
      log.error({ err: error, chat }, 'delivery stopped; it is taken up again shortly');
      void clock.sleep(restPauseMs, stopping.signal).then(
        () => poke(chat),
        () => undefined,
      );
    });
    running.set(chat, run);
  }

  /** Finds what was held until now. */
  async function wake(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const chat of outbox.chats('telegram', clock.now())) poke(chat);
      await clock.sleep(wakePauseMs, stopping.signal).catch(() => undefined);
    }
  }

  async function drain(chat: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const row = outbox.next(chat, clock.now());
      if (!row) {
        // In the same tick as the look, so that no message can slip in between.
        running.delete(chat);
        return;
      }
      if (!mayHear(chat)) {
        log.warn({ turn: row.turn, chat }, 'a message to a chat that is not listed any more is given up');
        await queue.write(() => outbox.dead(row.seq, 'the chat is not listed any more'));
        continue;
      }
      const waitMs = (row.retryAt?.getTime() ?? 0) - clock.now().getTime();
      if (waitMs > 0 && waitMs < longestWaitMs) {
        // In slices, so that a clock that is set meanwhile is noticed.
        await clock.sleep(Math.min(waitMs, wakePauseMs), stopping.signal).catch(() => undefined);
        continue;
      }
      await queue.write(() => outbox.begin(row.seq));
      await deliver(row);
    }
  }

  async function deliver(row: OutboxRow): Promise<void> {
    const message = JSON.parse(row.payload) as OutboxMessage;
    try {
      if (message.file) return await deliverFile(row, message, message.file);
      const message_id = message.edits ?? (await api.call('sendMessage', asRequest(message, row))).message_id;
      if (message.edits !== undefined)
        await api.call('editMessageText', { ...contentOf(message, row, ''), message_id });
      await note(() => outbox.sent(row.seq, String(message_id)));
      log.debug({ turn: row.turn, chunk: row.chunk, messageId: message_id }, 'sent');
    } catch (error) {
      if (!(error instanceof TelegramError)) {
        await queue.write(() =>
          outbox.later(row.seq, { retryAt: inMs(backoffMs(row.attempts + 1)), error: 'internal', mayRepeat: true }),
        );
        throw error;
      }
      await queue.write(() => settle(row, message, error));
      // Giving it up may be told elsewhere.
      for (const chat of outbox.chats('telegram', clock.now())) poke(chat);
    }
  }

  async function deliverFile(row: OutboxRow, message: OutboxMessage, order: FileOrder): Promise<void> {
    const made = await makeFile(order).catch((error: unknown) => {
      log.error({ err: error, turn: row.turn }, 'a file could not be made');
      return null;
    });
    const problem =
      made === null
        ? 'The file could not be made.'
        : made.bytes.length > mostFileBytes
          ? 'The file has become too large to be sent.'
          : null;
    // Whoever waits behind it is not kept waiting for a file that does not come.
    if (made === null || problem !== null)
      return await queue.write(() => outbox.split(row.seq, [JSON.stringify(withoutFile(message, problem ?? ''))]));
    const { text: caption, entities: caption_entities, link_preview_options: _, ...request } = asRequest(message, row);
    const payload = {
      ...request,
      caption,
      ...(caption_entities ? { caption_entities } : {}),
      document: new InputFile(made.bytes, made.name),
    };
    const { message_id } = await api.call('sendDocument', payload, { timeoutMs: fileTimeoutMs });
    await note(() => outbox.sent(row.seq, String(message_id)));
  }

  /** Notes what was delivered, for as long as it takes (a full disk): what is not noted would be sent again. */
  async function note(work: () => void): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await queue.write(work);
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        if (tries === 1) log.error({ err: error }, 'a delivery could not be noted yet; trying until it can');
        await clock.sleep(backoffMs(tries), stopping.signal).catch(() => undefined);
      }
    }
  }

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** Decides what becomes of a row that was not delivered. */
  function settle(row: OutboxRow, message: OutboxMessage, error: TelegramError): void {
    const { kind, description, details } = error;
    const wait = (ms: number, mayRepeat: boolean): void =>
      outbox.later(row.seq, { retryAt: inMs(ms), error: error.message, mayRepeat });
    const instead = (...messages: OutboxMessage[]): void =>
      outbox.split(
        row.seq,
        messages.map((one) => JSON.stringify(one)),
      );
    if (row.attempts % 10 === 0)
      log.warn({ turn: row.turn, attempts: row.attempts + 1, error: error.message }, 'a message was not delivered yet');

    // It is made again for the asking; what waits behind it is not.
    if (message.file && row.attempts + 1 >= mostFileTries && details.code !== 429)
      return instead(withoutFile(message, 'The file could not be sent. /export tries again.'));
    if (kind !== 'refused') return wait(backoffMs(row.attempts + 1), kind === 'unanswered');
    if (details.code === 429) return wait(details.retryAfterMs ?? backoffMs(row.attempts + 1, 1_000), false);
    if (details.code === 413 && message.file) return instead(withoutFile(message, 'The file is too large to be sent.'));
    // A wrong token or a second program is the poll's to report; what is to be said stays.
    if (details.code !== 400 && details.code !== 403) return wait(backoffMs(row.attempts + 1), false);
    if (details.code === 400) {
      // An edit that was taken and whose answer was lost.
      if (message.edits !== undefined && /not modified/i.test(description))
        return outbox.sent(row.seq, String(message.edits));
      if (message.edits !== undefined && /to edit|can't be edited|message_id/i.test(description)) {
        const { edits: _, ...fresh } = message;
        return instead(fresh);
      }
      // Its topic was closed or deleted meanwhile.
      if (message.threadId !== undefined && /thread|topic/i.test(description)) {
        const { threadId: _, ...elsewhere } = message;
        return instead(elsewhere);
      }
      if (/too long/i.test(description)) {
        const halves = splitFormatted(
          { text: message.text, entities: message.entities ?? [] },
          Math.ceil(message.text.length / 2),
        );
        if (halves.length > 1) return instead(...halves.map((half, index) => chunkOf(message, half, index)));
      } else if (message.replyTo !== undefined && /repl/i.test(description)) {
        const { replyTo: _, ...unaddressed } = message;
        return instead(unaddressed);
      } else if (message.entities !== undefined) {
        const { entities: _, ...plain } = message;
        return instead(plain);
      } else if (row.buttons !== null) {
        outbox.setButtons(row.seq, null);
        return instead({ ...message, text: `${message.text}\n${commandsOf(row.buttons).join('\n')}` });
      }
    }
    log.error(
      { turn: row.turn, chat: row.chat, error: error.message },
      'a message can not be delivered and is given up',
    );
    outbox.dead(row.seq, error.message);
    onDead?.(row, description);
  }

  return {
    poke,
    start() {
      waking = wake();
    },
    async stop(graceMs) {
      stopping.abort();
      const patience = new AbortController();
      await Promise.race([Promise.all(running.values()), clock.sleep(graceMs, patience.signal).catch(() => undefined)]);
      patience.abort();
      await waking;
    },
  };
}

function withoutFile(whole: OutboxMessage, why: string): OutboxMessage {
  const { file: _file, ...message } = whole;
  return { ...message, text: `${message.text}\n${why}` };
}

/** One chunk of a longer message: the first answers, takes the place of what is there, and brings the file. */
export function chunkOf(whole: OutboxMessage, chunk: FormattedText, index: number): OutboxMessage {
  const { text: _text, entities: _entities, replyTo, edits, file, ...rest } = whole;
  return {
    ...rest,
    text: chunk.text,
    ...(chunk.entities.length > 0 ? { entities: chunk.entities } : {}),
    ...(index === 0 && replyTo !== undefined ? { replyTo } : {}),
    ...(index === 0 && edits !== undefined ? { edits } : {}),
    ...(index === 0 && file !== undefined ? { file } : {}),
  };
}

function asRequest(message: OutboxMessage, row: OutboxRow) {
  const { threadId, replyTo, silent } = message;
  // Still `sending` when it is looked up: what became of the last try was never noted.
  const mark = row.mayRepeat || row.state === 'sending' ? resentMark : '';
  return {
    ...contentOf(message, row, mark),
    ...(threadId === undefined ? {} : { message_thread_id: threadId }),
    ...(replyTo === undefined ? {} : { reply_parameters: { message_id: replyTo } }),
    ...(silent ? { disable_notification: true } : {}),
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
    ...(entities ? { entities: entities.map((entity) => ({ ...entity, offset: entity.offset + mark.length })) } : {}),
    ...(keyboard ? { reply_markup: keyboard } : {}),
  };
}
