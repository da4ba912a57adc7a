// Has pairs of texts read together by the embedder's model, for as long as that is worth waiting for, and keeps what it said: lines
// seldom change, and the same ones are found again.
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { settlesWithin } from '../../base/settles-within.ts';
import type { Embedder, Relation, TextPair } from './embedder.ts';

export interface PairWait {
  readonly signal?: AbortSignal | undefined;
  /** The default is a second. What is not read by then is there for the next question. */
  readonly waitMs?: number | undefined;
}

/** What the texts of each pair are to each other; null for one that the model fails to read, or not in time. Never rejects. */
export type ReadPairs = (pairs: readonly TextPair[], wait?: PairWait) => Promise<(Relation | null)[]>;

/** How many pairs are kept: those that were asked for last. */
const maxKept = 2_000;
const usualWaitMs = 1_000;

const keyOf = ({ first, second }: TextPair): string => JSON.stringify([first, second]);

/** @param isClosing an embedder is closed right after the memory, and an answer that is no longer awaited fails */
export function createPairReadings(options: {
  embedder: Pick<Embedder, 'compare'> | null;
  log: Log;
  isClosing?: () => boolean;
}): ReadPairs {
  const { embedder, log, isClosing = () => false } = options;
  const { compare } = embedder ?? {};
  return compare ? readingBy(compare, log, isClosing) : async (pairs) => pairs.map(() => null);
}

function readingBy(compare: NonNullable<Embedder['compare']>, log: Log, isClosing: () => boolean): ReadPairs {
  const kept = new Map<string, Relation>();
  /** A failure is logged once, and again only after a success. */
  let isFailing = false;

  async function read(pairs: readonly TextPair[], signal: AbortSignal | undefined): Promise<void> {
    try {
      const relations = await compare(pairs, signal ? { signal } : {});
      for (const [i, relation] of relations.entries()) kept.set(keyOf(pairs[i] as TextPair), relation);
      isFailing = false;
    } catch (error) {
      if (signal?.aborted || isClosing() || isFailing) return;
      isFailing = true;
      log.warn({ err: error }, `Texts can't be compared by the embedding model: ${messageOf(error)}`);
    }
  }

  function forgetOldest(): void {
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) return;
      kept.delete(oldest);
    }
  }

  return async (pairs, { signal, waitMs = usualWaitMs } = {}) => {
    const unread = new Map<string, TextPair>();
    for (const pair of pairs) {
      const key = keyOf(pair);
      const known = kept.get(key);
      kept.delete(key);
      if (known) kept.set(key, known);
      else unread.set(key, pair);
    }
    if (unread.size > 0) await settlesWithin(read([...unread.values()], signal), waitMs);
    const relations = pairs.map((pair) => kept.get(keyOf(pair)) ?? null);
    forgetOldest();
    return relations;
  };
}
