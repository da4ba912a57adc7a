// The tool by which the model looks things up. The search itself is memory's.
import { z } from 'zod';
import { type Tool, defineTool } from '../agent/tool.ts';
import { ToolError, messageOf } from '../base/errors.ts';
import { withoutSensitive } from '../base/secrets.ts';
import { trustOfChunks } from './note-trust.ts';

/** What the tool needs of a memory. */
export type SearchMemory = (
  query: string,
  options: {
    limit: number;
    queries?: readonly string[];
    since?: string;
    until?: string;
    passages?: boolean;
    embedWaitMs?: number;
    signal?: AbortSignal;
  },
) => Promise<{
  results: readonly { path: string; startLine: number; endLine: number; score: number; text: string }[];
  mode: 'hybrid' | 'keyword';
  pendingVectors: number;
}>;

/** Checked as a date by the search; the pattern of a calendar would be long in each request. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional();

export const createMemorySearch = (search: SearchMemory): Tool =>
  defineTool({
    name: 'memory_search',
    description:
      'Searches all notes: long-term memory, days and topics. Use it before answering anything about the person, their life, ' +
      'plans, people, or what was said before. Best hits first. Ask in the languages of the notes.',
    input: z.object({
      query: z.string().describe('What to look for, in plain words or a question'),
      queries: z.array(z.string()).max(4).optional().describe('The same in other words or languages'),
      max_results: z.int().min(1).max(50).default(6),
      since: day.describe('Only notes of this day or later, YYYY-MM-DD'),
      until: day.describe('Only notes of this day or earlier'),
      as_of: day.describe('What was known on this day'),
    }),
    effects: { reads: 'notes' },
    purpose: 'search',
    whenTooLong: 'Call memory_search again with a smaller max_results, or memory_get for one file.',
    async run({ query, queries = [], max_results: limit, since, until, as_of: asOf }, { signal }) {
      const last = [until, asOf].filter((date) => date !== undefined).sort()[0];
      const bounds = { limit, signal, queries, ...(since && { since }), ...(last && { until: last }) };
      const answer = await search(query, bounds).catch((error: unknown) => {
        throw new ToolError(`Search failed: ${messageOf(error)}`, { cause: error });
      });
      const found = inOrderOfScore(answer.results);
      if (found.length === 0) return since || last ? nothingThen : 'No relevant memories found.';
      const sources = found.map(({ path, startLine, endLine, text }) => ({
        path,
        start_line: startLine,
        end_line: endLine,
        text: withoutSensitive(text),
      }));
      const hits = sources.map(
        (source, i) =>
          `## ${source.path}#L${source.start_line}-L${source.end_line} (score: ${(found[i]?.score ?? 0).toFixed(2)})\n${source.text}\n\n`,
      );
      const notes = [
        ...(answer.mode === 'keyword' ? ['mode: keyword'] : []),
        ...(answer.pendingVectors > 0 ? [`pending vectors: ${answer.pendingVectors}`] : []),
      ];
      return { text: hits.join('') + notes.join('\n'), sources, trust: trustOfChunks(sources) };
    },
  });

const nothingThen =
  'No relevant memories found in that time. memory_get shows all of a day: its key is the date, YYYY-MM-DD.';

type Hit = Awaited<ReturnType<SearchMemory>>['results'][number];

/** As they come, best first, no score above that of a hit before it: the model is not to doubt the order. */
function inOrderOfScore(hits: readonly Hit[]): Hit[] {
  let highest = Infinity;
  return hits.map((hit) => {
    highest = Math.min(highest, hit.score);
    return { ...hit, score: highest };
  });
}
