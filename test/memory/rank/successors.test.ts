import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTrees } from '../../../src/base/decision-trees.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { type Told, questionIn, signalNames, statementIn } from '../../../src/memory/rank/pair-signals.ts';
import { compare, successionOf } from '../../../src/memory/rank/successors.ts';
import { openWordMemory } from '../../support/word-memory.ts';

const succession = (newer: Told, older: Told, cosine: number | null = null, question = questionIn('')) =>
  is(compare(newer, older, cosine, question));
const is = (compared: ReturnType<typeof compare>) => compared && successionOf(compared);

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
    statement: statementIn(text),
    day,
    coverage,
    likeNews: 0,
    rank: 1,
    file: 1,
    line,
  });
  expect(succession(told('Sister moved to Bergen', 20), told('Sister lives in Oslo', 10))).toBe('replaces');
  expect(succession(told('Sister moved to Bergen', 20), told('Sister lives in Oslo', null))).toBe('replaces');
  expect(succession(told('Sister moved to Bergen', 10), told('Sister lives in Oslo', 20))).not.toBe('replaces');
  expect(succession(told('Sister moved to Bergen', null), told('Sister lives in Oslo', 10))).not.toBe('replaces');
  expect(succession(told('Sister moved to Bergen', 20, 0.4), told('Sister lives in Oslo', 10))).not.toBe('replaces');
  expect(succession(told('Sister moved to Bergen?', 20), told('Sister lives in Oslo', 10))).not.toBe('replaces');
  expect(succession(told('Sister likes Bergen', 20), told('Sister lives in Oslo', 10))).not.toBe('replaces');
  expect(succession(told('Favourite tea is green', 20), told('Favourite tea is black', null))).not.toBe('replaces');
  // The times at which two lines were noted are no words that one has and the other has not.
  expect(succession(told('- 18:40 Today I weighed 79 kilos', 20), told('- 09:10 I weigh 84 kilos', 10), 0.72)).toBe(
    'replaces',
  );
});

it('takes no line for past because a change is told of the same person, where the question asks for the change', () => {
  const told = (text: string, day: number, coverage: number) => ({
    statement: statementIn(text),
    day,
    coverage,
    likeNews: 0,
    rank: 1,
    file: 1,
    line: 1,
  });
  const bike = told('- Mara bought a new bike on 2026-11-09 for 2,250 €', 20, 1);
  const birthday = told('- La madre de Mara cumple 70 años el 2026-11-12', 19, 0.6);
  const promise = told(
    '- Mara promised Jonas on 2026-11-09 that they decide about the Dresden job by November',
    19,
    0.6,
  );
  for (const other of [birthday, promise]) expect(succession(bike, other, 0.35, questionIn('bike'))).toBeNull();
  const older = told('- Mara has a red bike from 2012', 19, 1);
  expect(succession(bike, older, 0.62, questionIn('which bike does Mara have?'))).not.toBeNull();
});

describe('in a note without a date', () => {
  const note = async (lines: readonly string[], question: string) => {
    const own = await openWordMemory({ 'things.md': lines });
    const { results } = await own.search(question, { passages: false });
    await own.close();
    return results.map(({ text, past = [] }) => `${text}${past.length > 0 ? ' (past)' : ''}`);
  };

  it('what tells of a change is the newer line, wherever it stands', async () => {
    const [onTop, below] = ['Jonas drives a Tesla now, he sold the Golf', 'Jonas drives a Golf'];
    for (const lines of [
      [onTop, 'Bread and milk', below],
      [below, 'Bread and milk', onTop],
    ])
      expect((await note(lines, 'what does Jonas drive?'))[0]).toBe(`- ${onTop}`);
  });

  it('an item of a list replaces none that stands under another name', async () => {
    const bins = ['black bin: emptied on Mondays', 'green bin: emptied on Fridays', 'blue bin: emptied on Thursdays'];
    const found = await note(bins, 'when is the bin emptied?');
    expect(found.toSorted()).toEqual(bins.map((bin) => `- ${bin}`).toSorted());
  });

  it('an item with a number of its own is found by it, and none of the others takes its place', async () => {
    const entries = Array.from({ length: 30 }, (_, i) => `entry${i} of a long list`);
    for (const question of ['entry17', 'what is entry17?']) {
      const found = await note(entries, question);
      expect(found[0]).toBe('- entry17 of a long list');
      expect(found.filter((line) => line.endsWith('(past)'))).toEqual([]);
    }
  });

  it('a value in the question keeps no newer line away', async () => {
    const [older, newer] = ['the iron tablets are 50mg', 'the iron tablets are 25mg now'];
    expect((await note([older, 'Bread and milk', newer], 'are the iron tablets 50mg?'))[0]).toBe(`- ${newer}`);
  });

  it('a line that gives way stands in no passage of the one that it gives way to', async () => {
    const lines = ['The plumber is Mr Haddad', 'Bread and milk', 'Our plumber is Mrs Lindqvist now', 'Soup'];
    const own = await openWordMemory({ 'things.md': lines });
    const { results } = await own.search('who is the plumber?');
    await own.close();
    expect(results[0]?.text).toContain('Lindqvist');
    expect(results[0]?.text).not.toContain('Haddad');
    expect(results.some(({ text }) => text.includes('Haddad'))).toBe(true);
  });
});

