// What arrives, up to the disk: let in or not, stored once, set to work. The caller confirms a batch only when `take`
// resolves. What a message means to the assistant is read later, when its turn begins.
import type { CallbackQuery, Message, Update } from 'grammy/types';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Queue } from '../queue/queue.ts';
import type { TelegramApi } from './api.ts';
import { messageOfUpdate, wordsOf } from './arrival.ts';
import { keyboardOf, takePress } from './buttons.ts';
import { type GateRules, admit } from './gate.ts';

export interface IntakeOptions {
  api: TelegramApi;
  queue: Queue;
  botId: number;
  /** The bot's name in its conversations, empty until it is known. */
  username(): string;
  connector: string;
  rules: GateRules;
  /** Told of a lane that has something new to do. */
  onStored(lane: string): void;
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

export function createIntake({ api, queue, botId, username, connector, rules, onStored, clock, log }: IntakeOptions): Intake {
  const denied = new Set<string>();
  const presses: Pressed[] = [];

  async function take(updates: readonly Update[]): Promise<void> {
    const lanes = new Set<string>();
    await queue.write(() => {
      for (const update of updates) {
        const lane = store(update);
        if (lane !== null) lanes.add(lane);
      }
    });
    for (const lane of lanes) onStored(lane);
    for (const press of presses.splice(0)) void acknowledge(press);
  }

  /** @returns the lane that has something new to do */
  function store(update: Update): string | null {
    const verdict = admit(update as unknown as Record<string, unknown>, rules);
    const row = { botId, updateId: update.update_id, kind: verdict.kind, receivedAt: clock.now() };
    if (!verdict.admitted) {
      if (verdict.reason === 'denied') noteDenied(verdict.why, verdict.userId, verdict.chatId);
      else queue.inbox.put({ ...row, lane: '', body: '{}', state: 'skipped' });
      return null;
    }
    const lane = `telegram:${connector}:${verdict.isPrivate ? 'chat' : 'group'}:${verdict.chatId}:user:${verdict.userId}`;
    const message = messageOfUpdate(update);
    const isForUs = verdict.isPrivate || (message !== null && isAddressed(message));
    if (verdict.kind === 'message' && message !== null && isForUs) {
      return queue.inbox.put({ ...row, lane, body: JSON.stringify(update) }) ? lane : null;
    }
    /** A button says what the command says that it stands for. */
    const says = (text: string, about: object | undefined): string => {
      const message = { message_id: 0, ...about, date: Math.floor(clock.now().getTime() / 1000), from: { id: verdict.userId, is_bot: false, first_name: '' }, text };
      return JSON.stringify({ update_id: update.update_id, message });
    };
    if (verdict.kind === 'stopped_message_generation') {
      const { chat } = update.stopped_message_generation ?? {};
      return queue.inbox.put({ ...row, lane, body: says('/stop', { chat }) }) ? lane : null;
    }
    if (update.callback_query && queue.inbox.find(botId, update.update_id) === null) {
      const query = update.callback_query;
      const press = takePress(queue.outbox, query.data ?? '');
      presses.push({ query, said: pressWords[press.kind], seq: press.kind === 'unknown' ? null : press.seq });
      if (press.kind === 'command') {
        const { message_id, chat, message_thread_id, is_topic_message } = query.message as Message;
        queue.inbox.put({ ...row, lane, body: says(press.command, { message_id, chat, message_thread_id, is_topic_message }) });
        return lane;
      }
    }
    const isNew = queue.inbox.put({ ...row, lane, body: '{}', state: 'skipped' });
    if (isNew && verdict.kind === 'edited_message') takeEdit(lane, update);
    return null;
  }

  /** In a group only what names the bot or answers it is meant for it. */
  function isAddressed(message: Message): boolean {
    if (message.reply_to_message?.from?.id === botId) return true;
    const name = username().toLowerCase();
    return name !== '' && wordsOf(message).toLowerCase().includes(`@${name}`);
  }

  /** Ends the wait that the button shows, and takes away what can't be pressed again. What was pressed is on disk already. */
  async function acknowledge({ query, said, seq }: Pressed): Promise<void> {
    const { message } = query;
    const keyboard = seq === null ? null : keyboardOf(seq, queue.outbox.find(seq)?.buttons ?? null);
    try {
      await api.call('answerCallbackQuery', { callback_query_id: query.id, ...(said === null ? {} : { text: said }) });
      if (message) await api.call('editMessageReplyMarkup', { chat_id: message.chat.id, message_id: message.message_id, ...(keyboard ? { reply_markup: keyboard } : {}) });
    } catch (error) {
      log.debug({ error: messageOf(error) }, 'a button could not be acknowledged');
    }
  }

  /** An edit before the turn replaces the text. Once a turn has taken the message, it makes no second one. */
  function takeEdit(lane: string, update: Update): void {
    const edited = update.edited_message;
    if (!edited) return;
    for (const row of queue.inbox.pending(lane)) {
      const message = messageOfUpdate(JSON.parse(row.body) as Update);
      if (message?.message_id !== edited.message_id) continue;
      queue.inbox.rewrite(row.seq, JSON.stringify({ update_id: row.updateId, message: edited }));
    }
  }

  /** Once for each stranger: a flood must not fill the log either. */
  function noteDenied(why: string, userId: number | null, chatId: number | null): void {
    const key = `${why}:${userId}:${chatId}`;
    if (denied.has(key) || denied.size >= 1_000) return;
    denied.add(key);
    log.warn({ why, userId, chatId }, 'a message from outside the allowlist was dropped');
  }

  return { take };
}

const pressWords = { command: null, done: 'That is done already.', unknown: 'That button is too old.' } as const;
