// Words of a message as times are read from them: each with its place, the numbers among them, and spans ("an hour and a half"). Pure.
import { withoutEnd } from '../../base/text/text.ts';
import { english } from '../../language/english.ts';
import { smallNumberAt, smallNumbersOf } from '../../language/number-words.ts';

export interface Word {
  /** In lower case and without punctuation around it; translated into English where it was said in another language. */
  text: string;
  /** Its position in the message, punctuation included. */
  from: number;
  to: number;
  /** A sign stands behind it. */
  closes: boolean;
  isCapital: boolean;
  /** All of its letters are capitals. */
  isUpper: boolean;
}

/** "2hrs", "1h30m", "17h30": numbers with their units, which are words of their own. */
const gluedUnits = /^(?:\d{1,4}(?:[.,]\d{1,2})?(?:h|hrs?|m|mins?|s|secs?|d|wks?))+(?:\d{1,2})?$/iu;
const gluedPart = /[\d.,]+|\p{L}+/gu;

/** Words apart by blanks, and by hyphens between letters: "twenty-five" are two. */
export function timeWordsOf(said: string): Word[] {
  const apart = said.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ');
  return [...apart.matchAll(/\S+/gu)].flatMap(({ 0: raw, index }) => {
    const text = withoutEnd(raw, '.,;:!?"\'”’»)').replace(/^["'“„«(]{1,3}/u, '');
    const closes = /[.,;:!?]$/u.test(raw) && !/[ap]\.m\.$/iu.test(raw);
    if (!gluedUnits.test(text)) return [wordOf(text, { from: index, to: index + raw.length, closes })];
    const begin = index + raw.indexOf(text);
    const pieces = [...text.matchAll(gluedPart)];
    return pieces.map(({ 0: piece, index: at }, count) => {
      const isLast = count === pieces.length - 1;
      const to = isLast ? index + raw.length : begin + at + piece.length;
      return wordOf(piece, { from: count === 0 ? index : begin + at, to, closes: isLast && closes });
    });
  });
}

const wordOf = (text: string, place: Pick<Word, 'from' | 'to' | 'closes'>): Word => ({
  text: text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/([ap])\.m$/u, '$1m'),
  ...place,
  isCapital: /^\p{Lu}/u.test(text),
  isUpper: /^\p{Lu}+$/u.test(text),
});

/** In English, from January, and from Sunday. */
export const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
export const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

export type Day =
  /** @param weekday that it is said to be as well: "tomorrow, Sunday" */
  | { kind: 'after'; days: number; weekday?: number }
  /**
   * @param isNext "next Friday"
   * @param weeksLater so many weeks after the one to come: "a week on Friday"
   * @param inWeek the one of that week of the calendar, counted from this one; with `weeksLater` both must be the same day
   */
  | { kind: 'weekday'; weekday: number; isNext: boolean; weeksLater?: number; inWeek?: number }
  /** @param month from 1 @param year null: the next one to come */
  | { kind: 'date'; day: number; month: number; year: number | null; weekday?: number }
  /** "On the 5th". @param inMonth of that month, counted from this one; else of the next one that has it */
  | { kind: 'ofMonth'; day: number; inMonth?: number; weekday?: number }
  | { kind: 'lastOfMonth' }
  /** "Next week", "this month": no day by itself. */
  | { kind: 'week'; inWeek: number }
  | { kind: 'month'; inMonth: number };

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

export type TimeProblem = 'noSuch' | 'ambiguousDate' | 'past' | 'noDay' | 'noZone' | 'unclear';

/** One time, with as much of a day and an hour as is told. */
export interface TimeFound {
  /** The words of it, from and up to but without. */
  from: number;
  to: number;
  day?: Day;
  clock?: ClockTime;
  part?: DayPart;
  span?: Span;
  /** On whose clock the hour is told, where it is not the person's own. */
  zone?: Zone;
  /** It is read as one, and can't be used. */
  problem?: TimeProblem;
  /** It begins with "at". */
  isAt?: boolean;
}

/**
 * @param name as IANA has it
 * @param offsetMinutes that the name in the message stands for: "EST" is of New York, and not in summer
 */
export interface Zone {
  name: string;
  offsetMinutes?: number;
}

export const isWord = (words: readonly Word[], at: number, ...expected: string[]): boolean =>
  expected.every((text, index) => words[at + index]?.text === text);

// --- Numbers ---

// "Twenty and five" are two numbers.
const numbers = { ...smallNumbersOf(english), joins: '' };
/** "Twenty-five" */
const maxNumberWords = 2;

/** A number in digits or, below a hundred, in words, and behind which word it ends. */
export function numberAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const text = words[at]?.text ?? '';
  if (/^\d{1,4}$/u.test(text)) return { value: Number(text), to: at + 1 };
  const near = words.slice(at, at + maxNumberWords);
  const number = smallNumberAt(
    numbers,
    near.map((word) => word.text),
    0,
    (index) => near[index]?.closes === true,
  );
  return number !== null && number.value > 0 ? { value: number.value, to: at + number.to } : null;
}

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const dayForm = /^(\d{1,2})(st|nd|rd|th)?$/u;

