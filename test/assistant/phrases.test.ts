// The program's own words are in the language that the person writes now.
import { describe, expect, test } from 'vitest';
import { greetingCommands } from '../../src/assistant/commands/about.ts';
import { dayAndTime } from '../../src/assistant/phrases/phrases.ts';
import { describeMemory } from '../../src/features/recall/overview.ts';
import { describeReminders } from '../../src/features/reminders/tool.ts';
import { asksToKeep, languageToNote, phrasesFor } from '../../src/assistant/phrases/languages.ts';
import { languages } from '../../src/assistant/phrases/table.ts';
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

test.each(['m1 plain', "I'm", 'vitamin d', 'plan d', 'Die Hard tickets', 'El Paso weather', 'buy die cut stickers'])(
  '%j does not tell a language, and is answered in English',
  (text) => {
    expect(phrasesFor([said(text)]).name).toBe('English');
  },
);

test.each([
  ['merk dir: Anna mag Tee', 'German'],
  ['erinnere mich an Milch', 'German'],
  ["j'ai faim", 'French'],
  ['rappelle-moi le pain', 'French'],
  ['recuerda que mi hermana bebe agua', 'Spanish'],
])('%j tells %s', (text, name) => {
  expect(phrasesFor([said(text)]).name).toBe(name);
});

describe('the language that is noted in a session', () => {
  const noted: Entry = { type: 'language', at: '2026-11-21T09:00:00Z', language: 'German' };

  test('is that of the words of the program, whatever one short message says', () => {
    for (const text of ['ok', 'yes please', 'Paris!', '17:30', 'the Beatles', 'sí'])
      expect([text, phrasesFor([noted, said(text)]).name, languageToNote([noted, said(text)])]).toEqual([
        text,
        'German',
        null,
      ]);
  });

  test('changes with a message that is clearly in another one', () => {
    expect(languageToNote([noted, said('what did I tell you about the garden?')])?.name).toBe('English');
    expect(languageToNote([noted, said('was habe ich dir über den Garten gesagt?')])).toBeNull();
  });

  test('is not noted of words that say too little', () => {
    expect(languageToNote([said('hola')])).toBeNull();
    expect(phrasesFor([said('hola')]).name).toBe('Spanish');
  });
});

test.each([
  ['jot this down', true],
  ['für später', true],
  ['guárdalo, por favor', true],
  ['note ça pour plus tard', true],
  ['keep this one', true],
  ['for later', true],
  ['pls save', true],
  ['save those for later, thanks!', true],
  ['heb das auf', true],
  ['bitte für später sichern', true],
  ['guardalo', true],
  ['guárdamelo para luego', true],
  ['para más tarde', true],
  ['pour plus tard', true],
  ['garde ça stp', true],
  // "not now" rather than "keep it".
  ['later', false],
  ['später', false],
  ['luego', false],
  ['plus tard', false],
  ['keep it up', false],
  ['nicht für später', false],
  ['no para luego', false],
  ['Do not remember this', false],
  ['keep it under 3 lines', false],
  ['keep it short', false],
  ['never save what others send me', false],
  ['does he want me to save the number?', false],
  ['bitte nicht merken', false],
  ['please', false],
])('%j asks for nothing but to keep it: %j', (text, does) => {
  expect(asksToKeep(text)).toBe(does);
});

test('the name of a day is in the language', () => {
  const at = new Date('2026-11-22T08:00:00Z');
  expect(languages.map((phrases) => dayAndTime(at, 'Europe/Berlin', phrases))).toEqual([
    'Sun 2026-11-22 09:00',
    'So 2026-11-22 09:00',
    'dom 2026-11-22 09:00',
    'dim. 2026-11-22 09:00',
  ]);
});

test.each(languages)('/help, /memory and a reminder speak $name', async (phrases) => {
  const [help] = greetingCommands((words) => words.help.forget).slice(1);
  const told: string[] = [];
  const say = (text: string) => Promise.resolve(void told.push(text) as never);
  await help?.run({ phrases, say } as never);
  expect(told).toEqual([phrases.help.forget]);
  const vault = {
    list: () => Promise.resolve({ notes: [{ path: '2026-11-21.md' }] }),
    read: () => Promise.resolve(null),
  };
  expect(await describeMemory({ vault }, phrases.overview)).toBe(phrases.overview.empty);
  expect(describeReminders([], 'UTC', phrases)).toBe(phrases.reminders.none);
});
