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
      const bounds = { limit, signal, ...(since && { since }), ...(last && { until: last }) };
      const answers = await Promise.all([query, ...queries].map(async (words) => await search(words, bounds))).catch(
        (error: unknown) => {
          throw new ToolError(`Search failed: ${messageOf(error)}`, { cause: error });
        },
      );
      const found = bestOf(answers.map(({ results }) => results)).slice(0, limit);
      if (found.length === 0) return 'No relevant memories found.';
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
      const pending = Math.max(...answers.map(({ pendingVectors }) => pendingVectors));
      const notes = [
        ...(answers.some(({ mode }) => mode === 'keyword') ? ['mode: keyword'] : []),
        ...(pending > 0 ? [`pending vectors: ${pending}`] : []),
      ];
      return { text: hits.join('') + notes.join('\n'), sources, trust: trustOfChunks(sources) };
    },
  });

type Hit = Awaited<ReturnType<SearchMemory>>['results'][number];

/** Of a rank's share in a fusion; see Cormack, Clarke and Büttcher, Reciprocal Rank Fusion (SIGIR 2009). */
const rankOffset = 60;

/** The hits of several queries by their ranks. A score is never shown above that of a hit which stands before it. */
function bestOf(lists: readonly (readonly Hit[])[]): Hit[] {
  const byPlace = new Map<string, { hit: Hit; share: number }>();
  for (const hits of lists) {
    for (const [rank, hit] of hits.entries()) {
      const place = `${hit.path}#${hit.startLine}`;
      const known = byPlace.get(place);
      const better = known && known.hit.score >= hit.score ? known.hit : hit;
      byPlace.set(place, { hit: better, share: (known?.share ?? 0) + 1 / (rankOffset + rank) });
    }
  }
  const fused = [...byPlace.values()].sort((a, b) => b.share - a.share || b.hit.score - a.hit.score);
  let highest = Infinity;
  return fused.map(({ hit }) => {
    highest = Math.min(highest, hit.score);
    return { ...hit, score: highest };
  });
}
