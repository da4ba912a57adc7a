// The Telegram channel: poll -> gate -> inbox -> turns -> outbox -> send. Each step is on disk before the next begins.
// Wiring and what a message means; the steps are in their own files.
import path from 'node:path';
import type { CallbackQuery, Message, Update } from 'grammy/types';
import { type Channel, type Extras, type HandleIncoming, type Outlet, audienceOf } from '../assistant/channel.ts';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { InboxRow } from '../queue/inbox.ts';
import type { Queue } from '../queue/queue.ts';
import { createTelegramApi } from './api.ts';
import { type Arrival, messageOfUpdate, readArrival, wordsOf } from './arrival.ts';
import { backoffMs } from './backoff.ts';
import { formatButtons, keyboardOf, takePress } from './buttons.ts';
import { createDraft } from './draft.ts';
import { formatMarkdown } from './format.ts';
import { admit } from './gate.ts';
import { fetchMedia, hearSpeech } from './media.ts';
import { isTokenRefused, pollUpdates, removeWebhook, tokenError } from './poll.ts';
import { remind } from './reminding.ts';
import { type OutboxMessage, chunkOf, createSender } from './send.ts';
import { splitFormatted } from './split.ts';
import type { Transcription } from './transcribe.ts';
import { type TurnInput, createTurns } from './turns.ts';
import { createTyping } from './typing.ts';

export interface TelegramOptions {
  token: string;
  apiRoot: string;
  /** Numeric ids of people. Empty: nobody is let in. */
  allowedUsers: readonly number[];
  /** Numeric ids of groups in which those people may speak to the bot. */
  allowedGroups?: readonly number[];
  /** Stands in session keys: `telegram:<connector>:chat:<chat>:user:<user>`, in a group `…:group:<chat>:…`. */
  connector: string;
  queue: Queue;
  handle: HandleIncoming;
  clock: Clock;
  log: Log;
  /** Shown in Telegram's menu. */
  commands?: readonly { name: string; description: string }[];
  /** Told when the channel can't go on, which only a refused token does after the start. */
  onFatal?: (error: Error) => void;
  /** What turns speech into text; null: nothing does. */
  transcription?: Transcription | null;
  /** A poll without an answer is given up after this. */
  pollTimeoutMs?: number;
  /** How long a stop waits for turns and for messages on their way. */
  stopGraceMs?: number;
  /** Bounds of the wait for more of a burst. */
  burstMs?: { least: number; most: number };
}

const deadLetterAgeMs = 7 * 24 * 3_600_000;
/** Telegram cuts a long paste near here: more is then likely to follow. */
const pasteUnits = 3_500;

/** A press of a button that is taken, and waits for its acknowledgement. */
interface Pressed {
  query: CallbackQuery;
  /** A word for the person; none where the command itself answers. */
  said: string | null;
  /** Outbox row of the message with the button; null where it is not known. */
  seq: number | null;
}

