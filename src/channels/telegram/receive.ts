// What arrives, up to the disk: let in or not, stored once, set to work. The caller confirms a batch only when `take`
// resolves. What a message means to the assistant is read later, when its turn begins.
import { inBackground } from '../../base/background.ts';
import type { CallbackQuery, Message, Update } from 'grammy/types';
import type { Clock } from '../../base/clock.ts';
import { codeOf, messageOf as reasonOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Redact } from '../../base/redact.ts';
import type { InboxRow } from '../../state/inbox.ts';
import type { State } from '../../state/state.ts';
import type { TelegramApi } from './api.ts';
import { type Me, isAddressedTo, messageOfUpdate, readArrival, withoutSecrets, wordsOf } from './parse-message.ts';
import { keyboardOf, takePress } from './buttons.ts';
import { type GateRules, type Verdict, admit } from './gate.ts';
import type { Posting } from './outlet.ts';
import { type StoredUpdate, isChanged, messageOf } from './rows.ts';
import { hasAnswered } from './inbox-worker.ts';
import { type Welcome, paired, pairedAlready } from './pairing-invite.ts';
import { addressOf, channelOfBot, keyOf } from './places.ts';

export interface IntakeOptions {
  api: TelegramApi;
  queue: State;
  posting: Posting;
  me: Me;
  connector: string;
  /** Who is let in at this moment. */
  rules(): GateRules;
  /** For the time in which nobody is; null: then nobody is let in without the configuration. */
  welcome: Welcome | null;
  /** Told of a lane that has something new to do. */
  onStored(lane: string): void;
  /** Told of a turn that has not ended and whose message was changed. */
  onChanged(turn: string): void;
  /** Whether what a row says is a command. */
  isCommand(row: InboxRow): boolean;
  /** Offers another answer to the message of a turn that has ended, inside a write of the queue. */
  storeOffer(turn: string): void;
  /** What it takes out is kept nowhere. */
  redact: Redact;
  clock: Clock;
  log: Log;
}

export interface Intake {
  /** Stores what is let in, then sets it to work. */
  take(updates: readonly Update[]): Promise<void>;
}

/** A press of a button that is taken, and waits for its acknowledgement. */
interface Pressed {
  query: CallbackQuery;
  /** A word for the person; none where the command itself answers. */
  said: string | null;
  /** Outbox row of the message with the button; null where it is not known. */
  seq: number | null;
}

