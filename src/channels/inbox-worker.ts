// From inbox rows to turns, for any channel: quick messages in a row become one turn, attempts are counted before they run,
// and a message that failed three times is not tried again, which the person is told. Turns of one conversation are handed to the
// assistant in order and without waiting for each other: the assistant runs one at a time, and lets a message that arrives
// while a turn runs join it.
import { setImmediate } from 'node:timers/promises';
import type { HandleIncoming, HandleResult, Incoming, Outlet, SessionKey } from '../assistant/channel.ts';
import { english } from '../assistant/phrases/english.ts';
import type { Phrases } from '../assistant/phrases/phrases.ts';
import type { Clock } from '../base/time/clock.ts';
import { UserError, isDiskFull, messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { backoffMs } from '../base/concurrency/retry.ts';
import type { InboxRow } from '../state/inbox.ts';
import type { Outbox } from '../state/outbox.ts';
import type { State } from '../state/state.ts';
import { type BurstBounds, settleMs } from './burst.ts';
import { Changed, isWithdrawn, mayBegin, NotYet, TurnGroup, turnName, Withdrawn } from './turn-group.ts';
import { RowReader, type Waiting, burstOf, isUrgent, withWords } from './waiting-rows.ts';
import { type InboxMessage, incomingIdOf, isOutdated, ownWords } from './stored-message.ts';

/** The messages of one turn, as the assistant reads them. */
export interface TurnInput {
  incoming: Incoming;
  outlet: Outlet;
  /** Called when a run of the turn has ended. @param isOver false: it goes on another time, or another turn has answered it */
  close(isOver: boolean): Promise<void>;
}

/** A message that is not tried again. */
export interface FailedAnswer {
  /** Some of an answer was posted, perhaps all of it. */
  hasAnswered: boolean;
  /** In the language of the conversation. */
  phrases: Phrases;
}

/** What a channel does for the worker. */
export interface InboxChannel {
  /** How the session keys of its conversations begin. */
  readonly name: string;
  /**
   * Makes of stored messages what the assistant reads: fetches files, hears speech, opens the outlet.
   * @returns null when there is nothing to answer, and the person was told why
   */
  prepare(turn: string, messages: readonly InboxMessage[], signal: AbortSignal): Promise<TurnInput | null>;
  /** Tells the person that a message failed for good. */
  tellFailed(turn: string, messages: readonly InboxMessage[], failed: FailedAnswer): Promise<void>;
  /** Offers another answer to a message that was changed too late for its turn. Inside the write that ends the turn. */
  storeOffer(turn: string): void;
}

export interface InboxWorkerOptions {
  state: State;
  channel: InboxChannel;
  handle: HandleIncoming;
  burstBounds: BurstBounds;
  clock: Clock;
  log: Log;
}

const maxAttempts = 3;
/** After a failure that is not the message's, such as a full disk. */
const restPauseMs = 1_500;
/** Names of posts that are no answer: a turn that has made only these has not answered yet. */
const asides: ReadonlySet<string> = new Set(['notice', 'refused']);

/** Whether a turn has said something that belongs to an answer. */
export const hasAnswered = (outbox: Outbox, turn: string): boolean =>
  outbox.ofTurn(turn).some((row) => !asides.has(row.dedupe));

/** The work that is under way in one conversation. */
interface Conversation {
  /** Takes rows together and hands them over, one group after the other; null while there is nothing to take. */
  pump: Promise<void> | null;
  /** The groups that are not over, in order. */
  groups: TurnGroup[];
  /** When a row was first seen by this process, by the monotonic clock. */
  arrivedAtMs: Map<number, number>;
}

export class InboxWorker {
  readonly #options: InboxWorkerOptions;
  readonly #conversations = new Map<SessionKey, Conversation>();
  /** The urgent messages that run, by the number of their row. */
  readonly #urgent = new Map<number, { group: TurnGroup; run: Promise<void> }>();
  readonly #runs = new Set<Promise<void>>();
  readonly #rows = new RowReader();
  #handedIn = 0;
  readonly #stopping = new AbortController();

  constructor(options: InboxWorkerOptions) {
    this.#options = options;
  }

  /** Resumes what an earlier run or a fault has left undone. */
  start(): void {
    const { state, channel } = this.#options;
    for (const key of state.inbox.conversations(channel.name)) this.poke(key);
  }

  /** Tells the worker that this conversation may have new rows. */
  poke(key: SessionKey): void {
    if (this.#stopping.signal.aborted) return;
    const { state, clock } = this.#options;
    const conversation = this.#conversationOf(key);
    const rows = this.#rows.read(state.inbox.pending(key));
    const urgent = rows.filter(isUrgent);
    for (const { row } of rows)
      if (!conversation.arrivedAtMs.has(row.seq)) conversation.arrivedAtMs.set(row.seq, clock.elapsed());
    for (const { row } of urgent) this.#runNow(row);
    // An urgent command may have changed what a waiting turn needs, such as the model: that turn is tried again after it.
    if (urgent.length === 0) wake(conversation);
    conversation.pump ??= this.#pump(key, conversation);
  }

  /** A message of the turn was edited: the turn begins anew, unless it has said something or does not run. */
  restart(turn: string): void {
    const group = this.#groups().find((one) => one.turn === turn);
    if (group && !hasAnswered(this.#options.state.outbox, turn))
      group.controller.abort(new Changed('the message was changed'));
  }

  /**
   * Lets the next turn of a conversation not happen, if it was not handed in: its burst is not over, its speech not heard,
   * or no model could answer it. @param beforeSeq only what came before this row @returns false where there is none
   */
  async withdraw(key: SessionKey, beforeSeq: number): Promise<boolean> {
    const { state } = this.#options;
    const { inbox } = state;
    const rows = this.#rows.read(inbox.pending(key)).filter((one) => !isUrgent(one) && one.row.seq < beforeSeq);
    const first = rows[0]?.row;
    if (!first) return false;
    const turn = first.turn ?? turnName(first);
    const group = this.#groups().find((one) => one.turn === turn);
    if (group?.hasBegun) return false;
    const seqs = first.turn === null ? burstOf(rows).map(({ row }) => row.seq) : [];
    await state.write(() => {
      if (seqs.length > 0) inbox.begin(seqs, turn);
      inbox.finish(turn, 'done');
    });
    group?.controller.abort(new Withdrawn('the message was taken back'));
    group?.nap?.abort();
    return true;
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort(new Error('stopping'));
    const patience = new AbortController();
    await Promise.race([this.#idle(), this.#options.clock.pause(graceMs, patience.signal)]);
    patience.abort();
    const urgent = [...this.#urgent.values()].map(({ group }) => group);
    for (const { controller } of [...this.#groups(), ...urgent]) controller.abort(new Error('stopping'));
    await this.#idle();
  }

  async #idle(): Promise<void> {
    const pumps = [...this.#conversations.values()].map(({ pump }) => pump);
    const urgent = [...this.#urgent.values()].map(({ run }) => run);
    await Promise.all([...pumps, ...urgent, ...this.#runs]);
  }

  #groups(): TurnGroup[] {
    return [...this.#conversations.values()].flatMap(({ groups }) => groups);
  }

  #conversationOf(key: SessionKey): Conversation {
    const conversation = this.#conversations.get(key) ?? { pump: null, groups: [], arrivedAtMs: new Map() };
    this.#conversations.set(key, conversation);
    return conversation;
  }

  #runNow(row: InboxRow): void {
    if (this.#urgent.has(row.seq)) return;
    const { log } = this.#options;
    const key = row.conversation;
    const group = new TurnGroup(key, [row], null);
    const run = this.#run(group)
      .catch((error: unknown) =>
        log.error({ err: error, conversation: key }, 'an urgent message failed; it is tried again at the next start'),
      )
      .finally(() => {
        this.#urgent.delete(row.seq);
        this.#rows.drop(row.seq);
        wake(this.#conversationOf(key));
      });
    this.#urgent.set(row.seq, { group, run });
  }

  /** Never rejects: whatever goes wrong, the conversation is taken up again. */
  async #pump(key: SessionKey, conversation: Conversation): Promise<void> {
    const { log, clock } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const rows = await this.#nextRows(key, conversation);
        if (rows.length === 0 || signal.aborted) break;
        await this.#begin(conversation, new TurnGroup(key, rows, conversation.groups.at(-1) ?? null));
      } catch (error) {
        log.error(
          { err: error, conversation: key },
          'the work of a conversation stopped; it is taken up again shortly',
        );
        await clock.pause(restPauseMs, signal);
      }
    }
    conversation.pump = null;
    // A row may have come since the last look.
    if (!signal.aborted && this.#waiting(key, conversation).length > 0) this.poke(key);
    else this.#dropIdle(key, conversation);
  }

  #dropIdle(key: SessionKey, { pump, groups }: Conversation): void {
    if (pump === null && groups.length === 0) this.#conversations.delete(key);
  }

  /** Begins a turn. Resolves when the next one may be taken. */
  async #begin(conversation: Conversation, group: TurnGroup): Promise<void> {
    const { log, clock } = this.#options;
    conversation.groups.push(group);
    for (const seq of group.seqs) conversation.arrivedAtMs.delete(seq);
    const run = this.#run(group)
      .catch(async (error: unknown) => {
        log.error({ err: error, turn: group.turn }, 'a turn stopped; it is taken up again shortly');
        await clock.pause(restPauseMs, this.#stopping.signal);
      })
      .finally(() => {
        group.end();
        for (const seq of group.seqs) this.#rows.drop(seq);
        conversation.groups = conversation.groups.filter((one) => one !== group);
        this.#runs.delete(run);
        // The rows of a turn that was not finished are still pending.
        if (this.#waiting(group.key, conversation).length > 0) this.poke(group.key);
        else this.#dropIdle(group.key, conversation);
      });
    this.#runs.add(run);
    await group.handedOver.promise;
    // Everything above can run in microtasks: the pause lets other work of the process run.
    await setImmediate();
  }

  /** Pending rows that no group has. */
  #waiting(key: SessionKey, { groups }: Conversation): Waiting[] {
    const taken = new Set(groups.flatMap(({ seqs }) => seqs));
    const rows = this.#options.state.inbox.pending(key).filter((row) => !taken.has(row.seq));
    return this.#rows.read(rows).filter((one) => !isUrgent(one));
  }

  /** The rows of the next turn: one begun before a crash as it was then, else what has arrived until it is quiet. */
  async #nextRows(key: SessionKey, conversation: Conversation): Promise<InboxRow[]> {
    const { state, clock, burstBounds } = this.#options;
    const first = this.#waiting(key, conversation)[0]?.row;
    if (!first) return [];
    if (first.turn !== null) return state.inbox.ofTurn(first.turn).filter((row) => row.state === 'pending');
    for (let seen = 0; ;) {
      const waiting = burstOf(this.#waiting(key, conversation));
      const rows = waiting.map(({ row }) => row);
      if (rows.length === seen || waiting[0]?.message?.command) return rows;
      // The notes may be other ones at the end of a turn that still runs.
      if (seen === 0 && conversation.groups.length === 0)
        this.#options.handle.expect?.(
          key,
          withWords(waiting)
            .map(({ message }) => ownWords(message))
            .join('\n'),
        );
      seen = rows.length;
      const burst = waiting.flatMap(({ row, message }) => {
        const arrivedAtMs = conversation.arrivedAtMs.get(row.seq) ?? clock.elapsed();
        return message ? [{ message, arrivedAtMs }] : [];
      });
      await clock.pause(settleMs(burst, clock.elapsed(), burstBounds), this.#stopping.signal);
    }
  }

  /** Runs a turn until it is over, or until this process stops. */
  async #run(group: TurnGroup): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      group.beginRun();
      const pause = await this.#attempt(group);
      group.handedInAs = null;
      group.hasBegun = false;
      if (pause === null) return;
      if (pause === 'after previous') await group.previous?.over.promise;
      else await this.#nap(group, pause);
    }
  }

  /** @returns how long to wait before the next attempt; null when the turn is over */
  async #attempt(group: TurnGroup): Promise<number | 'after previous' | null> {
    const { state, channel, log } = this.#options;
    const { turn, seqs } = group;
    const { inbox } = state;
    const [first] = inbox.ofTurn(turn);
    if (first && first.attempts >= maxAttempts) return await this.#giveUp(group);
    // A message that waits behind another turn may join that turn, so its attempt is counted only when its own turn begins.
    let isCounted = group.previous === null || group.previous.isOver;
    await state.write(() => (isCounted ? inbox.begin(seqs, turn) : inbox.bind(seqs, turn)));
    const before = inbox.ofTurn(turn);
    if (before.every((row) => row.state !== 'pending')) return null;
    let input: TurnInput | null = null;
    let isClosing = false;
    try {
      const signal = AbortSignal.any([group.controller.signal, this.#stopping.signal]);
      input = await channel.prepare(turn, withWords(this.#rows.read(before)), signal);
      group.controller.signal.throwIfAborted();
      const begins = async (): Promise<void> => {
        await mayBegin(group);
        group.hasBegun = true;
        if (!isCounted) await state.write(() => inbox.begin(seqs, turn));
        isCounted = true;
      };
      const result = input ? await this.#handOver(group, input, begins) : {};
      group.endRun(result.retryAfterMs === undefined ? 'over' : 'postponed');
      if (result.retryAfterMs !== undefined) {
        // The person was told; the message is not to blame, and no attempt counts.
        if (isCounted) await state.write(() => inbox.refund(turn));
        return result.retryAfterMs;
      }
      await this.#finish(turn, before, input ? 'done' : 'skipped');
      // A message that joined another turn has been answered there.
      isClosing = result.joined !== true;
      return null;
    } catch (error) {
      group.endRun(error instanceof UserError || isWithdrawn(group) ? 'over' : 'failed');
      const pause = await this.#afterFailure(group, { error, input, isCounted, before });
      isClosing = !isWithdrawn(group) && inbox.ofTurn(turn).every((row) => row.state !== 'pending');
      return pause;
    } finally {
      group.handedOver.resolve();
      await input
        ?.close(isClosing)
        .catch((error: unknown) => log.warn({ err: error, turn }, 'an outlet did not close'));
    }
  }

  async #handOver(group: TurnGroup, input: TurnInput, begins: () => Promise<void>): Promise<HandleResult> {
    this.#handedIn += 1;
    group.handedInAs = this.#handedIn;
    const handling = this.#options.handle(input.incoming, { ...input.outlet, begins }, group.controller.signal);
    group.handedOver.resolve();
    // What was changed or taken back before its turn began need not wait for its place: the assistant refuses it there.
    const { signal } = group.controller;
    const unbegun = new Promise<never>((_resolve, reject) => {
      const leave = (): void => {
        if (!group.hasBegun) reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
    });
    return (await Promise.race([handling, unbegun])) ?? {};
  }

  /** @param before the rows as the turn has read them */
  async #finish(turn: string, before: readonly InboxRow[], outcome: 'done' | 'skipped'): Promise<void> {
    const { state, channel } = this.#options;
    await state.write(() => {
      const now = state.inbox.ofTurn(turn);
      const isChanged =
        now.some((row, index) => row.body !== before[index]?.body) || withWords(this.#rows.read(now)).some(isOutdated);
      if (isChanged) channel.storeOffer(turn);
      state.inbox.finish(turn, outcome);
    });
  }

  /** Waits for this time, or until the next message of the conversation. */
  async #nap(group: TurnGroup, ms: number): Promise<void> {
    const waking = new AbortController();
    group.nap = waking;
    await this.#options.clock.pause(ms, AbortSignal.any([waking.signal, this.#stopping.signal]));
    group.nap = null;
  }

  /** @returns as {@link #attempt} */
  async #afterFailure(
    group: TurnGroup,
    {
      error,
      input,
      isCounted,
      before,
    }: { error: unknown; input: TurnInput | null; isCounted: boolean; before: readonly InboxRow[] },
  ): Promise<number | 'after previous' | null> {
    const { state, log } = this.#options;
    const { inbox } = state;
    const { turn, controller } = group;
    const refund = async (): Promise<void> => {
      if (isCounted) await state.write(() => inbox.refund(turn));
    };
    if (isWithdrawn(group)) return null;
    if (controller.signal.reason instanceof Changed) {
      if (hasAnswered(state.outbox, turn)) return await this.#finish(turn, before, 'done').then(() => null);
      log.info({ turn }, 'a message was changed; its turn begins anew');
      await refund();
      return 0;
    }
    if (error instanceof NotYet) return 'after previous';
    if (this.#stopping.signal.aborted) {
      await refund();
      log.info({ turn }, 'a turn was stopped half way; it goes on at the next start');
      return null;
    }
    if (error instanceof UserError) {
      await input?.outlet.post(error.message, 'error');
      await state.write(() => inbox.finish(turn, 'done'));
      return null;
    }
    if (isDiskFull(error)) {
      log.error({ err: error, turn }, 'the disk is full; the message waits until there is room');
      await refund();
      return restPauseMs;
    }
    const attempts = inbox.ofTurn(turn)[0]?.attempts ?? maxAttempts;
    log.error({ err: error, turn, attempts }, 'a turn failed');
    await state.write(() => inbox.fail(turn, messageOf(error)));
    return attempts >= maxAttempts ? await this.#giveUp(group) : backoffMs(attempts, 1_000, maxBackoffMs);
  }

  async #giveUp({ key, turn }: TurnGroup): Promise<null> {
    const { state, channel, log, handle } = this.#options;
    const rows = state.inbox.ofTurn(turn);
    log.error({ turn, error: rows[0]?.lastError ?? null }, 'a message failed three times and is not tried again');
    try {
      const messages = withWords(this.#rows.read(rows));
      const phrases = (await handle.giveUp?.({ id: incomingIdOf(turn, messages), key })) ?? english;
      await channel.tellFailed(turn, messages, { hasAnswered: hasAnswered(state.outbox, turn), phrases });
    } catch (error) {
      log.error({ err: error, turn }, 'the person could not be told of a message that failed');
    }
    await state.write(() => state.inbox.finish(turn, 'dead'));
    return null;
  }
}

const maxBackoffMs = 30_000;

function wake({ groups }: Conversation): void {
  for (const { nap } of groups) nap?.abort();
}
