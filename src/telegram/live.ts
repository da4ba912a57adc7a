// The answer while it grows, in a group: one message that is edited now and then. What it is in the end is the outbox's
// to say, which edits the same message; so nothing is said twice, whenever the program dies.
import type { Clock } from '../base/clock.ts';
import type { Queue } from '../queue/queue.ts';
import type { TelegramApi } from './api.ts';
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
  const settling = new AbortController();
  let wanted: string | null = null;
  let pumping: Promise<void> | null = null;

  async function pump(): Promise<void> {
    await clock.sleep(leastPauseMs, settling.signal);
    while (wanted !== null && !settling.signal.aborted) {
      const [first, ...rest] = splitFormatted(formatMarkdown(wanted));
      wanted = null;
      if (first) await put(first.text + (rest.length > 0 || !first.text.endsWith(more.trim()) ? more : ''), first.entities);
      await clock.sleep(leastPauseMs, settling.signal);
    }
    pumping = null;
  }

  async function put(text: string, entities: readonly object[]): Promise<void> {
    const content = { chat_id: chatId, text, link_preview_options: { is_disabled: true }, ...(entities.length > 0 ? { entities: entities as never } : {}) };
    const live = queue.outbox.live(turn);
    if (live) {
      await api.call('editMessageText', { ...content, message_id: live.messageId }, { timeoutMs });
      return;
    }
    const place = { ...(threadId === undefined ? {} : { message_thread_id: threadId }), reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } };
    const { message_id: messageId } = await api.call('sendMessage', { ...content, ...place }, { timeoutMs });
    await queue.write(() => queue.outbox.setLive({ turn, chat: String(chatId), messageId }));
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
    },
    remove: () => removeLive(api, queue, turn),
  };
}

/** Takes a message away that shows an answer which never came. Where that fails it is tried again at the next start. */
export async function removeLive(api: TelegramApi, queue: Queue, turn: string): Promise<void> {
  const live = queue.outbox.live(turn);
  if (!live) return;
  await api.call('deleteMessage', { chat_id: Number(live.chat), message_id: live.messageId }, { timeoutMs });
  await queue.write(() => queue.outbox.dropLive(turn));
}