export function createIntake({
  api,
  queue,
  posting,
  me,
  connector,
  rules,
  welcome,
  isCommand,
  onStored,
  onChanged,
  storeOffer,
  redact,
  clock,
  log,
}: IntakeOptions): Intake {
  const denied = new Set<string>();
  const presses: Pressed[] = [];
  /** Words to those who are let in, about what was turned away. */
  const hints: { userId: number; text: string; name: string; isAnswer?: true }[] = [];
  let unreadable = 0;

  async function take(updates: readonly Update[]): Promise<void> {
    const lanes = new Set<string>();
    const arrived = updates.map((update) => ({ update, met: orUnread(update, () => meet(update)) }));
    await queue.write(() => {
      for (const { update, met } of arrived) {
        const stored = met && orUnread(update, () => ({ lane: store(update, met.current, met.isMet) }));
        if (stored === null) skip(update);
        else if (stored.lane !== null) lanes.add(stored.lane);
      }
    });
    for (const lane of lanes) onStored(lane);
    for (const press of presses.splice(0)) inBackground(acknowledge(press), log, 'answering a button');
    for (const { userId, text, name, isAnswer } of hints.splice(0)) {
      // Who asks at night is answered at night.
      if (isAnswer)
        await posting.put({ turn: `tell:${name}`, dedupe: `user:${userId}`, message: { chatId: userId, text } });
      else await posting.tell(userId, text, name);
    }
  }

  /** One of a shape that nobody thought of must not keep all that come after it with Telegram. Trouble with the store has a code, and is not the update's. */
  function orUnread<Result>({ update_id }: Update, read: () => Result): Result | null {
    try {
      return read();
    } catch (error) {
      if (codeOf(error) !== undefined) throw error;
      if (unreadable < mostUnreadable)
        log.error({ err: error, update_id }, 'an update could not be read and is skipped');
      return null;
    }
  }

  /** A few, to be seen: what nobody can read must not fill the store. */
  function skip(update: Update, kind = 'unread'): void {
    if ((unreadable += 1) <= mostUnreadable)
      queue.inbox.put({
        channel: channelOfBot(me.id),
        key: String(update.update_id),
        kind,
        receivedAt: clock.now(),
        conversation: '',
        body: '{}',
        state: 'skipped',
      });
  }

  /** Who is let in as this update comes: what was said before a pairing stays unheard. */
  function meet(update: Update): { current: GateRules; isMet: boolean } {
    const before = rules();
    const isMet = before.users.size === 0 && welcome?.meet(update) != null;
    return { current: isMet ? rules() : before, isMet };
  }

  /** @param isMet the person was paired by this update @returns the lane that has something new to do */
  function store(update: Update, current: GateRules, isMet: boolean): string | null {
    const verdict = admit(update as unknown as Record<string, unknown>, current);
    const row = {
      channel: channelOfBot(me.id),
      key: String(update.update_id),
      kind: verdict.kind,
      receivedAt: clock.now(),
    };
    if (!verdict.admitted) {
      if (verdict.reason === 'denied') noteDenied(update, verdict);
      else if (verdict.reason === 'migrated') noteMigrated(verdict, current);
      else skip(update, verdict.kind);
      return null;
    }
    const lane = keyOf(connector, {
      audience: verdict.isPrivate ? 'private' : 'group',
      chatId: verdict.chatId,
      userId: verdict.userId,
    });
    const message = messageOfUpdate(update);
    if (verdict.kind === 'message' && message !== null) {
      if (!verdict.isPrivate && !isAddressedTo(message, me)) return null;
      // A code is nothing for a model to read.
      if (isMet || (verdict.isPrivate && /^\/pair\b/.test(message.text ?? ''))) {
        queue.inbox.put({ ...row, conversation: lane, body: '{}', state: 'skipped' });
        // Also where it is known: the program may have ended before it was said. Its name keeps it from being said twice.
        hints.push({
          userId: verdict.userId,
          text: isMet ? paired : pairedAlready,
          name: `paired:${update.update_id}`,
          isAnswer: true,
        });
        return null;
      }
      // What can't be read now can't be read in its turn either, and would lie in the way of all that comes after it.
      readArrival(message, me);
      return queue.inbox.put({ ...row, conversation: lane, body: JSON.stringify(withoutSecrets(update, redact)) })
        ? lane
        : null;
    }
    /** A button says what the command says that it stands for. */
    const says = (text: string, about: object | undefined): string => {
      const message = {
        message_id: 0,
        ...about,
        date: Math.floor(clock.now().getTime() / 1000),
        from: { id: verdict.userId, is_bot: false, first_name: '' },
        text,
      };
      return JSON.stringify({ update_id: update.update_id, message });
    };
    if (verdict.kind === 'stopped_message_generation') {
      const { chat } = update.stopped_message_generation ?? {};
      return queue.inbox.put({ ...row, conversation: lane, body: says('/stop', { chat }) }) ? lane : null;
    }
    if (update.callback_query && queue.inbox.find(row.channel, row.key) === null) {
      const query = update.callback_query;
      const press = takePress(queue.outbox, addressOf(verdict.chatId), lane, query.data ?? '');
      presses.push({ query, said: pressWords[press.kind], seq: press.kind === 'unknown' ? null : press.seq });
      if (press.kind === 'command') {
        const { message_id, chat, message_thread_id, is_topic_message } = query.message as Message;
        queue.inbox.put({
          ...row,
          conversation: lane,
          body: says(press.command, { message_id, chat, message_thread_id, is_topic_message }),
        });
        return lane;
      }
    }
    const isNew = queue.inbox.put({ ...row, conversation: lane, body: '{}', state: 'skipped' });
    return isNew && takeEdit(lane, withoutSecrets(update, redact).edited_message) ? lane : null;
  }

  /** Ends the wait that the button shows, and takes away what can't be pressed again. What was pressed is on disk already. */
  async function acknowledge({ query, said, seq }: Pressed): Promise<void> {
    const { message } = query;
    const keyboard = seq === null ? null : keyboardOf(seq, queue.outbox.find(seq)?.buttons ?? null);
    try {
      await api.call('answerCallbackQuery', { callback_query_id: query.id, ...(said === null ? {} : { text: said }) });
      if (message)
        await api.call('editMessageReplyMarkup', {
          chat_id: message.chat.id,
          message_id: message.message_id,
          ...(keyboard ? { reply_markup: keyboard } : {}),
        });
    } catch (error) {
      log.debug({ error: reasonOf(error) }, 'a button could not be acknowledged');
    }
  }

  /**
   * Keeps the words as they are now. Before a turn has taken the message that is all; a turn that runs begins anew unless
   * it has said something, and the last message of a conversation, answered already, may be answered again. To older ones
   * nothing happens.
   * @returns true where the lane has something else to do now: what waits may have become a command that does not
   */
  function takeEdit(lane: string, edited: Message | undefined): boolean {
    if (!edited) return false;
    readArrival(edited, me);
    const said = queue.inbox.newest(lane, rowsLookedAt);
    const row = said.find((one) => messageOf(one)?.message_id === edited.message_id);
    const before = row && messageOf(row);
    if (!row || !before || contentOf(before) === contentOf(edited)) return false;
    const { turn } = row;
    const isOpen = row.state === 'pending';
    const isLast = turn === said[0]?.turn || turn === said.find((one) => !isCommand(one))?.turn;
    if (!isOpen && !isLast) return false;
    const isLate = turn !== null && (!isOpen || hasAnswered(queue.outbox, turn));
    queue.inbox.rewrite(
      row.seq,
      JSON.stringify({
        update_id: (JSON.parse(row.body) as StoredUpdate).update_id,
        message: edited,
        ...(turn === null && !isChanged(row) ? {} : { isChanged: true }),
        ...(isLate ? { outdated: turn } : {}),
      } satisfies StoredUpdate),
    );
    if (turn === null) return true;
    if (!isOpen) storeOffer(turn);
    else if (!isLate) onChanged(turn);
    return false;
  }

  /** Once for each, and not for all: a flood must not fill the log either. One who is let in elsewhere is told what to list. */
  function noteDenied(
    { message, my_chat_member: membership }: Update,
    { why, userId, chatId }: Extract<Verdict, { reason: 'denied' }>,
  ): void {
    const key = `${why}:${userId}:${chatId}`;
    if (!denied.has(key) && denied.size < mostDeniedNoted) {
      denied.add(key);
      log.warn({ why, userId, chatId }, 'a message from outside the allowlist was dropped');
    }
    const isMeant =
      membership?.new_chat_member?.status === 'member' || (message !== undefined && isAddressedTo(message, me));
    if (why !== 'group' || !isMeant || userId === null) return;
    const text = `I was spoken to in the group ${chatId}, which is not listed: I keep nothing of it and do not answer there. To let me, add ${chatId} to telegram.allowed_groups.`;
    hints.push({ userId, text, name: `group:${chatId}` });
  }

  function noteMigrated({ chatId, newChatId }: Extract<Verdict, { reason: 'migrated' }>, { users }: GateRules): void {
    log.warn({ chatId, newChatId }, 'a listed group has a new id; list that one in telegram.allowed_groups');
    const text = `The group ${chatId} was made a supergroup, and its id is now ${newChatId}. I do not answer there until telegram.allowed_groups says so.`;
    for (const userId of users) hints.push({ userId, text, name: `migrated:${chatId}` });
  }

  return { take };
}

/** Lines of log and rows of the inbox that those who are not let in can cause, at most, in one run. */
const mostDeniedNoted = 100;
const mostUnreadable = 100;
/** How far back an edit is looked for. */
const rowsLookedAt = 50;

/** What an edit may change that matters: words and what they are shown with. A preview of a link is none of it. */
function contentOf(message: Message): string {
  const { photo, document, audio, video, animation } = message;
  const files = [photo?.at(-1), document, audio, video, animation].map((file) => file?.file_unique_id ?? file?.file_id);
  return JSON.stringify([wordsOf(message), files]);
}

const pressWords = {
  command: null,
  done: 'That is done already.',
  foreign: 'That is for someone else to press.',
  unknown: 'That button is too old.',
} as const;
