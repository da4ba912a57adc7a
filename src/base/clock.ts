// Time as a value that is passed in, and the local calendar of a time zone. No timers of its own beyond `sleep`.
import { setTimeout as delay } from 'node:timers/promises';
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

export interface Clock {
  now(): Date;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal ? { signal } : {});
  },
};

const sliceMs = 60_000;

/** Waits by the calendar. Slept in slices: a machine that was suspended or whose clock was set finds out within a minute. */
export async function sleepUntil(clock: Clock, at: Date, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const leftMs = at.getTime() - clock.now().getTime();
    if (leftMs <= 0) return;
    await clock.sleep(Math.min(leftMs, sliceMs), signal);
  }
}

/** The IANA name of the system's time zone. */
export const systemTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The local calendar day of an instant, `YYYY-MM-DD`. */
export const localDate = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'yyyy-MM-dd');

/** The local time of day of an instant, `HH:MM`. */
export const localTime = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'HH:mm');
