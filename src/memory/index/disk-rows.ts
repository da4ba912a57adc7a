// The vectors of slots where they are not kept in memory: each is read from the index when it is compared. A few of those that were
// read last are kept, because windows of lines overlap. It has the form of the matrix that keeps all of them (kernel/int8-matrix.ts).
import { createInt8Matrix, type Int8Matrix } from '../kernel/int8-matrix.ts';

/** What the chunk table asks of the vectors of its slots. */
export type VectorRows = Pick<Int8Matrix, 'set' | 'clear' | 'dotsAt' | 'lengthOfSum'>;

/** Some 200 kB with 384 dimensions. As many as one step of a comparison needs, and more than a sum does. */
const maxKept = 512;

/** @param read the vector of a slot; null where it has none */
export function createDiskRows(dimensions: number, read: (slot: number) => Int8Array | null): VectorRows {
  const kept = createInt8Matrix(dimensions);
  const rowOfSlot = new Map<number, number>();
  const slotOfRow = new Map<number, number>();
  /** The number of the call that last used each row: what one call compares must all be there at the same time. */
  const usedIn = new Uint32Array(maxKept);
  let call = 0;
  let next = 0;

  /** @param slots at most as many as are kept */
  function rowsOf(slots: readonly number[]): number[] {
    call += 1;
    for (const slot of slots) {
      const row = rowOfSlot.get(slot);
      if (row !== undefined) usedIn[row] = call;
    }
    return slots.map((slot) => rowOfSlot.get(slot) ?? bring(slot));
  }

  function bring(slot: number): number {
    while (usedIn[next] === call) next = (next + 1) % maxKept;
    const row = next;
    usedIn[row] = call;
    const former = slotOfRow.get(row);
    if (former !== undefined) rowOfSlot.delete(former);
    const vector = read(slot);
    kept.set(row, vector?.length === dimensions ? vector : new Int8Array(dimensions));
    rowOfSlot.set(slot, row);
    slotOfRow.set(row, slot);
    return row;
  }

  function forget(slot: number): void {
    const row = rowOfSlot.get(slot);
    if (row === undefined) return;
    rowOfSlot.delete(slot);
    slotOfRow.delete(row);
  }

  return {
    set: forget,
    clear: forget,
    dotsAt(query, slots) {
      const dots = new Int32Array(slots.length);
      for (let from = 0; from < slots.length; from += maxKept) {
        const some = Array.from(
          { length: Math.min(maxKept, slots.length - from) },
          (_, i) => slots[from + i] as number,
        );
        dots.set(kept.dotsAt(query, rowsOf(some)), from);
      }
      return dots;
    },
    lengthOfSum: (slots, factors) => kept.lengthOfSum(rowsOf(slots), factors),
  };
}
