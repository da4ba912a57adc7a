// The vectors of a query, to be compared with those of lines: one for the whole query, and one for each content word.
import type { Embedding } from '../embed/embedder.ts';
import { sayingSomething } from '../embed/function-words.ts';
import { idf, poolTokens, projectTokens, type Tokens } from '../embed/token-vectors.ts';
import type { ChunkTable } from '../index/chunk-table.ts';
import { quantize, type Vectors } from '../index/vectors.ts';

export interface Meaning {
  pooled: Float32Array;
  /** Null without token vectors. */
  tokens: Tokens | null;
  /** How rare a wordpiece is in the notes; 0 without token vectors. */
  rarity: (wordpiece: number) => number;
}

/** Null where the index has no vectors to compare with. */
export function meaningOf(
  embedding: Embedding | null,
  { lines, vectors }: { lines: ChunkTable; vectors: Vectors | null },
): Meaning | null {
  if (!embedding || !vectors?.ready() || embedding.pooled.length !== lines.dimensions) return null;
  const { projection, wordpieces } = vectors;
  const { pooled, tokens: raw } = embedding;
  if (!projection || !raw) return { pooled, tokens: null, rarity: () => 0 };
  const rarity = (wordpiece: number): number => idf(wordpieces.lines, wordpieces.having(wordpiece));
  return {
    pooled: poolTokens(raw, projection.mean, rarity),
    tokens: projectTokens(raw, projection, sayingSomething(raw.ids)),
    rarity,
  };
}

/** The vector that the lines' own are compared with; null where there is nothing to compare. */
export function nearTo(
  embedding: Embedding | null,
  index: { lines: ChunkTable; vectors: Vectors | null },
): Int8Array | null {
  const meaning = meaningOf(embedding, index);
  return meaning && quantize(meaning.pooled);
}
