// One query against all rows of a matrix of 384 dimensions: the plain loop and the SIMD kernel.
import { createInt8Matrix } from '../src/memory/kernel/int8-matrix.ts';
import { median } from './table.ts';

const dimensions = 384;

function fill(rows: number, simd: boolean) {
  const matrix = createInt8Matrix(dimensions, simd);
  const vector = new Int8Array(dimensions);
  let state = 1;
  // From the last row: the memory grows once.
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let i = 0; i < dimensions; i += 1) {
      state = (state * 1_664_525 + 1_013_904_223) | 0;
      vector[i] = state >> 24;
    }
    matrix.set(row, vector);
  }
  return { matrix, query: vector.slice(), into: new Int32Array(rows) };
}

for (const rows of [10_000, 100_000, 1_000_000]) {
  for (const simd of [false, true]) {
    const { matrix, query, into } = fill(rows, simd);
    const times: number[] = [];
    for (const begun = performance.now(); times.length < 10 || performance.now() - begun < 2_000;) {
      const started = performance.now();
      matrix.dots(query, into);
      times.push(performance.now() - started);
    }
    const ms = median(times);
    console.log(
      `${rows} rows, ${simd ? 'kernel' : 'plain loop'}: ${ms.toFixed(2)} ms (median of ${times.length}), ${((rows * dimensions) / ms / 1e6).toFixed(1)} GB/s`,
    );
  }
}
