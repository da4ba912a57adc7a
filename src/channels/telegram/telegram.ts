// The Telegram channel: poll -> gate -> inbox -> turns -> outbox -> send. Each step is on disk before the next begins.
// Wiring, the start and the stop; the steps are in their own files.
import { inBackground } from '../../base/background.ts';
import path from 'node:path';
import {
  type Announcement,
  type Channel,
  type Extras,
  type HandleIncoming,
  type MakeExport,
  audienceOf,
} from '../../assistant/channel.ts';
import { type Command, type Spoken, readCommand } from '../../assistant/commands/command.ts';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Redact } from '../../base/redact.ts';
import type { Timezone } from '../../base/timezone.ts';
import type { InboxRow } from '../../state/inbox.ts';
import type { OutboxRow } from '../../state/outbox.ts';
import type { State } from '../../state/state.ts';
import { createTelegramApi } from './api.ts';
import { againButton, excerptOf } from './retry-command.ts';
import { readArrival, typedIn } from './parse-message.ts';
import { backoffMs } from './backoff.ts';
import { type BurstBounds, isLater, settleMs } from './burst.ts';
import { createIntake } from './receive.ts';
import { isTokenRefused, pollUpdates, removeWebhook, tokenError } from './poll.ts';
import type { Pairing } from './pairing.ts';
import { createPosting } from './outlet.ts';
import { type QuietHours, heldUntil } from './quiet-hours.ts';
import { readTurn, withoutMention } from './turn-input.ts';
import { isOutdated, messagesOf } from './rows.ts';
import { type OutboxMessage, createSender } from './outbox-worker.ts';
import { formatButtons } from './buttons.ts';
import { splitFormatted } from './split.ts';
import type { Transcription } from './transcribe.ts';
import { type Turns, createTurns } from './inbox-worker.ts';
import { createWelcome } from './pairing-invite.ts';
import { addressOf, chatIdOf, placeOf } from './places.ts';

export interface TelegramOptions {
  token: string;
  apiRoot: string;
  /** Numeric ids of people, besides those who are paired. Nobody else is let in. */
  allowedUsers: readonly number[];
  /** Numeric ids of groups in which those people may speak to the bot. */
  allowedGroups?: readonly number[];
  /** How an owner whom nobody has listed is let in; without it none is. */
  pairing?: Pairing;
  /** Stands in session keys: `telegram:<connector>:chat:<chat>:user:<user>`, in a group `…:group:<chat>:…`. */
  connector: string;
  queue: State;
  handle: HandleIncoming;
  redact: Redact;
  /** Makes the file that a message carries. */
  makeFile: MakeExport;
  clock: Clock;
  log: Log;
  /** Shown in Telegram's menu; a message that is one stands alone. */
  commands?: readonly Command[];
  /** Told when the channel can't go on, which only a refused token does after the start. */
  onFatal?: (error: Error) => void;
  /** Hold what nobody asked for; not reminders, and not answers. */
  quietHours?: QuietHours | null;
  /** Of the people, for the quiet hours and the times of reminders. Default UTC. */
  timezone?: Timezone;
  /** A reaction to a message that is left without an answer; null: none. */
  silentReaction?: string | null;
  /** What turns speech into text; null: nothing does. */
  transcription?: Transcription | null;
  /** A poll without an answer is given up after this. */
  pollTimeoutMs?: number;
  /** How long a stop waits for turns and for messages on their way. */
  stopGraceMs?: number;
  /** Bounds of the wait for more of a burst. */
  burstBounds?: BurstBounds;
}

const tidyPauseMs = 24 * 3_600_000;
const deadLetterAgeMs = 7 * 24 * 3_600_000;