/** The day of a month: "5", "5th", "fifth", "thirty-first". @param isOrdinal not "5" */
export function dayNumberAt(
  words: readonly Word[],
  at: number,
): { value: number; to: number; isOrdinal: boolean } | null {
  const text = words[at]?.text ?? '';
  const [, digits, ending] = dayForm.exec(text) ?? [];
  if (digits !== undefined) return { value: Number(digits), to: at + 1, isOrdinal: ending !== undefined };
  const one = ordinals.indexOf(text);
  if (one >= 0) return { value: one + 1, to: at + 1, isOrdinal: true };
  if (text === 'thirtieth') return { value: 30, to: at + 1, isOrdinal: true };
  const ten = words[at]?.closes === true ? undefined : numbers.words.get(text);
  const unit = ordinals.indexOf(words[at + 1]?.text ?? '');
  return ten !== undefined && ten >= 20 && unit >= 0 && unit < 9
    ? { value: ten + unit + 1, to: at + 2, isOrdinal: true }
    : null;
}

/** Whether a word is a number, or holds one. */
export const isNumeric = (word: Word | undefined): boolean =>
  word !== undefined && (/^[^\p{L}]?\d/u.test(word.text) || numbers.words.has(word.text));

// --- Spans ---

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

/** Whether a word is a unit of time in full, which is none of the text beside a time: "week", "hours". */
export const isUnit = (word: Word | undefined): boolean =>
  word !== undefined && word.text.length > 2 && word.text in unitOf;

/** "An hour", "two and a half", "a couple of": how many, before a unit. */
function amountAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const text = words[at]?.text ?? '';
  if (/^\d{1,4}[.,]\d{1,2}$/u.test(text)) return { value: Number(text.replace(',', '.')), to: at + 1 };
  if (isWord(words, at, 'half', 'a') || isWord(words, at, 'half', 'an')) return { value: 0.5, to: at + 2 };
  if (isWord(words, at, 'a', 'half')) return { value: 0.5, to: at + 2 };
  if (isWord(words, at, 'a', 'quarter', 'of', 'an')) return { value: 0.25, to: at + 4 };
  if (isWord(words, at, 'three', 'quarters', 'of', 'an')) return { value: 0.75, to: at + 4 };
  if (isWord(words, at, 'a', 'couple')) return { value: 2, to: isWord(words, at + 2, 'of') ? at + 3 : at + 2 };
  if (text === 'a' || text === 'an') return { value: 1, to: at + 1 };
  const number = numberAt(words, at);
  if (number && isWord(words, number.to, 'and', 'a', 'half')) return { value: number.value + 0.5, to: number.to + 3 };
  return number;
}

/** "An hour and a half", "2 hours 30 minutes", "1h30". */
export function spanAt(words: readonly Word[], at: number): { span: Span; to: number; isWhole: boolean } | null {
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
    const [last, next] = [words[to - 1], words[to]];
    // "1h30" is one and a half hours; in "1h30m" the minutes have a unit of their own and are added as the next number.
    const endsHere = next?.from === last?.to && words[to + 1]?.from !== next?.to;
    if (last?.text === 'h' && next !== undefined && endsHere && /^\d\d$/u.test(next.text)) {
      add(Number(next.text) / 60, unit);
      to += 1;
    }
  }
  // "In two hours' time"
  return to === at ? null : { span, to: isWord(words, to, 'time') ? to + 1 : to, isWhole };
}

/** A span of whole weeks: how many. */
export const weeksIn = ({ months, days, seconds }: Span): number | null =>
  months === 0 && seconds === 0 && days > 0 && days % 7 === 0 ? days / 7 : null;
