import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import wabt from 'wabt';
import { describe, expect, it } from 'vitest';
import { dotWasm } from '../../../src/memory/kernel/wasm.ts';
import { createInt8Matrix } from '../../../src/memory/kernel/int8-matrix.ts';

describe('the kernel', () => {
  it('is what dot.wat assembles to', async () => {
    const file = path.resolve(import.meta.dirname, '../../../src/memory/kernel/dot.wat');
    const { buffer } = (await wabt()).parseWat(file, await readFile(file, 'utf8'), { simd: true }).toBinary({});
    expect(Buffer.from(dotWasm).toString('base64')).toBe(Buffer.from(buffer).toString('base64'));
  });
});

const vector = (dimensions: number) => fc.int8Array({ minLength: dimensions, maxLength: dimensions });

describe('the matrix', () => {
  it('gives the same numbers with SIMD and with a plain loop, whatever is written, written over and cleared', () => {
    const steps = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
      fc.record({
        dimensions: fc.constant(dimensions),
        query: vector(dimensions),
        steps: fc.array(fc.record({ row: fc.nat(40), vector: fc.option(vector(dimensions)) }), { maxLength: 30 }),
      }),
    );
    fc.assert(
      fc.property(steps, ({ dimensions, query, steps }) => {
        const fast = createInt8Matrix(dimensions, true);
        const plain = createInt8Matrix(dimensions, false);
        const expected: Int8Array[] = [];
        for (const { row, vector } of steps) {
          for (const matrix of [fast, plain]) {
            if (vector) matrix.set(row, vector);
            else matrix.clear(row);
          }
          if (vector) expected[row] = vector;
          else if (expected[row]) expected[row] = new Int8Array(dimensions);
        }
        const dots = Array.from(expected, (row) => (row ?? []).reduce((sum, x, i) => sum + x * query[i]!, 0));
        expect([...plain.dots(query)]).toEqual(dots);
        expect([...fast.dots(query)]).toEqual(dots);
        const backwards = [...dots.keys(), dots.length + 3].toReversed();
        for (const matrix of [fast, plain])
          expect([...matrix.dotsAt(query, backwards)]).toEqual([0, ...dots.toReversed()]);
        const few = [...dots.keys()].slice(0, 5);
        const factors = few.map((row) => 0.3 * (dots[row] ?? 0) + 0.5);
        const sum = Array.from({ length: dimensions }, (_, d) =>
          few.reduce((sum, row, i) => sum + factors[i]! * (expected[row]?.[d] ?? 0), 0),
        );
        const length = Math.hypot(...sum);
        for (const matrix of [fast, plain])
          expect(Math.abs(matrix.lengthOfSum(few, factors) - length)).toBeLessThanOrEqual(1e-5 * (1 + length));
        expect(fast.rows).toBe(expected.length);
        for (const [row, vector] of expected.entries())
          expect(fast.row(row)).toEqual(vector ?? new Int8Array(dimensions));
      }),
      { numRuns: 300 },
    );
  });

  it('is exact at the ends of the range', () => {
    const lowest = new Int8Array(4096).fill(-128);
    const matrix = createInt8Matrix(4096);
    matrix.set(0, lowest);
    expect(matrix.dots(lowest)[0]).toBe(128 * 128 * 4096);
  });

  it('keeps its rows while it grows over many blocks, and writes into the array it is given', () => {
    const matrix = createInt8Matrix(16);
    const rows = 20_001;
    for (let row = 0; row < rows; row += 1) matrix.set(row, new Int8Array(16).fill(row % 100));
    const into = new Int32Array(rows + 5);
    expect(matrix.dots(new Int8Array(16).fill(1), into)).toBe(into);
    expect(into.every((dot, row) => dot === (row < rows ? 16 * (row % 100) : 0))).toBe(true);
  });

  it('refuses a vector of another length', () => {
    for (const simd of [true, false])
      expect(() => createInt8Matrix(4, simd).set(0, new Int8Array(5))).toThrow(RangeError);
  });
});
