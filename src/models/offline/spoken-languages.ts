// Times that are said in other languages than English, word for word in English: "morgen um halb acht" is "tomorrow at half past seven".
// What is not in the table of its language is no word of a time, so that no word of one language is taken for one of another. Pure.
import { append } from '../../base/lists.ts';
import type { Language, ReminderWords } from '../../language/language.ts';
import { languages } from '../../language/languages.ts';
import { type SmallNumbers, smallNumberAt, smallNumbersOf } from '../../language/number-words.ts';
import { type Word, months, weekdays } from './spoken-words.ts';

/** The English for a phrase, in which {1} is what the first of its braces stands for, and {1-} the hour before it. */
interface Phrase {
  said: readonly (readonly string[])[];
  english: readonly string[];
}

interface Table {
  phrases: readonly Phrase[];
  numbers: SmallNumbers;
  articles: ReadonlySet<string>;
  infinitives: readonly string[];
  weekdays: ReadonlyMap<string, string>;
  months: ReadonlyMap<string, string>;
}

/** Without accents, which are often left out. */
const plain = (text: string): string =>
  text.toLowerCase().replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, '');

/** From Monday, as the tables of the languages have them. */
const fromMonday = [...weekdays.slice(1), ...weekdays.slice(0, 1)];

/** A word that has no meaning here: it equals no English word. */
const unknown = (text: string): string => `_${text}`;
/** Whether a word is one of another language that is none of a time. */
export const isForeign = ({ text }: Word): boolean => text.startsWith('_');

function tableOf(language: Language, words: ReminderWords): Table {
  const named = (names: readonly string[], forms: readonly string[], shortest: number): Map<string, string> =>
    new Map(
      forms.flatMap((form, at) =>
        plain(form)
          .split(' ')
          .filter((one) => one.length >= shortest)
          .map((one) => [one, names[at] ?? ''] as const),
      ),
    );
  const days = named(fromMonday, words.weekdays ?? language.weekdays, 3);
  const compounds = (words.partsOfDay ?? []).flatMap(([part, english]) =>
    [...days].flatMap(([day, name]) => [
      [`${day}${part}`, `${name} ${english}`] as const,
      [`${day} ${part}`, `${name} ${english}`] as const,
    ]),
  );
  const phrases = [...words.times, ...compounds].map(([said, english]) => ({
    said: plain(said)
      .split(' ')
      .map((word) => word.split('/')),
    english: english.split(' ').filter((word) => word !== ''),
  }));
  const { words: numbers, joins } = smallNumbersOf(language);
  return {
    phrases: phrases.toSorted((a, b) => b.said.length - a.said.length),
    numbers: { joins: plain(joins), words: new Map([...numbers].map(([word, value]) => [plain(word), value])) },
    articles: new Set(words.articles.map(plain)),
    infinitives: words.infinitives ?? [],
    weekdays: days,
    months: named(months, language.months, 3),
  };
}

const tables = new Map<string, Table>();
for (const language of languages) {
  const words = language.offline?.reminding;
  if (words) tables.set(language.name, tableOf(language, words));
}

/** Whether the verb stands last in a language, behind the time. */
export const isVerbLast = (language: string | undefined): boolean => language !== undefined && verbLast.has(language);
const verbLast = new Set(
  languages.flatMap(({ name, offline }) => (offline?.reminding?.isVerbLast === true ? [name] : [])),
);

