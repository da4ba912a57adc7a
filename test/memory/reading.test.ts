import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { settlesWithin } from '../../src/base/concurrency/settles-within.ts';
import { type Reading, whileReading } from '../../src/memory/reading.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

test('a memory says how far it has read new notes while a search waits for them, and no longer', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'reading-'));
  mkdirSync(path.join(dir, 'memory'));
  const memory = await openPlainMemory({ dir: path.join(dir, 'memory'), indexFile: path.join(dir, 'index.db') });
  for (let n = 0; n < 200; n += 1) writeFileSync(path.join(dir, 'memory', `${n}.md`), `- tea ${n}\n`);
  const seen: Reading[] = [];
  const search = memory.search('tea');
  while (!(await settlesWithin(search, 1))) {
    const reading = memory.reading();
    if (reading) seen.push(reading);
  }
  expect((await search).results.length).toBeGreaterThan(0);
  expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([200]));
  expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
  expect(memory.reading()).toBeNull();
  await memory.close();
  rmSync(dir, { recursive: true });
});

test.each([
  [
    'takes longer than a second',
    1_300,
    [
      [3, 10],
      [10, 10],
    ],
  ],
  ['is done before that', 100, []],
])('work that %s tells how far it has come, and at last that it is done', async (_, ms, told) => {
  const heard: number[][] = [];
  const memory = { reading: () => ({ done: 3, total: 10 }) };
  expect(
    await whileReading(
      memory,
      (...progress) => heard.push(progress),
      () => delay(ms, 'found'),
    ),
  ).toBe('found');
  expect(heard).toEqual(told);
});

test('work that reads nothing tells nothing, and a failure comes through', async () => {
  const heard: number[][] = [];
  const fail = async (): Promise<never> => {
    await delay(1_200);
    throw new Error('no index');
  };
  await expect(whileReading({ reading: () => null }, (...progress) => heard.push(progress), fail)).rejects.toThrow(
    'no index',
  );
  expect(heard).toEqual([]);
});
