// The tool by which the model looks things up. The search itself is memory's.
import { z } from 'zod';
import { type Tool, type ToolContext, defineTool, forProgram } from '../agent/tool.ts';
import { cutText } from '../base/text/text.ts';
import { ToolError, messageOf } from '../base/errors.ts';
import { type LinesAbove, withoutSecretsIn } from '../memory/lines-above.ts';
import { summaryMark } from '../memory/text/own-words.ts';
import { NoteError } from '../memory/note-problem.ts';
import type { SearchAnswer, SearchOptions } from '../memory/search.ts';
import { showPassage } from '../memory/past-lines.ts';
import { trustOfChunks } from './note-trust.ts';

/** What the tool needs of a memory. */
export type SearchMemory = (
  query: string,
  options: SearchOptions & { limit: number } & Pick<ToolContext, 'onProgress'>,
) => Promise<Pick<SearchAnswer, 'results' | 'mode' | 'pendingVectors' | 'vector'>>;

/** Checked as a date by the search; the pattern of a calendar would be long in each request. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional();

export interface MemorySearchOptions {
  /** The lines above a result, which may say that it holds a secret. */
  linesAbove?: LinesAbove;
  /** Whether the model has this text of a note before it already, by the prompt or an earlier result of the turn. */
  isShown?(path: string, text: string): boolean;
  /** Those of the notes, in English, where no prompt says them. */
  languages?: readonly string[];
}

export const createMemorySearch = (
  search: SearchMemory,
  { linesAbove, isShown = () => false, languages = [] }: MemorySearchOptions = {},
): Tool =>
  defineTool({
    name: 'memory_search',
    description:
      'Searches all notes. Use it before answering anything about the person, their life, ' +
      'plans, people, or what was said before. Best first; » marks the line found, "until …:" what is no longer true. ' +
      (languages.length === 0
        ? 'Ask in the languages of the notes.'
        : `The notes are in ${new Intl.ListFormat('en-GB').format(languages)}: ask in ${languages.length === 1 ? 'that language' : 'each of these languages'}.`),
    input: z.object({
      query: z.string().describe('What to look for, in plain words or a question'),
      queries: z.array(z.string()).max(4).optional().describe('The same in other words or languages'),
      max_results: z.int().min(1).max(50).default(6),
      since: day.describe('Only notes of this day or later, YYYY-MM-DD'),
      until: day.describe('Only notes of this day or earlier'),
      as_of: day.describe('What was known on this day'),
      shows: z.enum(['passages', 'lines']).default('passages').meta(forProgram),
    }),
    effects: { reads: 'notes' },
    purpose: 'search',
    whenTooLong: 'Call memory_search again with a smaller max_results, or memory_get for one file.',
    async run({ query, queries = [], max_results: limit, since, until, as_of: asOf, shows }, { signal, onProgress }) {
      const areSingle = shows === 'lines';
      const bounds = { limit, signal, onProgress, queries, since, until, asOf, hitLines: true, passages: !areSingle };
      const answer = await search(query, bounds).catch((error: unknown) => {
        if (error instanceof NoteError) throw error;
        throw new ToolError(`Search failed: ${messageOf(error)}`, { cause: error });
      });
      // A model reads the scores as an order; of single lines each tells how sure that line is.
      const found = areSingle ? answer.results : inOrderOfScore(answer.results);
      if (found.length === 0) return since || until || asOf ? nothingThen : 'No relevant memories found.';
      const sources = await Promise.all(
        found.map(async (passage) => {
          const { path, startLine, endLine, score } = passage;
          const text = await withoutSecretsIn(showPassage(passage), { path, line: startLine }, linesAbove);
          return { path, start_line: startLine, end_line: endLine, text, ...(areSingle && { score }) };
        }),
      );
      const hits = sources.map(({ path, start_line: start, end_line: end, text }, i) => {
        const { score = 0, hitLine, text: written = '' } = found[i] ?? {};
        const index = hitLine === undefined ? null : hitLine - start;
        const [from, to, shown] = isShown(path, written)
          ? [hitLine ?? start, hitLine ?? end, inShort(text, index)]
          : [start, end, withHitMark(text, index)];
        return `## ${path}#L${from}-L${to} (score: ${score.toFixed(2)})\n${shown}\n\n`;
      });
      const notes = [
        ...(hits.some((hit) => hit.includes(summaryMark)) ? [`${summaryMark} what a conversation came to`] : []),
        ...(answer.mode === 'keyword' ? ['mode: keyword'] : []),
        ...(answer.pendingVectors > 0 ? [`pending vectors: ${answer.pendingVectors}`] : []),
      ];
      return { text: hits.join('') + notes.join('\n'), sources, trust: trustOfChunks(sources) };
    },
  });

const nothingThen =
  'No relevant memories found in that time. memory_get shows all of a day: its key is the date, YYYY-MM-DD.';

const maxUnitsInShort = 200;

/**
 * What the model has before it already, by the prompt or an earlier result, is not shown in whole again. The line that was found
 * is: the prompt has no line numbers, and the model is to cite one.
 */
function inShort(text: string, index: number | null): string {
  const line = text.split('\n')[index ?? 0] ?? '';
  return `» ${cutText(line, maxUnitsInShort)} (you have seen these lines)`;
}

/** @param index of the line that was found; null where the passage is no more than what was found */
const withHitMark = (text: string, index: number | null): string =>
  text
    .split('\n')
    .map((line, i) => (i === index ? `» ${line}` : line))
    .join('\n');

type Hit = Awaited<ReturnType<SearchMemory>>['results'][number];

/** Keeps the order, best first, and lowers each score to that of the hit before it, so that the scores agree with the order. */
function inOrderOfScore(hits: readonly Hit[]): Hit[] {
  let highest = Infinity;
  return hits.map((hit) => {
    highest = Math.min(highest, hit.score);
    return { ...hit, score: highest };
  });
}
