import { expect, test } from 'vitest';
import type { Relation, TextPair } from '../../../src/memory/embed/embedder.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { Hit } from '../../../src/memory/rank/hit.ts';
import { type Compared, readTogether, type Succeeded, successionOf } from '../../../src/memory/rank/successors.ts';
import { order } from '../../../src/memory/weights.ts';
import { openMeaningMemory } from '../../support/meaning-memory.ts';

const compared = (score: number, more: Partial<Compared> = {}): Compared => ({
  score,
  signals: [],
  hasVectors: true,
  isSure: true,
  ...more,
});

test('what was read together outweighs the signals, either way', () => {
  expect(successionOf(compared(-1))).toBe(null);
  expect(successionOf(compared(-0.5, { replaces: 6 }))).toBe('replaces');
  expect(successionOf(compared(-1, { replaces: 6 }))).toBe('before');
  expect(successionOf(compared(1.5))).toBe('replaces');
  expect(successionOf(compared(1.5, { replaces: -6 }))).toBe(null);
});

test('what the signals speak firmly against is nothing, however sure the reading is: it is of lines of one topic', () => {
  expect(successionOf(compared(-3, { replaces: 7 }))).toBe(null);
});

test('what has no date marks no line, however sure the reading is', () => {
  expect(successionOf(compared(3, { replaces: 6, isSure: false }))).toBe('before');
});

const hit = (): Hit => new Hit(0, 1, 1, true, 1);
const later = (score: number, words: string, hasVectors = true): Succeeded['later'][number] => ({
  ...compared(score, { hasVectors }),
  hit: hit(),
  pair: { first: 'old', second: words },
  day: 1,
  line: 1,
  mayMark: true,
});

test('only the likeliest pairs are read, and none of lines without vectors', async () => {
  const asked: TextPair[] = [];
  const read = (pairs: readonly TextPair[]): Promise<Relation[]> => {
    asked.push(...pairs);
    return Promise.resolve(pairs.map(() => ({ replaces: 2, bears: 0 })));
  };
  const many = Array.from({ length: 3 * order.maxRead }, (_, i) => later(i / 100, `likely ${i}`));
  const succeeded = [
    {
      older: hit(),
      later: [...many, later(order.leastToRead.asked - 0.1, 'unlikely'), later(5, 'by words only', false)],
    },
  ];
  await readTogether(succeeded, read, {});
  const expected = many.slice(-order.maxRead).toReversed();
  expect(asked.map(({ second }) => second)).toEqual(expected.map(({ pair }) => pair.second));
  expect(succeeded[0]?.later.filter(({ replaces }) => replaces === 2).length).toBe(order.maxRead);
});

test('where nothing is likely, the model is not asked', async () => {
  let asked = 0;
  const read = (): Promise<Relation[]> => {
    asked += 1;
    return Promise.resolve([]);
  };
  await readTogether([{ older: hit(), later: [later(order.leastToRead.asked - 0.1, 'unlikely')] }], read, {});
  expect(asked).toBe(0);
});

test('a search reads both lines: it sees a change that the signals miss, and spares what they take for one', async () => {
  const { memory, close } = await openMeaningMemory({
    '2025-03-02.md': '# Notes\n\n- Spare house key is with Mrs. Lindqvist at number 14\n- Rain all day\n',
    '2025-03-09.md': '# Notes\n\n- Book club reads at Carmen’s, wine included\n- Soup and bread\n',
    '2026-09-10.md': '# Notes\n\n- spare key -> Tom’s desk drawer at his office\n- Cleaned up\n',
    '2026-09-12.md': '# Notes\n\n- Carmen chose a new novel for book club\n- Went for a run\n',
  });
  const firstOf = async (question: string, readsPairs: boolean) => {
    const { results } = await memory.search(question, { passages: false, readsPairs, embedWaitMs: 60_000 });
    return results[0]?.text ?? '';
  };
  const questions = ['who has our spare key', 'where does the book club meet'];
  const found = await Promise.all(questions.map(async (question) => await firstOf(question, true)));
  const bySignals = await Promise.all(questions.map(async (question) => await firstOf(question, false)));
  await close();
  expect(found[0]).toContain('Tom’s desk');
  expect(found[1]).toContain('Carmen’s, wine');
  expect(bySignals).not.toEqual(found);
});

test('asked for what is planned, the plan as it is now comes first', async () => {
  const clock = { ...systemClock, now: () => new Date('2026-11-18T12:00:00Z') };
  const { memory, close } = await openMeaningMemory(
    {
      '2026-11-02.md': '- At Easter we go to Bilbao, all four of us\n',
      '2026-11-09.md': '- Easter plan has changed: Galway rather than Bilbao, Dad asked\n',
    },
    clock,
  );
  const { results } = await memory.search('where are we going at Easter?', { passages: false });
  await close();
  expect(results[0]?.text).toContain('Galway');
});

test('a number that stands in no note makes an answer as unlikely as a name that stands in none', async () => {
  const { memory, close } = await openMeaningMemory({ 'games.md': '- Dad won the cup at cards\n- Rain all day\n' });
  const score = async (query: string) => (await memory.search(query, { reject: false })).results[0]?.score ?? 0;
  const [plain, strange, name] = [
    await score('who won the cup?'),
    await score('who won the 1974 cup?'),
    await score('who won the Xanthe cup?'),
  ];
  await close();
  expect(strange).toBeLessThan(0.75 * plain);
  expect(Math.abs(strange - name)).toBeLessThan(plain / 4);
});