export function createTelegram(options: TelegramOptions): Channel {
  const {
    token,
    apiRoot,
    connector,
    queue,
    handle,
    redact,
    clock,
    log,
    pollTimeoutMs,
    stopGraceMs = 8_000,
    burstBounds = { leastMs: 300, mostMs: 3_000 },
  } = options;
  const { allowedUsers, allowedGroups = [], pairing, timezone = () => 'UTC', quietHours = null } = options;
  const rules = () => ({
    users: new Set([...allowedUsers, ...(pairing?.people() ?? [])]),
    groups: new Set(allowedGroups),
  });
  const api = createTelegramApi({ token, apiRoot });
  const stopping = new AbortController();
  const me = { id: Number(token.split(':')[0]) || 0, username: '' };
  let polling: Promise<unknown> = Promise.resolve();
  /** A stop may have cut a burst in two, of which the rest is still with Telegram: the wait for it begins here again. */
  let startedAt = new Date(0);

  const typedInRow = (row: InboxRow): string => messagesOf([row]).map(typedIn).join('');
  const spokenIn = (row: InboxRow): Spoken | null =>
    readCommand(options.commands ?? [], { text: withoutMention(typedInRow(row), me.username) });
  const standsAlone = (row: InboxRow): boolean => /^\/\w/.test(typedInRow(row)) || spokenIn(row) !== null;
  const isUrgent = (row: InboxRow): boolean => spokenIn(row)?.command.isUrgent === true;
  const sender = createSender({
    api,
    queue,
    makeFile: options.makeFile,
    clock,
    log,
    onDead: storeUndelivered,
    mayHear,
  });
  const posting = createPosting({
    api,
    queue,
    sender,
    silentReaction: options.silentReaction ?? null,
    quietHours,
    timezone,
    clock,
    log,
  });
  const reading = {
    api,
    posting,
    me,
    chatOf: chatOfLane,
    isOrder,
    clock,
    transcription: options.transcription ?? null,
    withdraw: (lane: string, beforeSeq: number) => turns.withdraw(lane, beforeSeq),
  };
  const turns: Turns = createTurns({
    queue,
    handle,
    read: (turn, rows, signal) => readTurn(turn, rows, signal, reading),
    standsAlone,
    isUrgent,
    areApart,
    onDead,
    storeEnd,
    clock,
    log,
    settleMs: settle,
  });
  const welcome = pairing ? createWelcome({ pairing, me, log }) : null;
  const intake = createIntake({
    api,
    queue,
    posting,
    me,
    connector,
    rules,
    welcome,
    isCommand: standsAlone,
    onStored: turns.poke,
    onChanged: turns.restart,
    storeOffer,
    redact,
    clock,
    log,
  });

  /** The chat of a conversation of this channel; null once those who spoke in it may no longer. */
  function chatOfLane(lane: string): number | null {
    const place = placeOf(connector, lane);
    if (!place) return null;
    const { users, groups } = rules();
    const isListed = place.audience === 'private' || groups.has(place.chatId);
    return isListed && users.has(place.userId) ? place.chatId : null;
  }

  function mayHear(chat: string): boolean {
    const { users, groups } = rules();
    const chatId = chatIdOf(chat);
    return chatId !== null && (users.has(chatId) || groups.has(chatId));
  }

  /** A command for itself, whatever it is a reply to. Plain words that may be a question for the model need what they refer to. */
  function isOrder(row: InboxRow): boolean {
    const spoken = spokenIn(row);
    return (
      spoken !== null &&
      (!spoken.isPlain ||
        spoken.command.isUrgent === true ||
        (spoken.argument === '' && audienceOf(row.conversation) === 'private'))
    );
  }

  function settle(rows: readonly InboxRow[]): number {
    const burst = rows.flatMap((row) =>
      messagesOf([row]).map((message) => ({
        message,
        receivedAt: row.receivedAt > startedAt ? row.receivedAt : startedAt,
      })),
    );
    return settleMs(burst, clock.now(), burstBounds);
  }

  function areApart(before: InboxRow, after: InboxRow): boolean {
    const [one, other] = messagesOf([before, after]);
    return one !== undefined && other !== undefined && isLater(one, other);
  }

  async function onDead(turn: string, rows: readonly InboxRow[], hasAnswered: boolean): Promise<void> {
    const [first] = rows;
    const [message] = messagesOf(rows);
    const chatId = first ? chatOfLane(first.conversation) : null;
    if (!first || !message || chatId === null) return;
    const outlet = posting.outlet(turn, chatId, readArrival(message, me));
    const failed = hasAnswered
      ? `and could not finish my answer to "${excerptOf(rows)}": what you have of it may not be all`
      : `and could not answer "${excerptOf(rows)}"`;
    await outlet.post(
      `I tried three times ${failed}. I have set it aside; /again shows what I gave up.`,
      'dead',
      { buttons: [againButton('Try again', first)] },
      quietHours && heldUntil(clock.now(), first.receivedAt, quietHours, timezone()),
    );
    await outlet.close(true);
    await tell(
      `A message of another conversation could not be answered, three times over: ${first.lastError ?? 'the program ended each time'}. It is set aside there.`,
      `dead:${turn}`,
      {},
      chatId,
    );
  }

  /** What was to be said and never will be, because Telegram does not take it: told together with giving it up. */
  function storeUndelivered(row: OutboxRow, why: string): void {
    if (row.turn.startsWith('tell:')) return;
    const text = `I could not deliver a message to the chat ${chatIdOf(row.chat)}, and gave it up: ${why}.`;
    for (const user of rules().users)
      if (addressOf(user) !== row.chat) posting.storeTold(user, text, `undelivered:${row.seq}`);
  }

  /** A turn ends whose message was changed too late for it. */
  function storeEnd(turn: string, before: readonly InboxRow[], now: readonly InboxRow[]): void {
    if (now.some((row, index) => isOutdated(row) || row.body !== before[index]?.body)) storeOffer(turn);
  }

  /** Offers, inside a write of the queue, to answer a turn's message as it reads now. */
  function storeOffer(turn: string): void {
    const rows = queue.inbox.ofTurn(turn);
    const [first] = rows;
    const [message] = messagesOf(rows);
    const chatId = first ? chatOfLane(first.conversation) : null;
    if (!first || !message || chatId === null) return;
    const { threadId } = readArrival(message, me);
    posting.store({
      turn: `changed:${turn}`,
      dedupe: 'offer',
      lane: first.conversation,
      message: {
        chatId,
        text: 'You changed your message after I had answered it.',
        silent: true,
        ...(threadId === undefined ? {} : { threadId }),
      },
      extras: { buttons: [againButton('Answer again', first)] },
    });
  }

  async function tell(text: string, about: string, extras: Extras = {}, butNot?: number): Promise<void> {
    for (const user of rules().users) if (user !== butNot) await posting.tell(user, text, about, extras);
  }

  /** A crash can neither lose nor double an announcement: it is one transaction with what happens alongside. */
  async function announce({ key, topic, name, text, extras, alongside }: Announcement): Promise<boolean> {
    const chatId = chatOfLane(key);
    if (chatId === null) return false;
    const messages: OutboxMessage[] = splitFormatted({ text, entities: [] }).map((chunk) => ({
      chatId,
      text: chunk.text,
      ...(topic === null ? {} : { threadId: topic }),
    }));
    await queue.write(() => {
      queue.outbox.put({
        turn: name,
        dedupe: 'announcement',
        chat: addressOf(chatId),
        chunks: messages.map((message) => JSON.stringify(message)),
        at: clock.now(),
        buttons: formatButtons(extras, key),
      });
      alongside();
    });
    sender.poke(addressOf(chatId));
    return true;
  }

  /** Drops what ended long ago, at the start and each day. */
  async function tidy(): Promise<void> {
    while (!stopping.signal.aborted) {
      const before = new Date(clock.now().getTime() - deadLetterAgeMs);
      await queue
        .write(() => queue.inbox.prune(before) + queue.outbox.prune(before))
        .catch((error: unknown) =>
          log.error({ err: error }, 'old messages could not be dropped; tried again tomorrow'),
        );
      await clock.sleep(tidyPauseMs, stopping.signal).catch(() => undefined);
    }
  }

  /** The menu is a comfort: without it every command still works. */
  async function showCommands(): Promise<void> {
    const commands = (options.commands ?? []).map(({ name, description }) => ({ command: name, description }));
    if (commands.length === 0) return;
    await api
      .call('setMyCommands', { commands }, { signal: stopping.signal })
      .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'the menu of commands could not be set'));
  }

  /** Waits for the network if it must; only a refused token ends it. */
  async function connect(): Promise<void> {
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        const { username = '' } = await api.call('getMe', undefined, { signal: stopping.signal });
        me.username = username;
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
    tell: (text, about, extras) => tell(text, about, extras),
    announce,
    async start() {
      await connect();
      if (stopping.signal.aborted) return;
      if (rules().users.size === 0) {
        if (welcome) welcome.announce();
        else log.warn('telegram.allowed_users is empty: nobody is let in');
      }
      inBackground(showCommands(), log, 'setting the menu of commands');
      if (queue.setAside !== null) {
        const where = path.basename(queue.setAside);
        await tell(
          `My store of messages was damaged. I have set it aside as \`${where}\` and begun a new one: what was waiting to be answered, and reminders, may be missing.`,
          `set-aside:${where}`,
        );
      }
      startedAt = clock.now();
      sender.start();
      inBackground(posting.sweep(), log, 'removing old previews');
      turns.start();
      const polls = pollUpdates({
        api,
        take: intake.take,
        signal: stopping.signal,
        clock,
        log,
        ...(pollTimeoutMs === undefined ? {} : { timeoutMs: pollTimeoutMs }),
      }).catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        if (options.onFatal) options.onFatal(failure);
        else throw failure;
      });
      polling = Promise.all([polls, tidy()]);
    },
    async stop() {
      stopping.abort(new Error('stopping'));
      await polling;
      await turns.stop(stopGraceMs);
      await sender.stop(stopGraceMs);
    },
  };
}
