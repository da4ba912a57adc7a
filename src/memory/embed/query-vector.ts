// The vectors of a query, for as long as it is worth waiting for them: a search that waits too long for its model is worse
// than one by words.
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Embedder, Embedding } from './embedder.ts';

export interface QueryVectors {
  /** Begins to make a query's vectors. The function that it returns waits for them; null when they don't come in time or at all. */
  ask(query: string, options: { signal?: AbortSignal; embedWaitMs?: number }): () => Promise<Embedding | null>;
}

/** A model that sleeps has to be loaded first: about a second. One that must be written or downloaded is not waited for. */
const coldMs = 2000;
const warmMs = 1000;
const maxChars = 2000;

/** @param isClosing an embedder is closed right after the memory, and an answer that is no longer awaited fails */
export function createQueryVectors(options: {
  embedder: Embedder;
  tokens: boolean;
  log: Log;
  isClosing: () => boolean;
}): QueryVectors {
  const { embedder, tokens, log, isClosing } = options;
  let answered = false;
  /** The embedder has missed the deadline of a query: until it answers, no other query waits for it. */
  let stuck = false;

  return {
    ask(query, { signal, embedWaitMs }) {
      if (stuck || query.trim() === '') return async () => null;
      const patienceMs = embedWaitMs ?? (answered ? warmMs : coldMs);
      const since = performance.now();
      const answer = embedder
        .embed([query.slice(0, maxChars)], { as: 'query', tokens, ...(signal ? { signal } : {}) })
        .then(
          (embeddings) => {
            answered = true;
            stuck = false;
            return embeddings[0] ?? null;
          },
          (error: unknown) => {
            stuck = false;
            if (!signal?.aborted && !isClosing())
              log.warn({ err: error }, `The query can't be embedded, searching by words: ${messageOf(error)}`);
            return null;
          },
        );
      return async () => {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<null>((resolve) => {
          timer = setTimeout(
            () => {
              // A caller with a short deadline of its own can't tell an embedder that is stuck from one that is loading.
              stuck ||= embedWaitMs === undefined;
              resolve(null);
            },
            Math.max(0, patienceMs - (performance.now() - since)),
          );
        });
        try {
          return await Promise.race([answer, late]);
        } finally {
          clearTimeout(timer);
        }
      };
    },
  };
}
