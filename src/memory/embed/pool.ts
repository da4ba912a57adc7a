// The vector of a text from those of its tokens.

/** `mean`: the mean of all tokens. `cls`: the first one. `last`: the last one. */
export const poolings = ['mean', 'cls', 'last'] as const;
export type Pooling = (typeof poolings)[number];

/** @param rows one token after the other */
export function pool(rows: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return rows.slice(0, dimensions);
  if (pooling === 'last') return rows.slice(rows.length - dimensions);
  const pooled = new Float32Array(dimensions);
  for (let row = 0; row < rows.length; row += dimensions) {
    for (let i = 0; i < dimensions; i += 1) pooled[i] = (pooled[i] ?? 0) + (rows[row + i] ?? 0);
  }
  const count = rows.length / dimensions;
  return pooled.map((x) => x / count);
}
