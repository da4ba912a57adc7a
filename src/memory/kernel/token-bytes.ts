// Token vectors as bytes of the index: four bits a component, each the nearest of sixteen levels. Half the size of int8,
// and most of an index is token vectors. Pure.
// S. Lloyd, "Least squares quantization in PCM", IEEE Trans. Inf. Theory 28(2), 1982: the levels for normal components.

/** In units of int8 where a unit vector has the length 254, for components of a deviation of 1/8: those of 64 dimensions. */
export const levels = Int8Array.of(-87, -66, -51, -40, -30, -21, -12, -4, 4, 12, 21, 30, 40, 51, 66, 87);

/** The level nearest to each int8 value, by value + 128. */
const nearest = Uint8Array.from({ length: 256 }, (_, i) => {
  const value = i - 128;
  let best = 0;
  for (const [code, level] of levels.entries())
    if (Math.abs(level - value) < Math.abs((levels[best] ?? 0) - value)) best = code;
  return best;
});

/** Both components of each byte, as they lie in memory. */
const pairs = new Uint16Array(
  Int8Array.from({ length: 512 }, (_, i) => levels[i % 2 === 0 ? (i >> 1) & 15 : i >> 5] ?? 0).buffer,
);

/** @param vectors one after the other, of an even number of dimensions */
export function packTokens(vectors: Int8Array): Buffer {
  const bytes = Buffer.alloc(vectors.length / 2);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] =
      (nearest[(vectors[2 * i] as number) + 128] as number) |
      ((nearest[(vectors[2 * i + 1] as number) + 128] as number) << 4);
  }
  return bytes;
}

/** @param into at an even place in its buffer; twice as long as the bytes */
export function unpackTokens(bytes: Uint8Array, into: Int8Array): void {
  const twos = new Uint16Array(into.buffer, into.byteOffset, bytes.length);
  for (let i = 0; i < bytes.length; i += 1) twos[i] = pairs[bytes[i] as number] as number;
}
