// The Telegram channel: poll -> access -> inbox -> turns -> outbox -> deliver. Each step is on disk before the next begins.
// Wiring, the start and the stop; the steps are in their own files.
import type { LanguageCode } from 'grammy/types';
import type { Announcement, Extras, HandleIncoming, MakeExport, SessionKey } from '../../assistant/channel.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { english } from '../../assistant/phrases/english.ts';
import { languages } from '../../assistant/phrases/table.ts';
import { phrasesClearlyOf, phrasesOf } from '../../assistant/phrases/languages.ts';
import type { CommandName, FilePhrases, Phrases } from '../../assistant/phrases/phrases.ts';
import { inBackground } from '../../base/concurrency/background.ts';
import type { Clock } from '../../base/time/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import { backoffMs } from '../../base/concurrency/retry.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import { setAsideNotice } from '../../state/set-aside.ts';
import type { OutboxRow } from '../../state/outbox.ts';
import type { State } from '../../state/state.ts';
import type { BurstBounds } from '../burst.ts';
import type { Channel } from '../channel.ts';
import { type FailedAnswer, type InboxChannel, InboxWorker, type TurnInput } from '../inbox-worker.ts';
import { OutboxWorker } from '../outbox-worker.ts';
import type { Pairing } from '../pairing.ts';
import type { QuietHours } from '../quiet-hours-setting.ts';
import { heldUntil } from '../quiet-hours.ts';
import { againButton, excerptOf } from '../retry-command.ts';
import { type InboxMessage, readRows } from '../stored-message.ts';
import type { Transcription } from '../transcribe.ts';
import { Access } from './access.ts';
import { type TelegramApi, createTelegramApi } from './api.ts';
import { Deliverer } from './deliver.ts';
import { type Posting, createPosting } from './outlet.ts';
import { createWelcome } from './pairing-invite.ts';
import { addressOf, chatIdOf, isNotice } from './places.ts';
import { isTokenRefused, pollUpdates, removeWebhook, tokenError } from './poll.ts';
import { Intake } from './receive.ts';
import { readTurn } from './turn-input.ts';

export interface TelegramOptions {
  token: string;
  apiRoot: string;
  /** Numeric ids of people, besides those who are paired. All others are turned away. */
  allowedUsers: readonly number[];
  /** Numeric ids of groups in which those people may speak to the bot. */
  allowedGroups?: readonly number[];
  /** Pairs an owner whom the configuration does not list; without it, the bot answers only listed people. */
  pairing?: Pairing;
  /** Stands in session keys: `telegram:<connector>:chat:<chat>:user:<user>`, in a group `…:group:<chat>:…`. */
  connector: string;
  state: State;
  handle: HandleIncoming;
  redact: Redact;
  /** Makes the file that a message carries. */
  makeFile: MakeExport;
  clock: Clock;
  log: Log;
  /** Shown in Telegram's menu; a message that is one stands alone. */
  commands?: readonly Command[];
  /** Called when the channel can't go on; after the start only a refused token does that. */
  onFatal?: (error: Error) => void;
  /** The hours in which unprompted messages are held back. Reminders and answers are not. */
  quietHours?: QuietHours | null;
  /** The people's time zone, for quiet hours and reminders; the default is UTC. */
  timezone?: Timezone;
  /** A reaction to a message that is left without an answer; null: none. */
  silentReaction?: string | null;
  /** What turns speech into text; null: nothing does. */
  transcription?: Transcription | null;
  /** A poll without an answer is aborted after this time. */
  pollTimeoutMs?: number;
  /** How long a stop waits for turns and for messages on their way. */
  stopGraceMs?: number;
  /** Bounds of the wait for more of a burst. */
  burstBounds?: BurstBounds;
}

/** A round stores what it got before the next one begins; a slow disk may take its time. */
const roundGraceMs = 60_000;
const tidyPauseMs = 24 * 3_600_000;
const deadLetterAgeMs = 7 * 24 * 3_600_000;

export const createTelegram = (options: TelegramOptions): Channel => new TelegramChannel(options);

class TelegramChannel implements Channel, InboxChannel {
  readonly name = 'telegram';
  readonly #options: TelegramOptions;
  readonly #timezone: Timezone;
  readonly #stopGraceMs: number;
  readonly #api: TelegramApi;
  readonly #access: Access;
  readonly #me: { id: number; username: string };
  readonly #stopping = new AbortController();
  readonly #inbox: InboxWorker;
  readonly #outbox: OutboxWorker;
  readonly #posting: Posting;
  #polling: Promise<unknown> = Promise.resolve();
  /** When the polls count as stuck unless another round begins; null while they have not begun or are over. */
  #nextRoundByMs: number | null = null;
  /** Why the last poll failed. */
  #trouble: string | null = null;

