// Token vectors as bytes of the index: four bits a component, each the nearest of sixteen levels. Half the size of int8,
// and most of an index is token vectors. Pure.
// S. Lloyd, "Least squares quantization in PCM", IEEE Trans. Inf. Theory 28(2), 1982: the levels for normal components.

/** In units of int8 where a unit vector has the length 254, for components of a deviation of 1/8: those of 64 dimensions. */
const levels = Int8Array.of(-87, -66, -51, -40, -30, -21, -12, -4, 4, 12, 21, 30, 40, 51, 66, 87);

/** The level nearest to each int8 value, by value + 128. */
const nearest = Uint8Array.from({ length: 256 }, (_, i) => {
  const value = i - 128;
  let best = 0;
  for (const [code, level] of levels.entries()) if (Math.abs(level - value) < Math.abs((levels[best] ?? 0) - value)) best = code;
  return best;
});

/** Both components of each byte. */
const pairs = new Int8Array(512);
for (let byte = 0; byte < 256; byte += 1) {
  pairs[2 * byte] = levels[byte & 15] ?? 0;
  pairs[2 * byte + 1] = levels[byte >> 4] ?? 0;
}

/** @param vectors one after the other, of an even number of dimensions */
export function packTokens(vectors: Int8Array): Buffer {
  const bytes = Buffer.alloc(vectors.length / 2);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] = (nearest[(vectors[2 * i] as number) + 128] as number) | ((nearest[(vectors[2 * i + 1] as number) + 128] as number) << 4);
  }
  return bytes;
}

export function unpackTokens(bytes: Uint8Array): Int8Array {
  const vectors = new Int8Array(2 * bytes.length);
  for (let i = 0; i < bytes.length; i += 1) {
    const at = 2 * (bytes[i] as number);
    vectors[2 * i] = pairs[at] as number;
    vectors[2 * i + 1] = pairs[at + 1] as number;
  }
  return vectors;
}
