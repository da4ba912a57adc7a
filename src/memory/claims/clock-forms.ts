// The forms in which times of day are told in words, put together from the tables of the languages. Pure.
import type { ClockWords, DayParts } from '../../language/language.ts';
import { languages } from '../../language/languages.ts';
import { hoursIn } from '../../language/number-words.ts';

const told = languages.flatMap((language) =>
  language.claims === null ? [] : [{ clock: language.claims.clock, numbers: hoursIn(language) }],
);

const inAll = (read: (clock: ClockWords) => string | undefined): string =>
  told.flatMap(({ clock }) => read(clock) ?? []).join('|');

const wholeWord = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d]|\\d[.,:])(?:${pattern})(?![\\p{L}\\d]|[.,:]\\d)`, 'giu');

/** A part of an hour, before or behind that hour. */
interface PartForm {
  pattern: RegExp;
  /** The hour that a match names; NaN where it names none. */
  hour(match: RegExpMatchArray): number;
  /** Minutes from the hour, negative before it; NaN where the match names none. */
  minutes(match: RegExpMatchArray): number;
}

/** A number up to a bound, in digits or in words. */
const anyUpTo = (numbers: ReadonlyMap<string, number>, most: number, others: readonly string[] = []): string =>
  `(\\d{1,2}|${[...numbers]
    .flatMap(([word, value]) => (value <= most && Number.isInteger(value) ? [word] : []))
    .concat(others)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})`;
const maxHour = 24;
const maxMinutes = 59;

const isOf = (words: string, word: string): boolean => words.split('|').includes(word.toLowerCase());

/** `half past two`, `ten to six`, `Viertel vor acht`, `las cuatro y media`, `sept heures et demie`, `halb drei` */
export const partForms: readonly PartForm[] = told.flatMap(({ clock, numbers }) => {
  const numberOf = (word = ''): number => Number(/^\d/.test(word) ? word : (numbers.get(word.toLowerCase()) ?? NaN));
  const minutesOf = (word: string): number =>
    isOf(clock.half, word) ? 30 : isOf(clock.quarter, word) ? 15 : numberOf(word);
  const anyHour = anyUpTo(numbers, maxHour);
  const anyPart = anyUpTo(numbers, maxMinutes, [clock.half, clock.quarter]);
  const formOf = (said: string, side: 1 | -1): PartForm => {
    const hasPart = /\{(?:part|fraction)\}/.test(said);
    const isHourFirst = !hasPart || said.indexOf('{hour}') < said.search(/\{(?:part|fraction)\}/);
    const pattern = said
      .replace('{hour}', anyHour)
      .replace('{part}', anyPart)
      .replace('{fraction}', `(${clock.half}|${clock.quarter})`);
    return {
      pattern: wholeWord(pattern),
      hour: ([, first, second]) => numberOf(isHourFirst ? first : second),
      minutes: ([, first = '', second = '']) => side * (hasPart ? minutesOf(isHourFirst ? second : first) : 30),
    };
  };
  return [...clock.past.map((said) => formOf(said, 1)), ...clock.to.map((said) => formOf(said, -1))];
});

/** Which half of the day an hour is of. */
export type Half = 'a' | 'p';

const reachOfParts = 40;

const partsOf = (read: (parts: DayParts) => string | undefined): string =>
  told.flatMap(({ clock: { parts } }) => (parts && read(parts)) ?? []).join('|');
const behind = (read: (parts: DayParts) => string | undefined): RegExp =>
  new RegExp(`^[\\s,]{0,2}(?:(?:uhr|o['’]clock|uur|horas|heures|sharp) )?(?:${partsOf(read)})(?!\\p{L})`, 'iu');
const before = (read: (parts: DayParts) => string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${partsOf(read)})[,:]? (?:(?:${partsOf(({ at }) => at)}) )?$`, 'iu');

const halves = {
  morning: [behind(({ morning }) => morning), before(({ earlier }) => earlier.morning)],
  evening: [behind(({ evening }) => evening), before(({ earlier }) => earlier.evening)],
} as const;
const night = behind((parts) => parts.night);

/** The half of the day that the words around an hour tell. */
export function halfAround(earlier: string, later: string, hour: number): Half | undefined {
  const [start, end] = [earlier.slice(-reachOfParts), later.slice(0, reachOfParts)];
  if (night.test(end)) return hour >= 6 && hour < 12 ? 'p' : 'a';
  if (halves.morning[0].test(end)) return 'a';
  if (halves.evening[0].test(end)) return 'p';
  if (halves.morning[1].test(start)) return 'a';
  return halves.evening[1].test(start) ? 'p' : undefined;
}

/** A word or a number that a part of the day stands beside: the group is the hour. */
export const hoursOfParts: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\d:.,])(\\d{1,2}|\\p{L}{2,9})(?= (?:${partsOf(({ morning, evening, night: late }) => [morning, evening, ...(late === undefined ? [] : [late])].join('|'))})(?!\\p{L}))`,
    'giu',
  ),
  new RegExp(
    `(?<=(?<!\\p{L})(?:${partsOf(({ earlier: { morning, evening } }) => `${morning}|${evening}`)})[,:]? (?:${partsOf(({ at }) => at)}) )(\\d{1,2}|\\p{L}{2,9})(?![\\p{L}\\d:]|[.,]\\d)`,
    'giu',
  ),
];

const hourWords = new Map(told.flatMap(({ numbers }) => [...numbers]));
/** The hour that a word beside a part of the day names; NaN where it names none. */
export const hourNamed = (word: string): number =>
  Number(/^\d/.test(word) ? word : (hourWords.get(word.toLowerCase()) ?? NaN));

const beforeHours = '(?<![\\p{L}\\d])(\\d{1,2}|(?:\\p{L}{3}-)?\\p{L}{3,8}) ?';
const hours = inAll((clock) => clock.hours);

/** `acht Uhr dreißig`: the groups are the hour and the minutes. */
export const hoursAndMinutes = new RegExp(`${beforeHours}(?:${hours}) (\\d{2}|\\p{L}{4,9})(?![\\p{L}\\d])`, 'giu');

/** `acht Uhr`, `six o'clock`: the group is the hour. */
export const wholeHours = new RegExp(
  `${beforeHours}(?:${hours}|${inAll((clock) => clock.wholeHours)})(?![\\p{L}\\d])`,
  'giu',
);

export const oneOClock = wholeWord(inAll(({ one }) => one));
export const noon = wholeWord(inAll((clock) => clock.noon));
export const midnight = wholeWord(inAll((clock) => clock.midnight));
