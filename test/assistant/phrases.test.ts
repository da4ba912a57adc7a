// The program's own words are in the language that the person writes now.
import { expect, test } from 'vitest';
import { phrasesFor } from '../../src/assistant/phrases/languages.ts';
import type { Entry } from '../../src/session/entry.ts';

const said = (text: string): Entry => ({
  type: 'message',
  id: text,
  at: '2026-11-21T09:00:00Z',
  role: 'user',
  content: [{ type: 'text', text }],
});
const english = ['what is a good breakfast for her then?', 'this is the new bike that I bought'].map(said);

test.each([
  ['Erinnere mich bitte morgen um halb acht an Idas Turnbeutel', 'German'],
  ['puh. merk dir die neue miete bitte, aber nicht die kontonummer', 'German'],
  ['¿me recuerdas el jueves a las 17:15 llamar a mi madre?', 'Spanish'],
  ['demain je vais chez ma mère avec mon frère', 'French'],
  ['ok', 'English'],
  ['Paris!', 'English'],
])('%j after messages in English is answered in %s', (text, language) => {
  expect(phrasesFor([...english, said(text)]).name).toBe(language);
});

test('a short answer is in the language of what was said before it', () => {
  expect(phrasesFor([...english, said('ich habe morgen einen Termin bei der Bank'), said('18:00')]).name).toBe(
    'German',
  );
});
