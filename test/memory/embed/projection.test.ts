import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeProjection, loadProjection, parseProjection } from '../../../src/memory/embed/projection.ts';

describe('the projection of token vectors', () => {
  it('comes with the program: 384 dimensions to 64, along directions at right angles', async () => {
    const { id, inputDimensions, dimensions, mean, matrix } = await loadProjection();
    expect(id).toMatch(/^p64-[0-9a-f]{8}$/);
    expect([inputDimensions, dimensions, mean.length, matrix.length]).toEqual([384, 64, 384, 384 * 64]);
    const row = (i: number) => matrix.subarray(i * 384, (i + 1) * 384);
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
    for (let a = 0; a < 64; a += 1)
      for (let b = 0; b <= a; b += 1) expect(dot(row(a), row(b))).toBeCloseTo(a === b ? 1 : 0, 4);
  });

  it('is read as it was written', () => {
    const written = {
      inputDimensions: 2,
      dimensions: 1,
      mean: Float32Array.of(0.5, -1),
      matrix: Float32Array.of(0.25, 4),
    };
    expect(parseProjection(encodeProjection(written))).toEqual({
      ...written,
      id: expect.stringMatching(/^p1-/) as string,
    });
  });

  it('has another id when a number changes', () => {
    const one = { inputDimensions: 1, dimensions: 1, mean: Float32Array.of(0), matrix: Float32Array.of(1) };
    expect(parseProjection(encodeProjection({ ...one, mean: Float32Array.of(1) })).id).not.toBe(
      parseProjection(encodeProjection(one)).id,
    );
  });

  it('is refused when it is missing, cut short, changed or of another size', async () => {
    const whole = encodeProjection({
      inputDimensions: 2,
      dimensions: 1,
      mean: Float32Array.of(0.5, -1),
      matrix: Float32Array.of(0.25, 4),
    });
    const changed = Buffer.from(whole);
    changed[20] = (changed[20] ?? 0) ^ 1;
    expect(() => parseProjection(changed)).toThrow('damaged');
    expect(() => parseProjection(whole.subarray(0, 50))).toThrow('damaged');
    expect(() => parseProjection(Buffer.alloc(0))).toThrow('not a projection');
    const wrong = encodeProjection({
      inputDimensions: 3,
      dimensions: 1,
      mean: Float32Array.of(1),
      matrix: Float32Array.of(1),
    });
    expect(() => parseProjection(wrong)).toThrow('another size');
    const folder = await mkdtemp(path.join(tmpdir(), 'projection-'));
    await expect(loadProjection(path.join(folder, 'none.bin'))).rejects.toThrow('ENOENT');
    await writeFile(path.join(folder, 'bad.bin'), 'hello');
    await expect(loadProjection(path.join(folder, 'bad.bin'))).rejects.toThrow('not a projection');
    await rm(folder, { recursive: true });
  });
});
