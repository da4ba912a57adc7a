import { describe, expect, it } from 'vitest';
import { allOf } from '../../src/base/concurrency/cooperative.ts';
import { sortedInSteps } from '../../src/base/lists.ts';

describe('sorting in steps', () => {
  it.each([0, 1, 2, 4096, 4097, 20_011])('gives %i texts as sort() does, and yields between the steps', (count) => {
    const texts = Array.from(
      { length: count },
      (_, i) => `${String.fromCodePoint(((i * 7919) % 70_000) + 1)}${i % 97}`,
    );
    expect(allOf(sortedInSteps(texts))).toEqual([...texts].sort());
    expect([...sortedInSteps(texts)].length).toBeGreaterThanOrEqual(Math.floor(count / 4096));
  });
});
