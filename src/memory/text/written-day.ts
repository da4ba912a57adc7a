// The day that a file's path, a heading or front matter is of, in the forms that note programs and people write: "2026_09_15",
// "15.9.2026", "Sep 15th, 2026", "2026/09/15.md". It must be whole, with its year, and be the only one: of a range none is taken.
// What lines and questions say of days ("on Friday", "12 May") is read by query/dates.ts. Pure.
import { languages } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';

interface DateFound {
  /** Days since 1970-01-01. */
  day: number;
  at: number;
  end: number;
}

const isoDate = /\b(\d{4})-(\d{2})-(\d{2})\b/;
/** Of other forms, numbers beyond these are hardly a year in which somebody wrote a note. */
const isYear = (number: number): boolean => number >= 1990 && number <= 2099;

// Each of these takes linear time on any text, because nothing in it repeats without a bound. Without regard to case the engine would
// take longer to compile them.
const forms = [
  // 2026_09_15, 2026.9.15, 2026-09-15T10:30
  /(?<![A-Za-z\d+]|\d[-_./])(?<year>\d{4})(?<mark>[-_./ ]) ?(?<month>\d{1,2})\k<mark> ?(?<date>\d{1,2})(?!\d|(?!T\d)[A-Za-z])/gu,
  // 15.09.2026, 15. 9. 2026, 15-09-2026
  /(?<![A-Za-z\d+]|\d[-_./])(?<date>\d{1,2})(?<mark>[-_./]) ?(?<month>\d{1,2})\k<mark> ?(?<year>\d{4})(?![A-Za-z\d])/gu,
  /(?<!\d)(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<date>\d{1,2}) ?[日號号일]/gu,
  // 20260915 and 20260915T103321; 202609151033 only at the beginning, and no part of a longer number such as one of a telephone.
  /(?<![A-Za-z\d+]|\d[-_./ ])(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})(?:(?:T|(?<=^\d{8}))(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?Z?(?![A-Za-z\d]|[-_. ]{1,2}(?!(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?(?!\d))\d{3})/gu,
  // 15 September 2026, 15. September 2026, 15 de septiembre de 2026, 15Sep2026
  /(?<![A-Za-z\d])(?<date>\d{1,2})(?:st|nd|rd|th|er|[ºª.])?,?[ _-]{0,2}(?:(?:of|del?) )?(?<month>[\p{L}\p{M}]{2,14})[.,]{0,2}[ _-]{0,2}(?:(?:of|del?) )?(?<year>\d{4})(?![A-Za-z\d])/gu,
  // Sep 15th, 2026
  /(?<![\p{L}\p{M}])(?<month>[\p{L}\p{M}]{2,14})\.?[ _-]{0,2}(?:the )?(?<date>\d{1,2})(?:st|nd|rd|th|[ºª.])?,?[ _-]{0,2}(?<year>\d{4})(?![A-Za-z\d])/gu,
  // 2026 Sep 15
  /(?<![A-Za-z\d])(?<year>\d{4})[.,]?[ _-]{0,2}(?<month>[\p{L}\p{M}]{2,14})\.?[ _-]{0,2}(?<date>\d{1,2})(?:st|nd|rd|th|[.])?(?![A-Za-z\d])/gu,
];
const daysOfMonth = [
  /(?<![A-Za-z\d])(?<date>\d{1,2})(?:st|nd|rd|th|er|[ºª.])?[ _-]{0,2}(?:(?:of|del?) )?(?<month>[\p{L}\p{M}]{2,14})/gu,
  /(?<![\p{L}\p{M}])(?<month>[\p{L}\p{M}]{2,14})\.?[ _-]{0,2}(?<date>\d{1,2})(?!\d)/gu,
];

const months = new Map(
  languages.flatMap((language) =>
    language.months.flatMap((said, i) => said.split(' ').map((form): [string, number] => [form, i + 1])),
  ),
);
const weekdays = new Set(languages.flatMap((language) => language.weekdays.flatMap((said) => said.split(' '))));
/** Names of files may have the marks of their letters apart (macOS). */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();
const monthOf = (said: string): number => (/^\d/.test(said) ? Number(said) : (months.get(folded(said)) ?? 0));
const dayNumber = (year: number, month: number, date: number): number | null => {
  const at = new Date(Date.UTC(year, month - 1, date));
  // The calendar counts on from 30 February to 2 March.
  const isThere = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return isThere ? at.getTime() / 86_400_000 : null;
};

/** Days since 1970-01-01 of the first ISO date in a text, or null. */
export function dayOf(text: string): number | null {
  const [, year, month, date] = isoDate.exec(text) ?? [];
  return year === undefined ? null : dayNumber(Number(year), Number(month), Number(date));
}

/** The first ISO date of a text, else the only date in another form. */
export function dateIn(text: string): DateFound | null {
  const iso = isoDate.exec(text);
  const day = iso && dayOf(iso[0]);
  if (iso && day !== null) return { day, at: iso.index, end: iso.index + iso[0].length };
  if (!/\d{4}/.test(text)) return null;
  const [found, ...others] = forms.flatMap((form) => [...text.matchAll(form)].flatMap((match) => dateOf(match) ?? []));
  return !found || others.some((other) => other.day !== found.day) || endsRange(text, found) ? null : found;
}

function dateOf({ 0: said, index, groups = {} }: RegExpExecArray): DateFound | null {
  const [year, month, date] = [Number(groups['year']), monthOf(groups['month'] ?? ''), Number(groups['date'])];
  if (!isYear(year)) return null;
  const isDayFirst = said.endsWith(groups['year'] ?? '');
  const day = dayNumber(year, month, date) ?? (isDayFirst && month > 12 ? dayNumber(year, date, month) : null);
  return day === null ? null : { day, at: index, end: index + said.length };
}

/** "12 May to 3 June 2025", "12-15 May 2025", "12. bis 15.5.2025". */
function endsRange(text: string, { day, at, end }: DateFound): boolean {
  const last = new Date(86_400_000 * day);
  const [month, date] = [last.getUTCMonth() + 1, last.getUTCDate()];
  const isOther = ({ 0: said, index, groups = {} }: RegExpExecArray): boolean => {
    const other = monthOf(groups['month'] ?? '');
    const isApart = index + said.length <= at || index >= end;
    return isApart && other !== 0 && (other !== month || Number(groups['date']) !== date);
  };
  if (daysOfMonth.some((pattern) => [...text.matchAll(pattern)].some(isOther))) return true;
  if (nextDate.test(text.slice(end))) return true;
  const before = beforeDate.exec(withoutLastWeekday(text.slice(0, at)));
  if (!before?.groups) return false;
  const { inMonth, first, joint, word } = before.groups;
  const isJoined = joint !== undefined || (word !== undefined && leadsToEnd().test(word));
  // "Week 38 - 15 September" is none.
  return isJoined && (inMonth !== undefined || Number(first) < date);
}
const nextDate = /^ ?[-–—] ?(?:\d{1,4}([._/])\d{1,2}\1\d|\d{8}(?!\d))/;
const beforeDate =
  /(?<![:\d])(?<inMonth>\d{1,2}[./])?(?<first>\d{1,2})(?:st|nd|rd|th|er|[ºª])?\.? {0,2}(?:(?<joint>[-–—&/])|(?<word>\p{L}{1,7}(?: \p{L}{1,5}){0,2})) {0,2}$/u;
let leading: RegExp | undefined;
const leadsToEnd = (): RegExp =>
  (leading ??= patternOf(
    languages.flatMap(({ times: { ranges, until } }) => [...ranges.map(([, second]) => second), until].filter(Boolean)),
  ));

function withoutLastWeekday(text: string): string {
  const last = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{2,14})[.,]{0,2} {0,2}$/u.exec(text);
  return last && weekdays.has(folded(last[1] ?? '')) ? text.slice(0, last.index) : text;
}

/** A name or heading without its date; empty where only a weekday or marks are left. */
export function withoutDate(text: string): string {
  const date = dateIn(text);
  if (!date) return text;
  const rest = `${text.slice(0, date.at)} ${text.slice(date.end)}`;
  return wordsOf(rest).every((word) => weekdays.has(word)) ? '' : rest;
}
const wordsOf = (text: string): string[] => folded(text).match(/\d+|[\p{L}\p{M}]+/gu) ?? [];

/** Of a year, a month and a day those that a part of a path has, in this order. */
type Numbers = readonly number[];

/**
 * The day of a note by its path: of its name, of the folders that it is put into by year, month and day ("2026/09/15.md",
 * "2026/09-September/15/plans.md"), or of a folder that begins with a date.
 * @param notePath relative to the vault
 */
export function dayOfPath(notePath: string): number | null {
  const parts = notePath.replace(/\.md$/i, '').split('/');
  for (let i = parts.length - 1; i >= 0; i -= 1) {
    const date = dateIn(parts[i] ?? '');
    const isName = i === parts.length - 1;
    const day =
      date && (isName || withoutLastWeekday((parts[i] ?? '').slice(0, date.at)) === '')
        ? date.day
        : dayOfFolders(parts.slice(Math.max(0, i - 2), i + 1));
    if (day !== null) return day;
  }
  return null;
}

function dayOfFolders(parts: readonly string[]): number | null {
  let said: Numbers = [];
  for (const part of parts.toReversed()) {
    const numbers = numbersIn(part);
    if (!numbers) return null;
    // "2026/09/09-15": the month is said twice.
    const isAgain = said.length === 2 && numbers.length === 1 && numbers[0] === said[0];
    if (!isAgain) said = [...numbers, ...said];
    const [year = 0, month = 0, date = 0] = said;
    if (isYear(year)) return said.length === 3 ? dayNumber(year, month, date) : null;
  }
  return null;
}

/** The numbers of a part of a path that has nothing but those, months and weekdays: "09-September", "15 Tue", "Sep 15th"; else null. */
function numbersIn(part: string): Numbers | null {
  const words = wordsOf(part).filter((word, i) => i === 0 || !/^(?:st|nd|rd|th)$/.test(word));
  const named = words.flatMap((word) => months.get(word) ?? []);
  const numbers = words.filter((word) => /^(?:\d{4}|\d{1,2})$/.test(word)).map(Number);
  const isOther = words.some((word) => !/^(?:\d{4}|\d{1,2})$/.test(word) && !months.has(word) && !weekdays.has(word));
  if (isOther || words.length === 0 || named.length > 1) return null;
  const [month] = named;
  if (month === undefined || numbers.at(-1) === month) return numbers;
  const year = numbers.find(isYear);
  const others = numbers.filter((number) => number !== year);
  return [...(year === undefined ? [] : [year]), month, ...others];
}

/**
 * The day that front matter says its note is of. `created` is none: it is when the file was made, and editors write it into notes that
 * are kept for years. With it, all lines of one on a house counted as older than what diaries said of the same things since, and of
 * 147 questions two fewer had their answer first.
 * @param frontMatter its lines, with those that enclose it
 */
export function dayOfFrontMatter(frontMatter: string): number | null {
  for (const line of frontMatter.split('\n')) {
    const date = ofDay.test(line) ? dateIn(line.slice(0, maxDayChars)) : null;
    if (date) return date.day;
  }
  return null;
}
const ofDay = /^(?:date|day):/i;
const maxDayChars = 100;
