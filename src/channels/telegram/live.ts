// The answer while it grows, in a group: one message that is edited now and then. What it is in the end is the outbox's
// to say, which edits the same message; so nothing is said twice, whenever the program dies.
import type { Clock } from '../../base/clock.ts';
import type { Queue } from '../../state/state.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { formatMarkdown } from './format.ts';
import { splitFormatted } from './split.ts';

/** Groups may get twenty messages a minute, edits counted; an answer that is ready sooner is not shown growing. */
const leastPauseMs = 3_000;
const more = ' …';
const timeoutMs = 5_000;

export interface Live {
  /** @param text the whole answer so far */
  show(text: string): void;
  /** Shows no more, and resolves when nothing of it is on its way: only then may something take its place. */
  settle(): Promise<void>;
  /** Takes the message away that nothing took the place of. */
  remove(): Promise<void>;
}

export interface LiveOptions {
  api: TelegramApi;
  queue: Queue;
  turn: string;
  chatId: number;
  threadId?: number;
  replyTo: number;
  clock: Clock;
}

export function createLive({ api, queue, turn, chatId, threadId, replyTo, clock }: LiveOptions): Live {
  const { outbox } = queue;
  const chat = String(chatId);
  const settling = new AbortController();
  let wanted: string | null = null;
  let pumping: Promise<void> | null = null;

  async function pump(): Promise<void> {
    await clock.sleep(leastPauseMs, settling.signal);
    while (wanted !== null && !settling.signal.aborted) {
      const [first, ...rest] = splitFormatted(formatMarkdown(wanted));
      wanted = null;
      if (first)
        await put(first.text + (rest.length > 0 || !first.text.endsWith(more.trim()) ? more : ''), first.entities);
      await clock.sleep(leastPauseMs, settling.signal);
    }
    pumping = null;
  }

  async function put(text: string, entities: readonly object[]): Promise<void> {
    const content = {
      chat_id: chatId,
      text,
      link_preview_options: { is_disabled: true },
      ...(entities.length > 0 ? { entities: entities as never } : {}),
    };
    const there = await find();
    if (there !== null) {
      await api.call('editMessageText', { ...content, message_id: there }, { timeoutMs });
      return;
    }
    const place = {
      ...(threadId === undefined ? {} : { message_thread_id: threadId }),
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    };
    // Before it is sent: a crash must not leave half an answer in the chat that nobody knows of.
    await queue.write(() => outbox.setLive({ turn, chat, messageId: null }));
    const messageId = await send({ ...content, ...place });
    await queue.write(() => outbox.setLive({ turn, chat, messageId }));
  }

  async function send(payload: Parameters<typeof api.call<'sendMessage'>>[1]): Promise<number> {
    try {
      return (await api.call('sendMessage', payload, { timeoutMs })).message_id;
    } catch (error) {
      const isLost = error instanceof TelegramError && error.kind === 'unanswered';
      if (!isLost) await queue.write(() => outbox.dropLive(turn));
      throw error;
    }
  }

  /** The message that is there; looked for where it was never noted whether it is. */
  async function find(): Promise<number | null> {
    const live = outbox.live(turn);
    if (!live || live.messageId !== null) return live?.messageId ?? null;
    const messageId = await findLost(api, chatId, replyTo, (id) => outbox.isKnownMessage(chat, id));
    await queue.write(() => (messageId === null ? outbox.dropLive(turn) : outbox.setLive({ ...live, messageId })));
    return messageId;
  }

  return {
    show(text) {
      wanted = text;
      // A preview only: after a failure, and when it is settled, the answer itself follows.
      if (!settling.signal.aborted) pumping ??= pump().catch(() => settling.abort());
    },
    async settle() {
      settling.abort();
      await pumping;
      // Where it can't be found out now, the answer comes by itself.
      await find().catch(() => null);
    },
    remove: () => removeLive(api, queue, turn),
  };
}

/** Takes a message away that shows an answer which never came. Where that fails it is tried again at the next start. */
export async function removeLive(api: TelegramApi, queue: Queue, turn: string): Promise<void> {
  const live = queue.outbox.live(turn);
  if (!live) return;
  if (live.messageId !== null)
    await api.call('deleteMessage', { chat_id: Number(live.chat), message_id: live.messageId }, { timeoutMs });
  await queue.write(() => queue.outbox.dropLive(turn));
}

/** How far behind the message that is answered a lost one is looked for: others may have written meanwhile. */
const mostLookedAt = 12;

/**
 * A message of ours that was taken while its number was lost: the first one after the message that it answers which the
 * bot may edit and does not know. Asked by an edit that changes nothing, which Telegram refuses in other words for what
 * is not the bot's own. Null where there is none.
 */
async function findLost(
  api: TelegramApi,
  chatId: number,
  after: number,
  isKnown: (messageId: number) => boolean,
): Promise<number | null> {
  for (let id = after + 1; id <= after + mostLookedAt; id += 1) {
    if (isKnown(id)) continue;
    try {
      await api.call('editMessageReplyMarkup', { chat_id: chatId, message_id: id }, { timeoutMs });
      return id;
    } catch (error) {
      if (!(error instanceof TelegramError) || error.kind !== 'refused' || error.details.code !== 400) throw error;
      if (/not modified/i.test(error.description)) return id;
    }
  }
  return null;
}
