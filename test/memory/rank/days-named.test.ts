// Days that lines name in their own words, asked for as people ask.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
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
])('%s', async (query, expected) => {
  const { results } = await memory.search(query, { passages: false });
  const texts = results.map(({ text }) => text);
  expect(expected.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
  expect(texts.length > 0).toBe(expected.length > 0);
});
