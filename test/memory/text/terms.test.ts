import { expect, it } from 'vitest';
import { languageOf } from '../../../src/language/languages.ts';
import { parseQuery, termsOf } from '../../../src/memory/text/terms.ts';

it.each([
  ['Where does Ines live now?', 'ine live'],
  ['What did Wes say to Don?', 'wes sai don'],
  ['When is An coming?', 'an come'],
  ['Does Ann work in IT?', 'ann work it'],
  ['What does the US owe to the WHO', 'us ow who'],
  ['What does Jo like?', 'jo like'],
  ['Where Is The Key', 'kei'],
  ['WHERE IS THE KEY', 'kei'],
  ['wo wohnt mein Bruder', 'wohnt bruder'],
  ['dónde vive mi hermana', 'vive hermana'],
  ['где живёт моя сестра', 'живет сестра'],
])('of "%s", search looks for: %s', (query, terms) => {
  expect(parseQuery(query).terms.join(' ')).toBe(terms);
});

it('is never left without a word to look for', () => {
  expect(parseQuery('what is it').terms).toEqual(['what', 'is', 'it']);
});

it('never takes a name for a little word that it has as its stem', () => {
  expect(termsOf('Ines')).not.toEqual(termsOf('in'));
  expect(termsOf('Wes')).not.toEqual(termsOf('we'));
  expect(termsOf('used')).toEqual(termsOf('uses'));
});

it.each([
  ['Where is the key?', 'English'],
  ['Wo ist der Schlüssel?', 'German'],
  ['dónde está la llave', 'Spanish'],
  ['où est la clé', 'French'],
  ['dove è la chiave del garage', 'Italian'],
  ['onde estão as chaves do carro', 'Portuguese'],
  ['waar is het huis van mijn zus', 'Dutch'],
  ['где ключ', 'Russian'],
  ['xyz', undefined],
])('sees the language of a text by its little words: %s', (text, name) => {
  expect(languageOf(text)?.name).toBe(name);
});
