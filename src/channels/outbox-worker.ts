// Delivers what is in the outbox, for any channel: in order within a chat, each message once as far as the channel can
// know, and marked where it may be the second time. What is said, and how it is sent, is decided elsewhere.
import { inBackground } from '../base/concurrency/background.ts';
import type { Clock } from '../base/time/clock.ts';
import { codeOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { backoffMs } from '../base/concurrency/retry.ts';
import type { OutboxRow } from '../state/outbox.ts';
import type { State } from '../state/state.ts';

/** The outcome of one try to deliver a row. */
export type Delivery =
  | { outcome: 'sent'; messageId: string }
  /** `mayRepeat`: this try may have been delivered all the same. */
  | { outcome: 'later'; waitMs: number; error: string; mayRepeat: boolean }
  /** These payloads take the place of the row. */
  | { outcome: 'instead'; payloads: readonly string[]; withoutButtons?: true }
  | { outcome: 'undeliverable'; error: string };

/** What a channel does for the worker. */
export interface Transport {
  /** How the addresses of its chats begin. */
  readonly channel: string;
  /** Whether a person in this chat may still be written to: nothing that waited goes to one who was taken off the list. */
  mayHear(chat: string): boolean;
  /** Sends a row that is noted as `sending`. A rejection is a fault of the program or of the machine, not of the network. */
  deliver(row: OutboxRow): Promise<Delivery>;
  /** Called inside the write that notes a row as undeliverable. */
  storeUndelivered(row: OutboxRow, why: string): void;
}

export interface OutboxWorkerOptions {
  state: State;
  transport: Transport;
  clock: Clock;
  log: Log;
}

/** After a failure that is not the channel's, such as a full disk. */
const restPauseMs = 1_500;
const wakePauseMs = 15_000;
/** A longer wait is broken off: asked again after an hour, the channel says how much of it is left. */
const maxWaitMs = 3_600_000;
/**
 * How long a wait from before a restart can still take. It was noted by the wall clock, which may have been set since: one
 * that is longer than any of ours does not count.
 */
const maxOldWaitMs = 60_000;
/** A row at which the program itself fails this many times is not delivered. */
const maxFaults = 5;

export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #running = new Map<string, Promise<void>>();
  /** When a row may be tried again, by the row's number and the monotonic clock. */
  readonly #retryAtMs = new Map<number, number>();
  readonly #stopping = new AbortController();
  #waking: Promise<void> = Promise.resolve();

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
  }

  /** Tells the worker that this chat may have new rows. */
  poke(chat: string): void {
    const { state, clock, log } = this.#options;
    if (this.#running.has(chat) || this.#stopping.signal.aborted) return;
    if (state.outbox.next(chat, clock.now()) === null) return;
    const run = this.#drain(chat).catch((error: unknown) => {
      this.#running.delete(chat);
      log.error({ err: error, chat }, 'delivery stopped; it is taken up again shortly');
      inBackground(this.#pokeAfter(restPauseMs, chat), log, 'taking a delivery up again');
    });
    this.#running.set(chat, run);
  }

  /** Resumes the deliveries that an earlier run left. */
  start(): void {
    this.#waking = this.#wake();
  }

  /** Waits up to `graceMs` for deliveries that have begun; the rest stays in the outbox. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    const patience = new AbortController();
    await Promise.race([Promise.all(this.#running.values()), this.#options.clock.pause(graceMs, patience.signal)]);
    patience.abort();
    await this.#waking;
  }

  /** Delivers the rows whose holding time is over. */
  async #wake(): Promise<void> {
    const { clock, log } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        this.#pokeAll();
      } catch (error) {
        log.error({ err: error }, 'the outbox could not be read; tried again');
      }
      await clock.pause(wakePauseMs, this.#stopping.signal);
    }
  }

  #pokeAll(): void {
    const { state, transport, clock } = this.#options;
    for (const chat of state.outbox.chats(transport.channel, clock.now())) this.poke(chat);
  }

  async #pokeAfter(ms: number, chat: string): Promise<void> {
    await this.#options.clock.pause(ms, this.#stopping.signal);
    this.poke(chat);
  }

  async #drain(chat: string): Promise<void> {
    const { state, transport, clock, log } = this.#options;
    const { outbox } = state;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const row = outbox.next(chat, clock.now());
      if (!row) {
        // This runs in the same tick as the check before it, so that no message can arrive in between.
        this.#running.delete(chat);
        return;
      }
      if (!transport.mayHear(chat)) {
        log.warn({ turn: row.turn, chat }, 'a message is dropped: its chat is not listed any more');
        await state.write(() => outbox.dead(row.seq, 'the chat is not listed any more'));
        continue;
      }
      const waitMs = this.#waitOf(row);
      if (waitMs > 0) {
        await clock.pause(waitMs, signal);
        continue;
      }
      await state.write(() => outbox.begin(row.seq));
      await this.#deliver(row);
    }
  }

  /** How much longer this row waits for its next try. */
  #waitOf(row: OutboxRow): number {
    const { clock } = this.#options;
    const nowMs = clock.elapsed();
    let untilMs = this.#retryAtMs.get(row.seq);
    if (untilMs === undefined) {
      const leftMs = (row.retryAt?.getTime() ?? 0) - clock.now().getTime();
      untilMs = nowMs + (leftMs > maxWaitMs ? 0 : Math.max(0, Math.min(leftMs, maxOldWaitMs)));
      if (row.retryAt) this.#retryAtMs.set(row.seq, untilMs);
    }
    return untilMs - nowMs;
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const { state, transport, log } = this.#options;
    let delivery: Delivery;
    try {
      delivery = await transport.deliver(row);
    } catch (error) {
      await this.#settle(row, this.#afterFault(row, error));
      throw error;
    }
    if (delivery.outcome === 'sent') {
      const { messageId } = delivery;
      await this.#note(() => state.outbox.sent(row.seq, messageId));
      this.#retryAtMs.delete(row.seq);
      log.debug({ turn: row.turn, chunk: row.chunk, messageId }, 'sent');
      return;
    }
    await this.#settle(row, delivery);
    // The notice about an undeliverable message may go to another chat.
    this.#pokeAll();
  }

  /** An error with a code comes from the machine and passes. One without is a bug, which the same row would cause again. */
  #afterFault(row: OutboxRow, error: unknown): Exclude<Delivery, { outcome: 'sent' }> {
    return row.attempts + 1 >= maxFaults && codeOf(error) === undefined
      ? { outcome: 'undeliverable', error: 'the program failed at it' }
      : {
          outcome: 'later',
          waitMs: backoffMs(row.attempts + 1, firstPauseMs, maxPauseMs),
          error: 'internal',
          mayRepeat: true,
        };
  }

  async #settle(row: OutboxRow, delivery: Exclude<Delivery, { outcome: 'sent' }>): Promise<void> {
    const { state, transport, clock, log } = this.#options;
    const { outbox } = state;
    this.#retryAtMs.delete(row.seq);
    if (delivery.outcome === 'later') {
      const waitMs = Math.min(delivery.waitMs, maxWaitMs);
      const { error, mayRepeat } = delivery;
      if (row.attempts % 10 === 0 || waitMs < delivery.waitMs)
        log.warn({ turn: row.turn, attempts: row.attempts + 1, waitMs, error }, 'a message was not delivered yet');
      const retryAt = new Date(clock.now().getTime() + waitMs);
      this.#retryAtMs.set(row.seq, clock.elapsed() + waitMs);
      return await state.write(() => outbox.later(row.seq, { retryAt, error, mayRepeat }));
    }
    await state.write(() => {
      if (delivery.outcome === 'instead') {
        if (delivery.withoutButtons) outbox.setButtons(row.seq, null);
        return outbox.split(row.seq, delivery.payloads);
      }
      log.error({ turn: row.turn, chat: row.chat, error: delivery.error }, 'a message can not be delivered');
      outbox.dead(row.seq, delivery.error);
      transport.storeUndelivered(row, delivery.error);
    });
  }

  /** Records a delivery, and retries as long as that fails (a full disk): a delivery that is not recorded would be sent again. */
  async #note(work: () => void): Promise<void> {
    const { state, clock, log } = this.#options;
    for (let tries = 1; ; tries += 1) {
      try {
        return await state.write(work);
      } catch (error) {
        if (this.#stopping.signal.aborted) throw error;
        if (tries === 1) log.error({ err: error }, 'a delivery could not be noted yet; trying until it can');
        await clock.pause(backoffMs(tries, firstPauseMs, maxPauseMs), this.#stopping.signal);
      }
    }
  }
}

const firstPauseMs = 500;
const maxPauseMs = 30_000;
