/** The Euclidean length of a vector. NaN or infinite where a component is no finite number. */
export function vectorLength(vector: ArrayLike<number>): number {
  let square = 0;
  for (let i = 0; i < vector.length; i += 1) square += (vector[i] as number) ** 2;
  return Math.sqrt(square);
}

/** The dot product; of vectors of unit length the cosine. */
export function dotProduct(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] as number) * (other[i] as number);
  return sum;
}
