import { expect, it } from 'vitest';
import { fuse } from '../../../src/memory/rank/fusion.ts';
import { Hit } from '../../../src/memory/rank/hit.ts';

const hits = (...given: [slot: number, answers: boolean][]): Hit[] =>
  given.map(([slot, answers], i) => new Hit(slot, 10 - i, answers ? 0.8 : 0.2, answers, 0.5));
const slots = (all: readonly Hit[]): number[] => all.map(({ slot }) => slot);

it('leaves the ranking of a single query as it is', () => {
  const one = hits([3, true], [1, true]);
  expect(fuse([one])).toBe(one);
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
