import { describe, expect, it } from 'vitest';
import { maxSim, type Matches } from '../../../src/memory/rank/max-sim.ts';

/** Lines 0, 1 and 2 match one query token each, line 3 none of the three. */
const matches: Matches = {
  cosines: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
  startOf: (line) => 3 * Math.min(line, 3),
};
const weights = Float32Array.of(1, 1, 2);
const score = (asked: number, asking: number, [previous, own, next] = [0, 1, 2]): number =>
  maxSim(weights, matches, { previous: previous ?? 3, own: own ?? 3, next: next ?? 3, asked, asking, context: 1 });

describe('MaxSim of a line', () => {
  it('has most of what the line before says and more than half of what the one after says, by weight', () => {
    expect(score(0, 0)).toBeCloseTo((0.8 + 1 + 2 * 0.6) / 4);
    expect(score(0, 0, [3, 1, 3])).toBeCloseTo(1 / 4);
  });

  it('has all of the question before it, and a question all of its answer', () => {
    expect(score(1, 0)).toBeCloseTo((1 + 1 + 2 * 0.6) / 4);
    expect(score(0, 1)).toBeCloseTo((0.8 + 1 + 2) / 4);
    expect(score(0.5, 0)).toBeCloseTo((0.9 + 1 + 2 * 0.6) / 4);
  });
});
