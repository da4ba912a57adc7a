// The time a query speaks of ("last week", "in May", "since March"), as a range of local days. Pure.
import { TZDate } from '@date-fns/tz';
import * as chrono from 'chrono-node/en';
import { localDate } from '../../base/clock.ts';
import { dayOf } from '../text/chunk-features.ts';
import { months, timePatterns, withEnglishTimes } from './translate-times.ts';

export interface DayRange {
  /** Days since 1970-01-01, inclusive. */
  from: number;
  to: number;
  /** The end that a word like "before" or "since" drew: what lies beyond is not nearly as good. */
  sharp?: 'from' | 'to';
  /** "A week ago" is about this day. */
  centre?: number;
  /** Of strict bounds: what has no date may be of these days as well. */
  takesUndated?: boolean;
}

/** Reading a date out of a text takes a millisecond that most queries need not spend. */
const speaksOfTime =
  /\d|day|tomorrow|tonight|week|month|year|night|ago|morning|spring|summer|autumn|fall|winter|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\b|january|february|march|april|june|july|august|september|october|november|december/i;
const vague = /^(?:now|right now|today's|currently)$/i;
const dayMs = 86_400_000;
/** "Before 10 May" is some time in these days, not in all of the past. */
const daysBefore = 90;

export interface TimeInQuery {
  days: DayRange;
  /** The query without the words of the time. */
  rest: string;
  /** "Last week" and "yesterday" in a note are of another week and another day than in the query. */
  relative: boolean;
}

/** The day that it is there, in days since 1970-01-01. */
export const dayIn = (now: Date, timezone: string): number => dayOf(localDate(now, timezone)) ?? 0;

/** The time that a query names, or null. Past dates are preferred where a name could mean either. */
export function timeIn(query: string, now: Date, timezone: string): TimeInQuery | null {
  if (query.length > 500) return null;
  const text = withEnglishTimes(query);
  if (!speaksOfTime.test(text)) return null;
  const today = dayIn(now, timezone);
  const found = calendarSpan(text, today) ?? writtenSpan(text, timezone) ?? chronoSpan(text, now, timezone);
  if (!found) return null;
  const before = text.slice(0, found.index);
  const words = text.slice(found.index, found.index + found.length);
  return {
    days: bounded(found.days, before, today),
    rest: `${before.replace(leading, '')} ${text.slice(found.index + found.length)}`,
    relative: /\b(?:last|past|previous|this|current|ago|yesterday|today|tonight|tomorrow|next|coming)\b/i.test(words),
  };
}

/**
 * Does in small steps what the first queries would otherwise do at once: the engine compiles a pattern at its first use and
 * again at its second, and those of all languages together take it a tenth of a second each time.
 */
export function* prepareTimes(): Generator<void> {
  const query = 'When did it rain, last Tuesday at 5 pm or in May 2025?';
  const parsers = chrono.casual.parsers.map((parser) => new chrono.Chrono({ parsers: [parser], refiners: [] }));
  for (const _use of ['first', 'second']) {
    for (const pattern of timePatterns) {
      query.replace(pattern, '');
      yield;
    }
    for (const parser of parsers) {
      parser.parse(query);
      yield;
    }
  }
}

/** What leads over to the words of a time. */
const leading = /(?:\b(?:in|on|at|of|during|from|since|after|before|until|till|by|around|about|the|back)\s+)+$/i;

const german = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

/** How a note may have written this day, in digits or words; the year may be another one than a query that left it out is taken to mean. */
export function writtenDay(day: number): string[] {
  const date = new Date(day * dayMs);
  const [year, number, of] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const ending =
    of % 10 === 1 && of !== 11 ? 'st' : of % 10 === 2 && of !== 12 ? 'nd' : of % 10 === 3 && of !== 13 ? 'rd' : 'th';
  const two = (value: number): string => String(value).padStart(2, '0');
  const names = [months[number - 1] ?? '', german[number - 1] ?? ''].flatMap((name) => [name, name.slice(0, 3)]);
  return [
    ...[year, year + 1].flatMap((one) => [
      `${one}-${two(number)}-${two(of)}`,
      `${of}.${number}.${one}`,
      `${two(of)}.${two(number)}.${one}`,
      `${of}/${number}/${one}`,
      `${two(of)}/${two(number)}/${one}`,
    ]),
    ...names.flatMap((name) => [
      `${of} ${name}`,
      `${of}${ending} ${name}`,
      `${of}${ending} of ${name}`,
      `${name} ${of}`,
      `${name} ${of}${ending}`,
    ]),
  ];
}

/** The day that `since` or `until` names: an ISO date, else words that are nothing but a time. Null where it names none. */
export function dayFrom(text: string, edge: 'first' | 'last', now: Date, timezone: string): number | null {
  const iso = /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text);
  if (iso) return dayOf(text);
  const time = timeIn(text, now, timezone);
  return time === null || time.rest.trim() !== '' ? null : edge === 'first' ? time.days.from : time.days.to;
}

