// From inbox rows to turns: one lane a conversation, quick messages in a row as one turn, attempts counted before they
// run, and after three the message is set aside with a word to the person.
import type { HandleIncoming, Incoming, Outlet } from '../../assistant/channel.ts';
import type { Clock } from '../../base/clock.ts';
import { UserError, isDiskFull, messageOf } from '../../base/errors.ts';
import { createLanes } from '../../base/lanes.ts';
import type { Log } from '../../base/log.ts';
import type { InboxRow } from '../../state/inbox.ts';
import type { Outbox } from '../../state/outbox.ts';
import type { State } from '../../state/state.ts';
import { backoffMs } from './backoff.ts';

/** What the rows of one turn say together. */
export interface TurnInput {
  incoming: Incoming;
  outlet: Outlet;
  /** Called when a run of the turn has ended. @param isOver false: it goes on another time */
  close(isOver: boolean): Promise<void>;
}

export interface TurnsOptions {
  queue: State;
  handle: HandleIncoming;
  /** Reads the rows of a turn; null when there is nothing to answer. @param turn the turn's name, stable over a restart */
  read(turn: string, rows: readonly InboxRow[], signal: AbortSignal): Promise<TurnInput | null>;
  /** True for a row that is answered alone and at once, such as a command. */
  standsAlone(row: InboxRow): boolean;
  /** True for a row that must not wait for the turn that runs, such as the word to stop it. */
  isUrgent(row: InboxRow): boolean;
  /** True where two messages in a row were sent so far apart that each is for itself. */
  areApart(before: InboxRow, after: InboxRow): boolean;
  /** Told when a message was given up. @param hasAnswered true: some of an answer was posted, perhaps all of it */
  onDead(turn: string, rows: readonly InboxRow[], hasAnswered: boolean): Promise<void>;
  /** Runs inside the write that ends a turn. @param before its rows as the turn has read them @param now as they are */
  storeEnd(turn: string, before: readonly InboxRow[], now: readonly InboxRow[]): void;
  clock: Clock;
  log: Log;
  /** Conversations that may be worked on at once. */
  width?: number;
  /** How long to wait for more of a burst. */
  settleMs?: (rows: readonly InboxRow[]) => number;
}

export interface Turns {
  /** There may be something new in this lane. */
  poke(lane: string): void;
  /** What the turn answers was changed: it begins anew, unless it has said something or does not run. */
  restart(turn: string): void;
  /**
   * Lets the next turn of a lane not happen, if it was not handed in: its burst is not over, its speech not heard, or no
   * model could answer it. @param beforeSeq only what came before this row @returns false where there is none
   */
  withdraw(lane: string, beforeSeq: number): Promise<boolean>;
  /** Takes up what an earlier run left. */
  start(): void;
  stop(graceMs: number): Promise<void>;
}

const mostAttempts = 3;
/** After a failure that no message is to blame for, such as a full disk. */
const restPauseMs = 1_500;
/** Posts beside the answer: a turn that has made only these has not answered yet. */
const asides: ReadonlySet<string> = new Set(['notice', 'refused']);

class Changed extends Error {
  override readonly name = 'Changed';
}

class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

export const turnName = (row: InboxRow): string => `${row.channel}:${row.key}`;

/** Whether a turn has said something that belongs to an answer. */
export const hasAnswered = (outbox: Outbox, turn: string): boolean =>
  outbox.ofTurn(turn).some((row) => !asides.has(row.dedupe));

