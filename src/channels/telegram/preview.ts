// What a person sees while a turn runs: "typing…", a status line for work that takes long, and the answer as it grows (a draft in
// a private chat, one message that is edited in a group). A preview only: nothing depends on it, no failure of it leaves
// this file, and the answer itself follows by the outbox.
import type { MessageEntity } from 'grammy/types';
import type { Activity } from '../../assistant/channel.ts';
import { inBackground } from '../../base/concurrency/background.ts';
import type { Clock } from '../../base/time/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { State } from '../../state/state.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { firstChunk, lastChunk } from './pieces.ts';
import { addressOf, chatIdOf } from './places.ts';
import type { FormattedText } from './split.ts';

export interface PreviewOptions {
  api: TelegramApi;
  state: State;
  turn: string;
  chatId: number;
  threadId?: number;
  /** The message that is answered. */
  messageId: number;
  clock: Clock;
  log: Log;
}

/** The previews of one run of a turn. `show`, `working` and `hide` return at once and never throw. */
export class Preview {
  readonly #log: Log;
  readonly #typing: Typing;
  readonly #status: StatusLine;
  readonly #answer: Draft | GrowingMessage;

  constructor(options: PreviewOptions) {
    this.#log = options.log;
    this.#typing = new Typing(options);
    // Telegram shows drafts in private chats only.
    this.#answer = options.chatId < 0 ? new GrowingMessage(options) : new Draft(options);
    this.#status = new StatusLine(options, (text) => this.#answer.show(() => text));
    this.#typing.start();
  }

  /** @param answer makes the text of the whole answer so far */
  show(answer: () => string): void {
    this.#status.end();
    this.#answer.show(answer);
  }

  /** Shows what the assistant does if it takes long. While the model writes, its words are seen instead. */
  working(activity: Activity | null): void {
    this.#typing.start();
    this.#status.begin(activity === null || activity === 'thinking' ? null : statusWords[activity]);
  }

  /** Hides the preview before a message is sent. When it resolves, no call of the preview is in flight. */
  async makeWay(): Promise<void> {
    this.#status.end();
    await this.#ignoreFailure('a preview could not be settled', () => this.#answer.settle());
  }

  /** @param isOver false: the turn goes on another time, and what is shown stays */
  async close(isOver: boolean): Promise<void> {
    await this.makeWay();
    this.#typing.stop();
    if (isOver) await this.#ignoreFailure('a preview could not be removed', () => this.#answer.remove());
  }

  async #ignoreFailure(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.debug({ error: messageOf(error) }, what);
    }
  }
}

const statusWords: Record<Exclude<Activity, 'thinking'>, string> = {
  reading_notes: 'Searching memory…',
  writing_notes: 'Writing a note…',
  scheduling: 'Looking at reminders…',
  reading_outside: 'Reading…',
  using_tool: 'Working…',
};

/** "typing…" at the top of the chat. Telegram shows it for five seconds, so it is said again. */
class Typing {
  readonly #options: PreviewOptions;
  #ending: AbortController | null = null;

  constructor(options: PreviewOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#ending) return;
    this.#ending = new AbortController();
    inBackground(this.#repeat(this.#ending.signal), this.#options.log, 'showing that the assistant types');
  }

  stop(): void {
    this.#ending?.abort();
    this.#ending = null;
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    const { api, chatId, threadId, clock } = this.#options;
    const payload = { chat_id: chatId, action: 'typing' as const, message_thread_id: threadId };
    while (!signal.aborted) {
      // The reply itself meets the same trouble in the outbox worker, where it is handled.
      await api.call('sendChatAction', payload, { signal, timeoutMs: typingRepeatMs }).catch(() => undefined);
      await clock.pause(typingRepeatMs, signal);
    }
  }
}

const typingRepeatMs = 4_500;

/** A status line about long work, in the place of the answer to come. */
class StatusLine {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #show: (text: string) => void;
  #ending: AbortController | null = null;

  constructor({ clock, log }: PreviewOptions, show: (text: string) => void) {
    this.#clock = clock;
    this.#log = log;
    this.#show = show;
  }

