// What tells texts apart in the index.
import { createHash } from 'node:crypto';

/** A stable key of any texts: 16 bytes of SHA-256. */
export function keyOf(...texts: string[]): Buffer {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest().subarray(0, 16);
}
