// READ SECOND. One message in, replies out: finds the session of a conversation, lets one turn run in it at a time, and
// recognises a message that it has seen before. What a turn is, is in turn.ts.
import { type ToolResult, createToolRegistry } from '../agent/tool.ts';
import { ToolError, UserError, type ToolFailure } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { NoteError } from '../memory/note-problem.ts';
import { type Lanes, createLanes } from '../base/concurrency/lanes.ts';
import type { AskedEntry, Receipt, TurnEntry } from '../session/entry.ts';
import { openTurn, saidInTurnOf } from '../session/history.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { PendingWrite } from './approval/confirmations.ts';
import { type Extras, type HandleIncoming, type Incoming, type Outlet, type SessionKey } from './channel.ts';
import { type Answer, type Command, type Conversation, type Spoken, readCommand } from './commands/command.ts';
import { inGroup } from './group.ts';
import { isChoice } from './preferred-model.ts';
import { createOutages } from './outage-notices.ts';
import { inPrivate } from './private.ts';
import { questionLines, receiptLines, receiptsOf, turnButtons, waitingOf, withoutSecrets } from './turn/receipts.ts';
import {
  askedByCommand,
  askedLast,
  namesGiven,
  untilAsked,
  endOf,
  messagesBefore,
  resultOf,
  shownOf,
  stoppedTurn,
} from './turn/ended-turns.ts';
import { saidBefore } from './turn/said-at.ts';
import { languageNoted, phrasesFor } from './phrases/languages.ts';
import { type Phrases, failureIn, problemIn } from './phrases/phrases.ts';
import { isKnown } from './turn/turn-recovery.ts';
import { type TurnParts, type TurnResult, runTurn } from './turn/turn.ts';
import { type Upkeep, createUpkeep } from './session-maintenance.ts';
import { type Address, audienceOf } from '../base/session-key.ts';

export interface Assistant {
  handle: HandleIncoming;
  /** The same as `handle`, with the result of the turn. */
  turn(incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult>;
  /**
   * Takes a message out of the conversation that its channel no longer tries to answer: no later request holds it. On
   * disk when it resolves; a second time does nothing.
   * @returns in the language of the conversation, to tell the person
   */
  giveUp(message: Pick<Incoming, 'id' | 'key'>): Promise<Phrases>;
  /** Continues the maintenance that an earlier run left for the conversations of this process, and takes notes of those that go idle. */
  start(isOwn: (address: Address) => boolean): void;
  /** Waits for the turns that run. Abort them by their signals first. */
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
  /** Whether a change of the notes, by its number, was not taken back since. */
  stands?(change: number): boolean;
  /** Conversations that may have a turn at the same time. */
  width: number;
  log: Log;
}

export const createAssistant = (parts: AssistantParts): Assistant => new Conversations(parts);

/** All conversations, each with one turn at a time. */
class Conversations implements Assistant {
  readonly #parts: AssistantParts;
  readonly #lanes: Lanes;
  /** Messages that wait behind a turn, by conversation. */
  readonly #waiting = new Map<SessionKey, Incoming[]>();
  /** The controller that stops the running turn, by conversation. */
  readonly #stops = new Map<SessionKey, AbortController>();
  readonly #upkeep: Upkeep;
  readonly #outages = createOutages();
  /** What was kept in private conversations because the person asked for it, by conversation and then each once. */
  readonly #keptInPrivate = new Map<SessionKey, Map<string, Receipt>>();

  constructor(parts: AssistantParts) {
    this.#parts = parts;
    this.#lanes = createLanes(parts.width);
    this.#upkeep = createUpkeep(parts);
  }

  start(isOwn: (address: Address) => boolean): void {
    this.#upkeep.start(isOwn);
  }

