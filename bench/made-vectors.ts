// Vectors for a vault that is too large to embed in a benchmark: mixed from those that the model gave to two thousand lines of
// the same kind. Near enough for time and size; of no use for quality.
import type { Embedder } from '../src/memory/embed/embedder.ts';
import { type Projection, vectorsKey } from '../src/memory/embed/projection.ts';
import { quantize, vectorsOf } from '../src/memory/index/vectors.ts';
import { createWordpieces } from '../src/memory/index/wordpieces.ts';
import type { Store } from '../src/memory/store/store.ts';
import { createRandom } from './salad.ts';

const poolSize = 2000;
const perBatch = 1000;

/** Gives every content of the index a vector, and token vectors as many as a line has. */
export async function storeMadeVectors(
  store: Store,
  embedder: Embedder,
  projection: Projection,
  bullet: () => string,
): Promise<void> {
  const embeddings = await embedder.embed(Array.from({ length: poolSize }, bullet), { tokens: true });
  const pieces = createWordpieces();
  for (const { tokens } of embeddings) pieces.count(tokens?.ids ?? []);
  pieces.settle();
  const pool = embeddings.map((embedding) => vectorsOf(embedding, projection, pieces));
  const random = createRandom(11);
  const pick = () => pool[Math.floor(random() * pool.length)] ?? { pooled: new Int8Array(0) };
  const dimensions = pick().pooled.length;
  const mixed = new Float32Array(dimensions);
  store.useModel(vectorsKey(embedder.modelId, projection), dimensions);
  store.setMeta('wordpieces', pieces.encode());
  for (
    let batch = store.pending(0, perBatch);
    batch.length > 0;
    batch = store.pending(batch.at(-1)?.contentId ?? 0, perBatch)
  ) {
    store.putVectors(
      batch.map(({ contentId }) => {
        const [a, b, share] = [pick(), pick(), 0.5 + 0.5 * random()];
        for (let d = 0; d < dimensions; d += 1)
          mixed[d] = share * (a.pooled[d] as number) + (1 - share) * (b.pooled[d] as number);
        return { ...a, contentId, pooled: quantize(mixed) };
      }),
    );
  }
}
