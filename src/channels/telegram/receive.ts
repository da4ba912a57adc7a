// Takes updates from the poll to the disk: each is admitted or not, parsed and stored once, and handed to the worker. The
// caller confirms a batch only when `take` resolves.
import type { CallbackQuery, Message, Update } from 'grammy/types';
import { type SessionKey } from '../../assistant/channel.ts';
import { type Command, type Spoken, readCommand } from '../../assistant/commands/command.ts';
import { phrasesOf } from '../../assistant/phrases/languages.ts';
import { inBackground } from '../../base/concurrency/background.ts';
import type { Clock } from '../../base/time/clock.ts';
import { codeOf, messageOf as reasonOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import type { State } from '../../state/state.ts';
import { type InboxWorker, hasAnswered } from '../inbox-worker.ts';
import { type StoredMessage, contentOf, isChanged, readRow } from '../stored-message.ts';
import type { Access } from './access.ts';
import type { TelegramApi } from './api.ts';
import { keyboardOf, takePress } from './buttons.ts';
import { type GateRules, type Verdict, admit } from './gate.ts';
import type { Posting } from './outlet.ts';
import { type Welcome, paired, pairedAlready } from './pairing-invite.ts';
import {
  type Me,
  answersAnother,
  isAddressedTo,
  isNotice,
  messageOfUpdate,
  parseMessage,
  typedIn,
  withoutMention,
  withoutSecrets,
} from './parse-message.ts';
import { addressOf, channelOfBot, keyOf, noticeTurn } from './places.ts';
import { audienceOf } from '../../base/session-key.ts';

export interface IntakeOptions {
  api: TelegramApi;
  state: State;
  posting: Posting;
  worker: InboxWorker;
  access: Access;
  me: Me;
  connector: string;
  /** Pairs the owner while no person is admitted; null: only people of the configuration are admitted. */
  welcome: Welcome | null;
  commands: readonly Command[];
  /** Offers another answer to the message of a turn that has ended, inside a write. */
  storeOffer(turn: string): void;
  /** Removes secrets; they are stored nowhere. */
  redact: Redact;
  clock: Clock;
  log: Log;
}

/** A press of a button that is taken, and waits for its acknowledgement. */
interface Pressed {
  query: CallbackQuery;
  /** A short text for the person; none where the command itself answers. */
  said: string | null;
  /** Outbox row of the message with the button; null where it is not known. */
  seq: number | null;
}

type Admitted = Extract<Verdict, { admitted: true }>;

/** Where an update is stored, and by which rule it was admitted. */
interface Arrival {
  update: Update;
  verdict: Admitted;
  key: SessionKey;
  row: { channel: string; key: string; kind: string; conversation: SessionKey; receivedAt: Date };
}

export class Intake {
  readonly #options: IntakeOptions;
  readonly #denied = new Set<string>();
  readonly #presses: Pressed[] = [];
  /** Notices to admitted people about messages that were turned away. */
  readonly #hints: { userId: number; text: string; name: string; isAnswer?: true }[] = [];
  #unreadable = 0;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Stores the admitted updates, then hands them to the worker. */
  async take(updates: readonly Update[]): Promise<void> {
    const { state, posting, worker, log } = this.#options;
    const keys = new Set<SessionKey>();
    const arrived = updates.map((update) => ({ update, met: this.#orUnread(update, () => this.#meet(update)) }));
    await state.write(() => {
      for (const { update, met } of arrived) {
        const stored = met && this.#orUnread(update, () => ({ key: this.#store(update, met.rules, met.isMet) }));
        if (stored === null) this.#skip(update);
        else if (stored.key !== null) keys.add(stored.key);
      }
    });
    for (const key of keys) worker.poke(key);
    for (const press of this.#presses.splice(0)) inBackground(this.#acknowledge(press), log, 'answering a button');
    for (const { userId, text, name, isAnswer } of this.#hints.splice(0)) {
      // A person who asks at night is answered at night.
      if (isAnswer)
        await posting.put({ turn: noticeTurn(name), dedupe: `user:${userId}`, message: { chatId: userId, text } });
      else await posting.tell(userId, text, name);
    }
  }

  /** Reads what an older version has stored as it came from Telegram, so that it is still answered. */
  async readOldRows(): Promise<void> {
    const { state, log } = this.#options;
    const { inbox } = state;
    const rows = inbox.conversations('telegram').flatMap((key) => [...inbox.pending(key), ...inbox.dead(key)]);
    const old = rows.filter((row) => row.body.startsWith('{"update_id"'));
    if (old.length === 0) return;
    await state.write(() => {
      for (const row of old) {
        const message = messageOfUpdate(JSON.parse(row.body) as Update);
        if (message) inbox.rewrite(row.seq, JSON.stringify(this.#read(message, row.conversation)));
      }
    });
    log.info({ rows: old.length }, 'messages that an older version had stored were read');
  }

  /**
   * Skips an update that can't be read, or it would block the batch for ever. Other errors with a code come from the
   * store: then the batch is fetched again.
   */
  #orUnread<Result>({ update_id }: Update, read: () => Result): Result | null {
    try {
      return read();
    } catch (error) {
      const code = codeOf(error);
      if (code !== undefined && !faultsOfInput.test(code)) throw error;
      if (this.#unreadable < maxUnreadable)
        this.#options.log.error({ err: error, update_id }, 'an update could not be read and is skipped');
      return null;
    }
  }

  /** Keeps a few, to be seen: what can't be read must not fill the store. */
  #skip(update: Update, kind = 'unread'): void {
    const { state, me, clock } = this.#options;
    this.#unreadable += 1;
    if (this.#unreadable > maxUnreadable) return;
    state.inbox.put({
      channel: channelOfBot(me.id),
      key: String(update.update_id),
      kind: kind.slice(0, maxKindUnits),
      receivedAt: clock.now(),
      conversation: '',
      body: '{}',
      state: 'skipped',
    });
  }

  /** The rules that hold when this update comes: what was sent before a pairing is not read. */
  #meet(update: Update): { rules: GateRules; isMet: boolean } {
    const { access, welcome } = this.#options;
    const before = access.rules();
    const isMet = before.users.size === 0 && welcome?.meet(update) != null;
    return { rules: isMet ? access.rules() : before, isMet };
  }

  /** @param isMet the person was paired by this update @returns the conversation that has something new to do */
  #store(update: Update, rules: GateRules, isMet: boolean): SessionKey | null {
    const { me, connector, clock } = this.#options;
    const verdict = admit(update as unknown as Record<string, unknown>, rules);
    if (!verdict.admitted) {
      if (verdict.reason === 'denied') this.#noteDenied(update, verdict);
      else if (verdict.reason === 'migrated') this.#noteMigrated(verdict, rules);
      else this.#skip(update, verdict.kind);
      return null;
    }
    const { kind, userId, chatId, isPrivate } = verdict;
    const key = keyOf(connector, { audience: isPrivate ? 'private' : 'group', chatId, userId });
    const row = {
      channel: channelOfBot(me.id),
      key: String(update.update_id),
      kind,
      conversation: key,
      receivedAt: clock.now(),
    };
    const arrival: Arrival = { update, verdict, key, row };
    const message = messageOfUpdate(update);
    if (kind === 'message' && message) return this.#storeMessage(arrival, message, isMet);
    if (kind === 'stopped_message_generation')
      return this.#storeSaying(arrival, '/stop', { chat: update.stopped_message_generation?.chat });
    return this.#storePress(arrival) ?? this.#storeOther(arrival);
  }

  #storeMessage({ update, verdict, key, row }: Arrival, message: Message, isMet: boolean): SessionKey | null {
    const { state, me, redact } = this.#options;
    const { isPrivate, userId } = verdict;
    if (!isPrivate && !isAddressedTo(message, me)) return null;
    // A code is nothing for a model to read.
    if (isMet || (isPrivate && /^\/pair\b/.test(typedIn(message)))) {
      state.inbox.put({ ...row, body: '{}', state: 'skipped' });
      // Also where it is known: the program may have ended before it was said. Its name keeps it from being said twice.
      const text = isMet ? paired : pairedAlready;
      this.#hints.push({ userId, text, name: `paired:${update.update_id}`, isAnswer: true });
      return null;
    }
    const clean = messageOfUpdate(withoutSecrets(update, redact)) ?? message;
    const stored = this.#read(clean, key);
    // Telegram says in this form that a message was pinned, and the like: there is nothing to answer.
    const isSilent = isNotice(message) && stored.parts.length === 0 && stored.files.length === 0;
    const body = isSilent ? '{}' : JSON.stringify(stored);
    const isNew = state.inbox.put({ ...row, body, state: isSilent ? 'skipped' : 'pending' });
    return isNew && !isSilent ? key : null;
  }

  /** A button says what the command says that it stands for. */
  #storeSaying({ verdict, key, row }: Arrival, text: string, about: object): SessionKey | null {
    const { state, clock } = this.#options;
    const message = {
      message_id: 0,
      ...about,
      date: Math.floor(clock.now().getTime() / 1000),
      from: { id: verdict.userId, is_bot: false, first_name: '' },
      text,
    } as Message;
    return state.inbox.put({ ...row, body: JSON.stringify(this.#read(message, key)) }) ? key : null;
  }

  /** @returns null where the update is no press, or one that does nothing */
  #storePress(arrival: Arrival): SessionKey | null {
    const { state } = this.#options;
    const { update, verdict, key, row } = arrival;
    const { callback_query: query } = update;
    if (!query || state.inbox.find(row.channel, row.key) !== null) return null;
    const press = takePress(state.outbox, addressOf(verdict.chatId), key, query.data ?? '');
    const said = press.kind === 'command' ? null : phrasesOf([textOf(query)]).presses[press.kind];
    this.#presses.push({ query, said, seq: press.kind === 'unknown' ? null : press.seq });
    if (press.kind !== 'command') return null;
    const { message_id, chat, message_thread_id, is_topic_message } = query.message as Message;
    return this.#storeSaying(arrival, press.command, { message_id, chat, message_thread_id, is_topic_message });
  }

  #storeOther({ update, key, row }: Arrival): SessionKey | null {
    const { state, redact } = this.#options;
    const isNew = state.inbox.put({ ...row, body: '{}', state: 'skipped' });
    if (!isNew || !update.edited_message) return null;
    const edited = withoutSecrets(update, redact).edited_message;
    return edited && this.#takeEdit(key, edited) ? key : null;
  }

  /** Reads a message, once and for all. */
  #read(message: Message, key: SessionKey): StoredMessage {
    const { me, commands } = this.#options;
    const typed = typedIn(message);
    const found = readCommand(commands, { text: withoutMention(typed, me.username) });
    // A plain "ok" below a message that is not the bot's is no answer to the program.
    const spoken = found?.isPlain && !found.command.isUrgent && answersAnother(message, me) ? null : found;
    const isCommand = spoken !== null || /^\/\w/.test(typed);
    return {
      ...parseMessage(message, me, spoken !== null && isWhole(spoken, key)),
      command: isCommand ? { isUrgent: spoken?.command.isUrgent === true } : null,
    };
  }

  /** Ends the wait that the button shows, and takes away what can't be pressed again. What was pressed is on disk already. */
  async #acknowledge({ query, said, seq }: Pressed): Promise<void> {
    const { api, state, log } = this.#options;
    const { message } = query;
    const keyboard = seq === null ? null : keyboardOf(seq, state.outbox.find(seq)?.buttons ?? null);
    try {
      await api.call('answerCallbackQuery', { callback_query_id: query.id, ...(said === null ? {} : { text: said }) });
      if (message)
        await api.call('editMessageReplyMarkup', {
          chat_id: message.chat.id,
          message_id: message.message_id,
          ...(keyboard && { reply_markup: keyboard }),
        });
    } catch (error) {
      log.debug({ error: reasonOf(error) }, 'a button could not be acknowledged');
    }
  }

  /**
   * Keeps the words as they are now. Before a turn has taken the message that is all; a turn that runs begins anew unless
   * it has said something, and the last message of a conversation, answered already, may be answered again. To older ones
   * nothing happens.
   * @returns true where the conversation has something else to do now: what waits may have become a command that does not
   */
  #takeEdit(key: SessionKey, edited: Message): boolean {
    const { state, worker, storeOffer } = this.#options;
    const now = this.#read(edited, key);
    const known = state.inbox.newest(key, rowsLookedAt).map((row) => ({ row, message: readRow(row) }));
    const found = known.find(({ message }) => message?.messageId === now.messageId);
    if (!found?.message || contentOf(found.message) === contentOf(now)) return false;
    const { row, message: before } = found;
    const { turn } = row;
    const isOpen = row.state === 'pending';
    const lastSaid = known.find(({ message }) => message?.command === null);
    const isLast = turn === known[0]?.row.turn || turn === lastSaid?.row.turn;
    if (!isOpen && !isLast) return false;
    const isLate = turn !== null && (!isOpen || hasAnswered(state.outbox, turn));
    const isSeen = turn !== null || isChanged({ row, message: before });
    const body: StoredMessage = { ...now, ...(isSeen && { isChanged: true }), ...(isLate && { outdated: turn }) };
    state.inbox.rewrite(row.seq, JSON.stringify(body));
    if (turn === null) return true;
    if (!isOpen) storeOffer(turn);
    else if (!isLate) worker.restart(turn);
    return false;
  }

  /** Logs each stranger once, and only some of them, so that a flood can't fill the log. An admitted person is told what to list. */
  #noteDenied(
    { message, my_chat_member: membership }: Update,
    { why, userId, chatId }: Extract<Verdict, { reason: 'denied' }>,
  ): void {
    const { me, log } = this.#options;
    const key = `${why}:${userId}:${chatId}`;
    if (!this.#denied.has(key) && this.#denied.size < maxDeniedNoted) {
      this.#denied.add(key);
      log.warn({ why, userId, chatId }, 'a message from outside the allowlist was dropped');
    }
    if (why !== 'group' || userId === null) return;
    const isMeant =
      membership?.new_chat_member?.status === 'member' || (message !== undefined && isAddressedTo(message, me));
    if (!isMeant) return;
    const text = `I was spoken to in the group ${chatId}, which is not listed: I keep nothing of it and do not answer there. To let me, add ${chatId} to telegram.allowed_groups.`;
    this.#hints.push({ userId, text, name: `group:${chatId}` });
  }

  #noteMigrated({ chatId, newChatId }: Extract<Verdict, { reason: 'migrated' }>, { users }: GateRules): void {
    this.#options.log.warn(
      { chatId, newChatId },
      'a listed group has a new id; list that one in telegram.allowed_groups',
    );
    const text = `The group ${chatId} was made a supergroup, and its id is now ${newChatId}. I do not answer there until telegram.allowed_groups says so.`;
    for (const userId of users) this.#hints.push({ userId, text, name: `migrated:${chatId}` });
  }
}

/** Whether a command means the same whatever it answers. Plain words that may be a question for the model need what they refer to. */
const isWhole = ({ command, isPlain, argument }: Spoken, key: SessionKey): boolean =>
  !isPlain || command.isUrgent === true || (argument === '' && audienceOf(key) === 'private');

/** The most lines of log and rows of the inbox that strangers can cause in one run. */
const maxDeniedNoted = 100;
const maxUnreadable = 100;
const maxKindUnits = 64;
/** Codes of errors that the same update would cause again. */
const faultsOfInput = /^(?:ERR_|SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG))/;
/** How far back an edit is looked for. */
const rowsLookedAt = 50;

/** The text above the button, whose language that of the answer is. Telegram leaves it out of what is old. */
const textOf = ({ message }: CallbackQuery): string => (message && 'text' in message && message.text) || '';
