// From inbox rows to turns: one lane a conversation, quick messages in a row as one turn, attempts counted before they
// run, and after three the message is set aside with a word to the person.
import type { HandleIncoming, Incoming, Outlet } from '../assistant/channel.ts';
import type { Clock } from '../base/clock.ts';
import { UserError, messageOf } from '../base/errors.ts';
import { createLanes } from '../base/lanes.ts';
import type { Log } from '../base/log.ts';
import type { InboxRow } from '../queue/inbox.ts';
import type { Queue } from '../queue/queue.ts';
import { backoffMs } from './backoff.ts';

/** What the rows of one turn say together. */
export interface TurnInput {
  incoming: Incoming;
  outlet: Outlet;
  /** Called when the turn is over, however it ended. */
  close(): void;
}

export interface TurnsOptions {
  queue: Queue;
  handle: HandleIncoming;
  /** Reads the rows of a turn; null when there is nothing to answer. @param turn the turn's name, stable over a restart */
  read(turn: string, rows: readonly InboxRow[]): Promise<TurnInput | null>;
  /** True for a row that is answered alone and at once, such as a command. */
  standsAlone(row: InboxRow): boolean;
  /** Told when a message was given up. */
  onDead(turn: string, rows: readonly InboxRow[]): Promise<void>;
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
  /** Takes up what an earlier run left. */
  start(): void;
  /** Ends what runs in this lane now. @returns false when nothing runs */
  interrupt(lane: string): boolean;
  stop(graceMs: number): Promise<void>;
}

const mostAttempts = 3;
export const turnName = (row: InboxRow): string => `telegram:${row.botId}:${row.updateId}`;

export function createTurns(options: TurnsOptions): Turns {
  const { queue, handle, read, standsAlone, onDead, clock, log, width = 4, settleMs = () => 0 } = options;
  const { inbox } = queue;
  const lanes = createLanes(width);
  const active = new Map<string, Promise<void>>();
  const running = new Map<string, AbortController>();
  const stopping = new AbortController();

  function poke(lane: string): void {
    if (active.has(lane) || stopping.signal.aborted) return;
    active.set(
      lane,
      drain(lane).catch((error: unknown) => {
        active.delete(lane);
        log.error({ err: error, lane }, 'the work of a conversation stopped; it goes on with the next message or start');
      }),
    );
  }

  async function drain(lane: string): Promise<void> {
    for (;;) {
      const rows = stopping.signal.aborted ? [] : await nextRows(lane);
      if (rows.length === 0 || stopping.signal.aborted) {
        active.delete(lane);
        // A row may have come while the last look was being settled.
        if (!stopping.signal.aborted && inbox.pending(lane).length > 0) poke(lane);
        return;
      }
      await lanes.run(lane, () => runTurn(lane, rows));
    }
  }

  /** The rows of the next turn: one begun before a crash as it was then, else what has arrived until it is quiet. */
  async function nextRows(lane: string): Promise<InboxRow[]> {
    const first = inbox.pending(lane)[0];
    if (!first) return [];
    if (first.turn !== null) return inbox.ofTurn(first.turn).filter((row) => row.state === 'pending');
    if (standsAlone(first)) return [first];
    for (let seen = 0; ; ) {
      const rows = burst(lane);
      if (rows.length === seen) return rows;
      seen = rows.length;
      await clock.sleep(settleMs(rows), stopping.signal).catch(() => undefined);
    }
  }

  function burst(lane: string): InboxRow[] {
    const rows = inbox.pending(lane);
    const end = rows.findIndex((row) => row.turn !== null || standsAlone(row));
    return end === -1 ? rows : rows.slice(0, end);
  }

  async function runTurn(lane: string, rows: readonly InboxRow[]): Promise<void> {
    const [first] = rows;
    if (!first || stopping.signal.aborted) return;
    const turn = first.turn ?? turnName(first);
    if (first.attempts >= mostAttempts) return await giveUp(turn, rows);
    await queue.write(() => inbox.begin(rows.map((row) => row.seq), turn));
    const controller = new AbortController();
    running.set(lane, controller);
    let input: TurnInput | null = null;
    try {
      input = await read(turn, inbox.ofTurn(turn));
      if (input) await handle(input.incoming, input.outlet, controller.signal);
      await queue.write(() => inbox.finish(turn, input ? 'done' : 'skipped'));
    } catch (error) {
      await afterFailure(turn, inbox.ofTurn(turn), error, input, controller.signal);
    } finally {
      running.delete(lane);
      input?.close();
    }
  }

  async function afterFailure(turn: string, rows: readonly InboxRow[], error: unknown, input: TurnInput | null, signal: AbortSignal): Promise<void> {
    if (stopping.signal.aborted) {
      await queue.write(() => inbox.refund(turn));
      log.info({ turn }, 'a turn was stopped half way; it goes on at the next start');
      return;
    }
    // The person pressed Stop: that is an end, not a failure.
    if (signal.aborted) return await queue.write(() => inbox.finish(turn, 'done'));
    if (error instanceof UserError) {
      await input?.outlet.post(error.message, 'error');
      return await queue.write(() => inbox.finish(turn, 'done'));
    }
    const attempts = rows[0]?.attempts ?? mostAttempts;
    log.error({ err: error, turn, attempts }, 'a turn failed');
    await queue.write(() => inbox.fail(turn, messageOf(error)));
    if (attempts >= mostAttempts) await giveUp(turn, rows);
    else await clock.sleep(backoffMs(attempts, 1_000), stopping.signal).catch(() => undefined);
  }

  async function giveUp(turn: string, rows: readonly InboxRow[]): Promise<void> {
    log.error({ turn, error: rows[0]?.lastError ?? null }, 'a message was set aside after three attempts');
    await onDead(turn, rows);
    await queue.write(() => inbox.finish(turn, 'dead'));
  }

  return {
    poke,
    start() {
      for (const lane of inbox.lanes()) poke(lane);
    },
    interrupt(lane) {
      const controller = running.get(lane);
      controller?.abort(new Error('stopped by the person'));
      return controller !== undefined;
    },
    async stop(graceMs) {
      stopping.abort(new Error('stopping'));
      const patience = new AbortController();
      await Promise.race([Promise.all(active.values()), clock.sleep(graceMs, patience.signal).catch(() => undefined)]);
      patience.abort();
      for (const controller of running.values()) controller.abort(new Error('stopping'));
      await Promise.all(active.values());
    },
  };
}
