// Days in English words, read as far as they are surely understood, and what several pieces tell of one day: "Tuesday, 1 December",
// "a week on Tuesday". Pure; which day of the calendar it is, is told in reminder-wish.ts.
import {
  type ClockTime,
  type Day,
  type Span,
  type TimeFound,
  type Word,
  dayNumberAt,
  isUnit,
  isWord,
  months,
  spanAt,
  weekdays,
  weeksIn,
} from './spoken-words.ts';

/** Short forms; those that are words of another meaning as well count with a capital letter, a word for a day before them or an hour behind them. */
const shortWeekdays: Record<string, number> = { mon: 1, tue: 2, tues: 2, thu: 4, thur: 4, thurs: 4, fri: 5 };
const wordWeekdays: Record<string, number> = { sun: 0, wed: 3, sat: 6 };
const tomorrow = new Set('tomorrow tmrw tmr tmw tomorow tommorow tommorrow'.split(' '));

const monthOf = (word: Word | undefined): number =>
  word === undefined ? 0 : months.findIndex((name) => name === word.text || isShortMonth(word, name)) + 1;
const isShortMonth = ({ text }: Word, name: string): boolean =>
  text === name.slice(0, 3) || (text === 'sept' && name === 'september');

const yearForm = /^\d{4}$/u;

/** "5 December", "the 5th of December 2027", "Dec 5th", "the first of December". */
function monthDayAt(words: readonly Word[], at: number): TimeFound | null {
  const first = dayNumberAt(words, words[at]?.text === 'the' ? at + 1 : at);
  if (first) {
    const after = words[first.to]?.text === 'of' ? first.to + 1 : first.to;
    if (monthOf(words[after]) > 0)
      return dateFound(words, at, after + 1, { day: first.value, month: monthOf(words[after]) });
  }
  const month = monthOf(words[at]);
  const second = month > 0 ? dayNumberAt(words, words[at + 1]?.text === 'the' ? at + 2 : at + 1) : null;
  return second ? dateFound(words, at, second.to, { day: second.value, month }) : null;
}

function dateFound(
  words: readonly Word[],
  from: number,
  end: number,
  { day, month }: { day: number; month: number },
): TimeFound {
  const isYear = yearForm.test(words[end]?.text ?? '');
  const year = isYear ? Number(words[end]?.text) : null;
  const to = isYear ? end + 1 : end;
  // A leap year serves where none is told.
  const isThere = day >= 1 && day <= daysIn(year ?? 2024, month);
  return { from, to, ...(isThere ? { day: { kind: 'date', day, month, year } } : { problem: 'noSuch' }) };
}

export const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const isoForm = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:t(\d\d):(\d\d))?$/u;
const numericForm = /^(\d{1,2})([-/.])(\d{1,2})(?:[-/.](\d{2}|\d{4}))?$/u;

/** Dates in digits. Of "3/4/2027" it is not known which is the month; of "25/12/2026" it is. */
function digitsDateAt(words: readonly Word[], at: number): TimeFound | null {
  const text = words[at]?.text ?? '';
  const [, year, , month, day, hour, minute] = isoForm.exec(text) ?? [];
  const [from, to] = [at, at + 1];
  if (year !== undefined) {
    const isThere =
      Number(month) >= 1 &&
      Number(month) <= 12 &&
      Number(day) >= 1 &&
      Number(day) <= daysIn(Number(year), Number(month));
    if (!isThere) return { from, to, problem: 'noSuch' };
    const clock = hour === undefined ? undefined : clockOf(Number(hour), Number(minute), '', true);
    if (clock === 'noSuch') return { from, to, problem: 'noSuch' };
    return {
      from,
      to,
      day: { kind: 'date', day: Number(day), month: Number(month), year: Number(year) },
      ...(clock && { clock }),
    };
  }
  const [, one, sign, other, yearTold] = numericForm.exec(text) ?? [];
  if (one === undefined || (sign !== '/' && yearTold === undefined && words[at - 1]?.text !== 'on')) return null;
  const [first, second] = [Number(one), Number(other)];
  if (yearTold?.length === 2 || (first <= 12 && second <= 12 && first !== second))
    return { from, to, problem: 'ambiguousDate' };
  const [dayTold, monthTold] = first > 12 ? [first, second] : [second, first];
  const theYear = yearTold === undefined ? null : Number(yearTold);
  if (monthTold < 1 || monthTold > 12 || dayTold < 1 || dayTold > daysIn(theYear ?? 2024, monthTold))
    return { from, to, problem: 'noSuch' };
  return { from, to, day: { kind: 'date', day: dayTold, month: monthTold, year: theYear } };
}

/** @param half am, pm or nothing @param is24 written as on a clock of 24 hours */
export function clockOf(hour: number, minute: number, half: string, is24: boolean): ClockTime | 'noSuch' {
  if (minute > 59 || hour > 23 || (half !== '' && (hour > 12 || hour === 0))) return 'noSuch';
  if (half === '') return { hour, minute, isExact: is24 || hour > 12 || hour === 0 };
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute, isExact: true };
}

