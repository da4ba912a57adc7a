// Maintains the index of a long-running program between searches: it embeds changed notes, removes texts that no chunk has any
// more, closes holes and looks for damage. It is optional: a search looks for changes itself.
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { inBackground } from '../base/concurrency/background.ts';
import type { Clock } from '../base/time/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { createMutex } from '../base/concurrency/mutex.ts';
import type { LiveIndex } from './index/live-index.ts';
import { removeLeftovers } from './leftovers.ts';

/** Editors save in several steps; one look after the last is enough. */
const settleMs = 200;
const sweepMs = 60_000;
const checkEveryMs = 24 * 60 * 60_000;
/** How often the index in memory is written to its file, where it changed: for a million lines that is some 300 MB. */
const saveEveryMs = 30 * 60_000;
/** Contents looked at in one transaction: to remove more at a time would hold the event loop up. */
const orphansPerStep = 250;
const orphanSteps = 8;
const stepsPerSweep = 50;

export class Upkeep {
  readonly #dir: string;
  readonly #index: LiveIndex;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #signal: AbortSignal;
  readonly #tidied: Promise<void>;
  readonly #sweeps: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;
  readonly #oneAtATime = createMutex();
  /** Up to which content the sweeps have looked for what no chunk says any more. */
  #orphansFrom = 0;
  #checkedAtMs: number;
  #savedAtMs = -Infinity;

  constructor(options: { dir: string; index: LiveIndex; clock: Clock; log: Log; signal: AbortSignal }) {
    this.#dir = options.dir;
    this.#index = options.index;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#signal = options.signal;
    // The first check comes with the second sweep, after the more urgent work of a starting daemon.
    this.#checkedAtMs = this.#clock.elapsed() - checkEveryMs + sweepMs;
    this.#tidied = this.#removeLeftovers();
    this.#sweeps = setInterval(() => this.#soon(true), sweepMs).unref();
    this.#soon(true);
  }

  /** Something under the folder of notes changed. */
  noteChange(): void {
    this.#soon(false);
  }

  /** Resolves when nothing of it is under way. The signal is aborted before. */
  async close(): Promise<void> {
    clearInterval(this.#sweeps);
    if (this.#timer) clearTimeout(this.#timer);
    await this.#oneAtATime(() => Promise.resolve());
    await this.#tidied;
  }

  #soon(sweep: boolean): void {
    if (this.#signal.aborted) return;
    if (sweep) {
      this.#begin(true);
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#begin(false);
    }, settleMs).unref();
  }

  #begin(sweep: boolean): void {
    inBackground(
      this.#oneAtATime(() => this.#refresh(sweep)),
      this.#log,
      'the upkeep of the index',
    );
  }

  async #refresh(sweep: boolean): Promise<void> {
    if (this.#signal.aborted) return;
    const nowMs = this.#clock.elapsed();
    if (nowMs - this.#checkedAtMs >= checkEveryMs) {
      this.#checkedAtMs = nowMs;
      inBackground(this.#index.check(), this.#log, 'the check of the index');
    }
    try {
      await this.#index.use(async ({ sync, store, save }) => {
        await sync.refresh({ sweep });
        for (let step = 0; step < orphanSteps && !this.#signal.aborted; step += 1) {
          this.#orphansFrom = store.removeOrphans(this.#orphansFrom, orphansPerStep);
          if (this.#orphansFrom === 0) break;
          await yieldToLoop();
        }
        for (let step = 0; step < stepsPerSweep && !this.#signal.aborted && store.tidy(); step += 1)
          await yieldToLoop();
        if (!sweep || nowMs - this.#savedAtMs < saveEveryMs) return;
        this.#savedAtMs = nowMs;
        await save();
      });
    } catch (error) {
      if (!this.#signal.aborted) this.#log.error({ err: error }, 'The index could not be brought up to date.');
    }
  }

  async #removeLeftovers(): Promise<void> {
    try {
      const removed = await removeLeftovers(this.#dir, this.#clock.now());
      if (removed > 0) this.#log.info({ removed }, 'Removed what broken-off writes had left beside the notes.');
    } catch (error) {
      this.#log.warn(
        { err: error },
        `What broken-off writes left beside the notes could not be removed: ${messageOf(error)}`,
      );
    }
  }
}
