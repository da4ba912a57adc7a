import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Memory } from '../../../src/memory/memory.ts';
import { openWordMemory } from '../../support/word-memory.ts';

let memory: Memory;
beforeAll(async () => {
  memory = await openWordMemory({
    'Car.md': ['roof box Thule Motion XT in the cellar', 'tyres 205/55 R16'],
    'House.md': ['Wharfe Roofing did the ridge tiles', 'the roofs of Headingley need a quote', 'two roofs, one gutter'],
    '2026-02-01.md': ["Mila's piano teacher is Ms Drew"],
    '2026-09-02.md': ["Mila's piano teacher is now Mr Pettifer", 'bread and milk'],
    '2026-09-03.md': ['piano: now on Thursdays'],
  });
});
afterAll(async () => await memory.close());

const first = async (query: string): Promise<string | undefined> =>
  (await memory.search(query, { passages: false })).results[0]?.text;

test('a word that is looked up finds the line that writes it so before those with another form of it', async () => {
  expect(await first('Roofing')).toBe('- Wharfe Roofing did the ridge tiles');
  expect(await first('roofs')).toContain('roofs');
});

test('a newer line without a word of what is looked up takes no place before the line that has it', async () => {
  expect(await first('Thule')).toContain('Thule');
  expect(await first('Drew')).toContain('Drew');
});

test('who does something for somebody is who does it today', async () => {
  expect(await first("who is Mila's piano teacher?")).toContain('Pettifer');
});
