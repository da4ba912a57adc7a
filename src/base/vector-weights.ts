// A weighted sum over a vector of the built-in model: the logarithm of the odds that its text is of some kind. The weights are learnt by
// logistic regression (scripts/vector-weights.ts) and shipped in assets/, with the trees that take it for one of their numbers. Pure.

/** The first number stands by itself; the others are multiplied with those of the vector. */
export type VectorWeights = readonly number[];

/** @param vector of unit length @returns 0, which says nothing, for a vector of another length */
export function logOddsOfVector([base = 0, ...weights]: VectorWeights, vector: Float32Array): number {
  if (vector.length !== weights.length) return 0;
  return weights.reduce((sum, weight, k) => sum + weight * (vector[k] as number), base);
}
