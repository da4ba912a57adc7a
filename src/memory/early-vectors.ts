// The nearest chunks to a question by sqlite-vec's own comparison on disk, for answers that are given before the index is in memory.
import type Database from 'better-sqlite3';
import type { Embedding } from './embed/embedder.ts';
import { idf, poolTokens } from './embed/token-vectors.ts';
import { type Projection, vectorsKey } from './embed/projection.ts';
import { quantize } from './index/vectors.ts';
import { createWordpieces } from './index/wordpieces.ts';
import { openNearest } from './store/nearest.ts';

export interface EarlyVector {
  modelId: string;
  projection: Projection | null;
  /** Waits for the question's vectors, not for long. */
  embedding: () => Promise<Embedding | null>;
}

/** As near as this is most likely an answer (all-MiniLM-L6-v2, pooled without what all words share). */
const minCosine = 0.45;

/** Ids of chunks, the nearest first, each with its cosine; none where the index has no vectors of this model. */
export async function nearestChunks(
  reader: Database.Database,
  { modelId, projection, embedding }: EarlyVector,
  limit: number,
): Promise<{ id: number; fileId: number; cosine: number }[]> {
  const meta = reader.prepare<[string]>('SELECT value FROM meta WHERE key = ?').pluck();
  if (meta.get('model') !== vectorsKey(modelId, projection)) return [];
  const found = await embedding();
  if (!found) return [];
  const query = quantize(pooledOf(found, projection, meta.get('wordpieces')));
  const nearest = openNearest(reader.name, () => undefined);
  try {
    const chunk = reader.prepare<[number], { id: number; fileId: number }>(
      'SELECT id, file_id AS fileId FROM chunk WHERE content_id = ? LIMIT 1',
    );
    const vector = reader.prepare<[bigint], Buffer>('SELECT embedding FROM vec WHERE rowid = ?').pluck();
    return (await nearest.find(query, limit)).flatMap((content) => {
      const cosine = cosineOf(query, vector.get(BigInt(content)));
      return cosine < minCosine ? [] : [chunk.get(content)].flatMap((one) => (one ? [{ ...one, cosine }] : []));
    });
  } finally {
    await nearest.close();
  }
}

/** The question's vector, made as those of the lines are. */
function pooledOf({ pooled, tokens }: Embedding, projection: Projection | null, stored: unknown): Float32Array {
  if (!projection || !tokens) return pooled;
  const pieces = createWordpieces();
  if (stored instanceof Buffer) pieces.decode(stored);
  return poolTokens(tokens, projection.mean, (id) => idf(pieces.lines, pieces.having(id)));
}

function cosineOf(query: Int8Array, bytes: Buffer | undefined): number {
  if (bytes?.length !== query.length) return 0;
  let [dot, square, own] = [0, 0, 0];
  for (let i = 0; i < query.length; i += 1) {
    const value = bytes.readInt8(i);
    dot += value * (query[i] as number);
    square += value ** 2;
    own += (query[i] as number) ** 2;
  }
  return square > 0 && own > 0 ? dot / Math.sqrt(square * own) : 0;
}
