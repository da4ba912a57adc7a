import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import wabt from 'wabt';
import { describe, expect, it } from 'vitest';
import { createProjector } from '../../../src/memory/kernel/projector.ts';
import { projectWasm } from '../../../src/memory/kernel/wasm.ts';

describe('the kernel of the projection', () => {
  it('is what project.wat assembles to', async () => {
    const file = path.resolve(import.meta.dirname, '../../../src/memory/kernel/project.wat');
    const { buffer } = (await wabt()).parseWat(file, await readFile(file, 'utf8')).toBinary({});
    expect(Buffer.from(projectWasm).toString('base64')).toBe(Buffer.from(buffer).toString('base64'));
  });

  it('gives the same numbers as a plain loop, to the last bit, for any matrix and vector', () => {
    const floats = (count: number) =>
      fc.float32Array({ minLength: count, maxLength: count, noNaN: true, noDefaultInfinity: true });
    const sizes = fc.record({ blocks: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 40 }) });
    const given = sizes.chain(({ blocks, columns }) =>
      fc.record({
        columns: fc.constant(columns),
        matrix: floats(16 * blocks * columns),
        vectors: fc.array(floats(columns), { minLength: 1, maxLength: 3 }),
      }),
    );
    fc.assert(
      fc.property(given, ({ columns, matrix, vectors }) => {
        const [fast, plain] = [createProjector(matrix, columns, true), createProjector(matrix, columns, false)];
        for (const vector of vectors) expect([...fast(vector)]).toEqual([...plain(vector)]);
      }),
      { numRuns: 200 },
    );
  });

  it('takes the plain loop for a matrix whose rows fill no block', () => {
    const project = createProjector(Float32Array.of(1, 2, 3, 4, 5, 6), 2);
    expect([...project(Float32Array.of(10, 1))]).toEqual([12, 34, 56]);
  });
});
