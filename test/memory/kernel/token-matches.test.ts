import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import wabt from 'wabt';
import { describe, expect, it } from 'vitest';
import { matchesWasm } from '../../../src/memory/kernel/wasm.ts';
import { createTokenMatches } from '../../../src/memory/kernel/token-matches.ts';

describe('the kernel of token matches', () => {
  it('is what matches.wat assembles to', async () => {
    const file = path.resolve(import.meta.dirname, '../../../src/memory/kernel/matches.wat');
    const { buffer } = (await wabt()).parseWat(file, await readFile(file, 'utf8')).toBinary({});
    expect(Buffer.from(matchesWasm).toString('base64')).toBe(Buffer.from(buffer).toString('base64'));
  });

  it('gives the same numbers as a plain loop, for any query and lines of any length, whatever it compared before', () => {
    const [fast, plain] = [createTokenMatches(64, true), createTokenMatches(64, false)];
    const tokens = (most: number, bytes: number) =>
      fc
        .integer({ min: 0, max: most })
        .chain((count) => fc.uint8Array({ minLength: count * bytes, maxLength: count * bytes }));
    fc.assert(
      fc.property(tokens(5, 64), fc.array(tokens(12, 32), { maxLength: 12 }), (bytes, lines) => {
        const query = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
        expect([...fast.best(query, lines)]).toEqual([...plain.best(query, lines)]);
      }),
      { numRuns: 300 },
    );
  });

  it('finds a token among others, and nothing that points the other way', () => {
    for (const simd of [true, false]) {
      const { best } = createTokenMatches(64, simd);
      const query = Int8Array.from({ length: 64 }, (_, i) => (i === 3 ? 100 : 0));
      // The level of four bits is 87 at its highest and -87 at its lowest, 4 and -4 next to nothing.
      const token = (third: number) => Uint8Array.from({ length: 32 }, (_, i) => (i === 1 ? (third << 4) | 8 : 0x88));
      const [line, other, none] = best(query, [
        Uint8Array.of(...token(0), ...token(15), ...token(8)),
        token(0),
        new Uint8Array(0),
      ]);
      expect(line).toBe(8700);
      expect(other).toBe(0);
      expect(none).toBe(0);
    }
  });
});