describe('a line that says the same of its subject with another value comes after the older one in time, though it tells of no change', () => {
  const told = (text: string, coverage = 1) => ({
    statement: statementIn(text),
    day: null,
    coverage,
    likeNews: 0,
    rank: 1,
    file: 1,
    line: 1,
  });
  it.each([
    ['- The spare tyre is in the cellar behind the skis', '- The spare tyre is with the garage on Elm Street'],
    ['- The museum opens at 9:00', '- The museum opens at 10:30'],
    ['- Our water comes from the well', '- Our water comes from the town'],
    ['- My landlord is Mr Varga', '- News from the agency: my landlord is Mrs Toth'],
    ['- Paul est serveur', '- Paul est cuisinier'],
    ['- Der Ersatzschlüssel hängt im Keller', '- Der Ersatzschlüssel hängt bei Familie Nowak'],
    ['- 备用钥匙在地下室', '- 备用钥匙在面包师那里'],
  ])('%s', (older, newer) => {
    expect(succession({ ...told(newer), line: 2 }, told(older))).toBe('replaces');
    // Not where it holds less of what was asked, and not where it stands above.
    expect(succession({ ...told(newer, 0.5), line: 2 }, told(older))).not.toBe('replaces');
    expect(succession(told(newer), { ...told(older), line: 2 })).not.toBe('replaces');
  });

  it.each([
    ['- Paid the plumber 240 euros for the boiler', '- Paid the gardener 90 euros for the hedge'],
    ['- Mara is allergic to peanuts', '- Mara is happy about her teacher'],
    ['- It was a long day at the harbour', '- It was a quiet evening'],
  ])('but not %s', (older, newer) => {
    expect(succession({ ...told(newer), line: 2 }, told(older))).not.toBe('replaces');
  });
});

it('leaves the line that says who somebody is before a newer one that only names them', async () => {
  const people = await openWordMemory({
    'people.md': ['My cousin Art builds violins'],
    '2026-10-11.md': ['Took the viola of grandma to Art for a new bridge'],
  });
  const { results } = await people.search('Who is Art?', { passages: false });
  expect(results[0]?.text).toContain('My cousin Art');
  await people.close();
});

it('lets a newer line say who has a role now, although the older one says it in so many words', async () => {
  const roles = await openWordMemory({
    '2024-05-02.md': ['The landlord is Mr Brandt'],
    '2026-03-01.md': ['Our new landlord is Mrs Sommer'],
  });
  const { results } = await roles.search('Who is the landlord?', { passages: false });
  expect(results[0]?.text).toContain('Sommer');
  await roles.close();
});

it('takes no two lines for the same where one denies what the other says', async () => {
  const shop = (is: string): string =>
    `The bakery at the corner of the market square ${is} open on holidays for bread and cakes`;
  const shops = await openWordMemory({
    'shops.md': [shop('is'), shop('is not'), 'Bakery bags', 'The bakery smells', 'Holidays at the market'],
  });
  const { results } = await shops.search('bakery open on holidays', { passages: false });
  expect(results.slice(0, 2).map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining('is open'), expect.stringContaining('is not open')]),
  );
  await shops.close();
});

it('takes no two lines for the same where their days differ', async () => {
  const game = (when: string): string =>
    `Ida plays football with the juniors of the club in Kreuzberg near the canal on ${when}`;
  const clubs = await openWordMemory({
    'football.md': [
      game('Mondays'),
      game('Thursdays'),
      'Football boots',
      'The football is flat',
      'Watched football with Ida',
    ],
  });
  const { results } = await clubs.search('Ida plays football', { passages: false });
  expect(
    results
      .slice(0, 2)
      .map(({ text }) => text.replace(/^- /, ''))
      .toSorted(),
  ).toEqual([game('Mondays'), game('Thursdays')]);
  await clubs.close();
});

describe('a newer line of the same subject that may be the answer by now is read first, without the older one being marked', () => {
  const told = (text: string, day: number, coverage: number) => ({
    statement: statementIn(text),
    day,
    coverage,
    likeNews: 0,
    rank: 2,
    file: day,
    line: 1,
  });
  const asked = questionIn('what does the gym cost?');
  const older = { ...told('- Gym membership costs 39 euros', 10, 1), rank: 3.5 };

  it.each([
    ['- The gym raised the membership to 45 euros', 0.78, 'replaces'],
    ['- The gym wants 45 euros', 0.78, 'before'],
    // Not where it is about something else, by its vector, by its values, or by its words.
    ['- The gym raised the membership to 45 euros', 0.3, null],
    ['- The gym moved to the harbour', 0.78, null],
    ['- The pool raised the membership to 45 euros', 0.78, null],
  ])('%s, near to it by %d: %s', (newer, cosine, expected) => {
    expect(succession(told(newer, 20, 0.5), older, cosine, asked)).toBe(expected);
  });

  it('a line with none of the values that the older one gives tells something else, though it tells of a change', () => {
    const landlord = told('- The landlord of ours is called Gerber', 10, 1);
    expect(succession(told('- The landlord raised the rent to 900 euros', 20, 1), landlord, 0.54)).toBe(null);
    expect(succession(told('- The landlord is now Mrs Okafor', 20, 1), landlord, 0.54)).toBe('replaces');
  });
});

