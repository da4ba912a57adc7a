// Numbers in words, read by the tables of the languages: "two hundred and fifty", "zweiundvierzig", "noventa y dos",
// "quatre-vingt-dix-sept". "One" is left out: in most languages it is the article as well. Pure.
import type { CompoundNumbers, Language } from './language.ts';
import { languages, languagesIn, likelyLanguages } from './languages.ts';

/** From what `times.counts` has; the first one is the article in most languages. */
const firstCount = 2;

/** The words of a language for numbers that no other one needs, with their values; none where it has no table of them. */
export const numbersOf = (language: Language): [word: string, value: number][] =>
  allNumbersOf(language).filter(([word]) => !(language.numbers?.otherWords ?? []).includes(word));

const byWord = (table: Readonly<Record<number, string>>): [word: string, value: number][] =>
  Object.entries(table).flatMap(([value, names]) =>
    names.split(' ').map((name): [string, number] => [name, Number(value)]),
  );

/** The words of a language by which it counts. */
const countingWords = ({ numbers, times }: Language): [word: string, value: number][] =>
  numbers === null
    ? []
    : [
        ...times.counts
          .slice(firstCount - 1)
          .flatMap((names, i) => names.split('|').map((word): [string, number] => [word, i + firstCount])),
        ...byWord(numbers.words),
      ];

/** All words of a language for numbers. */
const allNumbersOf = (language: Language): [word: string, value: number][] => [
  ...countingWords(language),
  ...byWord(language.numbers?.others ?? {}),
];

/** A language whose own words give way to others takes none from them. */
const takesWords = ({ numbers }: Language): boolean => numbers !== null && numbers.otherWords === undefined;

const isOtherWord = (word: string, own: Language): boolean =>
  languages.some((language) => language !== own && takesWords(language) && language.stopWords.includes(word));

/** By the word in small letters, also of several parts. Left out is what another language says otherwise: "once" is eleven in Spanish. */
export const numberWords: ReadonlyMap<string, number> = new Map(
  languages.flatMap((language) => numbersOf(language).filter(([word]) => !isOtherWord(word, language))),
);

type Read = (word: string) => number | undefined;

/** What one language reads as numbers, also the words that another one needs for something else: "due" in an Italian text. */
interface OwnNumbers {
  joins: string;
  words: ReadonlyMap<string, number>;
  /** Only part of a number: "one". */
  ones: ReadonlySet<string>;
  /** Reads a number that is written as one word. */
  compound: Read;
}

