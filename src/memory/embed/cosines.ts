// How near two texts are by their vectors.
import { largest } from '../../base/lists.ts';
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

/** For each text the cosine of the nearest of the others; null without a model. Rejects with EmbedError. */
export type ReadNearness = (texts: readonly string[], others: readonly string[]) => Promise<number[] | null>;

export async function nearnessOf(
  texts: readonly string[],
  others: readonly string[],
  embedder: Embedder | null,
): Promise<number[] | null> {
  if (!embedder) return null;
  const vectors = (await embedder.embed([...texts, ...others])).map(({ pooled }) => pooled);
  const compared = vectors.slice(texts.length);
  return vectors.slice(0, texts.length).map((one) => largest(compared.map((other) => dotProduct(one, other))));
}
