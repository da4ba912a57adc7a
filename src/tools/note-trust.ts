// The trust of a chunk of a note: whether it holds the person's own words or those of others. Pure.
import { holdsOwnWords, summaryMark } from '../memory/text/own-words.ts';
import type { Source, Trust } from '../session/entry.ts';

/** What a conversation came to is told by a model, which had the words of others before it as well. */
export const trustOfChunk = ({ path, text }: Pick<Source, 'path' | 'text'>): Trust =>
  holdsOwnWords(path, text) && !text.includes(summaryMark) ? 'own' : 'others';

/** The trust of several chunks: `others` where one of them is. */
export const trustOfChunks = (chunks: readonly Pick<Source, 'path' | 'text'>[]): Trust =>
  chunks.some((chunk) => trustOfChunk(chunk) === 'others') ? 'others' : 'own';