  constructor(options: TelegramOptions) {
    const { token, apiRoot, connector, state, handle, clock, log, makeFile } = options;
    const { allowedUsers, allowedGroups = [], pairing, quietHours = null, silentReaction = null } = options;
    const { burstBounds = { minMs: 300, maxMs: 3_000 } } = options;
    this.#options = options;
    this.#timezone = options.timezone ?? (() => 'UTC');
    this.#stopGraceMs = options.stopGraceMs ?? 8_000;
    this.#api = createTelegramApi({ token, apiRoot });
    this.#access = new Access({ connector, users: allowedUsers, groups: allowedGroups, pairing });
    this.#me = { id: Number(token.split(':')[0]) || 0, username: '' };
    const api = this.#api;
    const storeUndelivered = this.#storeUndelivered.bind(this);
    const transport = new Deliverer({ api, access: this.#access, makeFile, storeUndelivered, log });
    this.#outbox = new OutboxWorker({ state, transport, clock, log });
    const timezone = this.#timezone;
    this.#posting = createPosting({
      api,
      state,
      sender: this.#outbox,
      silentReaction,
      quietHours,
      timezone,
      clock,
      log,
    });
    this.#inbox = new InboxWorker({ state, channel: this, handle, burstBounds, clock, log });
  }

  async start(): Promise<void> {
    const { log } = this.#options;
    await this.#connect();
    if (this.#stopping.signal.aborted) return;
    const { pairing } = this.#options;
    const welcome = pairing ? createWelcome({ pairing, me: this.#me, log }) : null;
    if (this.#access.users().size === 0) {
      if (welcome) welcome.announce();
      else log.warn('telegram.allowed_users is empty: nobody is let in');
    }
    inBackground(this.#showCommands(), log, 'setting the menu of commands');
    await this.#tellSetAside();
    const intake = this.#createIntake(welcome);
    await intake.readOldRows();
    this.#outbox.start();
    inBackground(this.#posting.sweep(), log, 'removing old previews');
    this.#inbox.start();
    this.#polling = Promise.all([this.#poll(intake), this.#tidy()]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('stopping'));
    await this.#polling;
    await this.#inbox.stop(this.#stopGraceMs);
    await this.#outbox.stop(this.#stopGraceMs);
  }

  isAlive(): boolean {
    return this.#nextRoundByMs === null || this.#options.clock.elapsed() <= this.#nextRoundByMs;
  }

  trouble(): string | null {
    return this.#trouble;
  }

  recover(): void {
    this.#inbox.start();
  }

  async tell(text: string, about: string, extras?: Extras): Promise<void> {
    for (const user of this.#access.users()) await this.#posting.tell(user, text, about, extras);
  }

  /** A crash can neither lose nor double an announcement: it is one transaction with what happens alongside. */
  async announce({ key, topic, name, text, extras, alongside }: Announcement): Promise<boolean> {
    const chatId = this.#access.chatOf(key);
    if (chatId === null) return false;
    const message = { chatId, text, threadId: topic ?? undefined };
    await this.#options.state.write(() => {
      this.#posting.storePlain({ turn: name, dedupe: 'announcement', conversation: key, message, extras });
      alongside();
    });
    this.#outbox.poke(addressOf(chatId));
    return true;
  }

  async prepare(turn: string, messages: readonly InboxMessage[], signal: AbortSignal): Promise<TurnInput | null> {
    const [first, ...rest] = messages;
    const chatId = first ? this.#access.chatOf(first.row.conversation) : null;
    if (!first || chatId === null) return null;
    const { clock, transcription = null } = this.#options;
    // Before anything is fetched or heard, which takes its time: the person sees that something happens.
    const outlet = this.#posting.outlet(turn, chatId, (rest.at(-1) ?? first).message);
    const withdraw = (key: SessionKey, beforeSeq: number): Promise<boolean> => this.#inbox.withdraw(key, beforeSeq);
    try {
      const phrases = async (): Promise<FilePhrases> => (await this.#phrasesOf(first.row.conversation, messages)).files;
      const options = { api: this.#api, transcription, clock, withdraw, phrases };
      return await readTurn(turn, [first, ...rest], outlet, signal, options);
    } catch (error) {
      await outlet.close(false);
      throw error;
    }
  }

  /** What the person wrote with it tells the language where it is clear, or else what was said before. */
  async #phrasesOf(key: SessionKey, messages: readonly InboxMessage[]): Promise<Phrases> {
    const words = messages.map(({ message }) => message.words);
    const clear = phrasesClearlyOf(words.join('\n'));
    return clear ?? (await this.#options.handle.phrasesOf?.(key)) ?? phrasesOf(words);
  }

  async tellFailed(
    turn: string,
    messages: readonly InboxMessage[],
    { hasAnswered, phrases }: FailedAnswer,
  ): Promise<void> {
    const { clock, quietHours } = this.#options;
    const [first] = messages;
    const chatId = first ? this.#access.chatOf(first.row.conversation) : null;
    if (!first || chatId === null) return;
    const outlet = this.#posting.outlet(turn, chatId, first.message);
    const { again } = phrases;
    const said = excerptOf(messages, phrases);
    await outlet.post(
      hasAnswered ? again.failedMidway(said) : again.failed(said),
      'dead',
      { buttons: [againButton(again.tryAgain, first.row)] },
      quietHours && heldUntil(clock.now(), first.row.receivedAt, quietHours, this.#timezone()),
    );
    await outlet.close(true);
    const why = first.row.lastError ?? 'the program ended each time';
    const notice = `A message in another conversation could not be answered, three times over: ${why}. I have told the person there.`;
    for (const user of this.#access.users())
      if (user !== chatId) await this.#posting.tell(user, notice, `dead:${turn}`);
  }

  storeOffer(turn: string): void {
    const [first] = readRows(this.#options.state.inbox.ofTurn(turn));
    const chatId = first ? this.#access.chatOf(first.row.conversation) : null;
    if (!first || chatId === null) return;
    const { files } = phrasesOf([first.message.words]);
    this.#posting.store({
      turn: `changed:${turn}`,
      dedupe: 'offer',
      conversation: first.row.conversation,
      message: { chatId, text: files.changedLater, silent: true, threadId: first.message.threadId },
      extras: { buttons: [againButton(files.answerAgain, first.row)] },
    });
  }

  /** What was to be said and never will be, because Telegram does not take it: told together with noting it. */
  #storeUndelivered(row: OutboxRow, why: string): void {
    if (isNotice(row.turn)) return;
    const text = `I could not deliver a message to the chat ${chatIdOf(row.chat)}: ${why}.`;
    for (const user of this.#access.users())
      if (addressOf(user) !== row.chat) this.#posting.storeTold(user, text, `undelivered:${row.seq}`);
  }

  async #tellSetAside(): Promise<void> {
    const { state } = this.#options;
    if (state.setAside === null) return;
    const { name, text } = setAsideNotice(state.setAside);
    await this.tell(text, name);
  }

  #createIntake(welcome: ReturnType<typeof createWelcome> | null): Intake {
    const { state, connector, commands = [], redact, clock, log } = this.#options;
    return new Intake({
      api: this.#api,
      state,
      posting: this.#posting,
      worker: this.#inbox,
      access: this.#access,
      me: this.#me,
      connector,
      welcome,
      commands,
      storeOffer: (turn) => this.storeOffer(turn),
      redact,
      clock,
      log,
    });
  }

  async #poll(intake: Intake): Promise<void> {
    const { clock, log, pollTimeoutMs, onFatal, redact } = this.#options;
    const { signal } = this.#stopping;
    try {
      await pollUpdates({
        api: this.#api,
        take: (updates) => intake.take(updates),
        signal,
        clock,
        log,
        timeoutMs: pollTimeoutMs,
        onTrouble: (reason) => {
          this.#trouble = reason === null ? null : `Telegram gives no updates: ${redact(reason)}.`;
        },
        onRound: (withinMs) => {
          this.#nextRoundByMs = clock.elapsed() + withinMs + roundGraceMs;
        },
      });
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (!onFatal) throw failure;
      onFatal(failure);
    } finally {
      this.#nextRoundByMs = null;
    }
  }

  /** Drops what ended long ago, at the start and each day. */
  async #tidy(): Promise<void> {
    const { state, clock, log } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const before = new Date(clock.now().getTime() - deadLetterAgeMs);
      try {
        await state.write(() => state.inbox.prune(before) + state.outbox.prune(before));
      } catch (error) {
        log.error({ err: error }, 'old messages could not be dropped; tried again tomorrow');
      }
      await clock.pause(tidyPauseMs, this.#stopping.signal);
    }
  }

  /** The menu is a comfort: without it every command still works. */
  async #showCommands(): Promise<void> {
    const { commands = [], log } = this.#options;
    if (commands.length === 0) return;
    // Those whose app is in a language without a menu of its own see the one without a code.
    for (const { code, help } of [english, ...languages.filter((phrases) => phrases !== english)])
      await this.#api
        .call(
          'setMyCommands',
          {
            commands: commands.map(({ name, description }) => ({
              command: name,
              description: help[name as CommandName] ?? description,
            })),
            ...(code === english.code ? {} : { language_code: code as LanguageCode }),
          },
          { signal: this.#stopping.signal },
        )
        .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'the menu of commands could not be set'));
  }

  /** Waits for the network if it must; only a refused token ends it. */
  async #connect(): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    for (let tries = 1; !signal.aborted; tries += 1) {
      try {
        const { username = '' } = await this.#api.call('getMe', undefined, { signal });
        this.#me.username = username;
        await removeWebhook(this.#api, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (isTokenRefused(error)) throw tokenError();
        if (tries === 1) log.warn({ error: messageOf(error) }, 'telegram can not be reached yet; waiting for it');
        await clock.pause(backoffMs(tries, 500, 30_000), signal);
      }
    }
  }
}
