// The hours in which a person gets no message that was not asked for. Pure; by the local time of the person.
import { localTime } from '../base/clock.ts';
import { nextOccurrence } from '../base/recurrence.ts';

/** Times of day as `HH:MM`; `from` later than `to` spans midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

/** How they are written in the configuration: `22:00-07:30`. */
export const quietHoursPattern = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

export function parseQuietHours(given: string): QuietHours {
  const [from = '', to = ''] = given.split('-');
  return { from, to };
}

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
