// Days that lines name in their own words, asked for as people ask.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { openPlainMemory } from '../../support/plain-memory.ts';

let folder: string;
let memory: Memory;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'days-named-'));
  const note = async (name: string, ...lines: string[]): Promise<void> =>
    await writeFile(path.join(folder, name), `# ${name}\n\n${lines.map((line) => `- ${line}\n`).join('')}`);
  await note(
    '2026-11-18.md',
    'dentist next Tue 9:30',
    'paint the fence before winter',
    'conference in Graz 27-28 nov',
    'sat 28 brunch with Lena',
    'parents visit 12 dec',
  );
  await note(
    '2026-11-21.md',
    'tomorrow pick up the bike',
    'revisión de la caldera el martes que viene',
    'Möbel kommen am Freitag',
    'Elternabend am Do um neun',
  );
  await note('2026-05-03.md', 'купил лодку');
  await note('work.md', 'swap requests go out by the 15th of the month');
  await note('2026-10-02.md', "New Year's Eve at Otto's", 'Silvester Raclette', 'passport runs out in 3 months');
  await note(
    '2026-11-17.md',
    'next Thu the piano tuner comes',
    'am 5. kommt der Schornsteinfeger',
    'el día 5 viene el fontanero',
    'dentiste le 9 du mois prochain',
    'next month many visitors',
  );
  await note('home.md', 'boiler: service every September', 'chimney swept by Dave');
  await note('2026_09_05.md', 'rained all day');
  await note('2026-09-06.md', 'long walk by the river');
  memory = await openPlainMemory({
    dir: folder,
    indexFile: path.join(folder, '.index', 'index.db'),
    clock: { ...systemClock, now: () => new Date('2026-11-22T12:00:00Z') },
  });
});
afterAll(async () => {
  await memory.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['what do I have next Tuesday', ['dentist', 'caldera']],
  ['anything on 27 November', ['Graz', 'Möbel']],
  ['what is on 28 November', ['Graz', 'brunch']],
  ['what do I have on 12 December', ['parents']],
  ['what do I have today', ['bike']],
  ['qué tengo el martes que viene', ['dentist', 'caldera']],
  ['was habe ich am Freitag', ['Möbel']],
  ['was ist am Donnerstag', ['Elternabend']],
  ['что было в мае', ['лодку']],
  ['what do I have tomorrow', []],
  ['what do I have on 31 December', ['Otto', 'Raclette']],
  ['what is on 2 January', ['passport']],
  ['what do I have on 5 December', ['Schornsteinfeger', 'fontanero']],
  ['what is on 19 November', ['piano']],
  ['what do I have on 26 November', ['piano', 'Elternabend']],
])('%s', async (query, expected) => {
  const { results } = await memory.search(query, { passages: false });
  const texts = results.map(({ text }) => text);
  expect(expected.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
  expect(texts.length > 0).toBe(expected.length > 0);
});

it('puts a line of the very day before one of a month around it', async () => {
  const { results } = await memory.search('what is on 9 December', { passages: false });
  expect(results[0]?.text).toBe('- dentiste le 9 du mois prochain');
});

it('takes what is so in every month for no line of one', async () => {
  const { results } = await memory.search('what is on 15 December', { passages: false });
  expect(results.map(({ text }) => text)).not.toContain('- swap requests go out by the 15th of the month');
});

it('puts what is said of a whole month behind the lines of the days in it that are asked for', async () => {
  const { results } = await memory.search('what did we do on the first weekend of September', { passages: false });
  expect(results.map(({ text }) => text)).toEqual([
    expect.stringMatching(/river|rained/),
    expect.stringMatching(/river|rained/),
    '- boiler: service every September',
  ]);
});

it('finds the notes of a day whose names write it in another form', async () => {
  const { results } = await memory.search('walk or rain', { since: '2026-09-05', until: '2026-09-05' });
  expect(results.map(({ path: note }) => note)).toEqual(['2026_09_05.md']);
});
