import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog, silentLog } from '../../../src/base/log.ts';
import { type Embedder, EmbedError, type Relation, type TextPair } from '../../../src/memory/embed/embedder.ts';
import { openEmbedder } from '../../../src/memory/embed/open.ts';
import { createPairReadings } from '../../../src/memory/embed/pair-readings.ts';
import { writtenModel } from '../../support/meaning-memory.ts';

let embedder: Embedder;
beforeAll(
  () =>
    void (embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: writtenModel(), log: silentLog }) as Embedder),
);
afterAll(async () => await embedder.close());

const relationsOf = async (pairs: readonly (readonly [string, string])[]): Promise<Relation[]> =>
  (await embedder.compare?.(pairs.map(([first, second]) => ({ first, second })))) ?? [];

test('a line that tells what became of another is told from those that only speak of the same', async () => {
  const older = 'Dentist: Dr. Halloran, Elm Street';
  const [newer, retired, event, sister] = await relationsOf([
    [older, 'New dentist is Dr. Osei at Market Place'],
    [older, 'Dr. Halloran has retired, the practice is closed'],
    [older, 'Dr. Halloran said the wisdom tooth can stay'],
    [older, 'My sister’s dentist is Dr. Bell'],
  ]);
  const least = Math.min(newer?.replaces ?? 0, retired?.replaces ?? 0);
  expect(least).toBeGreaterThan(0);
  expect(Math.max(event?.replaces ?? 0, sister?.replaces ?? 0)).toBeLessThan(0);
});

test('what the words bear is told from what only uses them', async () => {
  const said = 'ran 12k this morning, longest ever';
  const [borne, turned] = await relationsOf([
    [said, 'Set a personal best of 12 km'],
    [said, 'Runs 12k every morning'],
  ]);
  expect((borne?.bears ?? 0) - (turned?.bears ?? 0)).toBeGreaterThan(1);
});

test('a line that helps with a message is told from one that only shares its words', async () => {
  const message = 'What could I cook for Ella tonight?';
  const [helps, shares] =
    (await embedder.judgeHelp?.([
      { first: message, second: 'Ella is allergic to peanuts' },
      { first: message, second: 'Ella starts at the new school on 3 September' },
    ])) ?? [];
  expect((helps ?? 0) - (shares ?? 0)).toBeGreaterThan(1);
});

test('each pair says the same in whatever company it is read, and in the order in which it was given', async () => {
  const pairs: (readonly [string, string])[] = Array.from({ length: 40 }, (_, i) => [
    `Room ${i} ${'is blue and bright '.repeat(i % 7)}`,
    `Room ${i} is green now`,
  ]);
  const together = await relationsOf(pairs);
  expect(together.length).toBe(pairs.length);
  for (const at of [0, 13, 39]) {
    const [alone] = await relationsOf([pairs[at] as [string, string]]);
    expect(alone).toEqual(together[at]);
  }
});

test.each([
  ['nothing', '', ''],
  ['half an emoji', '\ud83d', 'x\udc00'],
  ['a text far longer than what is read', 'word '.repeat(50_000), 'other '.repeat(50_000)],
  ['the signs that the model itself uses', '[SEP] [CLS]', '[PAD]'],
])('it reads %s', async (_, first, second) => {
  const [relation] = await relationsOf([[first, second]]);
  expect(Object.values(relation ?? {}).every(Number.isFinite)).toBe(true);
});

const pair = (first: string): TextPair => ({ first, second: 'x' });
const relation = (replaces: number): Relation => ({ replaces, bears: 0 });

test('a pair is read once, and then known', async () => {
  const asked: string[][] = [];
  const read = createPairReadings({
    ask(pairs) {
      asked.push(pairs.map(({ first }) => first));
      return Promise.resolve(pairs.map(({ first }) => relation(first.length)));
    },
    log: silentLog,
  });
  expect(await read([pair('a'), pair('bb'), pair('a')])).toEqual([relation(1), relation(2), relation(1)]);
  expect(await read([pair('bb'), pair('ccc')])).toEqual([relation(2), relation(3)]);
  expect(asked).toEqual([['a', 'bb'], ['ccc']]);
});

test('what is not read in time is not waited for, and is there for the next question', async () => {
  let answer: (relations: Relation[]) => void = () => undefined;
  let asked = 0;
  const read = createPairReadings({
    ask: () =>
      new Promise<Relation[]>((resolve) => {
        asked += 1;
        answer = resolve;
      }),
    log: silentLog,
  });
  expect(await read([pair('a')], { waitMs: 5 })).toEqual([null]);
  answer([relation(4)]);
  await Promise.resolve();
  expect(await read([pair('a')], { waitMs: 5 })).toEqual([relation(4)]);
  expect(asked).toBe(1);
});

test('where the model fails, nothing is said of any pair, and it is asked again', async () => {
  let fails = true;
  const read = createPairReadings({
    ask: (pairs) => (fails ? Promise.reject(new EmbedError('gone')) : Promise.resolve(pairs.map(() => relation(1)))),
    log: silentLog,
  });
  expect(await read([pair('a')])).toEqual([null]);
  fails = false;
  expect(await read([pair('a')])).toEqual([relation(1)]);
});

test('that it fails is logged once, and once more after it has worked again', async () => {
  const lines: string[] = [];
  const log = createLog(
    'warn',
    (text) => text,
    (line) => void lines.push(line),
  );
  let fails = true;
  const read = createPairReadings({
    ask: (pairs) => (fails ? Promise.reject(new EmbedError('gone')) : Promise.resolve(pairs.map(() => relation(1)))),
    log,
  });
  for (const text of ['a', 'b', 'c']) await read([pair(text)]);
  expect(lines.length).toBe(1);
  fails = false;
  await read([pair('d')]);
  fails = true;
  await read([pair('e')]);
  expect(lines.length).toBe(2);
});

test('an embedder that reads no pairs says nothing of them', async () => {
  expect(await createPairReadings({ ask: undefined, log: silentLog })([pair('a')])).toEqual([null]);
});