  begin(status: string | null): void {
    this.end();
    if (status === null) return;
    this.#ending = new AbortController();
    inBackground(this.#repeat(status, this.#ending.signal), this.#log, 'showing what the assistant does');
  }

  end(): void {
    this.#ending?.abort();
    this.#ending = null;
  }

  async #repeat(status: string, signal: AbortSignal): Promise<void> {
    for (let waitMs = statusPatienceMs; ; waitMs = statusRepeatMs) {
      await this.#clock.pause(waitMs, signal);
      if (signal.aborted) return;
      this.#show(status);
    }
  }
}

const statusPatienceMs = 5_000;
/** A draft fades by itself after half a minute. */
const statusRepeatMs = 20_000;

const linkPreviewOff = { is_disabled: true };
const callTimeoutMs = 5_000;

/** The answer as a draft above the input field of a private chat. A server that knows no drafts is asked once. */
class Draft {
  readonly #options: PreviewOptions;
  #wanted: (() => string) | null = null;
  #isBusy = false;
  #isRefused = false;
  #clearing = new AbortController();

  constructor(options: PreviewOptions) {
    this.#options = options;
  }

  show(answer: () => string): void {
    this.#wanted = answer;
    if (!this.#isBusy && !this.#isRefused) inBackground(this.#pump(), this.#options.log, 'showing a draft');
  }

  settle(): Promise<void> {
    this.#wanted = null;
    this.#clearing.abort();
    this.#clearing = new AbortController();
    return Promise.resolve();
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }

  async #pump(): Promise<void> {
    this.#isBusy = true;
    while (this.#wanted !== null && !this.#isRefused) {
      const { signal } = this.#clearing;
      const answer = this.#wanted;
      this.#wanted = null;
      try {
        await this.#send(answer(), signal);
        await this.#options.clock.sleep(draftPauseMs, signal);
      } catch {
        // It was cleared, or there are no drafts here: the message follows in either case.
        this.#isRefused = !signal.aborted;
      }
    }
    this.#isBusy = false;
  }

  async #send(text: string, signal: AbortSignal): Promise<void> {
    const { api, chatId, threadId, messageId } = this.#options;
    // A long answer has several parts, and only the newest one grows.
    const shown = lastChunk(text);
    if (!shown) return;
    const payload = {
      chat_id: chatId,
      // The id is the same throughout one answer, and never 0.
      draft_id: messageId || 1,
      text: shown.text,
      can_stop: true,
      entities: entitiesOf(shown),
      message_thread_id: threadId,
    };
    await api.call('sendMessageDraft', payload, { signal, timeoutMs: callTimeoutMs });
  }
}

const draftPauseMs = 800;

const entitiesOf = ({ entities }: FormattedText): MessageEntity[] | undefined =>
  entities.length > 0 ? entities : undefined;

/**
 * The answer while it grows in a group: one message that is edited now and then. The outbox decides what it is in the end
 * and edits the same message, so nothing is said twice, whenever the program ends.
 */
class GrowingMessage {
  readonly #options: PreviewOptions;
  readonly #chat: string;
  readonly #settling = new AbortController();
  #wanted: (() => string) | null = null;
  #pumping: Promise<void> | null = null;

  constructor(options: PreviewOptions) {
    this.#options = options;
    this.#chat = addressOf(options.chatId);
  }