const digits = /^\d{1,2}(?:[:.]\d\d)?$/u;
/** "L'heure", "un'ora": a word before the apostrophe, and one behind. */
const elided = /^(\p{L}{1,5}')(\p{L}[^]*)$/u;

/** The words of a message in that language, those of times in English. In English they are as they were. */
export function inEnglish(words: readonly Word[], asked: string, language: string | undefined): Word[] {
  const table = language === undefined ? undefined : tables.get(language);
  if (!table) return [...words];
  const split = withNumbers(
    words.flatMap((word) => splitElision(word, table)),
    table,
  );
  const said = split.map(({ text }) => plain(text));
  const found: Word[] = [];
  for (let at = 0; at < split.length;) {
    const { length, english } = phraseAt(table, said, at) ?? {
      length: 1,
      english: wordsFor(table, split, at, { found, asked }),
    };
    const isToDo = english.length === 1 && joins.has(english[0] ?? '') && isInfinitive(table, said[at + length]);
    append(found, placed(split.slice(at, at + length), isToDo ? ['to'] : english));
    at += length;
  }
  return found;
}

/** Numbers of several words as one in digits: "vingt et un". */
function withNumbers(words: readonly Word[], { numbers }: Table): Word[] {
  const said = words.map(({ text }) => plain(text));
  const found: Word[] = [];
  for (let at = 0; at < words.length;) {
    const number = smallNumberAt(numbers, said, at, (index) => words[index]?.closes === true);
    const to = number?.to ?? at + 1;
    const one = words.slice(at, to);
    append(found, number !== null && to > at + 1 ? placed(one, [String(number.value)]) : one);
    at = to;
  }
  return found;
}

/** "De llamar", "para ligar" */
const joins = new Set(['of', 'for']);
const isInfinitive = ({ infinitives }: Table, word = ''): boolean =>
  infinitives.some((ending) => word.length > ending.length + 1 && word.endsWith(ending));

function splitElision(word: Word, { phrases }: Table): Word[] {
  const [, before, behind] = elided.exec(word.text) ?? [];
  const isWhole = phrases.some(({ said: [first, ...more] }) => more.length === 0 && first?.includes(plain(word.text)));
  if (before === undefined || behind === undefined || isWhole) return [word];
  const middle = word.from + before.length;
  return [
    { ...word, text: before, to: middle, closes: false },
    { ...word, text: behind, from: middle },
  ];
}

function phraseAt(table: Table, said: readonly string[], at: number): { length: number; english: string[] } | null {
  for (const { said: expected, english } of table.phrases) {
    const values: string[] = [];
    const fits = expected.every((alternatives, index) => {
      const word = said[at + index];
      if (word === undefined) return false;
      return alternatives.some((one) => isSaid(table, one, word, values));
    });
    const filled = fits ? english.map((word) => fill(word, values)) : [null];
    if (filled.every((word) => word !== null)) return { length: expected.length, english: filled };
  }
  return null;
}

/** @param values takes what stands for braces */
function isSaid(table: Table, expected: string, word: string, values: string[]): boolean {
  const value = valueOf(table, expected, word);
  if (value !== undefined) values.push(value);
  return (
    value !== undefined || (/^\d+$/u.test(expected) ? numberOf(table, word) === Number(expected) : expected === word)
  );
}

function valueOf(table: Table, expected: string, word: string): string | undefined {
  if (expected === '{n}') return digits.test(word) ? word : numberOf(table, word)?.toString();
  if (expected === '{weekday}') return table.weekdays.get(word);
  return expected === '{month}' ? table.months.get(word) : undefined;
}

const numberOf = ({ numbers, articles }: Table, word: string): number | undefined =>
  /^\d{1,4}$/u.test(word) ? Number(word) : articles.has(word) ? 1 : numbers.words.get(word);

/** Null where the hour before is asked for and there is none. */
function fill(english: string, values: readonly string[]): string | null {
  const [, index, before] = /^\{(\d)(-)?\}/u.exec(english) ?? [];
  if (index === undefined) return english;
  const value = values[Number(index) - 1] ?? '';
  const hour = Number(value);
  if (before === undefined) return english.replace(/^\{\d\}/u, value);
  if (!Number.isInteger(hour) || hour < 1 || hour > 12) return null;
  return String(hour === 1 ? 12 : hour - 1);
}

const dayFirst = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4}))?$/u;
/** What is written alike in all languages. */
const shared = /^(?:\d.*|h|min|mins|am|pm|utc|gmt|[-–—&+])$/u;

/** The English for one word that stands in no phrase. */
function wordsFor(
  table: Table,
  words: readonly Word[],
  at: number,
  { found, asked }: { found: readonly Word[]; asked: string },
): string[] {
  const word = words[at];
  if (word === undefined) return [];
  const said = plain(word.text);
  const before = found.at(-1)?.text ?? '';
  const [, day, month, year] = before === 'at' ? [] : (dayFirst.exec(said) ?? []);
  const name = months[Number(month) - 1];
  if (name !== undefined && Number(day) >= 1 && Number(day) <= 31)
    return [String(day), name, ...(year === undefined ? [] : [year])];
  // "Am 5.": a number with a full stop is an ordinal.
  if (/^\d{1,2}\.$/u.test(asked.slice(word.from, word.to)) && (before === 'on' || before === 'the'))
    return [`${said}th`];
  if (table.articles.has(said)) return ['a'];
  const number = table.numbers.words.get(said)?.toString();
  // "Sept" is seven, and behind the number of a day September.
  const isNumber = number !== undefined && !/^\d/u.test(before);
  const known = (isNumber ? number : undefined) ?? table.weekdays.get(said) ?? table.months.get(said) ?? number;
  if (known !== undefined) return [known];
  return [
    shared.test(said) || said.includes('/') || (word.isUpper && word.text.length <= 5) ? word.text : unknown(word.text),
  ];
}

/** The English words in the place of those that were said: the first one has all of the place. */
function placed(said: readonly Word[], english: readonly string[]): Word[] {
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last) return [];
  return english.map((text, index) => ({
    text,
    from: index === 0 ? first.from : last.to,
    to: last.to,
    closes: last.closes && index === english.length - 1,
    isCapital: first.isCapital,
    isUpper: first.isUpper,
  }));
}
