// What a claim brings of its own: numbers, times, dates, days of the week and names that nobody said. Pure.
import { addDays, parseISO } from 'date-fns';
import { isMeasured, isBare, isOneSaid, isToldOtherwise, measuresOf, spansIn } from './measures.ts';
import { closestPart } from './subjects.ts';
import {
  type KnownDate,
  type PartialDate,
  type Values,
  dateOf,
  daysOfMonths,
  hasName,
  relatedYears,
  relativeDates,
  valuesOf,
} from './values.ts';
import { thousandWords } from '../../language/number-words.ts';
import { isMentioned, wordsOf } from './clauses.ts';
import { feastsIn, ordinalOf } from './words.ts';

/** What a claim brings of its own. */
interface Strange {
  /** The first of each kind: the model is told all of it at once. */
  values: string[];
  /** The only one is a number up to nine, without a measure, where the words have no number: what they name may have been counted. */
  isCounted: boolean;
}

export function strangeValues(text: string, claim: Values, evidence: string, quote: string, said: string): Strange {
  const given = valuesOf(evidence, { isEvidence: true });
  // A claim tells "7 pm" or "19:00" as it likes; what the words leave open ("at seven") may be either.
  const hours = (number: string): string[] =>
    [number.padStart(2, '0'), String(Number(number) + 12)].map((h) => `${h}:00`);
  const times = new Set([
    ...given.times,
    ...[...given.numbers].filter((n) => /^\d{1,2}$/.test(n) && !given.boundHours.has(n)).flatMap(hours),
    ...[...given.numbers].flatMap(timesWithPoint),
  ]);
  const isExact = (time: string): boolean => given.times.has(time) || times.has(time);
  const years = relatedYears(given.numbers, said);
  const strange: string[] = [];
  if (claim.times.size > 0 && ![...claim.times].some(isExact)) strange.push(`the time ${[...claim.times][0]}`);
  for (const { date } of relativeDates(evidence, said))
    if (date.year !== undefined && date.month === undefined) years.add(date.year);
  const isDated = claim.dates.length > 0 || claim.numbers.size > 0 || claim.weekdays.size > 0;
  const dates = isDated ? [...datesOf(given, evidence, said), ...movedDates(given, quote, said)] : [];
  // The day on which it was said names no day of the week by itself: the date must stand in one of both.
  const days = [...claim.dates, ...dates.slice(1).map(({ date }) => date)];
  const weekdays = new Set([...given.weekdays, ...days.flatMap((date) => weekdayOf(date, said) ?? [])]);
  if ([...claim.weekdays].some((day) => !weekdays.has(day))) strange.push('the day of the week');
  // "Tomorrow at 11" is not the day on which it was said.
  const told = claim.dates.length === 1 ? relativeDates(closestPart(text, quote), said) : [];
  const isOtherDay =
    told.length > 0 &&
    told.every(({ date, marginDays }) => marginDays === 0 && !isSameDay(date, dateOf(parseISO(said))));
  const known = isOtherDay ? dates.slice(1) : dates;
  const missing = claim.dates.find(
    (date) => !known.some((other) => agrees(date, other, years, said)) && !isNextOfDay(date, quote, said),
  );
  if (missing) strange.push(`the date ${shownDate(missing)}`);
  const number = [...claim.numbers].find(
    (one) =>
      !given.numbers.has(one) &&
      !(one === '1' && isOneSaid(text, evidence)) &&
      !isThousandOf(one, evidence) &&
      !isToldOtherwise(one, text, evidence) &&
      !(isCount(one, given) && !isMeasured(one, text)) &&
      !isCountOfDays(one, given, text) &&
      !given.times.has(`${one.padStart(2, '0')}:00`) &&
      !(claim.times.size > 0 && [...claim.times].some((time) => Number(time.slice(0, 2)) % 12 === Number(one) % 12)) &&
      !dates.some(({ date }) => date.year === Number(one)) &&
      !(
        /^(?:19|20)\d\d$/.test(one) &&
        (one === said.slice(0, 4) || years.has(Number(one)) || isInTwoDigits(Number(one), evidence))
      ) &&
      !isDayOf(one, dates),
  );
  if (number !== undefined) strange.push(`the number ${number}`);
  const ordinal = wordsOf(text).find(
    (word) =>
      (ordinalOf(word) ?? 0) > 2 && !given.numbers.has(String(ordinalOf(word))) && !hasDay(ordinalOf(word), dates),
  );
  if (ordinal !== undefined) strange.push(`"${ordinal}"`);
  const isCounted =
    strange.length === 1 &&
    number !== undefined &&
    Number(number) <= maxCount &&
    given.numbers.size === 0 &&
    !isMeasured(number, text);
  return { values: strange, isCounted };
}