/** "9am", "15:00": what makes a weekday of "wed" before it. */
const surelyClock = /^\d{1,2}(?:[:.]\d\d)?(?:[ap]m)$|^\d{1,2}:\d\d$|^at$/u;

/** The weekday that a word names. @param isTold a word before it says that it is one */
function weekdayOf(words: readonly Word[], at: number, isTold: boolean): number | null {
  const word = words[at];
  if (word === undefined) return null;
  const isDay = isTold || word.isCapital || words[at - 1]?.text === 'on' || isBeginning(words, at);
  const full = weekdays.indexOf(word.text);
  return full >= 0 ? full : (shortWeekdays[word.text] ?? (isDay ? (wordWeekdays[word.text] ?? null) : null));
}

const isBeginning = (words: readonly Word[], at: number): boolean => at === 0 && surelyClock.test(words[1]?.text ?? '');

/** "On Friday", "next Friday", "this coming Friday", "Friday week", "Friday in two weeks". */
function weekdayAt(words: readonly Word[], at: number): TimeFound | null {
  const before = words[at]?.text ?? '';
  const isComing =
    (before === 'this' || before === 'the') && words[at + 1]?.text === 'coming'
      ? 2
      : ['next', 'this', 'coming'].includes(before)
        ? 1
        : 0;
  const index = at + isComing;
  const weekday = weekdayOf(words, index, isComing > 0 || before === 'on');
  if (weekday === null) return null;
  const isNext = before === 'next';
  const later = words[index]?.closes === true ? null : weeksBehind(words, index + 1);
  const day: Day = { kind: 'weekday', weekday, isNext };
  if (!later) return { from: at, to: index + 1, day };
  // "Next Friday in a week" may be any of three.
  const { to, weeks } = later;
  return isNext || weeks === null
    ? { from: at, to, problem: 'unclear' }
    : { from: at, to, day: { ...day, weeksLater: weeks } };
}

/** Behind a day: how many weeks later it is, "Friday week", "Friday in two weeks". Null weeks where that is not understood. */
function weeksBehind(words: readonly Word[], at: number): { to: number; weeks: number | null } | null {
  if (words[at]?.text === 'week') return { to: at + 1, weeks: 1 };
  if (words[at]?.text === 'fortnight') return { to: at + 1, weeks: 2 };
  const after = isWord(words, at, 'after', 'next') ? 2 : 0;
  if (after > 0) return { to: at + after, weeks: null };
  const span = words[at]?.text === 'in' ? spanAt(words, at + 1) : null;
  const weeks = span && weeksIn(span.span);
  return span && weeks !== null ? { to: span.to, weeks } : null;
}

/** "A week on Friday", "two weeks from tomorrow", "a week today". */
function weeksBefore(words: readonly Word[], at: number): TimeFound | null {
  const span = spanAt(words, at);
  const weeks = span && weeksIn(span.span);
  if (!span || weeks === null) return null;
  const link = words[span.to]?.text ?? '';
  const begin = link === 'on' || link === 'from' ? span.to + 1 : span.to;
  const day = begin === span.to && words[span.to - 1]?.closes === true ? null : plainDayAt(words, begin);
  if (!day?.day) return null;
  const { from, to } = { from: at, to: day.to };
  if (day.day.kind === 'after') return { from, to, day: { kind: 'after', days: day.day.days + 7 * weeks } };
  if (day.day.kind !== 'weekday') return null;
  return day.day.isNext || day.day.weeksLater !== undefined
    ? { from, to, problem: 'unclear' }
    : { from, to, day: { ...day.day, weeksLater: weeks } };
}

/** A day by its name: a weekday, today, tomorrow. */
function plainDayAt(words: readonly Word[], at: number): TimeFound | null {
  const text = words[at]?.text ?? '';
  if (text === 'today') return { from: at, to: at + 1, day: { kind: 'after', days: 0 } };
  if (tomorrow.has(text)) return { from: at, to: at + 1, day: { kind: 'after', days: 1 } };
  return weekdayAt(words, at);
}

const vagueDays = [
  ['next', 'weekend'], ['this', 'weekend'], ['the', 'weekend'], ['next', 'year'], ['this', 'year'],
  ['end', 'of', 'the', 'week'], ['end', 'of', 'the', 'year'],
] as const; // prettier-ignore

/** "This week", "next month": a part of a day's name. */
function periodAt(words: readonly Word[], at: number): TimeFound | null {
  const [text, unit] = [words[at]?.text ?? '', words[at + 1]?.text ?? ''];
  if ((text !== 'this' && text !== 'next') || (unit !== 'week' && unit !== 'month')) return null;
  const count = text === 'next' ? 1 : 0;
  const day: Day = unit === 'week' ? { kind: 'week', inWeek: count } : { kind: 'month', inMonth: count };
  return { from: at, to: at + 2, day };
}