interface Span {
  days: DayRange;
  /** Where in the query its words are. */
  index: number;
  length: number;
}

/** What is a stretch of the calendar and comes from chrono as a single day, or not at all. */
function calendarSpan(query: string, today: number): Span | null {
  const year = new Date(today * dayMs).getUTCFullYear();
  const place = (found: RegExpExecArray) => ({ index: found.index, length: found[0].length });
  const again =
    /\b(?:(?:around|about) )?(?:this|the same) time (?:last year|(?:a|one) year ago|(?:two|three) years ago)\b/i.exec(
      query,
    );
  if (again) {
    const day = new Date(today * dayMs);
    day.setUTCFullYear(year - (/three/i.test(again[0]) ? 3 : /two/i.test(again[0]) ? 2 : 1));
    const then = Math.floor(day.getTime() / dayMs);
    return { days: { from: then - daysAbout, to: then + daysAbout, centre: then }, ...place(again) };
  }
  const week = /\b(last|previous|past|this|current|next|coming) (weekend|week)\b/i.exec(query);
  if (week) {
    const [, which = '', unit = ''] = week;
    const isThis = /this|current/i.test(which);
    const isNext = /next|coming/i.test(which);
    const monday = today - ((today + 3) % 7) + (isThis ? 0 : isNext ? 7 : -7);
    if (/weekend/i.test(unit)) return { days: { from: monday + 5, to: monday + 6 }, ...place(week) };
    return {
      days: /past/i.test(which) ? { from: today - 7, to: today } : { from: monday, to: monday + 6 },
      ...place(week),
    };
  }
  const stretch = /\b(last|previous|this|current) (month|year)\b/i.exec(query);
  if (stretch) {
    const [, which = '', unit = ''] = stretch;
    const back = /this|current/i.test(which) ? 0 : 1;
    if (/year/i.test(unit)) return { days: yearOf(year - back), ...place(stretch) };
    return { days: month(year, new Date(today * dayMs).getUTCMonth() + 1 - back), ...place(stretch) };
  }
  const season = seasonSpan(query, today);
  if (season) return season;
  const named = /\b(?:in|of|during|since|after|before|until) ((?:19|20)\d{2})\b(?![-/.]\d)/i.exec(query);
  if (named) return { days: yearOf(Number(named[1])), index: named.index + named[0].length - 4, length: 4 };
  return null;
}

/** Around a day that nobody remembers exactly. */
const daysAbout = 15;

/** Dates in digits: 9.5.2026 has the day first everywhere, 9/5/2026 everywhere but in America. */
function writtenSpan(query: string, timezone: string): Span | null {
  const found = /(?<![\d.,/])(\d{1,2})([./])(\d{1,2})\2((?:\d{2})?\d{2})(?![\d/])/.exec(query);
  if (!found) return null;
  const [text, one = '', mark, other = '', of = ''] = found;
  const first = Number(one);
  const second = Number(other);
  const monthFirst = mark === '/' && second <= 31 && (second > 12 || (first <= 12 && timezone.startsWith('America/')));
  const [day, number] = monthFirst ? [second, first] : [first, second];
  const year = of.length === 2 ? 2000 + Number(of) : Number(of);
  const date = new Date(Date.UTC(year, number - 1, day));
  if (date.getUTCMonth() !== number - 1 || date.getUTCDate() !== day) return null;
  return {
    days: { from: date.getTime() / dayMs, to: date.getTime() / dayMs },
    index: found.index,
    length: text.length,
  };
}

/** By the month, as the weather services of the northern half count them. */
const firstMonths: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };
/** "Spring" and "fall" are other words too: a season comes behind one of these. */
const seasons =
  /\b(?:in|of|during|since|after|before|until|till|(last|this)) (?:the )?(?:(?:early|late) )?(spring|summer|autumn|fall|winter)\b(?:(?: of)? ((?:19|20)\d{2})\b)?/i;

/** The latest that has begun, if no year is said; "last" is never the one that it is now. */
function seasonSpan(query: string, today: number): Span | null {
  const found = seasons.exec(query);
  if (!found) return null;
  const [, which, name = '', year] = found;
  const first = firstMonths[name.toLowerCase()] ?? 1;
  const beginningIn = (of: number): DayRange => ({ from: month(of, first).from, to: month(of, first + 2).to });
  const hasCome = ({ from, to }: DayRange): boolean => (/last/i.test(which ?? '') ? to : from) <= today;
  const thisYear = new Date(today * dayMs).getUTCFullYear();
  const recent = [thisYear, thisYear - 1].map(beginningIn).find(hasCome) ?? beginningIn(thisYear - 2);
  const index = which ? 0 : found[0].indexOf(' ') + 1;
  return {
    days: year ? beginningIn(Number(year)) : recent,
    index: found.index + index,
    length: found[0].length - index,
  };
}

