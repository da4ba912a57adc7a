// The fixed projection of the built-in model's token vectors: what all tokens share is subtracted, and of what is left the
// directions are kept in which tokens differ most. Learnt once by scripts/learn-projection.ts and shipped as a file.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import path from 'node:path';
import { packageRoot } from '../../base/files/package-root.ts';
import { builtInModel } from './built-in/model.ts';
import type { Embedder } from './embedder.ts';

export interface Projection {
  /** Changes whenever the numbers do: vectors projected with another one must not be compared. */
  readonly id: string;
  readonly inputDimensions: number;
  readonly dimensions: number;
  /** The mean, which is subtracted first. */
  readonly mean: Float32Array;
  /** dimensions × inputDimensions, row-major; the rows are of unit length and at right angles. */
  readonly matrix: Float32Array;
}

/** The file: magic, version, input and output dimensions (uint32), mean and matrix (float32), sha256 of all that. Little-endian. */
const magic = 0x504a_4253;
const version = 1;
const headerBytes = 16;
const sumBytes = 32;

/** The one that the vectors of this embedder are made with in such a store; null where they are made without. */
export async function projectionFor(
  embedder: Pick<Embedder, 'modelId'> | null,
  store: 'full' | 'lite' | 'disk',
): Promise<Projection | null> {
  return store !== 'lite' && embedder?.modelId === builtInModel.id ? await loadProjection() : null;
}

/** The key of the model that made the vectors: vectors of different keys must not be compared. */
export const vectorsKey = (modelId: string, projection: Projection | null): string =>
  projection ? `${modelId}+${projection.id}+centred` : modelId;

/** Throws when the file is missing, cut short or changed. */
export async function loadProjection(
  file: string = path.join(packageRoot(), 'assets/token-projection.bin'),
): Promise<Projection> {
  return parseProjection(await readFile(file));
}

export function parseProjection(bytes: Buffer): Projection {
  if (bytes.length < headerBytes + sumBytes || bytes.readUInt32LE(0) !== magic || bytes.readUInt32LE(4) !== version)
    throw new Error('not a projection of this version');
  const body = bytes.subarray(0, -sumBytes);
  const sum = createHash('sha256').update(body).digest();
  if (!sum.equals(bytes.subarray(-sumBytes))) throw new Error('the projection is damaged: its checksum is another');
  const inputDimensions = bytes.readUInt32LE(8);
  const dimensions = bytes.readUInt32LE(12);
  if (body.length !== headerBytes + 4 * inputDimensions * (dimensions + 1))
    throw new Error('the projection has another size than it says');
  const copy = new Uint8Array(body.subarray(headerBytes));
  if (endianness() === 'BE') Buffer.from(copy.buffer).swap32();
  const numbers = new Float32Array(copy.buffer);
  return {
    id: `p${dimensions}-${sum.toString('hex', 0, 4)}`,
    inputDimensions,
    dimensions,
    mean: numbers.slice(0, inputDimensions),
    matrix: numbers.slice(inputDimensions),
  };
}

/** The file that `parseProjection` reads. @public for scripts/learn-projection.ts */
export function encodeProjection({ inputDimensions, dimensions, mean, matrix }: Omit<Projection, 'id'>): Buffer {
  const body = Buffer.alloc(headerBytes + 4 * (mean.length + matrix.length));
  for (const [i, word] of [magic, version, inputDimensions, dimensions].entries()) body.writeUInt32LE(word, 4 * i);
  for (const [i, x] of [...mean, ...matrix].entries()) body.writeFloatLE(x, headerBytes + 4 * i);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}
