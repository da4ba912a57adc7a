// The time that a query or a line speaks of ("last week", "in May", "since Easter", "el martes que viene"), as a range of local
// days. Pure.
import { localDate } from '../../base/time/local-time.ts';
import { allOf, endsStep } from '../../base/concurrency/cooperative.ts';
import { english } from '../../language/english.ts';
import { languageOf, languages } from '../../language/languages.ts';
import { alternatives, patternOf, wholeWords } from '../../language/words.ts';
import { dayOf } from '../text/written-day.ts';
import { type DayRange, partsOf } from './calendar.ts';
import { formPatterns, timeAt } from './time-forms.ts';
import type { FoundTime, Tense, TimeContext } from './time-words.ts';
import { prepareTimesOf, withEnglishTimes } from './translate-times.ts';

export type { DayRange } from './calendar.ts';

/** Reading a time costs more than looking for a word without which there is none. */
const speaksOfTime = new RegExp(
  `\\d|day|tomorrow|tonight|week|month|year|night|ago\\b|morning|fortnight|quarter|decade|now\\b|eo[my]\\b|${wholeWords(
    [
      ...[...english.months, ...english.weekdays].map(alternatives),
      ...english.times.phrases.map(([said]) => said),
      ...Object.values(english.times.feasts),
      ...Object.values(english.times.seasons),
      '\\p{L}+ties',
    ].join('|'),
  )}`,
  'iu',
);
/** "Before 10 May" is some time in these days, not in all of the past. */
const daysBefore = 90;
/** "Before Friday" is before the next one, "before 9 May" may be half a year ahead. */
const soon = 60;
const maxChars = 500;

export interface TimeInQuery {
  days: DayRange;
  /** The query without the words of the time. */
  rest: string;
  /** Those words. */
  words: string;
  /** "Last week" and "yesterday" in a note are of another week and another day than in the query. */
  relative: boolean;
  /** Asked for is what is to come. */
  isComing: boolean;
  /** Where nothing says which year is meant, or which week ("next Friday"): the days of the other one, and whether those are to come. */
  otherwise?: Pick<TimeInQuery, 'days' | 'isComing'>;
}

/** The day that it is there, in days since 1970-01-01. */
export const dayIn = (now: Date, timezone: string): number => dayOf(localDate(now, timezone)) ?? 0;

/** The time that a query names, or null. Where a name could mean a past or a coming time, the question decides; if it does not, the past one, or the coming one where that is far nearer. */
export const timeIn = (query: string, now: Date, timezone: string): TimeInQuery | null =>
  allOf(findTime(query, now, timezone));

/** The same in short steps: a long query is looked at from each of its words, and the first one has patterns compiled. */
export function* findTime(query: string, now: Date, timezone: string): Generator<void, TimeInQuery | null> {
  if (query.length > maxChars) return null;
  yield* prepareTimesOf(query);
  const text = withEnglishTimes(query);
  if (!speaksOfTime.test(text)) return null;
  yield* prepareTimes();
  const today = dayIn(now, timezone);
  const tense = tenseOf(query);
  const found = yield* firstTime(text, 0, { today, timezone, tense });
  if (!found) return null;
  const before = text.slice(0, found.at);
  const [, bound = ''] = bounds.exec(before) ?? [];
  const meant = tense === 'unsaid' && tenseOfBound(bound);
  const other = meant && timeAt(text, found.at, { today, timezone, tense: meant });
  const { days, end, recurs } = other && other.days.from - today <= soon ? other : found;
  const words = text.slice(found.at, end);
  if (isRelative.test(words) || recurs === 'week') {
    const told = yield* toldFrom(text, { at: found.at, end }, { today, timezone, tense });
    if (told) return told;
  }
  const after = text.slice(end);
  const within = (range: DayRange): DayRange => bounded(range, boundOf(bound, words, after), { today, tense });
  const otherTense =
    tense === 'unsaid' && recurs === 'year'
      ? days.from > today
        ? 'past'
        : 'coming'
      : nextIn.test(words)
        ? 'nearest'
        : null;
  const another = otherTense && timeAt(text, found.at, { today, timezone, tense: otherTense });
  return {
    days: within(days),
    rest: `${before.replace(leading, '')} ${after}`,
    words,
    relative: isRelative.test(words),
    isComing: tense === 'coming',
    ...(another && another.days.from !== days.from
      ? { otherwise: { days: within(another.days), isComing: otherTense !== 'past' } }
      : {}),
  };
}

