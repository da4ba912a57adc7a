// Stretches of the calendar as ranges of days, counted from 1970-01-01. Pure arithmetic in the Gregorian calendar; reads no text.

export interface DayRange {
  /** Days since 1970-01-01, inclusive. */
  from: number;
  to: number;
  /** The end that a word like "before" or "since" drew: what lies beyond is not nearly as good. */
  sharp?: 'from' | 'to';
  /** "A week ago" is about this day. */
  centre?: number;
  /** Whether a line without a date may be of these days as well, although the bounds are strict. */
  takesUndated?: boolean;
}

const dayMs = 86_400_000;

export const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / dayMs;

/** The year, month (1 to 12) and day of the month of a day. */
export function partsOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const singleDay = (day: number): DayRange => ({ from: day, to: day });

/** A month; numbers beyond 1 to 12 count into the years beside. */
export const monthOf = (year: number, month: number): DayRange => ({
  from: dayNumber(year, month, 1),
  to: dayNumber(year, month + 1, 0),
});

export const yearOf = (year: number): DayRange => ({ from: dayNumber(year, 1, 1), to: dayNumber(year, 12, 31) });

/** @param quarter 1 to 4; numbers beyond count into the years beside */
export const quarterOf = (year: number, quarter: number): DayRange => ({
  from: monthOf(year, 3 * quarter - 2).from,
  to: monthOf(year, 3 * quarter).to,
});

/** 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The week from Monday to Sunday that a day is in. */
export function weekOf(day: number): DayRange {
  const monday = day - weekdayOf(day);
  return { from: monday, to: monday + 6 };
}

/** Saturday and Sunday of the week that a day is in. */
export function weekendOf(day: number): DayRange {
  const { to } = weekOf(day);
  return { from: to - 1, to };
}

/** The week of a number as ISO 8601 counts them. */
export function isoWeek(year: number, week: number): DayRange {
  return weekOf(dayNumber(year, 1, 4) + 7 * (week - 1));
}

/** The day this many months later, or earlier; a day that the month does not have becomes its last one. */
export function addMonths(day: number, months: number): number {
  const { year, month, day: of } = partsOf(day);
  const there = monthOf(year, month + months);
  return Math.min(there.from + of - 1, there.to);
}

/** The weekday (0 is Monday) for the `nth` time within a range, or for the last time where that is -1. Null where the range has fewer. */
export function nthWeekday({ from, to }: DayRange, weekday: number, nth: number): number | null {
  const first = from + ((weekday - weekdayOf(from) + 7) % 7);
  const day = nth > 0 ? first + 7 * (nth - 1) : to - ((weekdayOf(to) - weekday + 7) % 7);
  return day < from || day > to ? null : day;
}

/** Easter Sunday. J.-M. Oudin, "Étude sur la date de Pâques", 1940. */
export function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = Math.floor((century - 17) / 25);
  const start = (century - Math.floor(century / 4) - Math.floor((century - correction) / 3) + 19 * golden + 15) % 30;
  const moon =
    start -
    Math.floor(start / 28) *
      (1 - Math.floor(start / 28) * Math.floor(29 / (start + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  const shift = moon - weekday;
  const month = 3 + Math.floor((shift + 40) / 44);
  return dayNumber(year, month, shift + 28 - 31 * Math.floor(month / 4));
}

/**
 * The first day in a Gregorian year that another calendar calls by this month and day, or null where none is.
 * @param calendar as `Intl` calls it, such as `hebrew`
 * @param month its name there in English, or its number as digits
 */
export function dayByCalendar(year: number, calendar: string, month: string, day: number): number | null {
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const { from, to } = yearOf(year);
  for (let at = from; at <= to; at += 1) {
    const parts = format.formatToParts(at * dayMs);
    const part = (type: string): string | undefined => parts.find((one) => one.type === type)?.value;
    if (part('month') === month && Number(part('day')) === day) return at;
  }
  return null;
}
