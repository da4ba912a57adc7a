// A job once per local date: by cron in the person's time zone, caught up after downtime, whatever the clock does. Takes
// a job and knows nothing of it.
import { Cron } from 'croner';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import { programBegan } from '../../base/time/plausible.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/time/timezone.ts';

export interface Daily {
  start(): void;
  /** Stops a job that runs, and resolves when it has stopped. */
  stop(): Promise<void>;
}

export interface Schedule {
  /** Cron expression of five fields. */
  pattern: string;
  timezone: Timezone;
  past: PastRuns;
}

export interface DailyOptions extends Schedule {
  clock: Clock;
  log: Log;
  /** @returns whether it ended well; if not, it is tried again, and at the next date at the latest */
  job(signal: AbortSignal): Promise<boolean>;
}

/** What is known of the runs that ended well. */
export interface PastRuns {
  /** When the newest of them up to an instant began, or null for none: then the job waits for its first hour. */
  last(until: Date): Date | null;
  /** Whether one was on this local date. */
  on(date: string): boolean;
  /** Told that those which began after an instant have not been: a clock that was ahead recorded them. Their dates are open. */
  discount(after: Date): void;
}

const minuteMs = 60_000;
/** After how long a failed job is tried again on the same day. */
const retryAfterMs = [10 * minuteMs, 60 * minuteMs];
/** A clock that is set back by less has the same night before it once more, which is not done twice. */
const setBackMs = 6 * 60 * minuteMs;

export function createDaily(options: DailyOptions): Daily {
  const { clock, log, job, past } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function attempt(): Promise<boolean> {
    try {
      return await job(stopping.signal);
    } catch (error) {
      stopping.signal.throwIfAborted();
      log.error({ err: error }, 'the daily job failed');
      return false;
    }
  }

  /** What another process holds up is done a minute later. */
  function discountAhead(now: Date): void {
    // A clock that can't be right says nothing of the runs before.
    if (now < programBegan) return;
    try {
      past.discount(new Date(now.getTime() + setBackMs));
    } catch (error) {
      log.warn({ err: error }, 'the runs of a clock that was ahead could not be set aside yet');
    }
  }

  async function loop(): Promise<void> {
    let tried: Date | null = null;
    let start = clock.now();
    for (;;) {
      const now = clock.now();
      discountAhead(now);
      // When a clock was set back, runs that lie ahead of it say nothing of the hours that come again.
      if (tried && tried > now) tried = null;
      if (start > now) start = now;
      const due = nextRun(options, latest(past.last(now), tried) ?? start);
      if (!due) return;
      // Slept in slices: a machine that was suspended, or whose clock was set either way, finds out within a minute.
      const leftMs = due.getTime() - now.getTime();
      if (leftMs > 0) {
        await clock.sleep(Math.min(leftMs, minuteMs), stopping.signal);
        continue;
      }
      for (const pauseMs of [...retryAfterMs, null]) {
        // The time of its start counts: a job that lasts into its next hour does not use that one up.
        tried = clock.now();
        if ((await attempt()) || pauseMs === null) break;
        await clock.sleep(pauseMs, stopping.signal);
      }
    }
  }

  return {
    start() {
      running = loop().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the daily schedule ended');
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * The next hour of the cron on a local date without a run. Hours that the clock repeats count once, and so does a date
 * that comes again as the clock was set back. An hour in the past was missed, and is due now.
 * @param since the newest run
 */
export function nextRun({ pattern, timezone, past }: Schedule, since: Date): Date | null {
  const zone = timezone();
  const cron = new Cron(pattern, { timezone: zone, paused: true });
  let due = cron.nextRun(since);
  while (due && past.on(localDate(due, zone))) due = cron.nextRun(due);
  return due;
}

const latest = (a: Date | null, b: Date | null): Date | null =>
  a && b ? new Date(Math.max(a.getTime(), b.getTime())) : (a ?? b);
