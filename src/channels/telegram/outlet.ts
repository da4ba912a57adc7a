// Turns messages into rows of the outbox: formatted, split, with their buttons. They are durable when `post` resolves; the
// outbox worker sends them. Also drives the previews of a running turn.
import type { Extras, Outlet } from '../../assistant/channel.ts';
import type { Clock } from '../../base/time/clock.ts';
import { allOf, createPace } from '../../base/concurrency/cooperative.ts';
import { messageOf } from '../../base/errors.ts';
import { createMutex } from '../../base/concurrency/mutex.ts';
import { wellFormed } from '../../base/text/text.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { State } from '../../state/state.ts';
import type { TelegramApi } from './api.ts';
import { formatButtons } from './buttons.ts';
import { Preview, removeGrowingMessage } from './preview.ts';
import type { QuietHours } from '../quiet-hours-setting.ts';
import { quietUntil } from '../quiet-hours.ts';
import type { OutboxWorker } from '../outbox-worker.ts';
import type { StoredMessage } from '../stored-message.ts';
import { type OutboxMessage, chunkOf } from './deliver.ts';
import { chunksInSteps } from './pieces.ts';
import { type FormattedText, splitFormatted } from './split.ts';
import { addressOf, noticeTurn } from './places.ts';

/** A post before it is in the outbox. */
export interface Post {
  /** It and `dedupe` name the post: a second one of the same name is dropped. */
  turn: string;
  dedupe: string;
  message: OutboxMessage;
  extras?: Extras;
  /** The conversation that it is said in; default: that of the turn. */
  conversation?: string;
  /** Held until then. */
  notBefore?: Date | null;
}

export interface Posting {
  /** Where the answers of a turn go. @param about the message that they answer */
  outlet(turn: string, chatId: number, about: Pick<StoredMessage, 'messageId' | 'threadId'>): ClosableOutlet;
  put(post: Post): Promise<{ messageId: string }>;
  /** Posts an unprompted message in a person's private chat, outside the quiet hours. */
  tell(userId: number, text: string, name: string, extras?: Extras): Promise<void>;
  /** As `put`, inside a write of the state: it is said if and only if what else is written holds. */
  store(post: Post): void;
  /** As `store`, for a text that is no Markdown. */
  storePlain(post: Post): void;
  /** As `tell`, inside a write of the state. */
  storeTold(userId: number, text: string, name: string): void;
  /** Removes previews that an earlier run left of answers that never came. */
  sweep(): Promise<void>;
}

export interface ClosableOutlet extends Outlet {
  /** @param notBefore held until then */
  post(text: string, dedupe: string, extras?: Extras, notBefore?: Date | null): Promise<{ messageId: string }>;
  /** @param isOver false: the turn goes on another time */
  close(isOver: boolean): Promise<void>;
}

export interface PostingOptions {
  api: TelegramApi;
  state: State;
  sender: Pick<OutboxWorker, 'poke'>;
  /** A reaction to a message that is left without an answer; null: none. */
  silentReaction: string | null;
  quietHours: QuietHours | null;
  timezone: Timezone;
  clock: Clock;
  log: Log;
}

/** Time that the formatting of an answer takes before the event loop turns. */
const sliceMs = 10;

export const createPosting = (options: PostingOptions): Posting => new TelegramPosting(options);

class TelegramPosting implements Posting {
  readonly #options: PostingOptions;
  /** Posts are stored in the order in which they came, also where an earlier one takes longer to format. */
  readonly #inOrder = createMutex();

  constructor(options: PostingOptions) {
    this.#options = options;
  }

  outlet(turn: string, chatId: number, about: Pick<StoredMessage, 'messageId' | 'threadId'>): ClosableOutlet {
    const { api, state, clock, log, silentReaction } = this.#options;
    const isGroup = chatId < 0;
    const { threadId, messageId } = about;
    const preview = new Preview({ api, state, turn, chatId, threadId, messageId, clock, log });
    return {
      post: async (text, dedupe, extras, notBefore = null) => {
        if (extras?.file && isGroup) throw new Error('A file of the memory is for the person alone.');
        await preview.makeWay();
        const message = { chatId, text, threadId, replyTo: isGroup ? messageId : undefined, file: extras?.file };
        return await this.put({ turn, dedupe, message, extras, notBefore });
      },
      preview: (answer) => preview.show(answer),
      working: (activity) => preview.working(activity),
      close: async (isOver) => {
        await preview.close(isOver);
        if (isOver && silentReaction !== null && this.#options.state.outbox.ofTurn(turn).length === 0)
          await this.#ignoreFailure('a reaction could not be set', () =>
            this.#react(chatId, messageId, silentReaction),
          );
      },
    };
  }

