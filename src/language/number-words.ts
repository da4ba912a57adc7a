// Numbers in words, read by the tables of the languages: "two hundred and fifty", "zweiundvierzig", "noventa y dos",
// "quatre-vingt-dix-sept". "One" is left out: in most languages it is the article as well. Pure.
import type { Language } from './language.ts';
import { languages } from './languages.ts';

/** From what `times.counts` has; the first one is the article in most languages. */
const firstCount = 2;

/** The words of a language for numbers, with their values; none where it has no table of them. */
export function numbersOf({ numbers, times }: Language): [word: string, value: number][] {
  if (numbers === null) return [];
  return [
    ...times.counts
      .slice(firstCount - 1)
      .flatMap((names, i) => names.split('|').map((word): [string, number] => [word, i + firstCount]))
      .filter(([word]) => !(numbers.otherWords ?? []).includes(word)),
    ...Object.entries(numbers.words).flatMap(([value, names]) =>
      names.split(' ').map((name): [string, number] => [name, Number(value)]),
    ),
  ];
}

/** A language whose own words give way to others takes none from them. */
const takesWords = ({ numbers }: Language): boolean => numbers !== null && numbers.otherWords === undefined;

const isOtherWord = (word: string, own: Language): boolean =>
  languages.some((language) => language !== own && takesWords(language) && language.stopWords.includes(word));

/** By the word in small letters, also of several parts. Left out is what another language says otherwise: "once" is eleven in Spanish. */
export const numberWords: ReadonlyMap<string, number> = new Map(
  languages.flatMap((language) => numbersOf(language).filter(([word]) => !isOtherWord(word, language))),
);

const joins: ReadonlySet<string> = new Set(languages.flatMap(({ numbers }) => numbers?.joins ?? []));

const compounds = [...numberWords.keys()].filter((word) => word.includes('-')).toSorted((a, b) => b.length - a.length);
const wordPattern = `${compounds.join('|')}|\\p{L}+`;
const wordOrSign = new RegExp(`${wordPattern}|[^\\p{L}\\s-]`, 'gu');
const wordsOnly = new RegExp(wordPattern, 'giu');

const halves = languages.flatMap(({ numbers }) => numbers?.andHalf ?? []).join('|');
/** "Two and a half": the group is the whole number. */
export const andHalf = new RegExp(`(?<![\\p{L}\\d.,])(\\d{1,3}|\\p{L}{3,6}) (?:${halves})(?!\\p{L})`, 'giu');

const thousands = languages.flatMap(({ numbers }) => numbers?.thousands ?? []).join('|');
/** "12,5" and "3 thousand": the groups are the number and its power. */
export const numberWithPower = new RegExp(
  `(\\d[\\d.,'’\\u00a0\\u202f]*)(?: ?(k|${thousands}|million)(?![\\p{L}\\d]))?`,
  'giu',
);

const powers: ReadonlySet<string> = new Set(thousands.split('|'));

/** "50 cents" are no hundred. */
const isCoin = (word: string): boolean => word === 'cent' || word === 'cents';

/**
 * The numbers that the words of a text make.
 * @param text in small letters
 * @param other a further word that is one
 */
export function spelledNumbers(text: string, other: (word: string) => number | undefined): number[] {
  const numbers: number[] = [];
  let thousands = 0;
  let below: number | null = null;
  const end = (): void => {
    if (below !== null) numbers.push(thousands + below);
    [thousands, below] = [0, null];
  };
  for (const [word] of text.matchAll(wordOrSign)) {
    const further = other(word);
    if (further !== undefined) numbers.push(further);
    const value: number | undefined =
      isCoin(word) && below === null
        ? undefined
        : // "Six grand", and no "grand piano"
          (numberWords.get(word) ?? (below !== null && powers.has(word) ? 1000 : undefined));
    if (value === undefined) {
      if (!joins.has(word)) end();
    } else if (value === 1000) [thousands, below] = [thousands + (below || 1) * 1000, 0];
    else if (value === 100 && below !== null && below > 0 && below < 20) below *= 100;
    else if (below === null || isPartOf(below, value)) below = (below ?? 0) + value;
    else {
      end();
      below = value;
    }
  }
  end();
  return numbers;
}

/** "Two fifty" is 2.50 or 250, "nineteen eighty-six" a year: what two numbers in words, side by side, may mean as one. */
export function pairedNumbers(text: string): number[] {
  const found = text.match(wordOrSign)?.map((word) => numberWords.get(word)) ?? [];
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
    const value = numberWords.get(word.toLowerCase());
    return value === undefined || value < 13 || value > 99 ? word : String(value);
  });
