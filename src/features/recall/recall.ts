// A look into memory before the model is asked: at most three lines, and only those that clearly belong to what the
// person said. It is a courtesy and never holds up a turn.
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Source } from '../../session/entry.ts';
import type { SearchMemory } from '../../tools/memory-search.ts';

const maxRecallMs = 30;
/** A model that is not loaded takes longer: the words answer then, and the next message finds it warm. */
const embedWaitMs = 15;
const maxLines = 3;
const maxLineLength = 300;

/** Shorter words ("ok", "thanks") are about nothing in particular. */
const minWordsLength = 8;

/** @param minScore hits below it are not shown: being unasked, a wrong one costs more than a missing one */
export function createRecall(options: {
  search: SearchMemory;
  minScore: number;
  clock: Clock;
  log: Log;
}): (words: string, signal: AbortSignal) => Promise<Source[]> {
  const { search, minScore, clock, log } = options;

  async function look(words: string, signal: AbortSignal): Promise<Source[]> {
    const { results } = await search(words.slice(0, 500), { limit: maxLines, passages: false, embedWaitMs, signal });
    return results
      .filter((hit) => hit.score >= minScore)
      .map((hit) => ({
        text: hit.text.slice(0, maxLineLength),
        path: hit.path,
        start_line: hit.startLine,
        end_line: hit.endLine,
      }));
  }

  return async (words, signal) => {
    if (words.trim().length < minWordsLength) return [];
    const over = new AbortController();
    const both = AbortSignal.any([signal, over.signal]);
    const nothing = (): Source[] => [];
    const deadline = clock.sleep(maxRecallMs, both).then(nothing, nothing);
    const looking = look(words, both).catch((error: unknown) => {
      // The model can still search by itself, and its search says what is wrong.
      if (!over.signal.aborted) log.debug({ reason: messageOf(error) }, 'recall failed');
      return [];
    });
    try {
      return await Promise.race([looking, deadline]);
    } finally {
      over.abort();
    }
  };
}
