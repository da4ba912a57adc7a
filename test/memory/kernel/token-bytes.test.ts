import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unit } from '../../../src/memory/embed/token-vectors.ts';
import { packTokens, unpackTokens } from '../../../src/memory/kernel/token-bytes.ts';

const length = (vector: ArrayLike<number>): number => Math.sqrt(Array.from(vector).reduce((sum, x) => sum + x * x, 0));
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

function unpacked(bytes: Uint8Array): Int8Array {
  const vectors = new Int8Array(2 * bytes.length);
  unpackTokens(bytes, vectors);
  return vectors;
}

describe('token vectors in four bits', () => {
  it('point where they pointed', () => {
    // As projected vectors are: components about normal. (A vector of few large ones would lose more.)
    const vector = fc
      .array(fc.integer({ min: -1000, max: 1000 }), { minLength: 64 * 6, maxLength: 64 * 6 })
      .map((parts) =>
        Array.from({ length: 64 }, (_, i) => parts.slice(6 * i, 6 * i + 6).reduce((sum, x) => sum + x, 0)),
      );
    fc.assert(
      fc.property(fc.noBias(vector), (values) => {
        const factor = unit / length(values);
        const int8 = Int8Array.from(values, (x) => Math.max(-127, Math.min(127, Math.round(x * factor))));
        const back = unpacked(packTokens(int8));
        expect(dot(int8, back) / (length(int8) * length(back))).toBeGreaterThan(0.98);
        expect(Math.abs(length(back) / length(int8) - 1)).toBeLessThan(0.1);
      }),
    );
  });

  it('take half of the bytes, and none where there are none', () => {
    expect(packTokens(new Int8Array(640))).toHaveLength(320);
    expect(unpacked(packTokens(new Int8Array(0)))).toHaveLength(0);
  });
});
