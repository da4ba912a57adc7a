import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenCache } from '../../src/memory/store/token-cache.ts';

const tokensOf = (content: number, length: number): Uint8Array | null =>
  length === 0 ? null : new Uint8Array(length).fill(content % 251);
const isSame = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one && other ? Buffer.compare(one, other) === 0 : one === other;
const sizes = fc.constantFrom(0, 1, 255, 256, 60_000, 65_535);

describe('the token vectors that are kept at hand', () => {
  it('are those that were put last, or none, whatever was put, dropped and forgotten before', () => {
    const content = fc.integer({ min: 0, max: 12 });
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), content, length: sizes }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), content, length: fc.constant(0) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constantFrom('trim' as const, 'clear' as const),
          content,
          length: fc.constant(0),
        }),
      },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
        const cache = createTokenCache(1);
        const kept = new Map<number, Uint8Array | null>();
        /** What was put last stays at any rate, and so does what was put since the last trim. */
        const certain = new Set<number>();
        let last = 0;
        const wrong: number[] = [];
        for (const { kind, content: id, length } of steps) {
          if (kind === 'put') {
            cache.put(id, tokensOf(id, length));
            kept.set(id, tokensOf(id, length));
            certain.add(id);
            last = id;
          } else if (kind === 'drop') {
            cache.drop(id);
            kept.delete(id);
            certain.delete(id);
          } else {
            cache[kind]();
            for (const other of certain) if (kind === 'clear' || other !== last) certain.delete(other);
            if (kind === 'clear') kept.clear();
          }
          if (!kept.has(id) && (cache.has(id) || cache.get(id) !== null)) wrong.push(id);
        }
        for (const id of certain) if (!cache.has(id)) wrong.push(id);
        for (const [id, tokens] of kept) if (cache.has(id) && !isSame(cache.get(id), tokens)) wrong.push(id);
        expect(wrong).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('make room for newer ones, and take no more of it than they may', () => {
    const cache = createTokenCache(2);
    for (let content = 1; content <= 400; content += 1) {
      cache.trim();
      cache.put(content, tokensOf(content, 30_000));
    }
    const held = Array.from({ length: 400 }, (_, i) => i + 1).filter(cache.has);
    expect(held.at(-1)).toBe(400);
    expect(held).toEqual(Array.from({ length: held.length }, (_, i) => 401 - held.length + i));
    // Two pieces of a megabyte, and the one that was begun since.
    expect(held.length).toBeGreaterThan(34);
    expect(held.length).toBeLessThanOrEqual(3 * 34);
  });
});
