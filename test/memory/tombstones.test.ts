import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTombstones } from '../../src/memory/tombstones.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stones-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('what is forgotten covers what says it again, and not what lacks its name', async () => {
  const file = path.join(folder, 'forgotten.json');
  const stones = await loadTombstones(file);
  await stones.add('And dad called me Janek on Sunday.');
  const again = ['Dad was calling me Janek on a Sunday', 'janek, so dad called me, sunday'];
  const other = [
    'I call dad every Sunday at 6 now',
    'Dad called on Sunday, he feels better',
    'Kasia will call dad on Sunday 13 December',
  ];
  const { covers } = await loadTombstones(file);
  expect([...again, ...other].filter(covers)).toEqual(again);
  await stones.lift('Dad called me Janek on Sunday');
  expect(again.filter(covers)).toEqual([]);
});
