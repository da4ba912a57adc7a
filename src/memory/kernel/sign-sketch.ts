// A sketch of many vectors that keeps only the sign of each component, one bit instead of eight. A comparison with it is rough, but
// finds the few rows of very many that are worth an exact one, and reads an eighth of the memory. The arithmetic is in sketch.wat.
// J. Gao, C. Long, "RaBitQ", SIGMOD 2024: with signs on one side and a few bits a component on the other, the angle is estimated well.
import { growTo, sketchWasm } from './wasm.ts';

export interface SignSketch {
  /** Writes the signs of a row; grows when it must. */
  set(row: number, vector: Int8Array): void;
  /**
   * Compares the query with the first rows, one for each of `weights`, and writes `weight * cosine` of each row into `into`. The cosine
   * is an estimate.
   */
  compare(query: Int8Array, weights: Float32Array, into: Float32Array): void;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  shares(
    query: number,
    rows: number,
    words: number,
    count: number,
    one: number,
    each: number,
    weights: number,
    out: number,
  ): void;
}

/** Each component of the query is rounded to one of four levels, -3, -1, 1 or 3: two bits. */
const maxLevel = 3;
/** The scale of levels ends at so many standard deviations of the query's components. */
const clip = 1.6;
/**
 * By how much the length of a vector exceeds what its signs tell: length / (mean of the absolute components * square root of the
 * dimensions). The mean over vectors of all-MiniLM-L6-v2; components of a normal distribution would give 1.253.
 */
const lengthOfSigns = 1.27;
const rowsPerBlock = 8_192;

export function createSignSketch(dimensions: number): SignSketch {
  const words = Math.ceil(dimensions / 64);
  const weightsAt = 16 * words;
  const outAt = weightsAt + 4 * rowsPerBlock;
  const rowsAt = outAt + 4 * rowsPerBlock;
  const { memory, shares } = new WebAssembly.Instance(new WebAssembly.Module(sketchWasm)).exports as unknown as Exports;
  const signs = new Uint8Array(8 * words);

  /** Components beyond the last are minus in rows and query alike, so they differ nowhere. */
  function packSigns(isPlus: (i: number) => boolean): Uint8Array {
    signs.fill(0);
    for (let i = 0; i < dimensions; i += 1) if (isPlus(i)) signs[i >> 3] = (signs[i >> 3] as number) | (1 << (i & 7));
    return signs;
  }

  return {
    set(row, vector) {
      growTo(memory, rowsAt + 8 * words * (row + 1));
      signs.fill(0);
      // Not by packSigns: an index of a million lines is a million of these.
      for (let i = 0; i < dimensions; i += 1)
        signs[i >> 3] = (signs[i >> 3] as number) | ((((vector[i] as number) >> 31) + 1) << (i & 7));
      new Uint8Array(memory.buffer, rowsAt + 8 * words * row, 8 * words).set(signs);
    },
    compare(query, weights, into) {
      const count = weights.length;
      // The kernel reads four rows at a time: those after the last are there.
      growTo(memory, rowsAt + 8 * words * Math.ceil(count / 4) * 4);
      let square = 0;
      for (const value of query) square += value * value;
      const step = (clip * Math.sqrt(square / dimensions)) / maxLevel;
      const bits = (i: number): number =>
        Math.max(0, Math.min(maxLevel, Math.floor((query[i] as number) / (2 * step)) + 2));
      for (let bit = 0; bit < 2; bit += 1) {
        const packed = packSigns((i) => ((bits(i) >> bit) & 1) === 1);
        for (let word = 0; word < words; word += 1)
          new Uint8Array(memory.buffer, 16 * word + 8 * bit, 8).set(packed.subarray(8 * word, 8 * word + 8));
      }
      // The product of signs and levels is step * (3 * dimensions - 2 * difference).
      const unit = square > 0 ? (lengthOfSigns * step) / Math.sqrt(square * dimensions) : 0;
      for (let first = 0; first < count; first += rowsPerBlock) {
        const some = Math.min(rowsPerBlock, count - first);
        new Float32Array(memory.buffer, weightsAt, some).set(weights.subarray(first, first + some));
        shares(
          0,
          rowsAt + 8 * words * first,
          words,
          Math.ceil(some / 4) * 4,
          unit * maxLevel * dimensions,
          2 * unit,
          weightsAt,
          outAt,
        );
        into.set(new Float32Array(memory.buffer, outAt, some), first);
      }
    },
  };
}
