// An embedder without a model: texts are near when they share words. Deterministic, immediate, and as wrong as told.
import type { Embedder, Embedding } from '../../src/memory/embed/embedder.ts';

export interface WordEmbedder extends Embedder {
  /** How many texts were embedded so far. */
  embedded: number;
  /** Set to make the next calls fail, hang or answer something else. */
  behaviour: 'well' | 'fail' | 'hang';
}

/** @param synonyms words that mean the same, by any of them */
export function createWordEmbedder(
  options: { modelId?: string; dimensions?: number; synonyms?: Record<string, string> } = {},
): WordEmbedder {
  const dimensions = options.dimensions ?? 64;
  const vectorOf = (word: string): Float32Array => {
    const vector = new Float32Array(dimensions);
    let state = [...word].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7);
    for (let d = 0; d < dimensions; d += 1) {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0;
      vector[d] = state / 2 ** 31 - 1;
    }
    return vector;
  };
  const embedder: WordEmbedder = {
    modelId: options.modelId ?? 'words',
    dimensions,
    hasTokens: false,
    prepare: () => undefined,
    embedded: 0,
    behaviour: 'well',
    async embed(texts) {
      if (embedder.behaviour === 'fail') throw new Error('no model today');
      if (embedder.behaviour === 'hang') return await new Promise<Embedding[]>(() => undefined);
      embedder.embedded += texts.length;
      return texts.map((text) => {
        const pooled = new Float32Array(dimensions);
        for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['-'])
          for (const [d, value] of vectorOf(options.synonyms?.[word] ?? word).entries())
            pooled[d] = (pooled[d] ?? 0) + value;
        const length = Math.hypot(...pooled) || 1;
        return { pooled: pooled.map((value) => value / length) };
      });
    },
    release: async () => undefined,
    close: async () => undefined,
  };
  return embedder;
}
