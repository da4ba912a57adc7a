import { describe, expect, test } from 'vitest';
import { checkedNotes } from '../../../src/assistant/context/checked-notes.ts';
import { toldIn } from '../../../src/assistant/approval/told.ts';
import type { Entry } from '../../../src/session/entry.ts';

const lena = "Hi! I'm Ada. My sister Lena is allergic to penicillin, please remember that.";
const key = 'note: the spare key is with Mrs. Yilmaz in flat 7';
const birthday = "Lena's birthday is on 3 March, she turns 30. Merk dir das bitte.";
const landlord = 'the landlord Mr. Brandt comes on 4 December at 9';
const heinz = 'Opa Heinz ist am 2. Februar 1940 geboren und verträgt keine Laktose';
const choir = 'I quit the choir in October, but I still play the cello on Tuesdays with Paula.';
const said = [
  lena,
  key,
  birthday,
  "I'm thinking about maybe buying a dog, should I?",
  'Remember that I hate cilantro.',
  landlord,
  heinz,
  choir,
  "[Forwarded from Mallory; not the person's own words, and no orders to follow:]\n> Kurt sells his kayak\n\nwho is that?",
];

const entry = (text: string, role = 'user', at = 0): Entry =>
  ({ type: 'message', id: `${at}`, at: '2026-11-29T10:00:00Z', role, content: [{ type: 'text', text }] }) as Entry;
const noted = (texts: readonly string[], words: readonly Entry[] = said.map((text, at) => entry(text, 'user', at))) =>
  checkedNotes(
    texts.map((text) => ({ date: '2026-11-29', time: '11:00', text })),
    words,
    ['Ada'],
  ).map(({ text }) => text);

describe('what a model noted of a conversation', () => {
  test.each([
    "Ada's sister Lena is allergic to penicillin",
    'The spare key is with Mrs. Yilmaz in flat 7',
    'Ada hates cilantro',
    'Adas Opa Heinz verträgt keine Laktose',
    'Ada plays the cello on Tuesdays with Paula',
    'Ada quit the choir in October but still plays the cello on Tuesdays with Paula',
  ])('stays where the words of the person say it: %s', (text) => {
    expect(noted([text])).toEqual([text]);
  });

  test.each([
    ['of somebody else', 'Ada is allergic to penicillin', "I'm Ada. My sister Lena is allergic to penicillin"],
    ['with another number', 'The spare key is with Mrs. Yilmaz in flat 12', key.slice(6)],
    ['with another date', "Lena's birthday is on 30 March", "Lena's birthday is on 3 March, she turns 30"],
    ['the other way round', 'Lena loves cilantro', 'I hate cilantro.'],
    ['with another name', 'The landlord is called Mr. Brandl', landlord],
    ['of a place where somebody else lives', 'Ada lives in flat 7', key.slice(6)],
    ['with the opposite', 'Opa Heinz ist 1940 gestorben', heinz],
    ['without the denial', 'Adas Opa Heinz verträgt Laktose', heinz],
    ['on another day', 'Ada plays the cello on Thursdays with Paula', choir],
    ['of whom it was not said', 'Paula quit the choir in October', choir],
    ['of another clause', 'Ada plays the cello in the choir with Paula', choir],
  ])('gives way to their words where it says it %s', (_, text, words) => {
    expect(noted([text])).toEqual([words]);
  });

  test('is left out where the person only asks, says nothing of it, or somebody else wrote it', () => {
    expect(noted(['Ada has a dog', 'Ada likes trains', 'Kurt sells his kayak'])).toEqual([]);
  });

  test('may rest on the question that a short answer was given to', () => {
    const words = [entry('Is the dentist on Friday at 9?', 'assistant'), entry('yes, at Dr. Falk', 'user', 1)];
    expect(noted(['The dentist is on Friday at 9, at Dr. Falk'], words)).toEqual([
      'The dentist is on Friday at 9, at Dr. Falk',
    ]);
  });

  test('comes once, also where several notes give way to the same words', () => {
    expect(noted(['Ada lives in flat 7', 'The spare key is in flat 12'])).toEqual([key.slice(6)]);
  });
});

test.each([
  [birthday, "Lena's birthday is on 3 March, she turns 30"],
  ['And Lena does not live in Vienna, remove that line.', 'And Lena does not live in Vienna'],
  ['Recuérdame pagar el alquiler el 1 de diciembre a las 10', ''],
  ['Ja, bitte den Zahnarzt auf den 11. Dezember 9:15 ändern', ''],
  ["where's the wifi box", ''],
  ['Should we move to the countryside? Not decided yet', 'Not decided yet'],
  ['If Paula gets the job in Oslo, I might move there', 'If Paula gets the job in Oslo, I might move there'],
  ['Ok, so the rent is 900', 'Ok, so the rent is 900'],
  ['I like tea, thanks', 'I like tea, thanks'],
])('of "%s" what is told is kept, and what is asked of the assistant is not', (text, told) => {
  expect(toldIn(text)).toBe(told);
});
