// The local calendar of a time zone.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

const minuteMs = 60_000;
let lastDate = { minute: NaN, timezone: '', date: '' };

/**
 * The local calendar day of an instant, `YYYY-MM-DD`. The last answer is kept for its minute, as each search asks for today several
 * times: no time zone changes its offset within a minute.
 */
export function localDate(at: Date, timezone: string): string {
  const minute = Math.floor(at.getTime() / minuteMs);
  if (lastDate.minute !== minute || lastDate.timezone !== timezone)
    lastDate = { minute, timezone, date: format(new TZDate(at, timezone), 'yyyy-MM-dd') };
  return lastDate.date;
}

/** The local weekday, day and time of day of an instant, in English: `Monday, 2026-11-23 06:15`. */
export const localDayAndTime = (at: Date, timezone: string): string =>
  format(new TZDate(at, timezone), 'EEEE, yyyy-MM-dd HH:mm');

/** The local time of day of an instant, `HH:MM`. */
export const localTime = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'HH:mm');

/** The instant at which a wall clock shows a time. @param shown that time, as if it were in UTC */
export const wallTime = (shown: Date, timezone: string): Date =>
  new Date(
    new TZDate(
      shown.getUTCFullYear(),
      shown.getUTCMonth(),
      shown.getUTCDate(),
      shown.getUTCHours(),
      shown.getUTCMinutes(),
      0,
      timezone,
    ).getTime(),
  );

/** What a wall clock shows at an instant, as if it were in UTC, to the minute. */
export const wallClockAt = (at: Date, timezone: string): Date =>
  new Date(`${localDate(at, timezone)}T${localTime(at, timezone)}:00Z`);

/** How far a time zone is ahead of UTC at an instant. */
export const offsetMinutesAt = (at: Date, timezone: string): number => -new TZDate(at, timezone).getTimezoneOffset();
