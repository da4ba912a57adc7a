// The forms in which times of day are told in words, put together from the tables of the languages. Pure.
import type { ClockWords } from '../../language/language.ts';
import { languages } from '../../language/languages.ts';
import { numbersOf } from '../../language/number-words.ts';

const told = languages.flatMap((language) =>
  language.claims === null ? [] : [{ clock: language.claims.clock, numbers: new Map(numbersOf(language)) }],
);

const inAll = (read: (clock: ClockWords) => string | undefined): string =>
  told.flatMap(({ clock }) => read(clock) ?? []).join('|');

const wholeWord = (pattern: string): RegExp => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'giu');

/** A part of an hour, before or behind that hour. */
interface PartForm {
  pattern: RegExp;
  /** The hour that a match names; NaN where it names none. */
  hour(match: RegExpMatchArray): number;
  /** Minutes from the hour, negative before it; NaN where the match names none. */
  minutes(match: RegExpMatchArray): number;
}

const anyHour = '(\\d{1,2}|\\p{L}{3,6})';
const anyPart = '(\\d{1,2}|\\p{L}{3,7})';

/** `half past two`, `ten to six`, `Viertel vor acht`, `las cuatro y media`, `sept heures et demie`, `halb drei` */
export const partForms: readonly PartForm[] = told.flatMap(({ clock, numbers }) => {
  const numberOf = (word = ''): number => Number(/^\d/.test(word) ? word : (numbers.get(word.toLowerCase()) ?? NaN));
  const minutesOf = (word: string): number =>
    word.toLowerCase() === clock.half ? 30 : word.toLowerCase() === clock.quarter ? 15 : numberOf(word);
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
