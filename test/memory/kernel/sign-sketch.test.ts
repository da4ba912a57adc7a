import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import wabt from 'wabt';
import { describe, expect, it } from 'vitest';
import { createSignSketch } from '../../../src/memory/kernel/sign-sketch.ts';
import { sketchWasm } from '../../../src/memory/kernel/wasm.ts';
import { createRandom } from '../../../bench/salad.ts';

describe('the kernel of the sketch', () => {
  it('is what sketch.wat assembles to', async () => {
    const file = path.resolve(import.meta.dirname, '../../../src/memory/kernel/sketch.wat');
    const { buffer } = (await wabt()).parseWat(file, await readFile(file, 'utf8')).toBinary({});
    expect(Buffer.from(sketchWasm).toString('base64')).toBe(Buffer.from(buffer).toString('base64'));
  });
});

/** What is said of the first rows. */
function estimates(sketch: ReturnType<typeof createSignSketch>, query: Int8Array, count: number): number[] {
  const found = new Float32Array(count);
  sketch.compare(query, new Float32Array(count).fill(1), found);
  return [...found];
}

describe('the sketch of vectors', () => {
  it('tells signs from levels exactly, in any number of dimensions, whatever was written over', () => {
    const vector = (dimensions: number) => fc.int8Array({ minLength: dimensions, maxLength: dimensions });
    const given = fc
      .integer({ min: 1, max: 200 })
      .chain((dimensions) =>
        fc.record({ query: vector(dimensions), rows: fc.array(vector(dimensions), { minLength: 1, maxLength: 20 }) }),
      );
    fc.assert(
      fc.property(given, fc.array(fc.nat(30), { maxLength: 20 }), ({ query, rows }, places) => {
        const sketch = createSignSketch(query.length);
        const expected: Int8Array[] = [];
        for (const [i, row] of rows.entries()) {
          const place = places[i] ?? 0;
          sketch.set(place, row);
          expected[place] = row;
        }
        const square = query.reduce((sum, value) => sum + value * value, 0);
        const step = (1.6 * Math.sqrt(square / query.length)) / 3;
        const levels = Array.from(query, (value) =>
          square === 0 ? 0 : 2 * Math.max(0, Math.min(3, Math.floor(value / (2 * step)) + 2)) - 3,
        );
        const found = estimates(sketch, query, expected.length);
        for (const [place, row] of expected.entries()) {
          if (!row) continue;
          const product = levels.reduce((sum, level, i) => sum + level * ((row[i] ?? 0) >= 0 ? 1 : -1), 0);
          expect(found[place]).toBeCloseTo(
            square === 0 ? 0 : (1.27 * step * product) / Math.sqrt(square * query.length),
            4,
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it('weighs each row, and says nothing of rows beyond the weights', () => {
    const sketch = createSignSketch(70);
    const row = Int8Array.from({ length: 70 }, (_, i) => (i * 37) % 100);
    for (let i = 0; i < 9; i += 1) sketch.set(i, row);
    const [plain = NaN] = estimates(sketch, row, 1);
    const found = new Float32Array(8).fill(9);
    sketch.compare(row, Float32Array.of(0, 1, 2, 3, 4), found);
    expect(plain).toBeGreaterThan(0.5);
    for (const [i, value] of found.entries()) expect(value).toBeCloseTo(i < 5 ? i * plain : 9, 4);
  });

  it('is near the cosine', () => {
    const random = createRandom(3);
    const vector = () => Int8Array.from({ length: 384 }, () => 100 * (random() + random() - 1));
    const [query, other] = [vector(), vector()];
    const sketch = createSignSketch(384);
    const rows = Array.from({ length: 20_000 }, (_, row) =>
      query.map((value, i) => ((row % 100) / 100) * value + (1 - (row % 100) / 100) * (other[(i + row) % 384] ?? 0)),
    );
    for (const [row, mixed] of rows.entries()) sketch.set(row, mixed);
    const found = estimates(sketch, query, rows.length);
    expect(found).toHaveLength(rows.length);
    const cosine = (row: Int8Array): number =>
      row.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0) / Math.hypot(...row) / Math.hypot(...query);
    const square = rows.reduce((sum, row, i) => sum + (cosine(row) - (found[i] ?? 0)) ** 2, 0) / rows.length;
    expect(Math.sqrt(square)).toBeLessThan(0.06);
  });
});
