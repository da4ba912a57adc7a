// The words of which English times are made, as pieces of patterns, and what they mean: which number, which month, and which of the
// Mays, Mondays or holidays is meant where the year is left out. The forms are in relative-times.ts, dated-times.ts and
// parts-of-times.ts. Pure.
import { english } from '../../language/english.ts';
import { alternatives } from '../../language/words.ts';
import { type DayRange, monthOf, partsOf, singleDay } from './calendar.ts';

/** Whether a time that comes back is the one that was, the one to come, or, in a note, the one that lies nearest. */
export type Tense = 'past' | 'coming' | 'unsaid' | 'nearest';

export interface TimeContext {
  /** Days since 1970-01-01. */
  today: number;
  /** Tells which country's holidays are meant, and whether 9/5 is in May. */
  timezone: string;
  tense: Tense;
}

export interface FoundTime {
  days: DayRange;
  /** Where the words of the time end. */
  end: number;
  /** It was named without its year, month or week, and is one of many. */
  recurs?: 'week' | 'month' | 'year';
}

export interface Form {
  pattern: RegExp;
  read: (found: RegExpExecArray, context: TimeContext) => Omit<FoundTime, 'end'> | DayRange | null;
}

export const { times, weekdays, months } = english;
export const month = `(${months.map(alternatives).join('|')})\\b\\.?`;
export const weekday = `(${weekdays.map(alternatives).join('|')})\\b\\.?`;
export const year = '((?:19|20)\\d{2})(?![-/.]?\\d)';
/** A year behind a time. */
export const ofYear = `(?:[ /,]{1,2}(?:of |in )?(?:${year}|(last|this|next) year\\b))?`;
export const count = `(\\d{1,3}|half an?|an?|${times.counts.join('|')}|(?:a |the )?couple(?: of)?|(?:a |the )?few|several|a dozen)`;
export const unit = `(day|night|week|weekend|fortnight|month|quarter|year|decade)s?\\b`;
export const ordinal = `(${times.ordinals.join('|')}|last|final)`;
export const season = `(${Object.values(times.seasons).join('|')})\\b`;
export const which = '(last|past|previous|this|current|next|coming|upcoming|following)';
export const number = '(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?!\\d|[:.]\\d|,(?!(?:19|20)\\d{2}(?!\\d))\\d)';
export const dash = ' ?(?:-|–|—|to|till|until|through|and) ?(?:the )?';

export const form = (pattern: string, read: Form['read']): Form => ({ pattern: new RegExp(pattern, 'iuy'), read });

export const indexIn = (words: readonly string[], word: string): number =>
  words.findIndex((forms) => forms.split(' ').includes(word.toLowerCase().replace(/\.$/, '')));
export const monthNumber = (word: string): number => indexIn(months, word) + 1;
export const ordinalNumber = (word: string): number =>
  /last|final/i.test(word) ? -1 : times.ordinals.findIndex((one) => new RegExp(`^(?:${one})$`, 'i').test(word)) + 1;
const fewOf = 4;

export function countOf(word: string): number {
  const said = word.toLowerCase();
  if (/^\d/.test(said)) return Number(said);
  if (said.startsWith('half')) return 0.5;
  if (/^an?$/.test(said)) return 1;
  if (said.includes('couple')) return 2;
  if (/few|several/.test(said)) return fewOf;
  if (said === 'a dozen') return 12;
  return times.counts.indexOf(said) + 1;
}

/** Which of the same stretches is meant. @param of the one of this year, month or week where `at` is 0 */
export function pick(
  of: (at: number) => DayRange | null,
  { today, tense }: TimeContext,
  soonDays = 0,
): DayRange | null {
  const all = [-4, -3, -2, -1, 0, 1, 2, 3, 4].flatMap((at) => of(at) ?? []);
  const past = all.findLast(({ from }) => from <= today) ?? null;
  const coming = all.find(({ to }) => to >= today) ?? null;
  if (!past || !coming) return past ?? coming;
  if (tense === 'coming') return coming.from - today <= maxAhead ? coming : past;
  if (tense === 'nearest') return coming.from - today <= pastIsFarther * (today - past.to) ? coming : past;
  const ahead = coming.from - today;
  const isNext = ahead <= soonDays || pastIsFarAway * ahead <= today - past.to;
  return tense === 'unsaid' && isNext ? coming : past;
}
/** Up to this far ahead, a time without a year is the coming one where what is to come is asked for. */
const maxAhead = 270;
/** Where nothing says whether it was or will be, what is so many times as near is meant: in November, "mid December" is not that of last year. */
const pastIsFarAway = 5;
/** In a note a day that is to come is more likely than one that was. */
const pastIsFarther = 2.6;

export const step = (which: string): number =>
  /last|past|previous/i.test(which) ? -1 : /next|coming|following/i.test(which) ? 1 : 0;

/** A stretch of each year, in the year that is said, or the one that is meant. */
export function yearly(
  of: (year: number) => DayRange | null,
  context: TimeContext,
  [said, relative]: readonly [string | undefined, string | undefined],
  soonDays = 0,
): Omit<FoundTime, 'end'> | null {
  const thisYear = partsOf(context.today).year;
  if (said !== undefined || relative !== undefined) {
    const days = of(said === undefined ? thisYear + step(relative ?? '') : Number(said));
    return days && { days };
  }
  const days = pick((at) => of(thisYear + at), context, soonDays);
  return days && { days, recurs: 'year' };
}

/** What a name alone means behind "last", "this" or "next". */
export function relativeOf(
  of: (year: number) => DayRange | null,
  which: string,
  { today }: TimeContext,
): DayRange | null {
  const thisYear = partsOf(today).year;
  const all = [-2, -1, 0, 1, 2].flatMap((at) => of(thisYear + at) ?? []);
  const distance = ({ from, to }: DayRange): number => Math.max(0, from - today, today - to);
  if (step(which) < 0) return all.findLast(({ to }) => to < today) ?? null;
  if (step(which) > 0) return all.find(({ from }) => from > today) ?? null;
  return all.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

export function dateOf(year: number, month: number, day: number): DayRange | null {
  const { from, to } = monthOf(year, month);
  return month < 1 || month > 12 || from + day - 1 > to ? null : singleDay(from + day - 1);
}

export const dayInMonth = (year: number, month: number, day: number): DayRange | null => {
  const { from, to } = monthOf(year, month);
  return from + day - 1 > to ? null : singleDay(from + day - 1);
};

export function monthly(
  of: (year: number, month: number) => DayRange | null,
  context: TimeContext,
): Omit<FoundTime, 'end'> | null {
  const { year: now, month: monthNow } = partsOf(context.today);
  const days = pick((at) => of(now, monthNow + at), context);
  return days && { days, recurs: 'month' };
}