  async put(post: Post): Promise<{ messageId: string }> {
    const { state, sender } = this.#options;
    const number = await this.#inOrder(async () => {
      const chunks = await createPace(sliceMs).walk(chunksInSteps(post.message.text));
      return await state.write(() => this.#storeRows(post, chunks));
    });
    sender.poke(addressOf(post.message.chatId));
    return { messageId: `outbox:${number}` };
  }

  async tell(userId: number, text: string, name: string, extras?: Extras): Promise<void> {
    await this.put(this.#unasked(userId, text, name, extras));
  }

  store(post: Post): void {
    const { sender } = this.#options;
    this.#storeRows(post, allOf(chunksInSteps(post.message.text)));
    // A write is synchronous: by then it is on disk, or taken back.
    queueMicrotask(() => sender.poke(addressOf(post.message.chatId)));
  }

  storePlain(post: Post): void {
    this.#storeRows(post, splitFormatted({ text: wellFormed(post.message.text), entities: [] }));
  }

  storeTold(userId: number, text: string, name: string): void {
    this.store(this.#unasked(userId, text, name));
  }

  async sweep(): Promise<void> {
    const { api, state } = this.#options;
    for (const { turn } of this.#options.state.outbox.lives('telegram')) {
      const goesOn = this.#options.state.inbox.ofTurn(turn).some((row) => row.state === 'pending');
      if (!goesOn)
        await this.#ignoreFailure('a preview could not be removed', () => removeGrowingMessage(api, state, turn));
    }
  }

  /** The row or rows of a post; its number. Call it inside a write of the state. */
  #storeRows(
    {
      turn,
      dedupe,
      message,
      extras,
      conversation = this.#options.state.inbox.ofTurn(turn)[0]?.conversation,
      notBefore = null,
    }: Post,
    formatted: readonly FormattedText[],
  ): number {
    const { clock } = this.#options;
    // Telegram refuses an empty message, and a post must not fail a turn.
    const chunks = formatted.length > 0 ? formatted : [{ text: '…', entities: [] }];
    const live = this.#options.state.outbox.live(turn);
    // What is held leaves no half of an answer standing until then.
    const edits = notBefore === null && live && live.messageId !== null ? Number(live.messageId) : null;
    const whole = edits === null ? message : { ...message, edits };
    const payloads = chunks.map((chunk, index) => JSON.stringify(chunkOf(whole, chunk, index)));
    const taken = this.#options.state.outbox.put({
      turn,
      dedupe,
      chat: addressOf(message.chatId),
      chunks: payloads,
      at: clock.now(),
      buttons: formatButtons(extras, conversation),
      notBefore,
    });
    if (taken.isNew && (edits !== null || live?.messageId === null)) this.#options.state.outbox.dropLive(turn);
    return taken.post;
  }

  /**
   * An unprompted message for a person's private chat, whose id is the person's own. It makes no sound: the digest of a
   * night is ready long before the morning.
   */
  #unasked(userId: number, text: string, name: string, extras: Extras = {}): Post {
    const { quietHours, clock, timezone } = this.#options;
    return {
      turn: noticeTurn(name),
      dedupe: `user:${userId}`,
      message: { chatId: userId, text, silent: true },
      extras,
      notBefore: quietHours ? quietUntil(clock.now(), quietHours, timezone()) : null,
    };
  }

  async #react(chatId: number, messageId: number, emoji: string): Promise<void> {
    const { api } = this.#options;
    await api.call(
      'setMessageReaction',
      { chat_id: chatId, message_id: messageId, reaction: [{ type: 'emoji', emoji: emoji as never }] },
      { timeoutMs: 5_000 },
    );
  }

  /** Runs an optional call: its failure is logged and changes nothing. */
  async #ignoreFailure(what: string, work: () => Promise<void>): Promise<void> {
    const { log } = this.#options;
    await work().catch((error: unknown) => log.debug({ error: messageOf(error) }, what));
  }
}
