// READ SECOND. One message in, replies out: finds the session of a conversation, lets one turn run in it at a time, and
// recognises a message that it has seen before. What a turn is, is in turn.ts.
import { UserError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { createLanes } from '../base/lanes.ts';
import type { Entry, MessageEntry, TurnEntry } from '../session/entry.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import {
  type Extras,
  type HandleIncoming,
  type Incoming,
  type Outlet,
  type SessionKey,
  audienceOf,
} from './channel.ts';
import { type Command, type Conversation, type Spoken, readCommand } from './commands/command.ts';
import { inGroup } from './group.ts';
import { isChoice } from './preferred-model.ts';
import { blankMessage, privateLost, privateOnly } from './system-messages.ts';
import { createOutages } from './outage-notices.ts';
import { inPrivate } from './private.ts';
import { receiptsOf, undoButtons } from './receipts.ts';
import { isFrom, isKnown } from './turn-recovery.ts';
import { type TurnParts, type TurnResult, runTurn } from './turn.ts';
import { createUpkeep } from './session-maintenance.ts';

export interface Assistant {
  handle: HandleIncoming;
  /** The same, with what came of it. */
  turn(incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult>;
  /** Takes up what an earlier run left to do for conversations whose key begins so, and notes those that go idle. */
  start(keyPrefix: string): void;
  /** Waits for what runs. Break turns off by their signals first. */
  close(): Promise<void>;
}

export interface AssistantParts extends TurnParts {
  sessions: Sessions;
  /** A pause after which the next message begins a new session. */
  idleResetMs: number;
  /** The record of which conversations are private, which outlives the process. */
  privacy: {
    since(key: SessionKey): Date | null;
    begin(key: SessionKey): Promise<void>;
    end(key: SessionKey): Promise<void>;
  };
  /** What the person can say besides messages. */
  commands: readonly Command[];
  /** Conversations that may have a turn at the same time. */
  width: number;
  log: Log;
}

export function createAssistant(parts: AssistantParts): Assistant {
  const { sessions, clock } = parts;
  const lanes = createLanes(parts.width);
  const waiting = new Map<SessionKey, Incoming[]>();
  const stops = new Map<SessionKey, AbortController>();
  const upkeep = createUpkeep(parts);
  const outages = createOutages();

  async function turn(incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult> {
    if (incoming.audience !== audienceOf(incoming.key))
      throw new Error(`The conversation ${incoming.key} is not ${incoming.audience}.`);
    const spoken = readCommand(parts.commands, incoming);
    const done = spoken?.command.isUrgent ? await obey(spoken, incoming, outlet) : null;
    if (done) return done;
    waiting.set(incoming.key, [...(waiting.get(incoming.key) ?? []), incoming]);
    return await lanes.run(incoming.key, () => takeTurn(spoken, incoming, outlet, signal));
  }

  async function takeTurn(
    spoken: Spoken | null,
    incoming: Incoming,
    outlet: Outlet,
    signal: AbortSignal,
  ): Promise<TurnResult> {
    leaveQueue(incoming);
    signal.throwIfAborted();
    const current = await sessions.current(incoming.key);
    if (isKnown(current.entries, incoming)) {
      const ended = endOf(current.entries, incoming);
      return ended ? await repeat(ended, current, incoming, outlet) : await run(current, incoming, outlet, signal);
    }
    const over = whyOver(current);
    if (over !== null) await endPrivate(current);
    const done = spoken && (await obey(spoken, incoming, outlet, () => retry(incoming, outlet, signal)));
    if (done) return done;
    if (over !== null)
      return await say(privateLost(over), 'private_ended', await sessions.current(incoming.key), outlet);
    if (incoming.text.trim() === '' && !incoming.attachments?.length)
      return await say(blankMessage, 'empty', current, outlet);
    return await run(isIdle(current) ? await startAfterPause(current) : current, incoming, outlet, signal);
  }

  async function run(session: Session, incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult> {
    const stopping = new AbortController();
    stops.set(incoming.key, stopping);
    try {
      const forAudience = incoming.audience === 'group' ? inGroup(parts) : parts;
      return await runTurn(session.isPrivate ? inPrivate(forAudience) : forAudience, {
        session,
        sessions,
        incoming,
        outlet,
        outages,
        signal: AbortSignal.any([signal, stopping.signal]),
        arrivals: () => join(incoming.key),
      });
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      const current = await sessions.current(incoming.key);
      await current.append(stoppedTurn(incoming, clock.now()));
      return resultOf('stopped', current);
    } finally {
      stops.delete(incoming.key);
      upkeep.turnEnded(incoming.key);
    }
  }

  const conversationOf = (key: SessionKey, outlet: Outlet): Omit<Conversation, 'retry'> => ({
    session: () => sessions.current(key),
    startNew: () => startNew(key),
    startPrivate: () => startPrivate(key),
    async chooseModel(model) {
      const session = await sessions.current(key);
      await session.append({ type: 'model_change', at: clock.now().toISOString(), model, by: 'person' });
    },
    stop: async () => stop(key) || (await outlet.withdraw?.()) === true,
  });

  /** @returns null when the command leaves the message to the conversation */
  async function obey(
    { command, argument, isPlain }: Spoken,
    incoming: Incoming,
    outlet: Outlet,
    again = noRetry,
  ): Promise<TurnResult | null> {
    const { key } = incoming;
    const answer = async (
      text: string,
      { outcome = command.name, ...extras }: Extras & { outcome?: string } = {},
    ): Promise<TurnResult> => await say(text, outcome, await sessions.current(key), outlet, extras);
    if (incoming.audience === 'group' && !command.inGroup)
      return isPlain ? null : await answer(privateOnly, { outcome: 'refused' });
    try {
      return await command.run({
        argument,
        isPlain,
        incoming,
        say: answer,
        conversation: { ...conversationOf(key, outlet), retry: again },
      });
    } catch (error) {
      if (error instanceof UserError) return await answer(error.message, { outcome: 'refused' });
      throw error;
    }
  }

  /** Takes the last answer of the session back and lets the turn run again. */
  async function retry(incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult | null> {
    const session = await sessions.current(incoming.key);
    const asked = session.entries.findLast((entry) => entry.type === 'message' && entry.incoming !== undefined);
    if (asked?.type !== 'message') return null;
    await session.append({ type: 'retry', at: clock.now().toISOString(), incoming: incoming.id, message: asked.id });
    return await run(session, incoming, outlet, signal);
  }

  function stop(key: SessionKey): boolean {
    const running = stops.get(key);
    running?.abort(new DOMException('stopped by the person', 'AbortError'));
    return running !== undefined;
  }

  async function startNew(key: SessionKey): Promise<Session> {
    const current = await sessions.current(key);
    if (current.isPrivate) return await endPrivate(current);
    // A session without a word in it is new enough; so is that of a command that comes twice.
    return current.entries.some((entry) => entry.type === 'message') ? await startAfter(current) : current;
  }

  async function startPrivate(key: SessionKey): Promise<Session> {
    const current = await sessions.current(key);
    await parts.privacy.begin(key);
    if (current.isPrivate) return current;
    const session = await sessions.start(key, { isPrivate: true });
    upkeep.sessionEnded(current);
    return session;
  }

  async function endPrivate(ended: Session): Promise<Session> {
    const { key } = ended;
    const session = ended.isPrivate ? await sessions.start(key) : ended;
    if (ended.isPrivate) await sessions.retire(ended);
    await parts.privacy.end(key);
    return session;
  }

  /** Why a conversation that the person believes to be private no longer is; null when it is, or never was. */
  function whyOver(session: Session): string | null {
    const since = parts.privacy.since(session.key);
    if (since === null) return null;
    if (!session.isPrivate) return 'I was restarted';
    const lastAt = session.entries.findLast((entry) => entry.type === 'message')?.at ?? since.toISOString();
    return clock.now().getTime() - Date.parse(lastAt) >= parts.idleResetMs
      ? 'there was nothing said for too long'
      : null;
  }

  /** The next session; what is worth keeping of the one before is noted when things are quiet. */
  async function startAfter(ended: Session): Promise<Session> {
    const session = await sessions.start(ended.key);
    upkeep.sessionEnded(ended);
    return session;
  }

  /** A model that was chosen after the last message is meant for the next one. */
  async function startAfterPause(idle: Session): Promise<Session> {
    const session = await startAfter(idle);
    const lastWord = idle.entries.findLastIndex((entry) => entry.type === 'message');
    const choice = idle.entries.slice(lastWord).findLast(isChoice);
    if (choice) await session.append(choice);
    return session;
  }

  /** A message that was dealt with before a crash: its reply is posted again, and the outlet knows it by its name. */
  async function repeat(ended: TurnEntry, session: Session, incoming: Incoming, outlet: Outlet): Promise<TurnResult> {
    if (ended.incoming !== incoming.id || ended.reply === null) return resultOf(ended.outcome, session);
    const { messageId } = await outlet.post(
      ended.reply,
      'answer',
      undoButtons(receiptsOf(messagesBefore(session.entries, ended))),
    );
    return {
      ...resultOf(ended.outcome, session),
      reply: ended.reply,
      messages: [ended.reply],
      responseMessageId: messageId,
    };
  }

  async function say(
    notice: string,
    outcome: string,
    session: Session,
    outlet: Outlet,
    extras?: Extras,
  ): Promise<TurnResult> {
    const { messageId } = await outlet.post(notice, 'answer', extras);
    return { ...resultOf(outcome, session), reply: notice, messages: [notice], responseMessageId: messageId };
  }

  /** Messages that wait behind the running turn and are no commands: they join it. */
  function join(key: SessionKey): Incoming[] {
    const joining = (waiting.get(key) ?? []).filter(
      (incoming) => readCommand(parts.commands, incoming) === null && incoming.text.trim() !== '',
    );
    for (const incoming of joining) leaveQueue(incoming);
    return joining;
  }

  function leaveQueue(incoming: Incoming): void {
    const rest = (waiting.get(incoming.key) ?? []).filter((other) => other !== incoming);
    if (rest.length > 0) waiting.set(incoming.key, rest);
    else waiting.delete(incoming.key);
  }

  function isIdle(session: Session): boolean {
    const last = session.entries.findLast((entry) => entry.type === 'message');
    return last?.type === 'message' && clock.now().getTime() - Date.parse(last.at) >= parts.idleResetMs;
  }

  return {
    turn,
    start: upkeep.start,
    async handle(incoming, outlet, signal) {
      const { retryAfterMs } = await turn(incoming, outlet, signal);
      return retryAfterMs === undefined ? {} : { retryAfterMs };
    },
    async close() {
      await lanes.idle();
      await upkeep.close();
    },
  };
}

/** The end of the turn that a message belongs to, if that turn has ended. */
function endOf(entries: readonly Entry[], incoming: Incoming): TurnEntry | null {
  const at = entries.findIndex((entry) => isFrom(entry, incoming));
  const end = entries.slice(at).find((entry) => entry.type === 'turn');
  return end?.type === 'turn' ? end : null;
}

/** The messages of the turn that ends so. */
function messagesBefore(entries: readonly Entry[], end: TurnEntry): MessageEntry[] {
  const before = entries.slice(0, entries.indexOf(end));
  return before
    .slice(before.findLastIndex((entry) => entry.type === 'turn') + 1)
    .filter((entry) => entry.type === 'message');
}

const noRetry = (): Promise<TurnResult | null> => Promise.resolve(null);

const nothingUsed = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

const resultOf = (outcome: string, session: Session): TurnResult => ({
  outcome,
  reply: '',
  messages: [],
  sessionId: session.id,
  toolCalls: [],
  usage: nothingUsed,
  responseMessageId: null,
});

const stoppedTurn = (incoming: Incoming, at: Date): TurnEntry => ({
  type: 'turn',
  at: at.toISOString(),
  incoming: incoming.id,
  outcome: 'stopped',
  reply: null,
  messages_sent: 0,
  rounds: 0,
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write: 0,
  cost_usd: 0,
  duration_ms: 0,
});
