// Which times and days can be right. A computer without a battery begins in 1970, 1980 or 2000, and one with an empty one may begin years
// ahead, until it hears the time from the network: what is written meanwhile bears a day that tells nothing. Pure.

/** The year of the first release: no clock of a running Scrubjay that shows an earlier time is right. */
export const programBegan = new Date('2026-01-01T00:00:00Z');

const dayMs = 86_400_000;
const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Notes that are named by their day are younger, and clocks without a battery begin before it; a diary may well be older than the program. */
const firstDay = '2001-01-01';
/** Nobody plans by the day for a time that is further ahead. */
const plannedDays = 366;

/** Whether it is the day of a note, also of one that is written for a day to come. @param day and today `YYYY-MM-DD` */
export const isPlausibleDay = (day: string, today: string): boolean =>
  day >= firstDay && day <= daysLater(today, plannedDays);

/** Whether something was said on this day by now, so that it is newer than what was said before and older than what was said since. */
export const hasCome = (day: string, today: string): boolean =>
  // Time zones differ by a day.
  isPlausibleDay(day, today) && day <= daysLater(today, 1);

/** The newest day of those that can be right; today where none is. */
export const newestDay = (days: readonly string[], today: string): string =>
  days
    .filter((day) => isPlausibleDay(day, today))
    .toSorted()
    .at(-1) ?? today;
