// The vectors of the chunks in a table, in memory with a sketch of each, or left on disk. It also keeps in the columns what follows from
// them for every chunk: the length of its vector, the length of the sum over its window, and how near the chunk is to the next line.
import { createInt8Matrix, type Int8Matrix } from '../kernel/int8-matrix.ts';
import { createSignSketch } from '../kernel/sign-sketch.ts';
import { windowShares } from '../weights.ts';
import { type ChunkColumns, none } from './columns.ts';
import { createDiskRows, type VectorRows } from './disk-rows.ts';

/** Reads the vector of a content from the index; null where it has none. */
export type ReadVector = (content: number) => Int8Array | null;

export class ChunkVectors {
  readonly #columns: ChunkColumns['columns'];
  /** Null: all vectors are kept in memory. */
  #read: ReadVector | null;
  #dimensions = 0;
  #matrix: Int8Matrix | null = null;
  #rows: VectorRows = createInt8Matrix(1);
  #sketch = createSignSketch(1);
  #sumOfTies = 0;
  #tiedPairs = 0;

  constructor(columns: ChunkColumns['columns'], read: ReadVector | null) {
    this.#columns = columns;
    this.#read = read;
  }

  get dimensions(): number {
    return this.#dimensions;
  }
  /** Whether all vectors are compared by the index on disk. */
  get onDisk(): boolean {
    return this.#read !== null;
  }
  /** The signs of the vectors in memory, by slot. */
  get sketch() {
    return this.#sketch;
  }
  /** Cosine of a chunk with the next one, on average; null without vectors. */
  get meanTie(): number | null {
    return this.#tiedPairs === 0 ? null : this.#sumOfTies / this.#tiedPairs;
  }

  /**
   * The dot product of each slot's int8 vector with a query's; slots beyond the result have none. Only of those in memory.
   * @param into room for the result; without it, a search makes and fills an array of all lines
   */
  dots(query: Int8Array, into?: Int32Array): Int32Array {
    const matrix = this.#matrix;
    return matrix ? matrix.dots(query, into?.subarray(0, matrix.rows)) : new Int32Array(0);
  }
  /** The dot products of some slots, in the order given. */
  dotsAt(query: Int8Array, slots: ArrayLike<number>): Int32Array {
    return this.#rows.dotsAt(query, slots);
  }

  /** Drops all vectors; new ones have this many dimensions. */
  reset(dimensions: number): void {
    this.resize(dimensions);
    const { scale, pull, windowScale, tie } = this.#columns;
    for (const column of [scale, pull, windowScale]) column.fill(0);
    tie.fill(none);
    this.#sumOfTies = 0;
    this.#tiedPairs = 0;
  }

  /** Makes empty room for vectors of these dimensions; the columns stay as they are. */
  resize(dimensions: number): void {
    this.#dimensions = dimensions;
    this.#matrix = this.#read ? null : createInt8Matrix(dimensions);
    this.#rows =
      this.#matrix ?? createDiskRows(dimensions, (slot) => this.#read?.(this.#columns.content[slot] as number) ?? null);
    if (this.#matrix) this.#sketch = createSignSketch(dimensions);
  }

  /** Where the vectors are on disk: reads them by another function from now on. */
  readBy(read: ReadVector): void {
    if (this.#read) this.#read = read;
  }

  /** @param scale 1 / its length */
  set(slot: number, vector: Int8Array, scale: number): void {
    this.fill(slot, vector);
    this.#columns.scale[slot] = scale;
    this.#columns.pull[slot] = scale > 0 ? (this.#columns.weight[slot] as number) : 0;
  }

  /** The vector of a slot whose columns are there already. */
  fill(slot: number, vector: Int8Array): void {
    this.#rows.set(slot, vector);
    if (this.#matrix) this.#sketch.set(slot, vector);
  }

  /** Gives a slot the vector of its twin. */
  copy(twin: number, slot: number): void {
    const scale = this.#columns.scale[twin] as number;
    if (this.#matrix) this.set(slot, this.#matrix.row(twin).slice(), scale);
    else this.set(slot, new Int8Array(0), scale);
  }

  clear(slot: number): void {
    this.#columns.scale[slot] = 0;
    this.#columns.pull[slot] = 0;
    this.#columns.windowScale[slot] = 0;
    this.#setTie(slot, none);
    this.#rows.clear(slot);
  }

  /** Works out anew what the windows around these slots are divided by. */
  rescale(slots: Iterable<number>): void {
    const { weight, scale, windowScale } = this.#columns;
    let rows: number[] = [];
    let factors: number[] = [];
    const add = (other: number, share: number): void => {
      const factor = share * (weight[other] as number) * (scale[other] as number);
      if (factor === 0) return;
      rows.push(other);
      factors.push(factor);
    };
    for (const slot of slots) {
      [rows, factors] = [[], []];
      this.forWindow(slot, add);
      const length = this.#rows.lengthOfSum(rows, factors);
      windowScale[slot] = length > 0 ? 1 / length : 0;
      this.#setTie(slot, this.cosine(slot, this.#columns.next[slot] as number) ?? none);
    }
  }

  /** How near two chunks are by their vectors; null where one of them has none. */
  cosine(slot: number, other: number): number | null {
    const { scale } = this.#columns;
    const own = scale[slot] ?? 0;
    const its = other === none ? 0 : (scale[other] as number);
    // The length of the sum of two unit vectors tells the angle between them.
    return own === 0 || its === 0 ? null : this.#rows.lengthOfSum([slot, other], [own, its]) ** 2 / 2 - 1;
  }

  /** Calls `visit` with each slot of the window around one, and how much it counts there. */
  forWindow(slot: number, visit: (slot: number, share: number) => void): void {
    const { previous, next } = this.#columns;
    visit(slot, 1);
    for (const step of [previous, next]) {
      const beside = step[slot] ?? none;
      if (beside === none) continue;
      visit(beside, windowShares.beside);
      const second = step[beside] ?? none;
      if (second !== none) visit(second, windowShares.second);
    }
  }

  get numbers(): Record<string, number> {
    return { dimensions: this.#dimensions, sumOfTies: this.#sumOfTies, tiedPairs: this.#tiedPairs };
  }
  set numbers({ sumOfTies = 0, tiedPairs = 0 }: Record<string, number>) {
    this.#sumOfTies = sumOfTies;
    this.#tiedPairs = tiedPairs;
  }

  #setTie(slot: number, cosine: number): void {
    const { tie } = this.#columns;
    const before = tie[slot] as number;
    if (before > none) {
      this.#sumOfTies -= before;
      this.#tiedPairs -= 1;
    }
    tie[slot] = cosine;
    // Rounded as in the column, so that later the very value is subtracted that was added.
    if (cosine > none) {
      this.#sumOfTies += tie[slot] as number;
      this.#tiedPairs += 1;
    }
  }
}