export function createTurns(options: TurnsOptions): Turns {
  const {
    queue,
    handle,
    read,
    standsAlone,
    isUrgent,
    areApart,
    onDead,
    storeEnd,
    clock,
    log,
    width = 4,
    settleMs = () => 0,
  } = options;
  const { inbox } = queue;
  const lanes = createLanes(width);
  const active = new Map<string, Promise<void>>();
  const running = new Map<string, AbortController>();
  /** Those that the assistant has, whose affair it is to stop them. */
  const handedIn = new Set<string>();
  const urgent = new Map<number, Promise<void>>();
  const naps = new Map<string, AbortController>();
  const stopping = new AbortController();

  function poke(lane: string): void {
    if (stopping.signal.aborted) return;
    const rows = inbox.pending(lane).filter(isUrgent);
    for (const row of rows) runNow(row);
    // What waits for a model is tried again with what an urgent message has changed, such as the model.
    if (rows.length === 0) naps.get(lane)?.abort();
    if (active.has(lane)) return;
    active.set(
      lane,
      drain(lane).catch((error: unknown) => {
        active.delete(lane);
        log.error({ err: error, lane }, 'the work of a conversation stopped; it is taken up again shortly');
        void clock.sleep(restPauseMs, stopping.signal).then(
          () => poke(lane),
          () => undefined,
        );
      }),
    );
  }

  function runNow(row: InboxRow): void {
    if (urgent.has(row.seq)) return;
    const run = runTurn(row.conversation, [row])
      .catch((error: unknown) =>
        log.error(
          { err: error, lane: row.conversation },
          'an urgent message failed; it is tried again at the next start',
        ),
      )
      .finally(() => {
        urgent.delete(row.seq);
        naps.get(row.conversation)?.abort();
      });
    urgent.set(row.seq, run);
  }

  const waiting = (lane: string): InboxRow[] => inbox.pending(lane).filter((row) => !isUrgent(row));

  async function drain(lane: string): Promise<void> {
    for (;;) {
      const rows = stopping.signal.aborted ? [] : await nextRows(lane);
      if (rows.length === 0 || stopping.signal.aborted) {
        active.delete(lane);
        // A row may have come while the last look was being settled.
        if (!stopping.signal.aborted && waiting(lane).length > 0) poke(lane);
        return;
      }
      await lanes.run(lane, () => runTurn(lane, rows));
    }
  }

  /** The rows of the next turn: one begun before a crash as it was then, else what has arrived until it is quiet. */
  async function nextRows(lane: string): Promise<InboxRow[]> {
    const [first] = waiting(lane);
    if (!first) return [];
    if (first.turn !== null) return inbox.ofTurn(first.turn).filter((row) => row.state === 'pending');
    if (standsAlone(first)) return [first];
    for (let seen = 0; ;) {
      const rows = burst(lane);
      if (rows.length === seen) return rows;
      seen = rows.length;
      await clock.sleep(settleMs(rows), stopping.signal).catch(() => undefined);
    }
  }

  function burst(lane: string): InboxRow[] {
    const rows = waiting(lane);
    const end = rows.findIndex((row, index) => {
      const before = rows[index - 1];
      return row.turn !== null || standsAlone(row) || (before !== undefined && areApart(before, row));
    });
    return end === -1 ? rows : rows.slice(0, end);
  }

  async function runTurn(lane: string, rows: readonly InboxRow[]): Promise<void> {
    const [first] = rows;
    if (!first || stopping.signal.aborted) return;
    const turn = first.turn ?? turnName(first);
    if (first.attempts >= mostAttempts) return await giveUp(turn, rows);
    await queue.write(() =>
      inbox.begin(
        rows.map((row) => row.seq),
        turn,
      ),
    );
    // Taken back while it waited for its place.
    if (inbox.ofTurn(turn).every((row) => row.state !== 'pending')) return;
    const controller = new AbortController();
    running.set(turn, controller);
    let input: TurnInput | null = null;
    let isOver = false;
    const before = inbox.ofTurn(turn);
    try {
      input = await read(turn, before, AbortSignal.any([controller.signal, stopping.signal]));
      controller.signal.throwIfAborted();
      handedIn.add(turn);
      const later = input ? await handle(input.incoming, input.outlet, controller.signal) : undefined;
      if (later?.retryAfterMs !== undefined) {
        // The person was told; it is nobody's failure and counts as none.
        await queue.write(() => inbox.refund(turn));
        await input?.close(false);
        return await nap(lane, later.retryAfterMs);
      }
      await finish(turn, before, input ? 'done' : 'skipped');
      isOver = true;
    } catch (error) {
      if (controller.signal.reason instanceof Changed) return await begunAnew(turn, before);
      if (controller.signal.reason instanceof Withdrawn) return;
      await afterFailure(turn, inbox.ofTurn(turn), error, input);
      isOver = inbox.ofTurn(turn).every((row) => row.state !== 'pending');
    } finally {
      running.delete(turn);
      handedIn.delete(turn);
      await input?.close(isOver);
    }
  }

  /** @param before the rows as the turn has read them */
  async function finish(turn: string, before: readonly InboxRow[], state: 'done' | 'skipped'): Promise<void> {
    await queue.write(() => {
      storeEnd(turn, before, inbox.ofTurn(turn));
      inbox.finish(turn, state);
    });
  }

  async function begunAnew(turn: string, before: readonly InboxRow[]): Promise<void> {
    if (hasAnswered(queue.outbox, turn)) return await finish(turn, before, 'done');
    log.info({ turn }, 'a message was changed; its turn begins anew');
    await queue.write(() => inbox.refund(turn));
  }

  /** Waits, or until the next message of the conversation. */
  async function nap(lane: string, ms: number): Promise<void> {
    const waking = new AbortController();
    naps.set(lane, waking);
    await clock.sleep(ms, AbortSignal.any([waking.signal, stopping.signal])).catch(() => undefined);
    naps.delete(lane);
  }

  async function afterFailure(
    turn: string,
    rows: readonly InboxRow[],
    error: unknown,
    input: TurnInput | null,
  ): Promise<void> {
    if (stopping.signal.aborted) {
      await queue.write(() => inbox.refund(turn));
      log.info({ turn }, 'a turn was stopped half way; it goes on at the next start');
      return;
    }
    if (error instanceof UserError) {
      await input?.outlet.post(error.message, 'error');
      return await queue.write(() => inbox.finish(turn, 'done'));
    }
    if (isDiskFull(error)) {
      log.error({ err: error, turn }, 'the disk is full; the message waits until there is room');
      await queue.write(() => inbox.refund(turn));
      return await clock.sleep(restPauseMs, stopping.signal).catch(() => undefined);
    }
    const attempts = rows[0]?.attempts ?? mostAttempts;
    log.error({ err: error, turn, attempts }, 'a turn failed');
    await queue.write(() => inbox.fail(turn, messageOf(error)));
    if (attempts >= mostAttempts) await giveUp(turn, rows);
    else await clock.sleep(backoffMs(attempts, 1_000), stopping.signal).catch(() => undefined);
  }

  async function giveUp(turn: string, rows: readonly InboxRow[]): Promise<void> {
    log.error({ turn, error: rows[0]?.lastError ?? null }, 'a message was set aside after three attempts');
    const key = rows[0]?.conversation;
    // What fells a turn would fell every later one of the conversation. Without it the message is still given up.
    if (key !== undefined)
      await handle
        .giveUp?.({ id: turn, key })
        .catch((error: unknown) =>
          log.error({ err: error, turn }, 'a message could not be taken out of its conversation'),
        );
    await onDead(turn, rows, hasAnswered(queue.outbox, turn));
    await queue.write(() => inbox.finish(turn, 'dead'));
  }

  return {
    poke,
    restart(turn) {
      if (!hasAnswered(queue.outbox, turn)) running.get(turn)?.abort(new Changed('the message was changed'));
    },
    async withdraw(lane, beforeSeq) {
      const rows = waiting(lane).filter((row) => row.seq < beforeSeq);
      const [first] = rows;
      if (!first || (first.turn !== null && handedIn.has(first.turn))) return false;
      const turn = first.turn ?? turnName(first);
      const taken = first.turn === null ? burst(lane).filter((row) => row.seq < beforeSeq) : [];
      await queue.write(() => {
        if (taken.length > 0)
          inbox.begin(
            taken.map((row) => row.seq),
            turn,
          );
        inbox.finish(turn, 'done');
      });
      running.get(turn)?.abort(new Withdrawn('the message was taken back'));
      return true;
    },
    start() {
      for (const lane of inbox.conversations('telegram')) poke(lane);
    },
    async stop(graceMs) {
      stopping.abort(new Error('stopping'));
      const patience = new AbortController();
      await Promise.race([
        Promise.all([...active.values(), ...urgent.values()]),
        clock.sleep(graceMs, patience.signal).catch(() => undefined),
      ]);
      patience.abort();
      for (const controller of running.values()) controller.abort(new Error('stopping'));
      await Promise.all([...active.values(), ...urgent.values()]);
    },
  };
}
