// A job once per local date: by cron in the person's time zone, caught up after downtime, whatever the clock does. Takes
// a job and knows nothing of it.
import { Cron } from 'croner';
import { type Clock, localDate, sleepUntil } from '../base/clock.ts';
import type { Log } from '../base/log.ts';

export interface Daily {
  start(): void;
  /** Stops a job that runs, and resolves when it has stopped. */
  stop(): Promise<void>;
}

export interface DailyOptions {
  /** Cron expression of five fields. */
  pattern: string;
  timezone: string;
  clock: Clock;
  log: Log;
  /** When the job last ended well, or null for never: then it waits for its first hour. */
  last(): { date: string; at: Date } | null;
  /** @returns whether it ended well; if not, it is tried again, and at the next date at the latest */
  job(signal: AbortSignal): Promise<boolean>;
}

const minuteMs = 60_000;
/** Of a failed job, on the same day. */
const retryAfterMs = [10 * minuteMs, 60 * minuteMs];

export function createDaily(options: DailyOptions): Daily {
  const { timezone, clock, log, last, job } = options;
  const cron = new Cron(options.pattern, { timezone, paused: true });
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

  async function loop(): Promise<void> {
    let since = last()?.at ?? clock.now();
    for (;;) {
      const due = nextAfter(cron, since, last()?.date, timezone);
      if (!due) return;
      await sleepUntil(clock, due, stopping.signal);
      for (const pauseMs of [...retryAfterMs, null]) {
        if ((await attempt()) || pauseMs === null) break;
        await clock.sleep(pauseMs, stopping.signal);
      }
      // From the later of the two: a clock that was set back must not bring the same hour again.
      since = new Date(Math.max(due.getTime(), clock.now().getTime()));
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

/** The next hour of the cron on a local date that is not done yet. Hours that the clock repeats count once. */
function nextAfter(cron: Cron, since: Date, doneDate: string | undefined, timezone: string): Date | null {
  let due = cron.nextRun(since);
  if (doneDate === undefined) return due;
  while (due && localDate(due, timezone) <= doneDate) due = cron.nextRun(due);
  return due;
}