// oxlint-disable-next-line max-lines-per-function -- one case a form of a day, each two or three lines
export function dayAt(words: readonly Word[], at: number): TimeFound | null {
  const text = words[at]?.text ?? '';
  const the = text === 'the' ? at + 1 : at;
  const found = (to: number, day: Day): TimeFound => ({ from: at, to, day });
  if (isWord(words, the, 'day', 'after') && tomorrow.has(words[the + 2]?.text ?? ''))
    return found(the + 3, { kind: 'after', days: 2 });
  if (text === 'tonight') return { ...found(at + 1, { kind: 'after', days: 0 }), part: 'night' };
  if (text === 'yesterday' || isWord(words, at, 'last', 'night')) return { from: at, to: at + 1, problem: 'past' };
  for (const end of [
    ['end', 'of', 'the', 'month'],
    ['end', 'of', 'month'],
    ['last', 'day', 'of', 'the', 'month'],
  ])
    if (isWord(words, the, ...end)) return found(the + end.length, { kind: 'lastOfMonth' });
  const vague = vagueDays.find((phrase) => isWord(words, at, ...phrase) || isWord(words, the, ...phrase));
  if (vague) return { from: at, to: (isWord(words, at, ...vague) ? at : the) + vague.length, problem: 'noDay' };
  if (text === 'in' && monthOf(words[at + 1]) > 0 && words[at + 1]?.isCapital === true)
    return { from: at, to: at + 2, problem: 'noDay' };
  return (
    periodAt(words, at) ??
    weeksBefore(words, at) ??
    laterDayAt(words, at) ??
    plainDayAt(words, at) ??
    monthDayAt(words, at) ??
    digitsDateAt(words, at) ??
    dayOfMonthAt(words, at)
  );
}

/** "Tomorrow week" */
function laterDayAt(words: readonly Word[], at: number): TimeFound | null {
  const day = plainDayAt(words, at);
  if (day?.day?.kind !== 'after' || words[at]?.closes === true) return null;
  const later = weeksBehind(words, day.to);
  if (!later) return null;
  const { to, weeks } = later;
  return weeks === null
    ? { from: at, to, problem: 'unclear' }
    : { from: at, to, day: { kind: 'after', days: day.day.days + 7 * weeks } };
}

/** "On the 5th", "on 5th", "by the third"; behind a day of the week, "the 5th" alone. */
function dayOfMonthAt(words: readonly Word[], at: number): TimeFound | null {
  const the = words[at]?.text === 'the' ? at + 1 : at;
  const number = dayNumberAt(words, the);
  const before = words[at - 1]?.text ?? '';
  const isBehindWeekday = the > at && at > 0 && weekdayOf(words, at - 1, true) !== null;
  if (!number?.isOrdinal || (!['on', 'by'].includes(before) && !isBehindWeekday)) return null;
  const { value, to } = number;
  // "The second Monday", "the first week"
  const isOfAnother = words[to - 1]?.closes !== true && (isUnit(words[to]) || weekdayOf(words, to, false) !== null);
  if (isOfAnother) return { from: at, to: to + 1, problem: 'unclear' };
  return value >= 1 && value <= 31
    ? { from: at, to, day: { kind: 'ofMonth', day: value } }
    : { from: at, to, problem: 'noSuch' };
}

/** The one day that two pieces tell together; null where they are two days. */
export function joinedDays(one: Day, other: Day): Day | null {
  const [first, second] = other.kind === 'weekday' && one.kind !== 'weekday' ? [other, one] : [one, other];
  if (first.kind === 'weekday') {
    const { weekday, isNext, weeksLater, inWeek } = first;
    const isPlain = !isNext && weeksLater === undefined && inWeek === undefined;
    if (!isPlain) return null;
    if (second.kind === 'week') return { ...first, inWeek: second.inWeek };
    const isDated = second.kind === 'date' || second.kind === 'ofMonth' || second.kind === 'after';
    return isDated && second.weekday === undefined ? { ...second, weekday } : null;
  }
  const [dayOf, month] = first.kind === 'month' ? [second, first] : [first, second];
  return dayOf.kind === 'ofMonth' && dayOf.inMonth === undefined && month.kind === 'month'
    ? { ...dayOf, inMonth: month.inMonth }
    : null;
}

/** "In a week, on Tuesday": the Tuesday of the next week, where that is also the one a week after the one to come. */
export function dayInWeeks(span: Span, day: Day): Day | null {
  const weeks = weeksIn(span);
  const isPlain = day.kind === 'weekday' && !day.isNext && day.weeksLater === undefined && day.inWeek === undefined;
  return weeks !== null && isPlain ? { ...day, weeksLater: weeks, inWeek: weeks } : null;
}
