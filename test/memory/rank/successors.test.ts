import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/memory/memory.ts';
import { succeeds } from '../../../src/memory/rank/successors.ts';
import { openWordMemory } from '../../support/word-memory.ts';

const notes: Record<string, string[]> = {
  'MEMORY.md': ['Sister lives in Oslo', 'Tomasz is vegetarian, his favourite dish is dal'],
  '2025-03-01.md': [
    'The phone number of Anna is 0151 1112222',
    'Lena works at Charité',
    'Rent is 900 euros',
    'Gym is on Mondays',
    'Favourite colour is blue',
    'The wifi password is kolibri99',
    'Jonas drives a Golf',
    'Dentist is Dr. Weber',
    'Onkel Bernd wohnt in Köln',
    'The doctor appointment is on 5 May at 9',
  ],
  '2026-06-02.md': [
    'Sister moved to Bergen, new job at the aquarium',
    'The phone number of Anna is 0151 3334444',
    'Lena joined Vivantes',
    'Rent went up to 980 euros',
    'Gym is on Wednesdays from now on',
    'Favourite colour is green',
    'Changed the wifi password to adler77',
    'Jonas sold the Golf and drives a Tesla',
    'New dentist is Dr. Sommer',
    'Onkel Bernd ist nach Bonn umgezogen',
    'The doctor appointment was moved to 12 May at 10',
    'Tomasz moved the piano to the cellar',
  ],
};

let memory: Memory;
beforeAll(async () => void (memory = await openWordMemory(notes)));
afterAll(() => memory.close());

describe('what is true now comes before what it replaces, also where no line is marked', () => {
  it.each([
    ['where does my sister live', 'Bergen', 'Oslo'],
    ['phone number of Anna', '3334444', '1112222'],
    ['where does Lena work', 'Vivantes', 'Charité'],
    ['how much is the rent', '980', '900'],
    ['when is gym', 'Wednesdays', 'Mondays'],
    ['what is my favourite colour', 'green', 'blue'],
    ['wifi password', 'adler77', 'kolibri99'],
    ['what does Jonas drive', 'Tesla', 'drives a Golf'],
    ['who is my dentist', 'Sommer', 'Weber'],
    ['wo wohnt Onkel Bernd', 'Bonn', 'Köln'],
    ['when is the doctor appointment', '12 May', '5 May'],
  ])('%s', async (query, now, then) => {
    const texts = (await memory.search(query, { passages: false })).results.map(({ text }) => text);
    expect(texts[0]).toContain(now);
    expect(texts.findIndex((text) => text.includes(then))).toBeGreaterThan(0);
  });

  it('but not for who asks how it was, nor before what is about something else', async () => {
    const first = async (query: string) => (await memory.search(query, { passages: false })).results[0]?.text;
    expect(await first('where did my sister live')).toContain('Oslo');
    expect(await first('what is the favourite dish of Tomasz')).toContain('dal');
    expect(await first('which meat is in the dish of Tomasz')).toContain('dal');
  });
});

it('takes a line for a successor only if it is newer, says as much of what was asked, and something else', () => {
  const told = (text: string, day: number | null, coverage = 1, line = 1) => ({
    text,
    day,
    coverage,
    rank: 1,
    file: 1,
    line,
  });
  expect(succeeds(told('Sister moved to Bergen', 20), told('Sister lives in Oslo', 10))).toBe(true);
  expect(succeeds(told('Sister moved to Bergen', 20), told('Sister lives in Oslo', null))).toBe(true);
  expect(succeeds(told('Sister moved to Bergen', 10), told('Sister lives in Oslo', 20))).toBe(false);
  expect(succeeds(told('Sister moved to Bergen', null), told('Sister lives in Oslo', 10))).toBe(false);
  expect(succeeds(told('Sister moved to Bergen', 20, 0.4), told('Sister lives in Oslo', 10))).toBe(false);
  expect(succeeds(told('Sister moved to Bergen?', 20), told('Sister lives in Oslo', 10))).toBe(false);
  expect(succeeds(told('Sister likes Bergen', 20), told('Sister lives in Oslo', 10))).toBe(false);
  expect(succeeds(told('Favourite tea is green', 20), told('Favourite tea is black', null))).toBe(false);
  // The times at which two lines were noted are no words that one has and the other has not.
  expect(succeeds(told('- 18:40 Today I weighed 79 kilos', 20), told('- 09:10 I weigh 84 kilos', 10), 0.72)).toBe(true);
});

describe('a line that says the same of its subject with another value comes after the older one in time, though it tells of no change', () => {
  const told = (text: string, coverage = 1) => ({ text, day: null, coverage, rank: 1, file: 1, line: 1 });
  it.each([
    ['- The spare tyre is in the cellar behind the skis', '- The spare tyre is with the garage on Elm Street'],
    ['- The museum opens at 9:00', '- The museum opens at 10:30'],
    ['- Our water comes from the well', '- Our water comes from the town'],
    ['- My landlord is Mr Varga', '- News from the agency: my landlord is Mrs Toth'],
    ['- Paul est serveur', '- Paul est cuisinier'],
    ['- Der Ersatzschlüssel hängt im Keller', '- Der Ersatzschlüssel hängt bei Familie Nowak'],
    ['- 备用钥匙在地下室', '- 备用钥匙在面包师那里'],
  ])('%s', (older, newer) => {
    expect(succeeds({ ...told(newer), line: 2 }, told(older))).toBe(true);
    // Not where it holds less of what was asked, and not where it stands above.
    expect(succeeds({ ...told(newer, 0.5), line: 2 }, told(older))).toBe(false);
    expect(succeeds(told(newer), { ...told(older), line: 2 })).toBe(false);
  });

  it.each([
    ['- Paid the plumber 240 euros for the boiler', '- Paid the gardener 90 euros for the hedge'],
    ['- Mara is allergic to peanuts', '- Mara is happy about her teacher'],
    ['- It was a long day at the harbour', '- It was a quiet evening'],
  ])('but not %s', (older, newer) => {
    expect(succeeds({ ...told(newer), line: 2 }, told(older))).toBe(false);
  });
});
