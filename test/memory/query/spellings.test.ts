import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/memory/memory.ts';
import { codePattern, codesIn, isSlip, mayBeMisspelt } from '../../../src/memory/query/spellings.ts';
import { openWordMemory } from '../../support/word-memory.ts';

const lines = [
  'Dr. Weber is the dentist, phone 030 1234567',
  'Call Onkel Bernd at 0171/9876543',
  'New number of Lena: +49 (151) 234-567-89',
  'The boiler man: +45 20 12 34 56',
  'Travel insurance: 0049 89 4166 1766',
  'IBAN DE89370400440532013000 at the Sparkasse',
  'IBAN of Anna: NO93 8601 1117 947',
  'Tax number 29/815/08153',
  'Invoice INV-20931 is unpaid',
  'Flight TP533 to Lisbon',
  'The plate is B-KL 2047',
  'Policy 411/238846-K',
  'Rent 1,240 euros warm',
  'Deposit of 3.720 € for the landlord',
  'Passport number C01X00T47',
  'Notary on 2 September at 17:00',
  'Therapist every Friday 4:30pm',
  'Watering: valve 2 at 19:30',
  'Sold the sofa for forty euros',
  'Three kilos of potatoes',
  'Godson Matteo turns 8',
  'Colleague Jonas Brückner',
  'Herr Özdemir repairs the machine',
  'Walk around the Müggelsee',
  'Zählerstand im Keller',
  'Haakon is the plumber',
  'Old letters of Tante Goebel',
  'E-mail of the roofer',
  'Jet lag after Tokyo',
  'Next check-up in spring',
  'The newsletter came by email',
  'Mrs. Kowalczyk has a key',
  'Allergic to penicillin',
  'The pediatrician is at the Charité',
  'Встреча с бухгалтером',
  'TÜV for the car on 2026-12-04',
  'Parents on Thursday, 26th of November',
];

let memory: Memory;
beforeAll(async () => {
  const now = () => new Date('2026-11-21T12:00:00Z');
  memory = await openWordMemory({ 'notes.md': lines }, { now, timezone: 'Europe/Berlin' });
});
afterAll(() => memory.close());

describe('what is written in another way is found by its words alone', () => {
  it.each([
    // A phone number by any gaps and prefix, an account, an invoice, a price.
    ['0301234567', 'Weber'],
    ['+49 30 1234567', 'Weber'],
    ['(030) 123-4567', 'Weber'],
    ['1234567', 'Weber'],
    ['01719876543', 'Bernd'],
    ['015123456789', 'Lena'],
    ['+4520123456', 'boiler'],
    ['089 41661766', 'Travel'],
    ['DE89 3704 0044 0532 0130 00', 'Sparkasse'],
    ['NO9386011117947', 'Anna'],
    ['2981508153', 'Tax'],
    ['INV20931', 'INV-20931'],
    ['TP 533', 'TP533'],
    ['BKL2047', 'plate'],
    ['411238846K', 'Policy'],
    ['c01 x00 t47', 'Passport'],
    ['1240 euro', 'Rent'],
    ['3720 deposit', 'Deposit'],
    // A time of day, a number in words.
    ['appointment at 5pm', 'Notary'],
    ['what is at 5 p.m.', 'Notary'],
    ['17 Uhr', 'Notary'],
    ['16:30', 'Therapist'],
    ['7:30 pm', 'Watering'],
    ['sofa for 40', 'sofa'],
    ['3 kilos', 'Three kilos'],
    ['turns eight', 'Matteo'],
    // Umlauts and what stands for them.
    ['Brueckner', 'Brückner'],
    ['Oezdemir', 'Özdemir'],
    ['Mueggelsee', 'Müggelsee'],
    ['Zaehlerstand', 'Zählerstand'],
    ['Håkon', 'Haakon'],
    ['Göbel', 'Goebel'],
    // Hyphens and gaps.
    ['email roofer', 'roofer'],
    ['e-mail newsletter', 'newsletter'],
    ['jetlag', 'Jet lag'],
    ['checkup', 'check-up'],
    // One letter wrong, where no line has the word.
    ['Kowalzyk', 'Kowalczyk'],
    ['penicilin', 'penicillin'],
    ['paediatrician', 'pediatrician'],
    ['Mateo', 'Matteo'],
    ['встерча', 'Встреча'],
    // Days.
    ['what is on 4 December', 'TÜV'],
    ['4.12.2026', 'TÜV'],
    ['26 November', 'Parents'],
  ])('%s', async (query, expected) => {
    const { results } = await memory.search(query, { passages: false });
    expect(results[0]?.text).toContain(expected);
  });
});

it.each([
  '0176 5551234',
  'FR7630006000011234567890189',
  'IBAN FR7630006000011234567890189',
  'INV-99999',
  '2345678',
  '🦄',
  'Schneider',
  'docker swarm',
])('%s is in no line, and none is returned', async (query) => {
  expect((await memory.search(query)).results).toEqual([]);
});

it('takes a number for the same only where it ends as it does', () => {
  const has = (query: string, text: string): boolean => codesIn(query).some((code) => codePattern(code).test(text));
  expect(has('1234567', 'call 151 234-567-89')).toBe(false);
  expect(has('1240', 'it was 12.40')).toBe(false);
  expect(has('1240', 'it was 1.240,50')).toBe(true);
  expect(has('234567', 'number 1234567')).toBe(false);
});

it('takes a word for a slip of another as long as it begins right and is no short one', () => {
  for (const [one, other] of [
    ['mateo', 'matteo'],
    ['matteo', 'mateo'],
    ['meter', 'metre'],
    ['color', 'colour'],
    ['house', 'house1'],
    ['katarina', 'katerina'],
  ] as const)
    expect([one, other, isSlip(one, other)]).toEqual([one, other, true]);
  for (const [one, other] of [
    ['house', 'mouse'],
    ['house', 'house'],
    ['house', 'houses1'],
    ['matteo', 'meateo'],
    ['lena', 'lana1'],
  ] as const)
    expect([one, other, isSlip(one, other)]).toEqual([one, other, false]);
  expect(['tea', 'foo2000', '2001'].filter(mayBeMisspelt)).toEqual([]);
});

it.each([
  ['wer ist Mateo', 'Matteo'],
  ['wie ist die Nummer von der Notarin um 17 Uhr', 'Notary'],
  ['wo ist der Zählerstand', 'Zählerstand'],
])('takes no German word that says nothing for what is asked: %s', async (query, expected) => {
  expect((await memory.search(query, { passages: false })).results[0]?.text).toContain(expected);
});
