// A look into memory before the model is asked: at most three lines, and only those that clearly belong to what the
// person said. It is a courtesy and never holds up a turn.
import type { Log } from '../base/log.ts';
import { messageOf } from '../base/errors.ts';
import type { SearchMemory } from '../tools/memory-search.ts';
import type { Recalled } from './prompt.ts';

export const maxRecallMs = 30;
const maxLines = 3;
const maxLineLength = 300;

/** Shorter words ("ok", "thanks") are about nothing in particular. */
const minWordsLength = 8;

/** @param minScore hits below it are not shown: being unasked, a wrong one costs more than a missing one */
export function createRecall(options: { search: SearchMemory; minScore: number; log: Log }): (words: string, signal: AbortSignal) => Promise<Recalled[]> {
  const { search, minScore, log } = options;

  async function look(words: string, signal: AbortSignal): Promise<Recalled[]> {
    const { results } = await search(words.slice(0, 500), { limit: maxLines, signal });
    return results
      .filter((hit) => hit.score >= minScore)
      .map((hit) => ({ text: hit.text.slice(0, maxLineLength), source: `${hit.path}#L${hit.startLine}-L${hit.endLine}` }));
  }

  return async (words, signal) => {
    if (words.trim().length < minWordsLength) return [];
    const tooLate = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<Recalled[]>((resolve) => {
      timer = setTimeout(() => {
        tooLate.abort();
        resolve([]);
      }, maxRecallMs);
    });
    const looking = look(words, AbortSignal.any([signal, tooLate.signal])).catch((error: unknown) => {
      // The model can still search by itself, and its search says what is wrong.
      if (!tooLate.signal.aborted) log.debug({ reason: messageOf(error) }, 'recall failed');
      return [];
    });
    try {
      return await Promise.race([looking, deadline]);
    } finally {
      clearTimeout(timer);
    }
  };
}
