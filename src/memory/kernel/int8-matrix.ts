// Rows of 8-bit integers that live in WebAssembly memory, so that a query is compared with all of them without copying any.
// It grows; it knows no line, note or score. The arithmetic is in dot.wat.
import { dotWasm, growTo } from './wasm.ts';

export interface Int8Matrix {
  readonly dimensions: number;
  /** One more than the highest row that was ever set. A row between that never was is zero. */
  readonly rows: number;
  /** Writes a row, or writes over it; grows when it must. Throws RangeError when the vector has another length. */
  set(row: number, vector: Int8Array): void;
  /** Makes a row zero: its dot product with everything is 0. */
  clear(row: number): void;
  /** A row in place, to be read at once: it is stale after the next set(). */
  row(row: number): Int8Array;
  /**
   * The exact dot product of every row with `query`, or of the first `count` of them, in an array of the caller's that is
   * at least so long, or a new one.
   */
  dots(query: Int8Array, into?: Int32Array, count?: number): Int32Array;
  /** The dot products of single rows, in the order given: 0 for a row that never was. */
  dotsAt(query: Int8Array, rows: ArrayLike<number>): Int32Array;
  /** The length of a sum of at most eight rows that are there, each multiplied with its factor. */
  lengthOfSum(rows: readonly number[], factors: readonly number[]): number;
}

/** @param simd false takes the plain loop, which gives the same numbers; left out, it is taken only where there is no SIMD */
export function createInt8Matrix(dimensions: number, simd: boolean = WebAssembly.validate(dotWasm)): Int8Matrix {
  return simd ? createFastMatrix(dimensions) : createPlainMatrix(dimensions);
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  dots(query: number, matrix: number, rows: number, stride: number, out: number): void;
  dot(query: number, row: number, stride: number): number;
  square(starts: number, factors: number, count: number, stride: number): number;
}

/** Dot products are computed block by block into a fixed place before the matrix, so that the matrix never moves. */
const rowsPerBlock = 8_192;
const maxSummed = 8;
/** The plain one is copied as it grows. */
const growth = 1.125;

/** The rows of a matrix, whatever memory they are in. @param view a row in place */
function createRows(
  dimensions: number,
  reserve: (count: number) => void,
  view: (row: number) => Int8Array,
): Pick<Int8Matrix, 'dimensions' | 'rows' | 'set' | 'clear' | 'row'> {
  let rows = 0;
  return {
    dimensions,
    get rows() {
      return rows;
    },
    set(row, vector) {
      if (vector.length !== dimensions)
        throw new RangeError(`a row has ${dimensions} components, not ${vector.length}`);
      reserve(row + 1);
      view(row).set(vector);
      rows = Math.max(rows, row + 1);
    },
    clear(row) {
      if (row < rows) view(row).fill(0);
    },
    row: view,
  };
}

function createFastMatrix(dimensions: number): Int8Matrix {
  const stride = Math.ceil(dimensions / 8) * 8;
  const outAt = Math.ceil((2 * stride) / 16) * 16;
  const matrixAt = outAt + 4 * rowsPerBlock;
  const { memory, dots, dot, square } = new WebAssembly.Instance(new WebAssembly.Module(dotWasm))
    .exports as unknown as Exports;

  /** The kernel reads four rows at a time: those after the last are there, and zero. */
  function reserve(count: number): void {
    growTo(memory, matrixAt + stride * Math.ceil(count / 4) * 4);
  }
  function widen(query: Int8Array): void {
    const wide = new Int16Array(memory.buffer, 0, stride);
    wide.fill(0);
    wide.set(query);
  }
  const view = (row: number) => new Int8Array(memory.buffer, matrixAt + row * stride, dimensions);

  reserve(4);
  const own = createRows(dimensions, reserve, view);
  return Object.assign(own, {
    dots(query: Int8Array, into = new Int32Array(own.rows), count = own.rows) {
      widen(query);
      for (let first = 0; first < count; first += rowsPerBlock) {
        const some = Math.min(rowsPerBlock, count - first);
        dots(0, matrixAt + first * stride, Math.ceil(some / 4) * 4, stride, outAt);
        into.set(new Int32Array(memory.buffer, outAt, some), first);
      }
      return into;
    },
    dotsAt(query: Int8Array, at: ArrayLike<number>) {
      widen(query);
      const found = new Int32Array(at.length);
      const { rows } = own;
      for (let i = 0; i < at.length; i += 1)
        found[i] = (at[i] as number) < rows ? dot(0, matrixAt + (at[i] as number) * stride, stride) : 0;
      return found;
    },
    lengthOfSum(rows: ArrayLike<number>, factors: ArrayLike<number>) {
      // Where other results lie at other times.
      const starts = new Int32Array(memory.buffer, outAt, maxSummed);
      const each = new Float32Array(memory.buffer, outAt + 4 * maxSummed, maxSummed);
      for (let i = 0; i < rows.length; i += 1) {
        starts[i] = matrixAt + (rows[i] as number) * stride;
        each[i] = factors[i] as number;
      }
      return rows.length === 0 ? 0 : Math.sqrt(square(outAt, outAt + 4 * maxSummed, rows.length, stride));
    },
  });
}

function createPlainMatrix(dimensions: number): Int8Matrix {
  let matrix = new Int8Array(0);
  function reserve(count: number): void {
    if (count * dimensions <= matrix.length) return;
    const larger = new Int8Array(Math.ceil(count * growth) * dimensions);
    larger.set(matrix);
    matrix = larger;
  }
  const view = (row: number) => matrix.subarray(row * dimensions, (row + 1) * dimensions);
  const own = createRows(dimensions, reserve, view);
  return Object.assign(own, {
    dots(query: Int8Array, into = new Int32Array(own.rows), count = own.rows) {
      scalarDots(query, matrix, into.subarray(0, count));
      return into;
    },
    dotsAt(query: Int8Array, at: ArrayLike<number>) {
      const one = new Int32Array(1);
      return Int32Array.from(at, (row) => {
        if (row >= own.rows) return 0;
        scalarDots(query, view(row), one);
        return one[0] ?? 0;
      });
    },
    lengthOfSum(rows: ArrayLike<number>, factors: ArrayLike<number>) {
      let square = 0;
      for (let d = 0; d < dimensions; d += 1) {
        let sum = 0;
        for (let i = 0; i < rows.length; i += 1)
          sum += (factors[i] as number) * (matrix[(rows[i] as number) * dimensions + d] as number);
        square += sum * sum;
      }
      return Math.sqrt(square);
    },
  });
}

/** The dot product of `query` with each row of `matrix` (rows of query.length, one after the other), into `out`. */
export function scalarDots(query: Int8Array, matrix: Int8Array, out: Int32Array): void {
  const width = query.length;
  for (let row = 0, base = 0; row < out.length; row += 1, base += width) {
    let sum = 0;
    // As number: an index below the length, and a fallback value would be tested for in the innermost loop.
    for (let i = 0; i < width; i += 1) sum += (matrix[base + i] as number) * (query[i] as number);
    out[row] = sum;
  }
}
