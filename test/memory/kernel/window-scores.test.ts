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

describe('the kernel of window scores', () => {
  it('is what window.wat assembles to', async () => {
    const file = path.resolve(import.meta.dirname, '../../../src/memory/kernel/window.wat');
    const { buffer } = (await wabt()).parseWat(file, await readFile(file, 'utf8')).toBinary({});
    expect(Buffer.from(windowWasm).toString('base64')).toBe(Buffer.from(buffer).toString('base64'));
  });

  it('gives what the plain loop gives, of any stretch of lines, whatever it scored before', () => {
    const [fast, plain] = [createWindowScores(true), createWindowScores(false)];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), fc.nat(), fc.nat(9000), fc.nat(4096), (count, seed, at, size) => {
        const columns = makeColumns(count, seed);
        const from = at % count;
        const to = Math.min(count, from + Math.max(1, size), from + fast.slotsAtOnce);
        const [found, expected] = [fast, plain].map((way) => {
          const { passed, scores } = way.score(columns, from, to, weights, -Infinity);
          return { passed: [...passed], scores: scores.slice(0, to - from) };
        });
        expect(found?.passed).toEqual(Array.from({ length: to - from }, (_, i) => i));
        expect(found?.passed).toEqual(expected?.passed);
        for (const i of found?.passed ?? []) {
          const isElsewhere = columns.links[from + i] === linked.elsewhere;
          expect(isElsewhere ? 0 : found?.scores[i]).toBeCloseTo(isElsewhere ? 0 : (expected?.scores[i] ?? NaN), 5);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names those that reach the least score, and those with links elsewhere whatever they score', () => {
    const columns = makeColumns(4001, 3);
    for (const simd of [true, false]) {
      const { passed, scores } = createWindowScores(simd).score(columns, 1000, 4001, weights, 0.4);
      const expected = Array.from({ length: 3001 }, (_, i) => i).filter(
        (i) => columns.links[1000 + i] === linked.elsewhere || (scores[i] ?? 0) >= 0.4,
      );
      expect([...passed]).toEqual(expected);
      expect(expected.length).toBeGreaterThan(100);
      expect(expected.length).toBeLessThan(2900);
    }
  });
});
