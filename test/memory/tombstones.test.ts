import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

test.each([
  ['I eat pork.', ['Ada eats pork.', 'I eat pork', 'No, I eat pork'], ['Ada does not eat pork', "I don't eat pork"]],
  [
    "I don't eat pork",
    ['Ada does not eat pork', "Ada doesn't eat pork.", "I don't eat pork"],
    ['Ada eats pork', 'I eat pork!'],
  ],
  ['Ada eats pork', ['Ada eats pork, but does not eat beef'], ['Ada does not eat pork']],
  ['Ada lives in Graz', ['Ada lives in Graz and does not eat pork'], ['Ada does not live in Graz']],
  [
    'Ada is allergic to penicillin',
    ['Ada is allergic to penicillin.', 'My mother says that Ada is allergic to penicillin'],
    ["Ada's sister Lena is allergic to penicillin.", 'Ada is not allergic to penicillin'],
  ],
  [
    'My sister Lena is allergic to penicillin',
    ["Ada's sister Lena is allergic to penicillin"],
    ['Ada is allergic to penicillin'],
  ],
])('what is forgotten is neither its denial nor the same of somebody else: %s', async (forgotten, again, other) => {
  const stones = await loadTombstones(path.join(folder, 'forgotten.json'));
  await stones.add(forgotten);
  expect([...again, ...other].filter(stones.covers)).toEqual(again);
});

test('a stone without a mark of denial, as they were before, covers what it covered', async () => {
  const file = path.join(folder, 'forgotten.json');
  const stones = await loadTombstones(file);
  await stones.add('Ada eats pork');
  const { stones: marked, ...rest } = JSON.parse(await readFile(file, 'utf8')) as { stones: string[][] };
  await writeFile(
    file,
    JSON.stringify({ ...rest, stones: marked.map((stone) => stone.filter((one) => one.length > 1)) }),
  );
  const texts = ['Ada eats pork', 'Ada does not eat pork'];
  expect(texts.filter((await loadTombstones(file)).covers)).toEqual(texts);
});

test('what is denied is remembered without that its opposite may come back', async () => {
  const stones = await loadTombstones(path.join(folder, 'forgotten.json'));
  await stones.add('Ada eats pork');
  await stones.lift('Ada does not eat pork');
  expect(stones.covers('Ada eats pork')).toBe(true);
});