export function createTelegram(options: TelegramOptions): Channel {
  const { token, apiRoot, connector, queue, handle, clock, log, pollTimeoutMs, stopGraceMs = 8_000, burstMs = { least: 300, most: 3_000 } } = options;
  const botId = Number(token.split(':')[0]) || 0;
  const rules = { users: new Set(options.allowedUsers), groups: new Set(options.allowedGroups ?? []) };
  const api = createTelegramApi({ token, apiRoot });
  const stopping = new AbortController();
  const denied = new Set<string>();
  let username = '';
  let polling: Promise<unknown> = Promise.resolve();
  const presses: Pressed[] = [];

  const sender = createSender({ api, queue, clock, log });
  const turns = createTurns({ queue, handle, read, standsAlone, isUrgent, onDead, clock, log, settleMs });

  /** Stores what is let in, then sets it to work. The caller confirms the batch only when this resolves. */
  async function take(updates: Update[]): Promise<void> {
    const lanes = new Set<string>();
    await queue.write(() => {
      for (const update of updates) {
        const lane = store(update);
        if (lane !== null) lanes.add(lane);
      }
    });
    for (const lane of lanes) turns.poke(lane);
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
    return username !== '' && wordsOf(message).toLowerCase().includes(`@${username.toLowerCase()}`);
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

  /** Where reminders of a conversation go: only to those who may still speak here. */
  function chatOfLane(lane: string): number | null {
    const [, name, chat, user] = /^telegram:([^:]+):(?:chat|group):(-?\d+):user:(\d+)$/.exec(lane) ?? [];
    return name === connector && rules.users.has(Number(user)) ? Number(chat) : null;
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


  /** Short for one plain message; longer while a paste or a row of forwards is likely to go on. */
  function settleMs(rows: readonly InboxRow[]): number {
    const last = rows.at(-1);
    if (!last) return 0;
    const message = messageOfUpdate(JSON.parse(last.body) as Update);
    const goesOn = message !== null && (wordsOf(message).length >= pasteUnits || message.forward_origin !== undefined || message.media_group_id !== undefined);
    const already = clock.now().getTime() - last.receivedAt.getTime();
    const wanted = goesOn ? burstMs.most / 2 : burstMs.least;
    // What lay in the inbox over a stop has waited long enough.
    return Math.max(0, Math.min(burstMs.most, wanted - already));
  }

  async function read(turn: string, rows: readonly InboxRow[]): Promise<TurnInput | null> {
    const [first] = rows;
    const { messages, refused: unheard } = await hearSpeech(messagesOf(rows), api, options.transcription ?? null, stopping.signal);
    const parts = messages.map(readArrival);
    const newest = parts.at(-1);
    const chatId = chatOf(first);
    if (!first || !newest || chatId === null) return null;
    const media = await fetchMedia(messages, api);
    const text = [...media.texts, ...parts.map((part) => part.text)].filter((part) => part !== '').join('\n');
    const outlet = createOutlet(turn, chatId, newest);
    const others = [...new Set(parts.flatMap((part) => part.unsupported))];
    const refused = [...unheard, ...media.refused, ...(others.length > 0 ? [`I can't take ${others.join(' or ')}: only text, speech, pictures, PDFs and text files.`] : [])];
    if (refused.length > 0) await outlet.post(refused.join('\n'), 'refused');
    if (text === '' && media.attachments.length === 0) {
      if (refused.length === 0) await outlet.post('There was no text in that message.', 'empty');
      outlet.close();
      return null;
    }
    const attachments = media.attachments.length > 0 ? { attachments: media.attachments } : {};
    return { incoming: { id: turn, key: first.lane, audience: audienceOf(first.lane), text: withoutMention(text), at: newest.at, ...attachments }, outlet, close: outlet.close };
  }

  const withoutMention = (text: string): string => (username === '' ? text : text.replaceAll(new RegExp(`@${username}\\b`, 'gi'), '').trim() || text);

  function createOutlet(turn: string, chatId: number, about: Pick<Arrival, 'messageId' | 'threadId'>): Outlet & { close(): void } {
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

  async function put(turn: string, dedupe: string, whole: OutboxMessage, extras?: Extras): Promise<{ messageId: string }> {
    const chunks = splitFormatted(formatMarkdown(whole.text));
    if (chunks.length === 0) throw new Error('Nothing to post: the text is empty');
    const payloads = chunks.map((chunk, index) => JSON.stringify(chunkOf(whole, chunk, index)));
    const chat = String(whole.chatId);
    const { post } = await queue.write(() => queue.outbox.put({ turn, dedupe, chat, chunks: payloads, at: clock.now(), buttons: formatButtons(extras) }));
    sender.poke(chat);
    return { messageId: `outbox:${post}` };
  }

  async function tell(text: string, name: string, extras?: Extras): Promise<void> {
    // A person's private chat has the person's own id.
    for (const user of rules.users) await put(`tell:${name}`, `user:${user}`, { chatId: user, text }, extras);
  }

  async function onDead(turn: string, rows: readonly InboxRow[]): Promise<void> {
    const chatId = chatOf(rows[0]);
    const [about] = messagesOf(rows).map(readArrival);
    if (chatId === null || !about) return;
    const outlet = createOutlet(turn, chatId, about);
    const excerpt = about.text.length > 80 ? `${about.text.slice(0, 80)}…` : about.text;
    await outlet.post(`I tried three times and could not answer "${excerpt}". I have set it aside; send it again to try once more.`, 'dead');
    outlet.close();
  }

  /** The menu is a comfort: without it every command still works. */
  async function showCommands(): Promise<void> {
    const commands = (options.commands ?? []).map(({ name, description }) => ({ command: name, description }));
    if (commands.length === 0) return;
    await api.call('setMyCommands', { commands }, { signal: stopping.signal }).catch((error: unknown) => log.warn({ error: messageOf(error) }, 'the menu of commands could not be set'));
  }

  /** Waits for the network if it must; only a refused token ends it. */
  async function connect(): Promise<void> {
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        const me = await api.call('getMe', undefined as never, { signal: stopping.signal });
        username = me.username ?? '';
        await removeWebhook(api, stopping.signal);
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isTokenRefused(error)) throw tokenError();
        if (tries === 1) log.warn({ error: messageOf(error) }, 'telegram can not be reached yet; waiting for it');
        await clock.sleep(backoffMs(tries), stopping.signal).catch(() => undefined);
      }
    }
  }

  return {
    name: 'telegram',
    tell,
    async start() {
      if (rules.users.size === 0) log.warn('telegram.allowed_users is empty: nobody is let in');
      await connect();
      if (stopping.signal.aborted) return;
      await queue.write(() => {
        const before = new Date(clock.now().getTime() - deadLetterAgeMs);
        queue.inbox.prune(before);
        queue.outbox.prune(before);
      });
      void showCommands();
      if (queue.setAside !== null) {
        const where = path.basename(queue.setAside);
        await tell(`My store of messages was damaged. I have set it aside as \`${where}\` and begun a new one: what was waiting to be answered, and reminders, may be missing.`, `set-aside:${where}`);
      }
      sender.start();
      turns.start();
      const reminding = remind({ queue, chatOf: chatOfLane, onPosted: sender.poke, clock, log, signal: stopping.signal });
      const polls = pollUpdates({ api, take, signal: stopping.signal, clock, log, ...(pollTimeoutMs === undefined ? {} : { timeoutMs: pollTimeoutMs }) }).catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        if (options.onFatal) options.onFatal(failure);
        else throw failure;
      });
      polling = Promise.all([polls, reminding]);
    },
    async stop() {
      stopping.abort(new Error('stopping'));
      await polling;
      await turns.stop(stopGraceMs);
      await sender.stop(stopGraceMs);
    },
  };
}

const pressWords = { command: null, done: 'That is done already.', unknown: 'That button is too old.' } as const;

function chatOf(row: InboxRow | undefined): number | null {
  const message = row ? messageOfUpdate(JSON.parse(row.body) as Update) : null;
  return message?.chat.id ?? null;
}

const commandIn = (row: InboxRow): string | undefined => messageOfUpdate(JSON.parse(row.body) as Update)?.text?.match(/^\/\w+/)?.[0].toLowerCase();
const standsAlone = (row: InboxRow): boolean => commandIn(row) !== undefined;
const isUrgent = (row: InboxRow): boolean => commandIn(row) === '/stop';

const messagesOf = (rows: readonly InboxRow[]): Message[] =>
  rows.flatMap((row) => messageOfUpdate(JSON.parse(row.body) as Update) ?? []);
