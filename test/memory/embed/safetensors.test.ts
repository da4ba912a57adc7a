import { describe, expect, it } from 'vitest';
import { halfToNumber, parseSafetensors } from '../../../src/memory/embed/built-in/safetensors.ts';

function file(table: object, data: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(table));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, data]);
}

describe('safetensors', () => {
  it('reads halves and singles', () => {
    const data = Buffer.from([0x00, 0x3c, 0x00, 0xc0, 0, 0, 0, 0]);
    data.writeFloatLE(0.5, 4);
    const read = parseSafetensors(
      file(
        {
          __metadata__: { format: 'pt' },
          a: { dtype: 'F16', shape: [2, 1], data_offsets: [0, 4] },
          b: { dtype: 'F32', shape: [1], data_offsets: [4, 8] },
        },
        data,
      ),
    );
    expect(read('a')).toEqual({ values: Float32Array.of(1, -2), shape: [2, 1] });
    expect(read('b').values).toEqual(Float32Array.of(0.5));
  });

  it('knows zero, the smallest, the largest and what is no number', () => {
    expect([0x0000, 0x8000, 0x0001, 0x0400, 0x7bff, 0xfc00].map(halfToNumber)).toEqual([
      0,
      -0,
      2 ** -24,
      2 ** -14,
      65_504,
      -Infinity,
    ]);
    expect(halfToNumber(0x7e00)).toBeNaN();
  });

  it('refuses what is missing, cut short or of another type', () => {
    const read = parseSafetensors(
      file(
        {
          a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] },
          b: { dtype: 'I64', shape: [0], data_offsets: [0, 0] },
        },
        Buffer.alloc(2),
      ),
    );
    expect(() => read('a')).toThrow('cut short');
    expect(() => read('b')).toThrow('I64');
    expect(() => read('c')).toThrow('no tensor c');
  });
});
