import { expect, it } from 'vitest';
import { fuse, type Ranking } from '../../../src/memory/rank/fusion.ts';
import { Hit } from '../../../src/memory/rank/hit.ts';

const hits = (...given: [slot: number, answers: boolean][]): Ranking => ({
  hits: given.map(([slot, answers], i) => new Hit(slot, 10 - i, answers ? 0.8 : 0.2, answers, 0.5)),
  familiar: 1,
});
const slots = (all: readonly Hit[]): number[] => all.map(({ slot }) => slot);

it('leaves the ranking of a single query as it is', () => {
  const one = hits([3, true], [1, true]);
  expect(fuse([one])).toBe(one.hits);
});

it('puts first what stands high in several rankings', () => {
  expect(slots(fuse([hits([1, true], [2, true]), hits([3, true], [2, true])]))[0]).toBe(2);
});

it('takes an answer to one query for an answer, and each line once', () => {
  const fused = fuse([hits([1, false], [2, true]), hits([1, true])]);
  expect(slots(fused).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(fused.every(({ answers }) => answers)).toBe(true);
});

it('lets no line rise that answers none of the queries', () => {
  expect(slots(fuse([hits([9, false], [1, true]), hits([9, false], [2, true])])).at(-1)).toBe(9);
});

it('lets a line with the words of one query stand before what words that the model does not know put first', () => {
  const sure: Ranking = { hits: [new Hit(1, 10, 1, true, 1)], familiar: 1 };
  const byChance = (): Ranking => ({
    hits: [new Hit(2, 10, 0.8, true, 0), new Hit(1, 9, 0.7, true, 0)],
    familiar: 0,
  });
  expect(slots(fuse([byChance(), byChance(), sure]))).toEqual([1, 2]);
  expect(slots(fuse([byChance(), { hits: [new Hit(3, 10, 0.7, true, 0.5)], familiar: 0 }]))[0]).toBe(3);
});

it('goes by the places alone no further than one line is as sure as the other', () => {
  const first = (slot: number, confidence: number): Ranking => ({
    hits: [new Hit(slot, 10, confidence, true, 0.2)],
    familiar: 1,
  });
  expect(slots(fuse([first(1, 0.5), first(2, 0.9)]))).toEqual([2, 1]);
});
