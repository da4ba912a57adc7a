// The values that a line gives, each with its kind: a time, a day of the week, a date, an amount in its unit, a number, a name. Two
// lines about the same that give different values of one kind are two answers to one question. Pure.
import { languages } from '../../language/languages.ts';
import { alternatives, wholeWords } from '../../language/words.ts';
import { wordsThatTell } from './terms.ts';

export interface Value {
  kind: 'time' | 'day' | 'date' | 'code' | 'number' | 'name';
  /** In lower case. */
  text: string;
  /** Of a number: the sign at it, or the word behind it. Of a day of the week: "week" where each is meant, as by "Mondays" and "montags". */
  unit?: string;
}

/** Whether one of two values could stand in the place of the other. A word behind a number need not be its unit. */
export const isOfKind = (one: Value, other: Value): boolean =>
  one.kind === other.kind && (!one.unit || !other.unit || one.unit === other.unit);

const price = /[.,]\d{2}$/;
/** The word behind a number, where it tells something: "in" and "to" are no units. */
const unitIn = (word: string): string => (wordsThatTell(word).size > 0 ? word.toLowerCase().replace(/s$/, '') : '');

const maxUnits = 1000;

const clock =
  /(?<![\p{N}.,])(?:\d{1,2}[:.]\d{2}|\d{1,2} ?h ?\d{2}|\d{1,2} ?(?:h|uhr|am|pm|o['’]clock))(?![\p{L}\p{N}])/giu;
/** Letters and digits in one. */
const code = /(?<![\p{L}\p{N}])(?=\p{L}*\p{N})(?:\p{N}+\p{L}+\p{N}|\p{L}+\p{N}+\p{L})[\p{L}\p{N}]*/gu;
const amount = /(?<![\p{L}\p{N}])([$€£¥]?) ?(\d{1,12}(?:[.,]\d{1,9})*) ?([$€£¥%]|\p{L}{1,20})?/gu;
const signs: Readonly<Record<string, string>> = { $: 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen' };
const year = /^(?:19|20)\d{2}$/;
/** A word with a capital letter that does not begin a sentence: "Dr. Roth" is none that ends with "Dr". */
const capital = /(?<=[\p{L}\p{N},;:'’)] |(?<!\p{L})\p{Lu}\p{Ll}{1,2}\. )\p{Lu}[\p{L}\p{N}'’-]{1,40}/gu;

const longForms = (names: (language: (typeof languages)[number]) => readonly string[]): string =>
  languages
    .filter(({ unspaced }) => !unspaced)
    .flatMap(names)
    .map((forms) => alternatives(forms.toLowerCase().split(' ')[0] ?? ''))
    .join('|');
/** Compiled when the first line is read: a start needs none of it. */
let calendar: { weekday: RegExp; month: RegExp } | null = null;

/** The values of a line's plain words, each once. */
export function valuesIn(line: string): Value[] {
  calendar ??= {
    weekday: new RegExp(wholeWords(`(?:${longForms(({ weekdays }) => weekdays)})s?`), 'giu'),
    month: new RegExp(wholeWords(longForms(({ months }) => months)), 'giu'),
  };
  const values: Value[] = [];
  let rest = line.slice(0, maxUnits);
  const take = (kind: Value['kind'], pattern: RegExp): void => {
    rest = rest.replace(pattern, (found) => {
      const text = found.toLowerCase();
      values.push(kind === 'day' && text.endsWith('s') ? { kind, text, unit: 'week' } : { kind, text });
      return ';';
    });
  };
  take('time', clock);
  take('code', code);
  take('day', calendar.weekday);
  take('date', calendar.month);
  for (const [, sign = '', number = '', behind = ''] of rest.matchAll(amount)) {
    const unit = signs[sign] ?? signs[behind] ?? (unitIn(behind) || (price.test(number) ? 'price' : ''));
    values.push(year.test(number) ? { kind: 'date', text: number } : { kind: 'number', text: number, unit });
  }
  for (const [name] of rest.matchAll(capital)) values.push({ kind: 'name', text: name.toLowerCase() });
  return values;
}
