// Times in English words, read as far as they are surely understood: every word of a time is known, and what several times could
// be is none. No library reads them, since one that takes the part it knows ("in an hour" of "in an hour and a half") sets
// another time than was meant. Pure; at which instant a time is, is told in reminder-wish.ts.
import { withoutEnd } from '../base/text.ts';

const nowShape = /^Now: \p{L}+, (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) /mu;

/** The wall clock of the person as a context tells it, as if it were in UTC; null where it tells none. */
export function nowIn(context: string): Date | null {
  const [, date, time] = nowShape.exec(context) ?? [];
  return date === undefined ? null : new Date(`${date}T${time}:00Z`);
}

/** The same as the context says it, for the person to read. */
export const nowLineIn = (context: string): string | null => /^Now: (.{1,200})$/mu.exec(context)?.[1] ?? null;

export interface Word {
  /** In lower case, without the signs around it. */
  text: string;
  /** Where it stands, with its signs. */
  from: number;
  to: number;
  /** A sign stands behind it. */
  closes: boolean;
  isCapital: boolean;
}

/** Words apart by blanks, and by hyphens between letters: "twenty-five" are two. */
export function timeWordsOf(said: string): Word[] {
  const apart = said.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ');
  return [...apart.matchAll(/\S+/gu)].map(({ 0: raw, index }) => {
    const text = withoutEnd(raw, '.,;:!?"\'”’»)').replace(/^["'“„«(]{1,3}/u, '');
    return {
      text: text
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(/([ap])\.m$/u, '$1m'),
      from: index,
      to: index + raw.length,
      closes: /[.,;:!?]$/u.test(raw) && !/[ap]\.m\.$/iu.test(raw),
      isCapital: /^\p{Lu}/u.test(text),
    };
  });
}

export type Day =
  | { kind: 'after'; days: number }
  /** @param isNext "next Friday" */
  | { kind: 'weekday'; weekday: number; isNext: boolean }
  /** @param month from 1 @param year null: the next one to come */
  | { kind: 'date'; day: number; month: number; year: number | null }
  /** "On the 5th". */
  | { kind: 'ofMonth'; day: number }
  | { kind: 'lastOfMonth' };

/** @param isExact told by am or pm, or on a clock of 24 hours; else of either half of the day */
export interface ClockTime {
  hour: number;
  minute: number;
  isExact: boolean;
}

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';

/** From now on. */
export interface Span {
  months: number;
  days: number;
  seconds: number;
}

export type TimeProblem = 'noSuch' | 'ambiguousDate' | 'past' | 'noDay' | 'unclear';

/** One time, with as much of a day and an hour as is told. */
export interface TimeFound {
  /** The words of it, from and up to but without. */
  from: number;
  to: number;
  day?: Day;
  clock?: ClockTime;
  part?: DayPart;
  span?: Span;
  /** It is read as one, and can't be used. */
  problem?: TimeProblem;
  /** It begins with "at". */
  isAt?: boolean;
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ');
const tens: Record<string, number> = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
/** Short forms; those that are words of another meaning as well count with a capital letter or a word for a day before them. */
const shortWeekdays: Record<string, number> = { mon: 1, tue: 2, tues: 2, thu: 4, thur: 4, thurs: 4, fri: 5 };
const wordWeekdays: Record<string, number> = { sun: 0, wed: 3, sat: 6 };
const tomorrow = new Set('tomorrow tmrw tmr tmw tomorow tommorow tommorrow'.split(' '));
const parts: Record<string, DayPart> = {
  morning: 'morning',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'night',
};
const unitOf: Record<string, { unit: 'seconds' | 'days' | 'months'; size: number }> = {};
for (const [names, unit, size] of [
  ['s sec secs second seconds', 'seconds', 1],
  ['m min mins minute minutes', 'seconds', 60],
  ['h hr hrs hour hours', 'seconds', 3600],
  ['d day days', 'days', 1],
  ['w wk wks week weeks', 'days', 7],
  ['fortnight fortnights', 'days', 14],
  ['month months', 'months', 1],
  ['year years', 'months', 12],
] as const)
  for (const name of names.split(' ')) unitOf[name] = { unit, size };

/** A number below sixty in digits or in words, and behind which word it ends. */
function numberAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const text = words[at]?.text ?? '';
  if (/^\d{1,4}$/u.test(text)) return { value: Number(text), to: at + 1 };
  const ten = tens[text];
  if (ten === undefined) {
    const value = small.indexOf(text);
    return value > 0 ? { value, to: at + 1 } : null;
  }
  const one = words[at]?.closes === true ? -1 : small.indexOf(words[at + 1]?.text ?? '');
  return one > 0 && one < 10 ? { value: ten + one, to: at + 2 } : { value: ten, to: at + 1 };
}

/** Whether a word is a number, or holds one. */
export const isNumeric = (word: Word | undefined): boolean =>
  word !== undefined && (/^[^\p{L}]?\d/u.test(word.text) || word.text in tens || small.includes(word.text));

const isWord = (words: readonly Word[], at: number, ...expected: string[]): boolean =>
  expected.every((text, index) => words[at + index]?.text === text);

// --- Spans ---

/** "An hour", "two and a half", "a couple of": how many, before a unit. */
function amountAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const text = words[at]?.text ?? '';
  if (/^\d{1,4}[.,]\d{1,2}$/u.test(text)) return { value: Number(text.replace(',', '.')), to: at + 1 };
  if (isWord(words, at, 'half', 'a') || isWord(words, at, 'half', 'an')) return { value: 0.5, to: at + 2 };
  if (isWord(words, at, 'a', 'half')) return { value: 0.5, to: at + 2 };
  if (isWord(words, at, 'a', 'quarter', 'of', 'an')) return { value: 0.25, to: at + 4 };
  if (isWord(words, at, 'three', 'quarters', 'of', 'an')) return { value: 0.75, to: at + 4 };
  if (isWord(words, at, 'a', 'couple', 'of')) return { value: 2, to: at + 3 };
  if (text === 'a' || text === 'an') return { value: 1, to: at + 1 };
  const number = numberAt(words, at);
  if (number && isWord(words, number.to, 'and', 'a', 'half')) return { value: number.value + 0.5, to: number.to + 3 };
  return number;
}

/** "1h30m", "90min" as one word. */
const gluedSpan = /^(?:(\d{1,3})h)?(?:(\d{1,4})(?:m|min|mins)?)?$/u;

function gluedAt(words: readonly Word[], at: number): { span: Span; to: number } | null {
  const text = words[at]?.text ?? '';
  const [, hours, minutes] = /\p{L}/u.test(text) ? (gluedSpan.exec(text) ?? []) : [];
  if (hours === undefined && minutes === undefined) return null;
  return { span: { months: 0, days: 0, seconds: Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 }, to: at + 1 };
}

/** "An hour and a half", "2 hours 30 minutes". */
function spanAt(words: readonly Word[], at: number): { span: Span; to: number; isWhole: boolean } | null {
  const glued = gluedAt(words, at);
  if (glued) return { ...glued, isWhole: true };
  const span: Span = { months: 0, days: 0, seconds: 0 };
  let to = at;
  let isWhole = true;
  const add = (value: number, { unit, size }: { unit: keyof Span; size: number }): void => {
    const count = value * size;
    const isHalfDay = unit === 'days' && !Number.isInteger(count);
    if (isHalfDay) span.seconds += count * 86_400;
    else span[unit] += count;
    isWhole &&= isHalfDay ? Number.isInteger(count * 2) : Number.isInteger(count);
  };
  for (;;) {
    const begin = to > at && words[to]?.text === 'and' ? to + 1 : to;
    const amount = amountAt(words, begin);
    const unit = amount && unitOf[words[amount.to]?.text ?? ''];
    if (!unit) break;
    add(amount.value, unit);
    to = amount.to + 1;
    if (isWord(words, to, 'and', 'a', 'half')) {
      add(0.5, unit);
      to += 3;
    }
  }
  // "In two hours' time"
  return to === at ? null : { span, to: isWord(words, to, 'time') ? to + 1 : to, isWhole };
}

// --- Days ---

const monthOf = (word: Word | undefined): number =>
  word === undefined ? 0 : months.findIndex((name) => name === word.text || isShortMonth(word, name)) + 1;
const isShortMonth = ({ text }: Word, name: string): boolean =>
  text === name.slice(0, 3) || (text === 'sept' && name === 'september');

const dayForm = /^(\d{1,2})(st|nd|rd|th)?$/u;
const yearForm = /^\d{4}$/u;

/** "5 December", "the 5th of December 2027", "Dec 5th". */
function monthDayAt(words: readonly Word[], at: number): TimeFound | null {
  const first = words[at]?.text === 'the' ? at + 1 : at;
  const [, day] = dayForm.exec(words[first]?.text ?? '') ?? [];
  const after = words[first + 1]?.text === 'of' ? first + 2 : first + 1;
  if (day !== undefined && monthOf(words[after]) > 0)
    return dateFound(words, at, after + 1, { day: Number(day), month: monthOf(words[after]) });
  const month = monthOf(words[at]);
  const second = words[at + 1]?.text === 'the' ? at + 2 : at + 1;
  const [, number] = dayForm.exec(words[second]?.text ?? '') ?? [];
  return month > 0 && number !== undefined ? dateFound(words, at, second + 1, { day: Number(number), month }) : null;
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

const isoForm = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:t(\d\d):(\d\d))?$/u;
const numericForm = /^(\d{1,2})([-/.])(\d{1,2})(?:[-/.](\d{2}|\d{4}))?$/u;

/** Dates in digits. Of "3/4/2027" it is not known which is the month; of "25/12/2026" it is. */
function digitsDateAt(words: readonly Word[], at: number): TimeFound | null {
  const text = words[at]?.text ?? '';
  const [, year, month, day, hour, minute] = isoForm.exec(text) ?? [];
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

function weekdayAt(words: readonly Word[], at: number): TimeFound | null {
  const before = words[at]?.text ?? '';
  const isTold = ['next', 'this', 'coming', 'on'].includes(before);
  const index = ['next', 'this', 'coming'].includes(before) ? at + 1 : at;
  const word = words[index];
  if (word === undefined) return null;
  const isDay = isTold || word.isCapital || words[at - 1]?.text === 'on';
  const full = weekdays.indexOf(word.text);
  const weekday = full >= 0 ? full : (shortWeekdays[word.text] ?? (isDay ? wordWeekdays[word.text] : undefined));
  if (weekday === undefined) return null;
  const isWeekLater = words[index + 1]?.text === 'week';
  const to = isWeekLater ? index + 2 : index + 1;
  if (isWeekLater) return { from: at, to, problem: 'unclear' };
  return { from: at, to, day: { kind: 'weekday', weekday, isNext: before === 'next' } };
}

const vagueDays = [
  ['next', 'weekend'], ['this', 'weekend'], ['the', 'weekend'], ['next', 'week'], ['this', 'week'], ['next', 'month'],
  ['this', 'month'], ['next', 'year'], ['this', 'year'], ['end', 'of', 'the', 'week'], ['end', 'of', 'the', 'year'],
] as const; // prettier-ignore

function dayAt(words: readonly Word[], at: number): TimeFound | null {
  const text = words[at]?.text ?? '';
  const the = text === 'the' ? at + 1 : at;
  const found = (to: number, day: Day): TimeFound => ({ from: at, to, day });
  if (isWord(words, the, 'day', 'after') && tomorrow.has(words[the + 2]?.text ?? ''))
    return found(the + 3, { kind: 'after', days: 2 });
  if (text === 'today') return found(at + 1, { kind: 'after', days: 0 });
  if (text === 'tonight') return { ...found(at + 1, { kind: 'after', days: 0 }), part: 'night' };
  if (tomorrow.has(text)) return found(at + 1, { kind: 'after', days: 1 });
  if (text === 'yesterday' || isWord(words, at, 'last', 'night')) return { from: at, to: at + 1, problem: 'past' };
  for (const end of [
    ['end', 'of', 'the', 'month'],
    ['end', 'of', 'month'],
  ])
    if (isWord(words, the, ...end)) return found(the + end.length, { kind: 'lastOfMonth' });
  const vague = vagueDays.find((phrase) => isWord(words, at, ...phrase) || isWord(words, the, ...phrase));
  if (vague) return { from: at, to: (isWord(words, at, ...vague) ? at : the) + vague.length, problem: 'noDay' };
  if (text === 'in' && monthOf(words[at + 1]) > 0 && words[at + 1]?.isCapital === true)
    return { from: at, to: at + 2, problem: 'noDay' };
  const [, day, isOrdinal] = dayForm.exec(words[the]?.text ?? '') ?? [];
  return (
    monthDayAt(words, at) ??
    digitsDateAt(words, at) ??
    weekdayAt(words, at) ??
    (the > at && day !== undefined && isOrdinal !== undefined && ['on', 'by'].includes(words[at - 1]?.text ?? '')
      ? Number(day) >= 1 && Number(day) <= 31
        ? found(the + 1, { kind: 'ofMonth', day: Number(day) })
        : { from: at, to: the + 1, problem: 'noSuch' }
      : null)
  );
}

// --- Hours ---

/** @param half am, pm or nothing @param is24 written as on a clock of 24 hours */
function clockOf(hour: number, minute: number, half: string, is24: boolean): ClockTime | 'noSuch' {
  if (minute > 59 || hour > 23 || (half !== '' && (hour > 12 || hour === 0))) return 'noSuch';
  if (half === '') return { hour, minute, isExact: is24 || hour > 12 || hour === 0 };
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute, isExact: true };
}

const clockForm = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/u;

/** Behind an hour: "am", "o'clock". */
function behindHour(words: readonly Word[], at: number): { half: string; to: number } {
  const isClock = words[at]?.text === "o'clock" || words[at]?.text === 'oclock';
  const to = isClock ? at + 1 : at;
  const text = words[to]?.text ?? '';
  return text === 'am' || text === 'pm' ? { half: text, to: to + 1 } : { half: '', to };
}

const clockFound = (from: number, to: number, clock: ClockTime | 'noSuch'): TimeFound =>
  clock === 'noSuch' ? { from, to, problem: 'noSuch' } : { from, to, clock };

const behindTime = new Set("to that about of on in at today tomorrow tonight this next o'clock oclock".split(' '));
/** Whether a time may end before a word. */
const mayEnd = (words: readonly Word[], at: number): boolean =>
  at >= words.length ||
  words[at - 1]?.closes === true ||
  behindTime.has(words[at]?.text ?? '') ||
  dayAt(words, at) !== null;

/** "Half past seven", "ten to five", "a quarter past 8". */
function spokenClockAt(words: readonly Word[], at: number): TimeFound | null {
  const first = words[at]?.text === 'a' ? at + 1 : at;
  const text = words[first]?.text ?? '';
  const number =
    text === 'half'
      ? { value: 30, to: first + 1 }
      : text === 'quarter'
        ? { value: 15, to: first + 1 }
        : first === at
          ? numberAt(words, at)
          : null;
  if (!number) return null;
  const between = isWord(words, number.to, 'minutes') ? number.to + 1 : number.to;
  const way = words[between]?.text ?? '';
  const isPast = way === 'past' || (way === 'after' && text !== 'half');
  if (!isPast && (text === 'half' || (way !== 'to' && way !== 'before'))) return null;
  const hour = numberAt(words, between + 1);
  if (!hour || number.value > 59) return null;
  const { half, to } = behindHour(words, hour.to);
  // "At 10 to five people"
  const isOpen = way === 'to' && text !== 'quarter' && between === number.to && half === '' && !mayEnd(words, hour.to);
  if (hour.value < 1 || hour.value > 12 || isOpen) return { from: at, to, problem: 'unclear' };
  // Counted on the dial, on which "ten to one" is before one.
  const told = isPast ? hour.value : hour.value === 1 ? 12 : hour.value - 1;
  const minute = isPast ? number.value : 60 - number.value;
  // "Ten to one pm" is 12:50 pm, and "ten to twelve pm" would be 11:50 of which half?
  if (half !== '' && !isPast && hour.value === 12) return { from: at, to, problem: 'unclear' };
  return clockFound(at, to, clockOf(told, minute, half, false));
}

/** @param isAt "at" stands before it, so that a number alone is an hour */
function clockAt(words: readonly Word[], at: number, isAt: boolean): TimeFound | null {
  const text = words[at]?.text ?? '';
  if (text === 'noon' || text === 'midday') return clockFound(at, at + 1, { hour: 12, minute: 0, isExact: true });
  if (text === 'midnight') return clockFound(at, at + 1, { hour: 0, minute: 0, isExact: true });
  if (isAt || /^(?:half|quarter|a)$/u.test(text) || isWord(words, at + 1, 'minutes')) {
    const spoken = spokenClockAt(words, at);
    if (spoken) return spoken;
  }
  const [, digits, minutes, glued = ''] = clockForm.exec(text) ?? [];
  const word = digits === undefined ? small.indexOf(text) : -1;
  const hour = digits === undefined ? word : Number(digits);
  if (hour < 0 || (digits === undefined && (word < 1 || word > 12))) return null;
  const behind = glued === '' ? behindHour(words, at + 1) : { half: glued, to: at + 1 };
  const isTold = behind.half !== '' || behind.to > at + 1 || (minutes !== undefined && text.includes(':'));
  if (!isAt && !isTold) return null;
  const is24 = minutes !== undefined && text.startsWith('0');
  if (digits !== undefined || behind.to > at + 1)
    return clockFound(at, behind.to, clockOf(hour, Number(minutes ?? 0), behind.half, is24));
  // "At seven thirty"
  const minute = numberAt(words, at + 1);
  if (!minute) return clockFound(at, at + 1, clockOf(hour, 0, '', false));
  const after = behindHour(words, minute.to);
  return minute.value >= 10
    ? clockFound(at, after.to, clockOf(hour, minute.value, after.half, false))
    : { from: at, to: after.to, problem: 'unclear' };
}

// --- One time of several pieces ---

function pieceAt(words: readonly Word[], at: number, isFirst: boolean): TimeFound | null {
  const text = words[at]?.text ?? '';
  if (text === 'in' || text === 'at') {
    const the = words[at + 1]?.text === 'the' ? at + 2 : at + 1;
    const part = parts[words[the]?.text ?? ''];
    if (part && (text === 'in' ? the > at + 1 : part === 'night')) return { from: at, to: the + 1, part };
  }
  if (text === 'this' && (words[at + 1]?.text ?? '') in parts)
    return {
      from: at,
      to: at + 2,
      day: { kind: 'after', days: 0 },
      part: parts[words[at + 1]?.text ?? ''] ?? 'morning',
    };
  if (!isFirst && text in parts) return { from: at, to: at + 1, part: parts[text] ?? 'morning' };
  if (text === 'in') {
    const span = spanAt(words, at + 1);
    if (span) return { from: at, to: span.to, ...(span.isWhole ? { span: span.span } : { problem: 'unclear' }) };
    const month = dayAt(words, at);
    if (month) return month;
  }
  const span = isFirst && text !== 'in' ? spanAt(words, at) : null;
  if (span && isWord(words, span.to, 'from', 'now'))
    return { from: at, to: span.to + 2, ...(span.isWhole ? { span: span.span } : { problem: 'unclear' }) };
  const begin = ['on', 'by', 'at'].includes(text) ? at + 1 : at;
  const isAt = text === 'at' || text === 'by';
  const found = (isAt ? null : dayAt(words, begin)) ?? clockAt(words, begin, isAt) ?? dayAt(words, begin);
  return found && { ...found, from: at, ...(text === 'at' && { isAt: true }) };
}

/** The time that begins at a word, as long as it goes on; null where none does. */
export function timeAt(words: readonly Word[], at: number): TimeFound | null {
  const first = pieceAt(words, at, true);
  if (!first) return null;
  let time = first;
  for (;;) {
    const next = time.problem === undefined ? pieceAt(words, time.to, false) : null;
    if (!next || !canJoin(time, next)) break;
    const { from, isAt } = time;
    time = { ...time, ...next, from, ...(isAt && { isAt }) };
  }
  return time;
}

function canJoin(one: TimeFound, other: TimeFound): boolean {
  if (other.problem !== undefined) return true;
  const isOnce = (field: 'day' | 'clock' | 'part'): boolean => one[field] === undefined || other[field] === undefined;
  if (one.span || other.span) {
    // "In 3 days at 9", and no "in 3 hours at 9".
    const span = one.span;
    return span !== undefined && span.seconds === 0 && other.span === undefined && other.day === undefined;
  }
  return isOnce('day') && isOnce('clock') && isOnce('part');
}
