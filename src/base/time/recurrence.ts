// When a cron pattern comes next, by the clock on the wall of a time zone. Pure.
import { Cron } from 'croner';

/**
 * The first time of a pattern after an instant, by the clock on the wall of the time zone; null when there is none.
 * A time that a clock change skips comes at the end of the gap, one that it repeats comes once.
 * @throws Error for a pattern that is none
 */
export const nextOccurrence = (pattern: string, timezone: string, after: Date): Date | null =>
  new Cron(pattern, { timezone, paused: true }).nextRun(after);