  readonly handle: HandleIncoming = Object.assign(
    async (incoming: Incoming, outlet: Outlet, signal: AbortSignal) => {
      const { retryAfterMs, joined } = await this.turn(incoming, outlet, signal);
      return { retryAfterMs, joined };
    },
    {
      giveUp: async (message: Pick<Incoming, 'id' | 'key'>) => await this.giveUp(message),
      phrasesOf: async (key: SessionKey) => languageNoted((await this.#parts.sessions.current(key)).entries),
      // A group is told nothing of the notes.
      expect: (key: SessionKey, words: string) => {
        if (audienceOf(key) === 'private') this.#parts.recall.ahead?.(words);
      },
    },
  );

  async turn(incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult> {
    if (incoming.audience !== audienceOf(incoming.key))
      throw new Error(`The conversation ${incoming.key} is not ${incoming.audience}.`);
    const spoken = readCommand(this.#parts.commands, incoming);
    const done = spoken?.command.isUrgent ? await this.#obey(spoken, incoming, outlet) : null;
    if (done) return done;
    this.#waiting.set(incoming.key, [...(this.#waiting.get(incoming.key) ?? []), incoming]);
    // The message was withdrawn or edited meanwhile: its old text must not join the running turn.
    const leave = (): void => this.#leaveQueue(incoming);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await this.#lanes.run(incoming.key, () => this.#takeTurn(spoken, incoming, outlet, signal));
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async giveUp({ id, key }: Pick<Incoming, 'id' | 'key'>): Promise<Phrases> {
    return await this.#lanes.run(key, async () => {
      const { sessions, clock } = this.#parts;
      const session = await sessions.current(key);
      const at = clock.now().toISOString();
      // A message that was changed since is named after the first, with the time of the change behind it.
      const given = openTurn(session.entries).flatMap(({ incoming }) =>
        incoming === id || incoming?.startsWith(`${id}:`) ? [incoming] : [],
      );
      for (const incoming of given) await session.append({ type: 'given_up', at, incoming });
      return phrasesFor(session.entries);
    });
  }

  async close(): Promise<void> {
    await this.#lanes.idle();
    await this.#upkeep.close();
  }

  async #takeTurn(spoken: Spoken | null, incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult> {
    this.#leaveQueue(incoming);
    signal.throwIfAborted();
    const { sessions } = this.#parts;
    const current = await sessions.current(incoming.key);
    const known = isKnown(current.entries, incoming);
    const ended = known ? endOf(current.entries, incoming) : null;
    if (ended) return await this.#repeat(ended, current, incoming, outlet);
    await outlet.begins?.();
    if (known) return await this.#run(current, incoming, outlet, signal);
    const { notices } = phrasesFor(current.entries);
    const over = this.#whyOver(current);
    if (over !== null) await this.#endPrivate(current);
    const done = spoken && (await this.#obey(spoken, incoming, outlet, () => this.#retry(incoming, outlet, signal)));
    if (done) return done;
    if (over !== null)
      return await say(notices.privateLost(over), 'private_ended', await sessions.current(incoming.key), outlet);
    if (incoming.text.trim() === '' && !incoming.attachments?.length)
      return await say(notices.blankMessage, 'empty', current, outlet);
    const session = this.#isIdle(current) ? await this.#startAfterPause(current) : current;
    return await this.#run(session, incoming, outlet, signal);
  }

  async #run(session: Session, incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult> {
    const { sessions, clock } = this.#parts;
    const stopping = new AbortController();
    this.#stops.set(incoming.key, stopping);
    try {
      return await runTurn(this.#partsFor(session, incoming), {
        session,
        sessions,
        incoming,
        outlet,
        outages: this.#outages,
        signal: AbortSignal.any([signal, stopping.signal]),
        arrivals: () => this.#join(incoming.key, outlet),
      });
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      const current = await sessions.current(incoming.key);
      await current.append(stoppedTurn(incoming, clock.now()));
      return resultOf('stopped', current);
    } finally {
      this.#stops.delete(incoming.key);
      if (session.isPrivate) {
        const { entries } = await sessions.current(incoming.key);
        this.#noteKept(incoming.key, receiptsOf(entries.filter((entry) => entry.type === 'message')));
      }
      this.#upkeep.turnEnded(incoming.key);
    }
  }

  /** The parts of a turn in a group, where other people read along. */
  #partsFor(session: Session, { audience }: Incoming): TurnParts {
    const forAudience = audience === 'group' ? inGroup(this.#parts) : this.#parts;
    return session.isPrivate ? inPrivate(forAudience) : forAudience;
  }

  #conversation(incoming: Incoming, outlet: Outlet): Omit<Conversation, 'retry'> {
    const { key } = incoming;
    const { sessions, clock } = this.#parts;
    return {
      session: () => sessions.current(key),
      startNew: () => this.#startNew(key),
      startPrivate: () => this.#startPrivate(key),
      keptInPrivate: () =>
        withoutSecrets(
          [...(this.#keptInPrivate.get(key)?.values() ?? [])].filter(
            ({ change }) => change === undefined || this.#parts.stands?.(change) !== false,
          ),
          this.#parts.redact,
        ),
      async chooseModel(model) {
        const session = await sessions.current(key);
        await session.append({ type: 'model_change', at: clock.now().toISOString(), model, by: 'person' });
      },
      answer: async (names, isYes, isPlain) =>
        (names === null ? await this.#answerCommand(incoming, outlet, isYes, isPlain) : undefined) ??
        (await this.#answer(incoming, names, isYes, isPlain)),
      stop: async () => this.#stop(key) || (await outlet.withdraw?.()) === true,
    };
  }

  /** @returns null when the command leaves the message to the conversation */
  async #obey(
    { command, argument, isPlain }: Spoken,
    incoming: Incoming,
    outlet: Outlet,
    again = noRetry,
  ): Promise<TurnResult | null> {
    const { sessions, clock } = this.#parts;
    const answer = async (
      text: string,
      { outcome = command.name, question, ...extras }: Extras & { outcome?: string } = {},
    ): Promise<TurnResult> => {
      const session = await sessions.current(incoming.key);
      if (question) await noteQuestion(session, clock.now(), question);
      return await say(text, outcome, session, outlet, extras);
    };
    const before = await sessions.current(incoming.key);
    const phrases = phrasesFor(before.entries);
    const asked = askedByCommand(before.entries, clock.now());
    if (incoming.audience === 'group' && !command.inGroup)
      return isPlain ? null : await answer(phrases.notices.privateOnly, { outcome: 'refused' });
    const answers = command.answersQuestions === true || [asked?.yes, asked?.no].includes(incoming.text.trim());
    // After its outcome was told: of a message that comes again after a crash, the command tells the same once more.
    const told = async (result: TurnResult | null): Promise<TurnResult | null> => {
      if (asked && answers && result) await closeQuestion(await sessions.current(incoming.key), asked, clock.now());
      return result;
    };
    try {
      const conversation = { ...this.#conversation(incoming, outlet), retry: again };
      return await told(await command.run({ argument, isPlain, incoming, say: answer, conversation, phrases }));
    } catch (error) {
      if (error instanceof UserError) return await told(await answer(error.message, { outcome: 'refused' }));
      if (error instanceof NoteError) return await answer(problemIn(phrases, error.problem), { outcome: 'refused' });
      throw error;
    }
  }

  /**
   * Carries out what a yes or a no to the question of a command stands for.
   * @returns what came of it; undefined where no command asked last, null where the message answers nothing
   */
  async #answerCommand(
    incoming: Incoming,
    outlet: Outlet,
    isYes: boolean,
    isPlain: boolean,
  ): Promise<Answer | null | undefined> {
    const { sessions, commands, clock } = this.#parts;
    const session = await sessions.current(incoming.key);
    const asked = askedByCommand(session.entries, clock.now());
    if (asked === null) return undefined;
    const phrases = phrasesFor(session.entries);
    // What was asked before this question is no longer answered by a yes.
    if (asked.yes === null) return isPlain && !isYes ? null : this.#nothingAnswered(session, incoming);
    const text = isYes ? asked.yes : asked.no;
    const spoken = text === null ? null : readCommand(commands, { text });
    if (text === null || spoken === null) return { text: phrases.declined, extras: {} };
    const said: Answer = { text: '', extras: {} };
    await spoken.command.run({
      argument: spoken.argument,
      isPlain: false,
      incoming: { ...incoming, text },
      conversation: { ...this.#conversation(incoming, outlet), retry: noRetry },
      phrases,
      say: (told, extras = {}) => {
        Object.assign(said, { text: told, extras });
        return Promise.resolve(resultOf(extras.outcome ?? spoken.command.name, session));
      },
    });
    return said;
  }

  /** Carries out or drops the writes that wait for the person's answer. Null where the message answers no question of the program. */
  async #answer(
    incoming: Incoming,
    given: readonly string[] | null,
    isYes: boolean,
    isPlain: boolean,
  ): Promise<Answer | null> {
    const { sessions, confirmations, clock } = this.#parts;
    const session = await sessions.current(incoming.key);
    const names = given ? namesGiven(given, session.entries) : askedLast(session.entries, { isPlain, isYes });
    // In the language of the question, whatever was said since.
    const phrases = phrasesFor(untilAsked(session.entries, names));
    const waiting = names.flatMap((name) => {
      const write = confirmations?.find(incoming.key, name);
      return write ? [{ name, write }] : [];
    });
    if (waiting.length === 0) return isPlain ? null : this.#nothingAnswered(session, incoming);
    const done = new Map<string, ToolResult | null>();
    // The longer first: of what is forgotten in part, the whole that the person agreed to stands there no more.
    const order = waiting.toSorted((a, b) => inputOf(b.write).length - inputOf(a.write).length);
    for (const { name, write } of order) {
      const result = await this.#settle(session, incoming, name, write, { isYes, phrases });
      const isTaken = result?.failure === 'gone' && order.some((other) => holds(other.write, write));
      done.set(name, isTaken ? null : (result?.result ?? null));
    }
    const results = waiting.flatMap(({ name }) => done.get(name) ?? []);
    const receipts = results.flatMap((result) => result.receipts ?? []);
    const others = results.flatMap((result) => (result.receipts?.length ? [] : [result.text]));
    const text = isYes ? [...receiptLines(receipts, phrases), ...others].join('\n') : phrases.declined;
    if (session.isPrivate) this.#noteKept(incoming.key, receipts);
    await session.append({ type: 'answered', at: clock.now().toISOString(), text });
    return { text, extras: turnButtons([], phrases, withoutSecrets(receipts, this.#parts.redact)) };
  }

  /** Told where an answer is for no question: which still wait, with the commands that answer them. */
  #nothingAnswered({ entries }: Session, { key }: Incoming): Answer {
    const phrases = phrasesFor(entries);
    const waiting = waitingOf(entries.filter((entry) => entry.type === 'message')).filter(
      ({ name }) => name !== null && this.#parts.confirmations?.find(key, name),
    );
    if (waiting.length === 0) return { text: phrases.nothingWaits, extras: {} };
    const lines = waiting.map(
      (one) => `- ${questionLines([one], phrases).join('')} (/yes ${one.name}, /no ${one.name})`,
    );
    return { text: [phrases.stillWaits, ...lines].join('\n'), extras: {} };
  }

  async #settle(
    session: Session,
    incoming: Incoming,
    name: string,
    write: PendingWrite,
    { isYes, phrases }: { isYes: boolean; phrases: Phrases },
  ): Promise<{ result: ToolResult; failure?: ToolFailure } | null> {
    const { confirmations } = this.#parts;
    const hooks = {
      incoming,
      cause: incoming.id,
      send: () => Promise.reject(new Error('not in a turn')),
      staySilent: () => undefined,
      isShown: () => false,
      saidBefore: async (toolUseId: string) => await saidBefore(session.file, toolUseId),
    };
    const registry = createToolRegistry(this.#partsFor(session, incoming).tools(hooks));
    let settled: { result: ToolResult; failure?: ToolFailure } | null = null;
    if (isYes) {
      const shown = shownOf(session.entries, name);
      const context = { toolUseId: write.toolUseId, signal: new AbortController().signal, shown };
      try {
        settled = { result: await registry.execute(write.tool, write.input, context) };
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        settled = { result: { text: failureIn(phrases, error) }, failure: error.failure };
      }
    } else if (!session.isPrivate) {
      // Of a private conversation nothing is kept, not even what was declined in it.
      await registry.get(write.tool)?.decline(write.input);
    }
    await confirmations?.remove(name);
    return settled;
  }

  /** Takes the last answer of the session back and lets the turn run again. */
  async #retry(incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<TurnResult | null> {
    const { sessions, clock } = this.#parts;
    const session = await sessions.current(incoming.key);
    const asked = session.entries.findLast((entry) => entry.type === 'message' && entry.incoming !== undefined);
    if (asked?.type !== 'message') return null;
    // What is left of words that were forgotten may ask for something else: a reminder "to call [forgotten]".
    if (saidInTurnOf(session.entries, asked.id).some(({ forgotten }) => forgotten === true))
      return await say(phrasesFor(session.entries).notices.retryForgotten, 'refused', session, outlet);
    await session.append({ type: 'retry', at: clock.now().toISOString(), incoming: incoming.id, message: asked.id });
    return await this.#run(session, incoming, outlet, signal);
  }

  #stop(key: SessionKey): boolean {
    const running = this.#stops.get(key);
    running?.abort(new DOMException('stopped by the person', 'AbortError'));
    return running !== undefined;
  }

  async #startNew(key: SessionKey): Promise<Session> {
    const current = await this.#parts.sessions.current(key);
    if (current.isPrivate) return await this.#endPrivate(current);
    // An empty session serves as the new one, also when the same command is delivered twice.
    return current.entries.some((entry) => entry.type === 'message') ? await this.#startAfter(current) : current;
  }

  async #startPrivate(key: SessionKey): Promise<Session> {
    const { sessions, privacy } = this.#parts;
    const current = await sessions.current(key);
    await privacy.begin(key);
    if (current.isPrivate) return current;
    const session = await this.#begin(current, { isPrivate: true });
    this.#upkeep.sessionEnded(current);
    return session;
  }

