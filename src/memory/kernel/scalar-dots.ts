// Dot products of 8-bit integers as a plain loop: what the kernel must equal, and what runs where WebAssembly has no SIMD.

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
