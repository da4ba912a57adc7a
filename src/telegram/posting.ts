// How what is said becomes rows of the outbox: formatted, cut, with its buttons. Durable when `post` resolves; sending is
// the sender's.
import type { Extras, Outlet } from '../assistant/channel.ts';
import type { Clock } from '../base/clock.ts';
import type { Queue } from '../queue/queue.ts';
import type { TelegramApi } from './api.ts';
import type { Arrival } from './arrival.ts';
import { formatButtons } from './buttons.ts';
import { createDraft } from './draft.ts';
import { formatMarkdown } from './format.ts';
import { type OutboxMessage, type Sender, chunkOf } from './send.ts';
import { splitFormatted } from './split.ts';
import { createTyping } from './typing.ts';

export interface Posting {
  /** Where the answers of a turn go. @param about the message that they answer */
  outlet(turn: string, chatId: number, about: Pick<Arrival, 'messageId' | 'threadId'>): ClosableOutlet;
  /** Says what no message asked for, in a person's private chat. */
  tell(userId: number, text: string, name: string, extras?: Extras): Promise<void>;
}

export type ClosableOutlet = Outlet & { close(): void };

export function createPosting({ api, queue, sender, clock }: { api: TelegramApi; queue: Queue; sender: Sender; clock: Clock }): Posting {
  async function put(turn: string, dedupe: string, whole: OutboxMessage, extras?: Extras): Promise<{ messageId: string }> {
    const chunks = splitFormatted(formatMarkdown(whole.text));
    if (chunks.length === 0) throw new Error('Nothing to post: the text is empty');
    const payloads = chunks.map((chunk, index) => JSON.stringify(chunkOf(whole, chunk, index)));
    const chat = String(whole.chatId);
    const { post } = await queue.write(() => queue.outbox.put({ turn, dedupe, chat, chunks: payloads, at: clock.now(), buttons: formatButtons(extras) }));
    sender.poke(chat);
    return { messageId: `outbox:${post}` };
  }

  function outlet(turn: string, chatId: number, about: Pick<Arrival, 'messageId' | 'threadId'>): ClosableOutlet {
    const thread = about.threadId === undefined ? {} : { threadId: about.threadId };
    const typing = createTyping({ api, chatId, ...thread, clock });
    // Drafts are for private chats; in a group the typing sign has to do.
    const draft = chatId > 0 ? createDraft({ api, chatId, ...thread, draftId: about.messageId || 1, clock }) : null;
    typing.begin();
    return {
      async post(text, dedupe, extras) {
        draft?.clear();
        return await put(turn, dedupe, { chatId, text, ...thread, ...(chatId < 0 ? { replyTo: about.messageId } : {}) }, extras);
      },
      preview: (text) => draft?.show(text),
      working: () => typing.begin(),
      close() {
        draft?.clear();
        typing.end();
      },
    };
  }

  return {
    outlet,
    async tell(userId, text, name, extras) {
      // A person's private chat has the person's own id.
      await put(`tell:${name}`, `user:${userId}`, { chatId: userId, text }, extras);
    },
  };
}