  async #endPrivate(ended: Session): Promise<Session> {
    const { sessions, privacy } = this.#parts;
    const { key } = ended;
    const session = ended.isPrivate ? await this.#begin(ended) : ended;
    if (ended.isPrivate) await sessions.retire(ended);
    await privacy.end(key);
    this.#keptInPrivate.delete(key);
    return session;
  }

  #noteKept(key: SessionKey, receipts: readonly Receipt[]): void {
    const kept = this.#keptInPrivate.get(key) ?? new Map<string, Receipt>();
    for (const receipt of receipts) kept.set(JSON.stringify(receipt), receipt);
    this.#keptInPrivate.set(key, kept);
  }

  /** Why a conversation that the person believes to be private no longer is; null when it is, or never was. */
  #whyOver(session: Session): string | null {
    const { privacy, clock, idleResetMs } = this.#parts;
    const since = privacy.since(session.key);
    const { notices } = phrasesFor(session.entries);
    if (since === null) return null;
    if (!session.isPrivate) return notices.restarted;
    const lastAt = session.entries.findLast((entry) => entry.type === 'message')?.at ?? since.toISOString();
    return clock.now().getTime() - Date.parse(lastAt) >= idleResetMs ? notices.pausedTooLong : null;
  }

  /** A session after another one of the same conversation, in the same language. */
  async #begin(before: Session, options?: { isPrivate: boolean }): Promise<Session> {
    const { sessions, clock } = this.#parts;
    const language = languageNoted(before.entries);
    const session = await sessions.start(before.key, options);
    if (language) await session.append({ type: 'language', at: clock.now().toISOString(), language: language.name });
    return session;
  }

  /** The next session; what is worth keeping of the one before is noted when things are quiet. */
  async #startAfter(ended: Session): Promise<Session> {
    const session = await this.#begin(ended);
    this.#upkeep.sessionEnded(ended);
    return session;
  }

  /** A model that was chosen after the last message is meant for the next one. */
  async #startAfterPause(idle: Session): Promise<Session> {
    const session = await this.#startAfter(idle);
    const lastWord = idle.entries.findLastIndex((entry) => entry.type === 'message');
    const choice = idle.entries.slice(lastWord).findLast(isChoice);
    if (choice) await session.append(choice);
    return session;
  }

  /** A message that was answered before a crash: its reply is posted again, and the outlet drops it by its name if it was sent. */
  async #repeat(ended: TurnEntry, session: Session, incoming: Incoming, outlet: Outlet): Promise<TurnResult> {
    if (ended.incoming !== incoming.id) return { ...resultOf(ended.outcome, session), joined: true };
    if (ended.reply === null) return resultOf(ended.outcome, session);
    const messages = messagesBefore(session.entries, ended);
    const receipts = withoutSecrets(receiptsOf(messages), this.#parts.redact);
    const buttons = turnButtons(messages, phrasesFor(session.entries), receipts);
    const { messageId } = await outlet.post(ended.reply, 'answer', buttons);
    return {
      ...resultOf(ended.outcome, session),
      reply: ended.reply,
      messages: [ended.reply],
      responseMessageId: messageId,
    };
  }

  /** Messages that wait behind the running turn and are no commands: they join it. */
  #join(key: SessionKey, outlet: Outlet): Incoming[] {
    const queued = this.#waiting.get(key) ?? [];
    // Messages that arrived after a command are answered after it.
    const end = queued.findIndex((incoming) => readCommand(this.#parts.commands, incoming) !== null);
    const joining = queued
      .slice(0, end === -1 ? queued.length : end)
      .filter(({ text, attachments = [] }) => text.trim() !== '' || attachments.length > 0);
    for (const incoming of joining) this.#leaveQueue(incoming);
    if (joining.length > 0) outlet.joinedBy?.(joining.map(({ id }) => id));
    return joining;
  }

  #leaveQueue(incoming: Incoming): void {
    const rest = (this.#waiting.get(incoming.key) ?? []).filter((other) => other !== incoming);
    if (rest.length > 0) this.#waiting.set(incoming.key, rest);
    else this.#waiting.delete(incoming.key);
  }

  #isIdle(session: Session): boolean {
    const { clock, idleResetMs } = this.#parts;
    const last = session.entries.findLast((entry) => entry.type === 'message');
    return last?.type === 'message' && clock.now().getTime() - Date.parse(last.at) >= idleResetMs;
  }
}

const noteQuestion = async (session: Session, at: Date, question: NonNullable<Extras['question']>): Promise<void> =>
  await session.append({ type: 'asked', at: at.toISOString(), yes: question.yes, no: question.no ?? null });

/** A question that another one followed is closed already. */
async function closeQuestion(session: Session, asked: AskedEntry, at: Date): Promise<void> {
  const isLast = session.entries.findLast(({ type }) => type === 'asked') === asked;
  if (isLast && asked.yes !== null) await session.append({ type: 'asked', at: at.toISOString(), yes: null, no: null });
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

const inputOf = ({ input }: PendingWrite): string => JSON.stringify(input);

/** Whether a write is of the same kind and of all of the text of another one. */
function holds(write: PendingWrite, other: PendingWrite): boolean {
  const [whole, part] = [write, other].map(({ input }) => (input as { text?: unknown } | null)?.text);
  return (
    write !== other &&
    write.tool === other.tool &&
    typeof whole === 'string' &&
    typeof part === 'string' &&
    whole.includes(part)
  );
}

const noRetry = (): Promise<TurnResult | null> => Promise.resolve(null);