/**
 * "Last Friday" of "last Friday, as said on 23 January 2022" is told from that day. A note of that day tells it so, hence the time
 * is all from the one to the other.
 */
function* toldFrom(
  text: string,
  { at, end }: { at: number; end: number },
  context: TimeContext,
): Generator<void, TimeInQuery | null> {
  const anchor = yield* firstTime(text, end, context);
  if (!anchor || anchor.days.from !== anchor.days.to || !namesYear.test(text.slice(anchor.at, anchor.end))) return null;
  const between = text.slice(end, anchor.at);
  const isAfter = /\bafter\s+(?:the\s+)?$/i.test(between);
  const day = anchor.days.from;
  const time = timeAt(text, at, { ...context, today: day, tense: isAfter ? 'coming' : 'past' });
  if (!time) return null;
  return {
    days: { from: Math.min(day, time.days.from), to: Math.max(day, time.days.to) },
    rest: `${text.slice(0, at).replace(leading, '')} ${between.replace(leading, '')} ${text.slice(anchor.end)}`,
    words: text.slice(at, anchor.end),
    relative: false,
    isComing: false,
  };
}
const namesYear = /(?:19|20)\d{2}/;

/**
 * Does in small steps what the first queries would otherwise do at once: the engine compiles a pattern at its first use and
 * again at its second. English only: those of another language take 30 ms, when it is first met.
 */
export function* prepareTimes(): Generator<void> {
  if (arePrepared) return;
  const query = 'When did it rain, last Tuesday at 5 pm or in May 2025?';
  for (const _use of ['first', 'second'])
    for (const pattern of [speaksOfTime, ...formPatterns]) {
      pattern.lastIndex = 0;
      pattern.test(query);
      pattern.lastIndex = 0;
      yield;
    }
  arePrepared = true;
}
let arePrepared = false;

const isRelative =
  /\b(?:last|past|previous|this|current|ago|back|yesterday|today|tonight|tomorrow|next|coming|from now)\b/i;
/** "From May on" is since then, and "before the end of May" until the end of it. */
const boundOf = (bound: string, words: string, after: string): string =>
  /from/i.test(bound) && /^ (?:on|onwards?)\b/i.test(after)
    ? 'since'
    : /before/i.test(bound) && /^(?:the )?(?:very )?end of\b/i.test(words)
      ? 'until'
      : bound;
/** What is told from a time that was is told from the last one, and what is to be done by Friday is so by the next one. */
const tenseOfBound = (bound: string): Tense | null =>
  /since|after|from/i.test(bound) ? 'past' : /before|until|till|by/i.test(bound) ? 'coming' : null;
/** What leads over to the words of a time. */
const leading =
  /(?:\b(?:in|on|at|of|during|from|since|after|before|until|till|by|around|about|for|over|the|back|between)\s{1,3}){1,6}$/i;
const bounds = /\b(since|after|before|until|till|by|from)\s+(?:the\s+)?$/i;

/** By language, and for texts of which it is not known: what asks for times to come, and for those that were. */
const tenses = new Map(
  [null, ...languages].map((language) => {
    const spoken = language ? [language] : languages;
    const forms = (tense: 'coming' | 'past'): ((query: string) => boolean) => {
      const said = (isUnspaced: boolean): string[] =>
        spoken.flatMap(({ questions, unspaced = false }) => (unspaced === isUnspaced ? (questions[tense] ?? []) : []));
      const [spaced, unspaced] = [patternOf(said(false)), said(true).flatMap((words) => words.split('|'))];
      return (query) => spaced.test(query) || unspaced.some((word) => query.includes(word));
    };
    return [language, { coming: forms('coming'), past: forms('past') }];
  }),
);

function tenseOf(query: string): Tense {
  const forms = tenses.get(languageOf(query));
  return forms?.past(query) ? 'past' : forms?.coming(query) ? 'coming' : 'unsaid';
}