  show(answer: () => string): void {
    this.#wanted = answer;
    // After a failure nothing more is shown; the answer itself follows.
    if (!this.#settling.signal.aborted) this.#pumping ??= this.#pump().catch(() => this.#settling.abort());
  }

  async settle(): Promise<void> {
    this.#settling.abort();
    await this.#pumping;
    // Where it can't be found out now, the answer comes as a message of its own.
    await this.#find();
  }

  async remove(): Promise<void> {
    const { api, state, turn } = this.#options;
    await removeGrowingMessage(api, state, turn);
  }

  async #pump(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#settling;
    await clock.sleep(groupPauseMs, signal);
    while (this.#wanted !== null && !signal.aborted) {
      const { chunk: first, isAll } = firstChunk(this.#wanted());
      this.#wanted = null;
      if (first) {
        const isOpen = !isAll || !first.text.endsWith(more.trim());
        await this.#put({ ...first, text: first.text + (isOpen ? more : '') });
      }
      await clock.sleep(groupPauseMs, signal);
    }
    this.#pumping = null;
  }

  async #put(shown: FormattedText): Promise<void> {
    const { api, state, turn, chatId, threadId, messageId: replyTo } = this.#options;
    const content = {
      chat_id: chatId,
      text: shown.text,
      link_preview_options: linkPreviewOff,
      entities: entitiesOf(shown),
    };
    const there = await this.#find();
    if (there !== null) {
      await api.call('editMessageText', { ...content, message_id: there }, { timeoutMs: callTimeoutMs });
      return;
    }
    const place = {
      message_thread_id: threadId,
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    };
    // Noted before it is sent: a crash must not leave half an answer in the chat that the program does not know of.
    await state.write(() => state.outbox.setLive({ turn, chat: this.#chat, messageId: null }));
    const messageId = await this.#send({ ...content, ...place });
    await state.write(() => state.outbox.setLive({ turn, chat: this.#chat, messageId: String(messageId) }));
  }

  async #send(payload: Parameters<TelegramApi['call']>[1] & { chat_id: number; text: string }): Promise<number> {
    const { api, state, turn } = this.#options;
    try {
      return (await api.call('sendMessage', payload, { timeoutMs: callTimeoutMs })).message_id;
    } catch (error) {
      const isLost = error instanceof TelegramError && error.kind === 'unanswered';
      if (!isLost) await state.write(() => state.outbox.dropLive(turn));
      throw error;
    }
  }

  /** The message that is there. It is looked for where the program ended before its number was noted. */
  async #find(): Promise<number | null> {
    const { api, state, turn, chatId, messageId: replyTo } = this.#options;
    const live = state.outbox.live(turn);
    if (!live) return null;
    if (live.messageId !== null) return Number(live.messageId);
    const messageId = await findLost(api, chatId, replyTo, (id) => state.outbox.isKnownMessage(this.#chat, String(id)));
    await state.write(() =>
      messageId === null
        ? state.outbox.dropLive(turn)
        : state.outbox.setLive({ ...live, messageId: String(messageId) }),
    );
    return messageId;
  }
}

/** Groups may get twenty messages a minute, edits counted; an answer that is ready sooner is not shown growing. */
const groupPauseMs = 3_000;
const more = ' …';

/** Takes a message away that shows an answer which never came. Where that fails, the next start tries again. */
export async function removeGrowingMessage(api: TelegramApi, state: State, turn: string): Promise<void> {
  const live = state.outbox.live(turn);
  if (!live) return;
  const chatId = chatIdOf(live.chat);
  if (live.messageId !== null && chatId !== null)
    await api.call(
      'deleteMessage',
      { chat_id: chatId, message_id: Number(live.messageId) },
      { timeoutMs: callTimeoutMs },
    );
  await state.write(() => state.outbox.dropLive(turn));
}

/** How far behind the message that is answered a lost one is looked for: others may have written meanwhile. */
const maxLookedAt = 12;

/**
 * Finds a message of ours that Telegram took while the answer with its number was lost: the first one after the message
 * that it answers which the bot may edit and does not know. It asks by an edit that changes nothing, which Telegram
 * refuses in other words for what is not the bot's own. Null where there is none.
 */
async function findLost(
  api: TelegramApi,
  chatId: number,
  after: number,
  isKnown: (messageId: number) => boolean,
): Promise<number | null> {
  for (let id = after + 1; id <= after + maxLookedAt; id += 1) {
    if (isKnown(id)) continue;
    try {
      await api.call('editMessageReplyMarkup', { chat_id: chatId, message_id: id }, { timeoutMs: callTimeoutMs });
      return id;
    } catch (error) {
      if (!(error instanceof TelegramError) || error.kind !== 'refused' || error.details.code !== 400) throw error;
      if (/not modified/i.test(error.description)) return id;
    }
  }
  return null;
}
