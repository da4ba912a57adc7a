// Time as a value that is passed in. Wall time is for people and for the calendar; waits and intervals go by `elapsed`, which can't be set.
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Wall time. It can jump in both directions at any moment. */
  now(): Date;
  /** Milliseconds since some fixed moment of this process; never goes back. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock from its parts. @param elapsed follows `now` unless given, which suits a clock that a test moves by hand */
export function createClock({
  now,
  sleep,
  elapsed = () => now().getTime(),
}: Pick<Clock, 'now' | 'sleep'> & Partial<Pick<Clock, 'elapsed'>>): Clock {
  return { now, elapsed, sleep, pause: (ms, signal) => sleep(ms, signal).catch(() => undefined) };
}

// A timer of Node that is set to more than 2^31 - 1 ms fires at once.
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = createClock({
  now: () => new Date(),
  elapsed: () => performance.now(),
  async sleep(ms, signal) {
    for (let leftMs = ms; leftMs > 0 || leftMs === ms; leftMs -= maxTimerMs)
      await delay(Math.min(leftMs, maxTimerMs), undefined, { signal });
  },
});

const sliceMs = 60_000;

/**
 * Waits by the calendar. Slept in slices: a machine that was suspended or whose clock was set finds out within a minute.
 * @throws RangeError for a date that is none, which no clock would ever reach
 */
export async function sleepUntil(clock: Clock, at: Date, signal?: AbortSignal): Promise<void> {
  if (Number.isNaN(at.getTime())) throw new RangeError('there is no such time to wait for');
  for (;;) {
    const leftMs = at.getTime() - clock.now().getTime();
    if (leftMs <= 0) return;
    await clock.sleep(Math.min(leftMs, sliceMs), signal);
  }
}