/** "Fuenfzehn", "dreissig", "veintidos" */
const plainForms = (word: string): string[] => {
  const plain = word.replaceAll('ß', 'ss');
  return [
    plain.replace(/[äöü]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`),
    plain.normalize('NFKD').replace(/\p{M}/gu, ''),
  ];
};

/** Each word also as it is written without accents, unless that is another word for a number. */
const withPlainForms = (words: readonly (readonly [string, number])[]): Map<string, number> =>
  new Map([...words.flatMap(([word, value]) => plainForms(word).map((form) => [form, value] as const)), ...words]);

const plainWords = withPlainForms([...numberWords]);

/** Longer words are no numbers; a bound on what is taken apart. */
const maxCompound = 60;

/** What reads a number that is written as one word: "siebenhundertvierzig", "milleduecento", "honderdtwintig". */
function compoundReader(
  { words, ones }: Pick<OwnNumbers, 'words' | 'ones'>,
  compounds: CompoundNumbers | undefined,
): Read {
  if (compounds === undefined) return () => undefined;
  const { join } = compounds;
  const [hundreds, thousands] = [compounds.hundreds.split(' '), compounds.thousands.split(' ')];
  const splitAt = (text: string, part: string, power: number, read: Read): number | undefined => {
    const at = text.indexOf(part);
    if (at < 0) return undefined;
    const [head, tail] = [text.slice(0, at), text.slice(at + part.length)];
    const count = head === '' ? 1 : read(head);
    const rest = tail === '' ? 0 : (read(tail) ?? (tail.startsWith(join) ? read(tail.slice(join.length)) : undefined));
    return count === undefined || rest === undefined || rest >= power ? undefined : count * power + rest;
  };
  const split = (text: string, parts: readonly string[], power: number, read: Read): number | undefined =>
    firstOf(parts, (part) => splitAt(text, part, power, read));
  const belowHundred: Read = (text) => {
    const value = ones.has(text) ? 1 : words.get(text);
    return value === undefined || value >= 100 ? undefined : value;
  };
  const belowThousand: Read = (text) => belowHundred(text) ?? split(text, hundreds, 100, belowHundred);
  return (word) =>
    word.length > maxCompound
      ? undefined
      : (split(word, thousands, 1000, belowThousand) ?? split(word, hundreds, 100, belowHundred));
}

const ownNumbers: ReadonlyMap<Language, OwnNumbers> = new Map(
  languages.flatMap((language): [Language, OwnNumbers][] => {
    const { numbers } = language;
    if (numbers === null) return [];
    const own = { words: withPlainForms(allNumbersOf(language)), ones: new Set(numbers.ones.split(' ')) };
    return [[language, { ...own, joins: numbers.joins, compound: compoundReader(own, numbers.compounds) }]];
  }),
);

/** The words of a language for numbers, also without accents, with those for one. */
export const hoursIn = (language: Language): ReadonlyMap<string, number> => {
  const own = ownNumbers.get(language);
  return new Map([...(own?.words ?? []), ...[...(own?.ones ?? [])].map((word) => [word, 1] as const)]);
};

/** What a number below a hundred is read by. */
export interface SmallNumbers {
  /** By the word, also without accents. */
  words: ReadonlyMap<string, number>;
  /** "And", between tens and units. */
  joins: string;
}

/** The words by which a language counts to a hundred, with those for one. */
export const smallNumbersOf = (language: Language): SmallNumbers => ({
  words: withPlainForms([
    ...countingWords(language).filter(([, value]) => Number.isInteger(value) && value < 100),
    ...(language.numbers?.ones.split(' ') ?? []).map((word): [string, number] => [word, 1]),
  ]),
  joins: language.numbers?.joins ?? '',
});

/**
 * The number below a hundred whose words begin at a place, and behind which of them it ends; null where none does.
 * @param said in small letters; a word with a sign behind it is in `closed`
 */
export function smallNumberAt(
  { words, joins }: SmallNumbers,
  said: readonly string[],
  at: number,
  closed: (at: number) => boolean,
): { value: number; to: number } | null {
  const partAt = (begin: number): { value: number; to: number } | null => {
    // "Dix-sept", also as two words
    const pair = closed(begin) ? undefined : words.get(`${said[begin]}-${said[begin + 1]}`);
    const value = pair ?? words.get(said[begin] ?? '');
    return value === undefined ? null : { value, to: begin + (pair === undefined ? 1 : 2) };
  };
  const first = partAt(at);
  if (first === null || first.value < 20 || closed(first.to - 1)) return first;
  const join = said[first.to] === joins ? 1 : 0;
  const rest = closed(first.to + join - 1) ? null : partAt(first.to + join);
  if (rest === null || rest.value === 0 || !isPartOf(first.value, rest.value)) return first;
  const value = first.value + rest.value;
  // Where both are one word, two words are two numbers: "veinte y cinco" is five past eight in the evening.
  return [...words].some(([word, one]) => one === value && !word.includes('-')) ? first : { value, to: rest.to };
}

/** The value of a word for a number, in small letters. */
export function numberOf(word: string): number | undefined {
  return plainWords.get(word) ?? firstOf(ownNumbers.values(), ({ compound }) => compound(word));
}

const firstOf = <T, R>(items: Iterable<T>, read: (item: T) => R | undefined): R | undefined => {
  for (const item of items) {
    const found = read(item);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What reads the words for numbers of a text: also those that only its language has. */
const readerOf = (text: string, beside: string): ((word: string) => number | undefined) => {
  const own = likelyLanguages(text).flatMap((language) => ownNumbers.get(language) ?? []);
  // "Quince" is fifteen in Spanish and a fruit in an English text.
  const known = languagesIn(beside);
  const isForeign = (word: string): boolean =>
    known.size > 0 && ![...known].some((language) => ownNumbers.get(language)?.words.has(word)) && plainWords.has(word);
  return (word) =>
    firstOf(own, ({ words }) => words.get(word)) ?? (isCoin(word) || isForeign(word) ? undefined : numberOf(word));
};

/** Whether "and" behind a word for a number leads to the rest of it: each language has its own. */
const isJoin = (join: string, behind: string): boolean =>
  [...ownNumbers.values()].some(
    (own) => own.joins === join && (own.words.has(behind) || own.compound(behind) !== undefined),
  );

/** "Deux cents": behind a word for a number of a language in which it is a hundred, and which the text may be in. */
const isHundredBehind = (word: string, last: string, text: string): boolean => {
  if (!isCoin(word)) return false;
  const counting = [...ownNumbers].filter(([, { words }]) => words.has(last));
  const own = counting.filter(([, { words }]) => words.has(word));
  const likely = likelyLanguages(text);
  return own.length === counting.length || own.some(([language]) => likely.length === 0 || likely.includes(language));
};

const isOne = (word: string, behind: string): boolean =>
  [...ownNumbers.values()].some((own) => own.ones.has(word) && own.words.has(behind));

const compounds = [...plainWords.keys()].filter((word) => word.includes('-')).toSorted((a, b) => b.length - a.length);
const wordPattern = `(?<!\\p{L})(?:${compounds.map((word) => word.replaceAll('-', '[- ]')).join('|')})(?!\\p{L})|\\p{L}+`;
const wordOrSign = new RegExp(`${wordPattern}|[^\\p{L}\\s-]`, 'gu');
const wordsOnly = new RegExp(wordPattern, 'giu');

/** "Dix sept" as "dix-sept". */
const tokenOf = (found: string): string => found.replace(/\s/, '-');

const halves = languages.flatMap(({ numbers }) => numbers?.andHalf ?? []).join('|');
/** "Two and a half": the group is the whole number. */
export const andHalf = new RegExp(`(?<![\\p{L}\\d.,])(\\d{1,3}|\\p{L}{3,6}) (?:${halves})(?!\\p{L})`, 'giu');

/** "An hour and a half": the groups are the whole number, which may be an article, and the unit. */
export const unitAndHalf = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d{1,3}|\\p{L}{1,6}) (\\p{L}{3,12}) (?:${halves})(?!\\p{L})`,
  'giu',
);

/** The words that multiply a number by a thousand, as alternatives of a pattern. */
export const thousandWords = languages.flatMap(({ numbers }) => numbers?.thousands ?? []).join('|');

/** What joins two parts of a number, "and", as alternatives of a pattern. */
export const joiningWords = languages.flatMap(({ numbers }) => numbers?.joins ?? []).join('|');
/** "12,5" and "3 thousand": the groups are the number and its power. */
export const numberWithPower = new RegExp(
  `(\\d[\\d.,'’\\u00a0\\u202f]*)(?: ?(k|${thousandWords}|million)(?![\\p{L}\\d]))?`,
  'giu',
);

const powers: ReadonlySet<string> = new Set(thousandWords.split('|'));

/** "50 cents" are no hundred, unless the text is French. */
const isCoin = (word: string): boolean => word === 'cent' || word === 'cents';

/**
 * The numbers that the words of a text make.
 * @param text in small letters
 * @param other a further word that is one
 * @param beside a text in the same language: words for numbers of languages of which it has none are other words
 */
export function spelledNumbers(text: string, other: (word: string) => number | undefined, beside = ''): number[] {
  const numbers: number[] = [];
  const valueOf = readerOf(text, beside);
  let thousands = 0;
  let below: number | null = null;
  let last = '';
  const end = (): void => {
    if (below !== null) numbers.push(thousands + below);
    [thousands, below] = [0, null];
  };
  for (const [found] of text.matchAll(wordOrSign)) {
    const word = tokenOf(found);
    const further = other(word);
    if (further !== undefined) numbers.push(further);
    const value: number | undefined =
      valueOf(word) ??
      // "Six grand", and no "grand piano"; "two hundred"
      (below !== null && powers.has(word)
        ? 1000
        : below !== null && isHundredBehind(word, last, text)
          ? 100
          : below !== null && takesOne(below) && isOne(word, last)
            ? 1
            : undefined);
    if (value === undefined) {
      if (!isJoin(word, last)) end();
      continue;
    }
    if (value === 1000) [thousands, below] = [thousands + (below || 1) * 1000, 0];
    else if (value === 100 && below !== null && below > 0 && below < 100) below *= 100;
    else if (below === null || isPartOf(below, value)) below = (below ?? 0) + value;
    else {
      end();
      below = value;
    }
    last = word;
  }
  end();
  return numbers;
}

/** Behind tens, a hundred or a thousand, "one" is part of the number. */
const takesOne = (said: number): boolean => said % 10 === 0 && said % 100 !== 10;

/** "Two fifty" is 2.50 or 250, "nineteen eighty-six" a year: what two numbers in words, side by side, may mean as one. */
export function pairedNumbers(text: string): number[] {
  const found = text.match(wordOrSign)?.map((word) => numberOf(tokenOf(word))) ?? [];
  return found.flatMap((value, i) => {
    const [tens, ones = NaN] = [found[i + 1], found[i + 2]];
    if (value === undefined || tens === undefined || value < 1 || value > 99 || tens < 10 || tens > 99) return [];
    const rest = tens >= 20 && tens % 10 === 0 && ones > 0 && ones < 10 ? [tens, tens + ones] : [tens];
    return rest.flatMap((part) => [Number((value + part / 100).toFixed(2)), value * 100 + part]);
  });
}

/** Whether "forty" and "two" are one number: what follows is smaller than the last place that was said; in French up to 79 and 99. */
function isPartOf(said: number, value: number): boolean {
  const tens = said % 100;
  if (tens === 0) return value < (said % 1000 === 0 ? 1000 : 100);
  return tens >= 20 && tens % 10 === 0 && value < (tens === 60 || tens === 80 ? 20 : 10);
}

/** A text with digits in place of single words for a number, such as "quinze". */
export const withDigits = (text: string): string =>
  text.replace(wordsOnly, (word) => {
    const value = numberOf(tokenOf(word.toLowerCase()));
    return value === undefined || value < 13 || value > 99 ? word : String(value);
  });