/** The first time that a text tells, from this place on. */
function* firstTime(
  text: string,
  from: number,
  context: TimeContext,
): Generator<void, (FoundTime & { at: number }) | null> {
  let words = 0;
  for (const { index } of text.slice(from).matchAll(wordStart)) {
    const time = timeAt(text, from + index, context);
    if (time) return { ...time, at: from + index };
    if (endsStep((words += 1), wordsPerStep)) yield;
  }
  return null;
}
/** Each is tried with all forms of times. */
const wordsPerStep = 50;
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+/gu;

const nextIn = /^(?:the )?next\b/i;
const ofCurrent = /\bthe (?:week|month|quarter|year)(?! (?:of )?\d)|\beo[my]\b/i;

/** More than these a line tells hardly ever. */
const maxTimes = 4;

export interface DayNamed {
  days: DayRange;
  /** It means another day in a note of another day: "tomorrow", "on Friday", "on the 9th". */
  isRelative: boolean;
}

/**
 * The days that a line of a note names, seen from the day on which it was written: "dentist next Tue", "27-28 nov", "tomorrow".
 * @param written days since 1970-01-01
 * @param tense of a name for several days ("on Friday") the nearest one is meant, or the one that comes
 */
export function daysNamed(
  text: string,
  written: number,
  timezone: string,
  tense: 'nearest' | 'coming' = 'nearest',
): DayNamed[] {
  const named: DayNamed[] = [];
  const said = withEnglishTimes(text.slice(0, maxChars));
  if (!speaksOfTime.test(said)) return named;
  const context: TimeContext = { today: written, timezone, tense };
  for (let from = 0; named.length < maxTimes;) {
    const time = allOf(firstTime(said, from, context));
    if (!time) return named;
    const { at, end, days, recurs } = time;
    const words = said.slice(at, end);
    const isOfItsDay = isRelative.test(words) || ofCurrent.test(words) || recurs === 'week' || recurs === 'month';
    named.push({ days, isRelative: isOfItsDay });
    // Of "next Thursday", written on a Tuesday, nobody knows whether it is the one of that week or of the next; nor of "on Friday",
    // written on a Friday, where it does not lead the line as a label.
    const isOwnDay = recurs === 'week' && days.to === written && /\p{L}/u.test(said.slice(0, at));
    const other = nextIn.test(words) || isOwnDay ? timeAt(said, at, { ...context, tense: 'coming' }) : null;
    if (other && other.days.from > days.to) named.push({ days: other.days, isRelative: true });
    from = end;
  }
  return named;
}

/** How a note may have written this day, in digits or words; the year may be another one than a query that left it out is taken to mean. */
export function writtenDay(day: number): string[] {
  const { year, month, day: of } = partsOf(day);
  const ending =
    of % 10 === 1 && of !== 11 ? 'st' : of % 10 === 2 && of !== 12 ? 'nd' : of % 10 === 3 && of !== 13 ? 'rd' : 'th';
  const two = (value: number): string => String(value).padStart(2, '0');
  const names = new Set(languages.flatMap(({ months }) => (months[month - 1] ?? '').split(' ')));
  return [
    ...[year, year + 1].flatMap((one) => [
      `${one}-${two(month)}-${two(of)}`,
      `${of}.${month}.${one}`,
      `${two(of)}.${two(month)}.${one}`,
      `${of}/${month}/${one}`,
      `${two(of)}/${two(month)}/${one}`,
    ]),
    ...[...names].flatMap((name) => [
      `${of} ${name}`,
      `${of}${ending} ${name}`,
      `${of}${ending} of ${name}`,
      `${of} de ${name}`,
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

/** "Since March" is from its first day until now, "after March" from the day behind it, "before March" up to the day before it. */
function bounded(days: DayRange, bound: string, { today, tense }: Pick<TimeContext, 'today' | 'tense'>): DayRange {
  const beginning = (end: number): number => (tense !== 'past' && end >= today ? today : end - daysBefore);
  switch (bound.toLowerCase()) {
    case 'since':
      return days.from < today ? { from: days.from, to: today, sharp: 'from' } : days;
    case 'after':
      return days.to < today
        ? { from: days.to + 1, to: today, sharp: 'from' }
        : { from: days.to + 1, to: days.to + daysBefore, sharp: 'from' };
    case 'before':
      return { from: beginning(days.from), to: days.from - 1, sharp: 'to' };
    case 'until':
    case 'till':
    case 'by':
      return { from: beginning(days.to), to: days.to, sharp: 'to' };
    default:
      return days;
  }
}