const ofThousands = new RegExp(`\\d ?k(?![\\p{L}\\d])|\\d[.,'’]000(?!\\d)|\\d (?:${thousandWords})(?!\\p{L})`, 'u');

/** "40k, and he gave me ten": ten thousand, where nothing else is said to be ten. */
function isThousandOf(number: string, evidence: string): boolean {
  const bare = Number(number) / 1000;
  return Number.isInteger(bare) && ofThousands.test(evidence) && isBare(String(bare), evidence);
}

/** "9.15" may be a price or a time: 09:15 or 21:15. */
function timesWithPoint(number: string): string[] {
  const [, hour = '', minute = ''] = /^(\d{1,2})\.(\d{1,2})$/.exec(number) ?? [];
  return hour === ''
    ? []
    : [Number(hour), Number(hour) + 12].map((h) => `${h}`.padStart(2, '0') + `:${minute.padEnd(2, '0')}`);
}

/** The names of a claim that nobody said. */
export const strangeNames = (text: string, { names }: Values, evidence: string): string[] =>
  names.filter(
    (name) =>
      !hasName(name, evidence) &&
      !isOfFeast(name, text, evidence) &&
      // "Colecciona" where the words say "colecciono"
      !(text.startsWith(name) && isMentioned(name, evidence)),
  );

/** "Christmas" where the words say "xmas". */
export function isOfFeast(name: string, text: string, evidence: string): boolean {
  const said = feastsIn(evidence);
  return said.length > 0 && feastsIn(text).some((feast) => feast.includes(name.toLowerCase()) && said.includes(feast));
}

const maxCount = 9;
/** "The kids are 4 and 7", "Miso and Nori": two of them. */
const isCount = (number: string, { numbers, names }: Values): boolean =>
  Number(number) > 1 && Number(number) <= maxCount && [numbers.size, names.length].includes(Number(number));

/** "Tuesdays and Thursdays" are two days a week, or twice a week. */
function isCountOfDays(number: string, { weekdays: days }: Values, text: string): boolean {
  const units = measuresOf(number, text);
  const isOfDays = units.length > 0 && units.every((unit) => unit === 'day' || unit === 'week');
  return Number(number) > 1 && Number(number) === days.size && isOfDays;
}

const hasDay = (day: number | undefined, dates: readonly KnownDate[]): boolean =>
  dates.some(({ date }) => date.day === day);

/** `2026-03`, `2026-03-14`, `03-14`, `2026`. */
const shownDate = ({ year, month, day }: PartialDate): string =>
  [year, month, day].flatMap((part) => (part === undefined ? [] : [String(part).padStart(2, '0')])).join('-');

/** The day on which it was said comes first. */
export function datesOf(given: Values, quote: string, said: string): KnownDate[] {
  return [
    { date: dateOf(parseISO(said)), marginDays: 0 },
    ...given.dates.map((date) => ({ date, marginDays: 0 })),
    ...relativeDates(quote, said),
    ...daysOfMonths(quote, given.dates, said).map((date) => ({ date, marginDays: 0 })),
  ];
}

