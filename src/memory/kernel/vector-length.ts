/** The Euclidean length of a vector. NaN or infinite where a component is no finite number. */
export function vectorLength(vector: ArrayLike<number>): number {
  let square = 0;
  for (let i = 0; i < vector.length; i += 1) square += (vector[i] as number) ** 2;
  return Math.sqrt(square);
}
