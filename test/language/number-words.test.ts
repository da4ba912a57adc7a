import { expect, test } from 'vitest';
import {
  type Spell,
  dutch,
  english,
  french,
  german,
  italian,
  portuguese,
  spanish,
} from '../support/spelled-numbers.ts';
import { spelledNumbers } from '../../src/language/number-words.ts';

/** Numbers as they are written by the rules of each language, from 0 to 9999. */
interface Speller {
  /** A sentence in which the language is told; the number stands at `#`. */
  sentence: string;
  spell: Spell;
}

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

const inAscii = (text: string): string => text.replaceAll('ü', 'ue').replaceAll('ö', 'oe').replaceAll('ß', 'ss');

test.each<[string, Speller]>([
  ['English', { sentence: 'it is # of them', spell: english('-', 'and') }],
  ['English without a hyphen', { sentence: 'it is # of them', spell: english(' ', '') }],
  ['German', { sentence: 'das sind # davon', spell: german }],
  ['German without its own letters', { sentence: 'das sind # davon', spell: (n) => inAscii(german(n)) }],
  ['Dutch', { sentence: 'het zijn er # van mij', spell: dutch }],
  ['Dutch without a diaeresis', { sentence: 'het zijn er # van mij', spell: (n) => withoutMarks(dutch(n)) }],
  ['Spanish', { sentence: '¿cuántos? son # para mí', spell: spanish }],
  ['Spanish without accents', { sentence: '¿cuántos? son # para mí', spell: (n) => withoutMarks(spanish(n)) }],
  ['Portuguese', { sentence: 'quantos? são # para mim', spell: portuguese }],
  ['Italian', { sentence: 'quanti? sono # per me', spell: italian }],
  ['French', { sentence: 'combien ? nous avons # dans la liste', spell: french('-') }],
  ['French without a hyphen', { sentence: 'combien ? nous avons # dans la liste', spell: french(' ') }],
])('in %s, every number from 0 to 9999 is read', (_language, { sentence, spell }) => {
  const wrong: string[] = [];
  for (let n = 0; n < 10_000; n += 1) {
    // "One" alone is the article in most languages.
    if (n === 1) continue;
    const read = spelledNumbers(sentence.replace('#', spell(n)), () => undefined);
    if (read.length !== 1 || read[0] !== n) wrong.push(`${spell(n)}: ${read.join(', ')}, not ${n}`);
  }
  expect({ count: wrong.length, first: wrong.slice(0, 8) }).toEqual({ count: 0, first: [] });
});

test.each<[words: string, number]>([
  ['zwölfhundert', 1200],
  ['neunzehnhundertsechsundachtzig', 1986],
  ['einhundertzwanzig', 120],
  ['hundertundeins', 101],
  ['zwölftausend fünfhundert', 12_500],
  ['twaalfhonderd', 1200],
  ['duizend vijfhonderd', 1500],
  ['mille duecento', 1200],
  ['centottanta', 180],
  ['dodicimilacinquecento', 12_500],
  ['quatre vingt douze', 92],
  ['septante-deux', 72],
  ['treize cents', 1300],
  ['nineteen hundred', 1900],
  ['twenty-five hundred', 2500],
  ['a hundred and one', 101],
  ['veinte y cinco', 25],
  ['treinta y un mil', 31_000],
  ['doze mil e quinhentos', 12_500],
])('%j is %d', (words, value) => {
  expect(spelledNumbers(words, () => undefined)).toEqual([value]);
});

test.each<[text: string, numbers: readonly number[]]>([
  ['twenty in five days', [20, 5]],
  ['veinte en cinco días', [20, 5]],
  ['fifty cents', [50]],
  ['one of the one-way streets', []],
  ['the rent is due', []],
])('of %j only what is a number is read', (text, numbers) => {
  expect(spelledNumbers(text, () => undefined)).toEqual(numbers);
});
