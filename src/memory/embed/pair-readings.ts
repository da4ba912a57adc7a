// Has pairs of texts read together by the embedder's model, for as long as that is worth waiting for, and keeps what it said: lines
// seldom change, and the same ones are found again.
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { settlesWithin } from '../../base/concurrency/settles-within.ts';
import type { EmbedOptions, Relation, TextPair } from './embedder.ts';

export interface PairWait {
  readonly signal?: AbortSignal | undefined;
  /** The default is a second. What is not read by then is there for the next question. */
  readonly waitMs?: number | undefined;
}

/** What is read in each pair; null for one that the model fails to read, or not in time. Never rejects. */
export type ReadEach<Reading> = (pairs: readonly TextPair[], wait?: PairWait) => Promise<(Reading | null)[]>;

/** What the texts of each pair are to each other. */
export type ReadPairs = ReadEach<Relation>;

/** How likely the second text of each pair helps to answer the first one, as log odds. */
export type ReadHelp = ReadEach<number>;

type AskModel<Reading> = (pairs: readonly TextPair[], options?: Pick<EmbedOptions, 'signal'>) => Promise<Reading[]>;

/** How many pairs are kept: those that were asked for last. */
const maxKept = 2_000;
const usualWaitMs = 1_000;

const keyOf = ({ first, second }: TextPair): string => JSON.stringify([first, second]);

/**
 * @param options.ask absent where the embedder can't tell
 * @param options.isClosing an embedder is closed right after the memory, and an answer that is no longer awaited fails
 */
export function createPairReadings<Reading>(options: {
  ask: AskModel<Reading> | undefined;
  log: Log;
  isClosing?: () => boolean;
}): ReadEach<Reading> {
  const { ask, log, isClosing = () => false } = options;
  return ask ? readingBy(ask, log, isClosing) : async (pairs) => pairs.map(() => null);
}

function readingBy<Reading>(ask: AskModel<Reading>, log: Log, isClosing: () => boolean): ReadEach<Reading> {
  const kept = new Map<string, Reading>();
  /** A failure is logged once, and again only after a success. */
  let isFailing = false;

  async function read(pairs: readonly TextPair[], signal: AbortSignal | undefined): Promise<void> {
    try {
      const readings = await ask(pairs, signal ? { signal } : {});
      for (const [i, reading] of readings.entries()) kept.set(keyOf(pairs[i] as TextPair), reading);
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
      if (known !== undefined) kept.set(key, known);
      else unread.set(key, pair);
    }
    if (unread.size > 0) await settlesWithin(read([...unread.values()], signal), waitMs);
    const readings = pairs.map((pair) => kept.get(keyOf(pair)) ?? null);
    forgetOldest();
    return readings;
  };
}
