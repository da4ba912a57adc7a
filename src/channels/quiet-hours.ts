// The hours in which a person gets no message that was not asked for. Pure; by the local time of the person.
import { localTime } from '../base/time/local-time.ts';
import { nextOccurrence } from '../base/time/recurrence.ts';
import type { QuietHours } from './quiet-hours-setting.ts';

/**
 * Until when a message about another message waits. A person who wrote in these quiet hours is awake, and is told at once.
 * @param askedAt when the message came
 */
export function heldUntil(now: Date, askedAt: Date, hours: QuietHours, timezone: string): Date | null {
  const until = quietUntil(now, hours, timezone);
  return until !== null && quietUntil(askedAt, hours, timezone)?.getTime() === until.getTime() ? null : until;
}

/** The end of the quiet hours that run now, or null when none do. A clock change moves the end with the wall. */
export function quietUntil(now: Date, { from, to }: QuietHours, timezone: string): Date | null {
  const time = localTime(now, timezone);
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to;
  const [hour, minute] = to.split(':').map(Number);
  return isQuiet ? nextOccurrence(`${minute} ${hour} * * *`, timezone, now) : null;
}
