// The vectors that are left on disk, compared as if all of them were in memory.
import { describe, expect, it } from 'vitest';
import { createDiskRows } from '../../../src/memory/index/disk-rows.ts';
import { createInt8Matrix } from '../../../src/memory/kernel/int8-matrix.ts';

const dimensions = 16;
const count = 2_000;
const vectorOf = (slot: number): Int8Array =>
  Int8Array.from({ length: dimensions }, (_, d) => ((slot + 1) * (d + 3) * 7919) % 127);

describe('vectors on disk', () => {
  const inMemory = createInt8Matrix(dimensions);
  for (let slot = 0; slot < count; slot += 1) inMemory.set(slot, vectorOf(slot));
  const query = vectorOf(5_000);
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

  it('compare every line with its own vector, where a comparison begins with lines that an earlier one read', () => {
    const onDisk = createDiskRows(dimensions, vectorOf);
    // Lines 300 to 500 lie where the next vectors would be read to.
    for (const slots of [range(0, 512), [...range(300, 500), ...range(600, 1_100)], range(0, count), range(450, 900)])
      expect(onDisk.dotsAt(query, slots)).toEqual(inMemory.dotsAt(query, slots));
  });

  it('sum a window from its own vectors, where one of them is the oldest that is kept', () => {
    const onDisk = createDiskRows(dimensions, vectorOf);
    onDisk.dotsAt(query, range(0, 512));
    for (let slot = 0; slot < 40; slot += 1)
      expect(onDisk.lengthOfSum([slot, 1_000 + slot], [1, 1])).toBe(inMemory.lengthOfSum([slot, 1_000 + slot], [1, 1]));
  });

  it('read a vector anew when it has changed', () => {
    let change = 0;
    const onDisk = createDiskRows(dimensions, (slot) => vectorOf(slot + change));
    onDisk.dotsAt(query, [7]);
    change = 1;
    onDisk.set(7, new Int8Array(0));
    expect(onDisk.dotsAt(query, [7])).toEqual(inMemory.dotsAt(query, [8]));
  });
});