/** "Pushed back a week", "two days later": the days that are known, so much later or earlier. */
function movedDates({ dates }: Values, quote: string, said: string): KnownDate[] {
  const spans = spansIn(quote);
  return dates.flatMap(({ year = Number(said.slice(0, 4)), month, day }) =>
    month === undefined || day === undefined
      ? []
      : spans.flatMap((days) =>
          [-days, days].map((by) => ({ date: dateOf(addDays(new Date(year, month - 1, day), by)), marginDays: 0 })),
        ),
  );
}

const isSameDay = (one: PartialDate, other: PartialDate): boolean => one.month === other.month && one.day === other.day;

/** For a date without its year: the weekdays in the year in which it was said, and in the next. */
function weekdayOf({ year, month, day }: PartialDate, said: string): number[] | null {
  if (month === undefined || day === undefined) return null;
  const years = year === undefined ? [Number(said.slice(0, 4)), Number(said.slice(0, 4)) + 1] : [year];
  return years.map((one) => new Date(Date.UTC(one, month - 1, day)).getUTCDay());
}

const isDayOf = (number: string, dates: readonly KnownDate[]): boolean =>
  dates.some(({ date, marginDays }) => marginDays === 0 && date.day === Number(number) && date.month === undefined);

/** @param years that follow from what is said, besides those of the dates */
export function agrees(claim: PartialDate, known: KnownDate, years: ReadonlySet<number>, said: string): boolean {
  const { date, marginDays } = known;
  if (claim.month === undefined && claim.day === undefined) return claim.year === date.year;
  const isYearKnown = (): boolean =>
    claim.year === undefined ||
    date.year === claim.year ||
    (date.year === undefined && isNear(claim.year, claim.month ?? 1, said)) ||
    years.has(claim.year);
  if (claim.day === undefined) return claim.month === date.month && isYearKnown();
  if (claim.month === date.month && claim.day === date.day) return isYearKnown();
  if (marginDays === 0 || date.year === undefined || date.month === undefined || date.day === undefined) return false;
  const distance =
    Date.UTC(claim.year ?? date.year, (claim.month ?? 1) - 1, claim.day) -
    Date.UTC(date.year, date.month - 1, date.day);
  return Math.abs(distance) <= marginDays * dayMs;
}

const dayMs = 86_400_000;

const dayOfMonth = /(?<![\d.,])(\d{1,2})(?:st|nd|rd|th|\.(?!\d))(?!\p{L})/giu;

/** "Back on the 17th", said on the 20th: the next day of that number. A bare number may be anything. */
function isNextOfDay({ year, month, day }: PartialDate, quote: string, said: string): boolean {
  if (year === undefined || month === undefined || day === undefined) return false;
  if (![...quote.matchAll(dayOfMonth)].some(([, number]) => Number(number) === day)) return false;
  const days = (Date.UTC(year, month - 1, day) - Date.parse(said)) / dayMs;
  return days > 0 && days <= new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
}

const twoDigits = /['’](\d\d)(?!\d)|(?<!\d)(\d\d) \p{L}{1,5} (\d\d)(?!\d)/gu;
/** Smaller numbers are ages, days and counts as often. */
const leastOfTwo = 30;

/** Whether a year is said in two digits: "in '98", "from 89 to 94". */
function isInTwoDigits(year: number, evidence: string): boolean {
  const found = [...evidence.matchAll(twoDigits)].flatMap(([, alone, from, to]) =>
    [from, to].every((part) => Number(part) >= leastOfTwo) ? [from, to] : [alone],
  );
  return found.some((part) => part !== undefined && Number(part) === year % 100);
}

/**
 * A month without its year is the next one of that name, or the last: of this year, or not long ago. "On 8 December", said in
 * November, is not that of the year before.
 */
function isNear(year: number, month: number, said: string): boolean {
  const monthsAhead = year * 12 + month - Number(said.slice(0, 4)) * 12 - Number(said.slice(5, 7));
  return monthsAhead <= 12 && (monthsAhead >= -6 || year === Number(said.slice(0, 4)));
}
