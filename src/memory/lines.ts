// What search needs of every line at once, hot in memory: a column store by slot, loaded from the index and kept in step
// with it. A slot is a chunk; slots of one file lie together when loaded, and are reused after a deletion.
import { createInt8Matrix } from './kernel/int8-matrix.ts';
import type { ChunkRow } from './store.ts';

export const none = -1;

type Column = Int32Array | Float32Array | Uint8Array;

export type Lines = ReturnType<typeof createLines>;

export function createLines() {
  let capacity = 1024;
  const columns = {
    id: new Int32Array(capacity).fill(none),
    content: new Int32Array(capacity),
    file: new Int32Array(capacity),
    part: new Int32Array(capacity),
    previous: new Int32Array(capacity).fill(none),
    next: new Int32Array(capacity).fill(none),
    startLine: new Int32Array(capacity),
    endLine: new Int32Array(capacity),
    day: new Int32Array(capacity),
    subject: new Int32Array(capacity),
    length: new Float32Array(capacity),
    asking: new Float32Array(capacity),
    weight: new Float32Array(capacity),
    /** 1 / length of the vector's int8 form; 0 while it has none. */
    scale: new Float32Array(capacity),
    /** 1 / length of the weighted sum over the window; 0 where nothing in it has a vector. */
    windowScale: new Float32Array(capacity),
    flags: new Uint8Array(capacity),
  };
  let dimensions = 0;
  let matrix = createInt8Matrix(1);
  let top = 0;
  let used = 0;
  const free: number[] = [];
  const slotOfChunk = new Map<number, number>();
  const slotsOfContent = new Map<number, number | number[]>();
  const slotsOfFile = new Map<number, number[]>();
  const slotsOfPart = new Map<number, number[]>();
  const subjects: string[] = [];
  const subjectIds = new Map<string, number>();

  function grow(): void {
    capacity *= 2;
    const bag = columns as Record<string, Column>;
    for (const [name, old] of Object.entries(bag)) {
      const larger = new (old.constructor as new (size: number) => Column)(capacity);
      larger.set(old);
      if (name === 'id') larger.fill(none, old.length);
      bag[name] = larger;
    }
  }

  function subjectId(subject: string): number {
    let id = subjectIds.get(subject);
    if (id === undefined) {
      id = subjects.push(subject) - 1;
      subjectIds.set(subject, id);
    }
    return id;
  }

  function contentSlots(content: number): readonly number[] {
    const found = slotsOfContent.get(content);
    return found === undefined ? [] : typeof found === 'number' ? [found] : found;
  }

  function removeFile(file: number): void {
    for (const slot of slotsOfFile.get(file) ?? []) {
      slotOfChunk.delete(columns.id[slot] ?? none);
      const content = columns.content[slot] ?? 0;
      const others = contentSlots(content).filter((other) => other !== slot);
      if (others.length === 0) slotsOfContent.delete(content);
      else slotsOfContent.set(content, others);
      slotsOfPart.delete(columns.part[slot] ?? 0);
      columns.id[slot] = none;
      columns.scale[slot] = 0;
      columns.windowScale[slot] = 0;
      matrix.clear(slot);
      free.push(slot);
      used -= 1;
    }
    slotsOfFile.delete(file);
  }

  /** Recomputes what windows around these slots are divided by. */
  function rescale(slots: Iterable<number>): void {
    const sum = new Float32Array(dimensions);
    for (const slot of slots) {
      sum.fill(0);
      forWindow(slot, (other, share) => {
        const factor = share * (columns.weight[other] ?? 0) * (columns.scale[other] ?? 0);
        if (factor === 0) return;
        const row = matrix.row(other);
        for (let d = 0; d < dimensions; d += 1) sum[d] = (sum[d] ?? 0) + factor * (row[d] ?? 0);
      });
      let square = 0;
      for (const value of sum) square += value * value;
      columns.windowScale[slot] = square > 0 ? 1 / Math.sqrt(square) : 0;
    }
  }

  function forWindow(slot: number, visit: (slot: number, share: number) => void): void {
    visit(slot, 1);
    const before = columns.previous[slot] ?? none;
    const after = columns.next[slot] ?? none;
    if (before !== none) {
      visit(before, windowShares.beside);
      const second = columns.previous[before] ?? none;
      if (second !== none) visit(second, windowShares.second);
    }
    if (after !== none) {
      visit(after, windowShares.beside);
      const second = columns.next[after] ?? none;
      if (second !== none) visit(second, windowShares.second);
    }
  }

  return {
    columns,
    /** Slots in use lie below this; a slot whose `id` is -1 is empty. */
    get top() {
      return top;
    },
    get size() {
      return used;
    },
    get dimensions() {
      return dimensions;
    },
    /** The dot product of each slot's int8 vector with a query's; slots beyond the result have none. */
    dots: (query: Int8Array): Int32Array => matrix.dots(query),
    subjects: subjects as readonly string[],
    slotOf: (chunkId: number) => slotOfChunk.get(chunkId),
    slotsOfPart: (part: number): readonly number[] => slotsOfPart.get(part) ?? [],
    slotsOfFile: (file: number): readonly number[] => slotsOfFile.get(file) ?? [],
    contentSlots,
    removeFile,

    /** Makes a file's slots those of these rows, in file order. Their vectors are to be set again. */
    setFile(file: number, rows: readonly Omit<ChunkRow, 'text'>[]): void {
      removeFile(file);
      const slots: number[] = [];
      for (const [i, row] of rows.entries()) {
        let slot = free.pop();
        if (slot === undefined) {
          if (top === capacity) grow();
          slot = top;
          top += 1;
        }
        const c = columns;
        c.id[slot] = row.id;
        c.content[slot] = row.contentId;
        c.file[slot] = file;
        c.part[slot] = row.partId;
        c.startLine[slot] = row.startLine;
        c.endLine[slot] = row.endLine;
        c.day[slot] = row.day ?? undated;
        c.subject[slot] = subjectId(row.subject);
        c.length[slot] = Math.min(1, Math.log(1 + row.chars) / 6);
        c.weight[slot] = Math.max(1, row.chars);
        c.asking[slot] = row.asking;
        c.flags[slot] = row.flags;
        c.scale[slot] = 0;
        c.windowScale[slot] = 0;
        const before = i > 0 && rows[i - 1]?.section === row.section ? (slots.at(-1) ?? none) : none;
        c.previous[slot] = before;
        c.next[slot] = none;
        if (before !== none) c.next[before] = slot;
        slotOfChunk.set(row.id, slot);
        const others = slotsOfContent.get(row.contentId);
        if (typeof others === 'object') others.push(slot);
        else slotsOfContent.set(row.contentId, others === undefined ? slot : [others, slot]);
        const part = slotsOfPart.get(row.partId);
        if (part) part.push(slot);
        else slotsOfPart.set(row.partId, [slot]);
        slots.push(slot);
      }
      used += slots.length;
      slotsOfFile.set(file, slots);
    },

    /** Forgets all vectors; those to come have this many dimensions. */
    resetVectors(size: number): void {
      dimensions = size;
      matrix = createInt8Matrix(size);
      columns.scale.fill(0);
      columns.windowScale.fill(0);
    },

    /** Sets the vector of every line of this content. Call {@link rescaleAround} when all are set. */
    setVector(content: number, vector: Int8Array): void {
      let square = 0;
      for (const value of vector) square += value * value;
      for (const slot of contentSlots(content)) {
        matrix.set(slot, vector);
        columns.scale[slot] = square > 0 ? 1 / Math.sqrt(square) : 0;
      }
    },

    rescaleAround(slots: Iterable<number>): void {
      const touched = new Set<number>();
      for (const slot of slots) forWindow(slot, (other) => touched.add(other));
      rescale(touched);
    },
    forWindow,
  };
}

/** How much a line's neighbours count in the vector of the window around it. */
export const windowShares = { beside: 0.7, second: 0.5 };

/** The `day` of a line without a date. */
export const undated = -2_000_000;
