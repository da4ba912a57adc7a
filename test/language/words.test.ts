// What is taken for a letter or a digit where the words of the language tables begin and end.
import { expect, it } from 'vitest';
import { anyOf, wordCharacter } from '../../src/language/words.ts';

const isWordCharacter = new RegExp(wordCharacter, 'iu');

function* charactersOf(from: number, to: number): Generator<string> {
  for (let code = from; code <= to; code += 1) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}
const wrong = (characters: Iterable<string>, kind: RegExp, isOne: boolean): string[] =>
  [...characters].filter((character) => kind.test(character) && isWordCharacter.test(character) !== isOne);

it('every letter and digit of the scripts that people write in belongs to a word', () => {
  const scripts = [
    'Latin',
    'Greek',
    'Cyrillic',
    'Hebrew',
    'Arabic',
    'Devanagari',
    'Thai',
    'Han',
    'Hiragana',
    'Katakana',
  ];
  const letters = new RegExp(`(?=[\\p{L}\\p{Nd}])[${scripts.map((name) => `\\p{Script=${name}}`).join('')}0-9]`, 'u');
  // Raised letters such as ⁿ end with the word that they stand behind.
  const raised = /[\u2070-\u209f]/;
  expect(wrong(charactersOf(0, 0x323af), letters, true).filter((letter) => !raised.test(letter))).toEqual([]);
});

it('no sign, blank, emoji or mark of a translated time belongs to one', () => {
  const signs = /[\p{P}\p{S}\p{Z}\p{Cc}\p{Co}]/u;
  expect(wrong(charactersOf(0, 0x2c1), signs, false)).toEqual([]);
  expect(wrong(charactersOf(0x2000, 0x206f), signs, false)).toEqual([]);
  expect(wrong(charactersOf(0x20a0, 0x20cf), signs, false)).toEqual([]);
  expect(wrong(charactersOf(0x2190, 0x2bff), signs, false)).toEqual([]);
  expect(wrong(charactersOf(0x3000, 0x301f), signs, false)).toEqual([]);
  expect(wrong(charactersOf(0xe000, 0xf8ff), signs, false)).toEqual([]);
  expect(wrong(charactersOf(0x1f300, 0x1faff), signs, false)).toEqual([]);
});

it('a phrase is found as whole words in any script', () => {
  const phrase = anyOf(['am Montag', 'вчера']);
  expect(['«Am Montag»', 'nein,am montag!', 'это было ВЧЕРА…', 'вчера🙂'].filter((text) => !phrase.test(text))).toEqual(
    [],
  );
  expect(['am Montage', 'kam Montag', 'позавчера', 'am Montagß'].filter((text) => phrase.test(text))).toEqual([]);
});
