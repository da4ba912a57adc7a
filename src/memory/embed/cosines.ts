// How near two texts are by their vectors.
import { dotProduct } from '../kernel/vector-math.ts';
import type { Embedder, TextPair } from './embedder.ts';

/** The cosine of the texts of each pair, in their order; null without a model. Rejects with EmbedError. */
export async function cosinesOf(pairs: readonly TextPair[], embedder: Embedder | null): Promise<number[] | null> {
  if (!embedder) return null;
  const vectors = (await embedder.embed(pairs.flatMap(({ first, second }) => [first, second]))).map(
    ({ pooled }) => pooled,
  );
  return pairs.map((_, i) => {
    const [one, other] = [vectors[2 * i], vectors[2 * i + 1]];
    return one && other ? dotProduct(one, other) : 0;
  });
}