describe('whether a newer line says what became of the older one depends on what is asked', () => {
  const told = (text: string, day: number, coverage: number) => ({
    statement: statementIn(text),
    day,
    coverage,
    likeNews: 0,
    rank: 2,
    file: day,
    line: 1,
  });
  const between = (older: string, newer: string, question: string, coverage: number) =>
    succession(told(newer, 20, coverage), told(older, 10, 1), 0.7, questionIn(question));

  it.each([
    ['Oma wohnt in Köln', 'Oma ist nach Bonn gezogen', 'wo wohnt Oma?', 0.5],
    ['Piet woont in Delft', 'Piet is verhuisd naar Breda', 'waar woont Piet?', 0.5],
    ['Ines plays the harp', 'Ines gave up the harp for the flute', 'which instrument does Ines play?', 0.5],
    ['Mi dentista es el doctor Paz', 'El doctor Paz se jubiló, voy con la doctora Rey', '¿quién es mi dentista?', 0],
    ['Nora drives a Fiat', 'Nora took a Dacia instead of the Fiat', 'what does Nora drive?', 0.5],
    ['I take 3 drops of the syrup', 'I take 5 drops of the syrup now', 'how many drops do I take?', 1],
    ['The ladder stands in the shed', 'Moved the ladder to the attic', 'where is the ladder?', 1],
    ['The cups are on the shelf', 'Put the cups into the cellar', 'where are the cups?', 1],
    ['Mi médico es el doctor Gil', 'El doctor Gil se jubiló, voy al doctor Mena', '¿quién es mi médico?', 0],
  ])('%s, then: %s', (older, newer, question, coverage) => {
    expect(between(older, newer, question, coverage)).toBe('replaces');
  });

  it.each([
    // In other words.
    ['Vivo en la calle Sol 8', 'Me mudé a la plaza Nueva 5', '¿dónde vivo?', 0],
    ['I live at 8 Mill Road', 'Moved to 5 Castle Street', 'where do I live?', 0],
    // The question finds them alike.
    ['Pixel eats tuna, two tins', 'Pixel gets chicken and rice', 'what do I feed Pixel?', 1],
  ])('%s, and before it: %s', (older, newer, question, coverage) => {
    expect(between(older, newer, question, coverage)).toBe('before');
  });

  it.each([
    ['My flat is at 8 Mill Road', 'Ben moved to 5 Castle Street', 'what is my address?', 0],
    ['Choir starts at 19:00', 'Choir starts at 20:00 this once', 'when does choir start?', 1],
    ['Der Kurs ist montags um 18 Uhr', 'Der Kurs ist ausnahmsweise am Dienstag um 19 Uhr', 'wann ist der Kurs?', 1],
  ])('but no way: %s, then: %s', (older, newer, question, coverage) => {
    expect(between(older, newer, question, coverage)).toBe(null);
  });

  it.each([
    ['Ines plays the harp', 'Ines moved to Ghent', 'what does Ines play?', 0.5],
    ['My boss is Henrik', 'My boss is on holiday until Monday now', 'who is my boss?', 1],
    ['Priya lives in Leeds', "Priya's brother lives in York now", 'where does Priya live?', 1],
    ['Ana vive con su hermana', 'La hermana de Ana vive ahora con su novio', '¿con quién vive Ana?', 1],
    ['Ich nehme 50 mg Thyroxin', 'Ich nehme jetzt auch 20 mg Vitamin D', 'wie viel mg Thyroxin nehme ich?', 1],
    ['Paolo tifa per il Torino', 'Paolo ha visto il Genoa con il suocero', 'per quale squadra tifa Paolo?', 1],
    ['Our team has 6 people', 'The other team has 8 people', 'how many people are in our team?', 1],
    ["Ana's train leaves at 9:15", "Rui's train leaves at 11:40 now", "when does Ana's train leave?", 1],
    ['Eva trabaja en un hotel', 'Eva empezó clases de vela', '¿dónde trabaja Eva?', 0.5],
    ['Our gardener is Hanka', "Hanka's cousin gardens for the Wolfs now", 'who is our gardener?', 1],
    ['The lesson is at 9:15', 'The lesson took until 10:00', 'when is the lesson?', 1],
    ['Amara Okoye brought 6 cups', 'Bela Okoye now brings 11 cups, for 6 people', 'Amara Okoye cups 6', 1],
    [
      'Rosa plays the cello',
      'Rosa came by and cooked with us. She plays as ever, and stayed for two hours longer than she had meant to. The street is now much too loud.',
      'what does Rosa play?',
      1,
    ],
  ])('but not %s, then: %s', (older, newer, question, coverage) => {
    expect(between(older, newer, question, coverage)).not.toBe('replaces');
  });
});

it('reads the signals in the order in which the trees ask for them', () => {
  expect(loadTrees('succession.json').names).toEqual(signalNames());
});
