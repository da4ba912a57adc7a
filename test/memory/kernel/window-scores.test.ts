import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import wabt from 'wabt';
import { describe, expect, it } from 'vitest';
import { createWindowScores, linked, type WindowColumns } from '../../../src/memory/kernel/window-scores.ts';
import { windowWasm } from '../../../src/memory/kernel/wasm.ts';
import { createRandom } from '../../../bench/salad.ts';

const weights = { trust: 0.8, beside: 0.7, second: 0.5, length: 0.3, asking: -0.2 };

/** Lines in sections of any length, some of them elsewhere. */
function makeColumns(count: number, seed: number): WindowColumns {
  const random = createRandom(seed);
  const floats = () => Float32Array.from({ length: count }, () => random() - 0.3);
  const sections = Array.from({ length: count }, () => 0);
  for (let i = 1; i < count; i += 1) sections[i] = (sections[i - 1] ?? 0) + (random() < 0.2 ? 1 : 0);
  const isBeside = (i: number, other: number): boolean =>
    other >= 0 && other < count && sections[i] === sections[other];
  const links = Uint8Array.from({ length: count }, (_, i) => {
    if (random() < 0.02) return linked.elsewhere;
    return (
      (isBeside(i, i - 1) ? linked.before : 0) +
      (isBeside(i, i - 2) ? linked.secondBefore : 0) +
      (isBeside(i, i + 1) ? linked.after : 0) +
      (isBeside(i, i + 2) ? linked.secondAfter : 0)
    );
  });
  return { shares: floats(), windowScale: floats(), length: floats(), asking: floats(), extras: floats(), links };
}

/** The definition, in double precision, as far from the code under test as it can be. */
function scoreOf(columns: WindowColumns, slot: number): number {
  const at = (column: Float32Array, i = slot): number => column[i] ?? NaN;
  const inWindow: [bit: number, distance: number, weight: number][] = [
    [linked.before, -1, weights.beside],
    [linked.after, 1, weights.beside],
    [linked.secondBefore, -2, weights.second],
    [linked.secondAfter, 2, weights.second],
  ];
  const others = inWindow.map(([bit, distance, weight]) =>
    ((columns.links[slot] ?? 0) & bit) > 0 ? weight * at(columns.shares, slot + distance) : 0,
  );
  const sum = others.reduce((all, other) => all + other, at(columns.shares));
  return (
    weights.trust * sum * at(columns.windowScale) +
    weights.length * at(columns.length) +
    weights.asking * at(columns.asking) +
    at(columns.extras)
  );
}

const isElsewhere = ({ links }: WindowColumns, slot: number): boolean => links[slot] === linked.elsewhere;

describe('the kernel of window scores', () => {
  it('is what window.wat assembles to', async () => {
    const file = path.resolve(import.meta.dirname, '../../../src/memory/kernel/window.wat');
    const { buffer } = (await wabt()).parseWat(file, await readFile(file, 'utf8')).toBinary({});
    expect(Buffer.from(windowWasm).toString('base64')).toBe(Buffer.from(buffer).toString('base64'));
  });

  it.each([true, false])(
    'gives the score of every line, of any stretch of lines, whatever it scored before (SIMD: %s)',
    (simd) => {
      const way = createWindowScores(simd);
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 9000 }),
          fc.nat(),
          fc.nat(9000),
          fc.nat(4096),
          (count, seed, at, size) => {
            const columns = makeColumns(count, seed);
            const from = at % count;
            const to = Math.min(count, from + Math.max(1, size), from + way.slotsAtOnce);
            const { passed, scores } = way.score(columns, from, to, weights, -Infinity);
            expect([...passed]).toEqual(Array.from({ length: to - from }, (_, i) => i));
            const inOrder = [...passed].filter((i) => !isElsewhere(columns, from + i));
            const wrong = inOrder.filter((i) => !(Math.abs((scores[i] ?? NaN) - scoreOf(columns, from + i)) < 1e-5));
            expect(wrong).toEqual([]);
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it.each([true, false])(
    'names those that reach the least score, and those with links elsewhere whatever they score (SIMD: %s)',
    (simd) => {
      const columns = makeColumns(4001, 3);
      const min = 0.4;
      const { passed } = createWindowScores(simd).score(columns, 1000, 4001, weights, min);
      // One that reaches it but for the rounding of single precision may pass or not.
      const isCertain = (i: number): boolean =>
        isElsewhere(columns, 1000 + i) || Math.abs(scoreOf(columns, 1000 + i) - min) > 1e-5;
      const expected = Array.from({ length: 3001 }, (_, i) => i).filter(
        (i) => isElsewhere(columns, 1000 + i) || scoreOf(columns, 1000 + i) >= min,
      );
      expect([...passed].filter(isCertain)).toEqual(expected.filter(isCertain));
      expect(expected.length).toBeGreaterThan(100);
      expect(expected.length).toBeLessThan(2900);
    },
  );
});