function chronoSpan(query: string, now: Date, timezone: string): Span | null {
  const offset = new TZDate(now, timezone).getTimezoneOffset();
  // Chrono knows a stretch of time by its "to". As many letters, for the places of what it finds.
  const read = query.replace(/\b(between\s.{1,40}?\s)and\s/i, '$1to  ');
  const found = chrono
    .parse(read, { instant: now, timezone: -offset }, { forwardDate: false })
    .find((one) => !vague.test(one.text));
  if (!found || /^(?:at )?\d{1,2}(?::\d{2})?\s*(?:am|pm)?$/i.test(found.text)) return null;
  // A bare "may", "march" or "sun" in lower case is a word more often than a month.
  if (/^(?:may|march|sun|sat|mar|fri)$/.test(found.text)) return null;
  const days = daysOf(found, now, asksForComing.test(query) && !asksForPast.test(query));
  return days && { days, index: found.index, length: found.text.length };
}

/** What is asked of a day that may be yet to come. */
const asksForComing = /\b(?:have|anything|plans?|planned|will|coming|am i|is there|are there|free|busy|due)\b/i;
const asksForPast = /\b(?:did|was|were|had|happened|been)\b/i;
/** So far ahead a date without a year is the coming one, where that is asked for. */
const comingMs = 92 * dayMs;

function daysOf({ text, start, end }: chrono.ParsedResult, now: Date, coming: boolean): DayRange | null {
  // Chrono takes the nearest May, which may be the next; notes are of the past one.
  const isComing = coming && start.isCertain('day') && start.date().getTime() - now.getTime() < comingMs;
  const isAhead = !start.isCertain('year') && start.isCertain('month') && start.date() > now && !isComing;
  const year = (start.get('year') ?? 1970) - (isAhead ? 1 : 0);
  const from = dayNumber(year, start.get('month'), start.get('day'));
  if (from === null) return null;
  if (end) {
    const endYear = (end.get('year') ?? year) - (isAhead && !end.isCertain('year') ? 1 : 0);
    const last =
      end.isCertain('day') || !end.isCertain('month')
        ? dayNumber(endYear, end.get('month'), end.get('day'))
        : month(endYear, end.get('month') ?? 1).to;
    return { from, to: Math.max(from, last ?? from) };
  }
  if (/weeks? ago/i.test(text)) return { from: from - 3, to: from + 3, centre: from };
  if (/(?:months?|years?) ago/i.test(text)) return { from: from - daysAbout, to: from + daysAbout, centre: from };
  const isBareWeekday = start.isCertain('weekday') && !start.isCertain('day') && !/last|past/i.test(text);
  if (isBareWeekday && coming && (from + 1) * dayMs < now.getTime()) return { from: from + 7, to: from + 7 };
  // So with the nearest Tuesday.
  if (start.isCertain('weekday') && !start.isCertain('day') && start.date() > now && !coming && !/next/i.test(text))
    return { from: from - 7, to: from - 7 };
  if (/week/i.test(text) && !start.isCertain('day')) return { from: from - 3, to: from + 3 };
  if (!start.isCertain('day') && !start.isCertain('weekday') && start.isCertain('month'))
    return month(year, start.get('month') ?? 1);
  if (!start.isCertain('month') && start.isCertain('year') && !start.isCertain('day')) return yearOf(year);
  return { from, to: from };
}

/** "Since March" is from its first day until now, "after March" from the day behind it, "before March" up to the day before it. */
function bounded(days: DayRange, before: string, today: number): DayRange {
  const [, word = ''] = /\b(since|after|before|until|till)\s+(?:the\s+)?$/i.exec(before) ?? [];
  if (/since/i.test(word) && days.from < today) return { from: days.from, to: today, sharp: 'from' };
  if (/after/i.test(word) && days.to < today) return { from: days.to + 1, to: today, sharp: 'from' };
  if (/before/i.test(word)) return { from: days.from - daysBefore, to: days.from - 1, sharp: 'to' };
  if (/until|till/i.test(word)) return { from: days.to - daysBefore, to: days.to, sharp: 'to' };
  return days;
}

function yearOf(year: number): DayRange {
  return { from: Date.UTC(year, 0, 1) / dayMs, to: Date.UTC(year, 11, 31) / dayMs };
}

function month(year: number, number: number): DayRange {
  return { from: Date.UTC(year, number - 1, 1) / dayMs, to: Date.UTC(year, number, 0) / dayMs };
}

function dayNumber(year: number | null, number: number | null, day: number | null): number | null {
  return year === null || number === null || day === null ? null : Date.UTC(year, number - 1, day) / dayMs;
}
