// The tool by which the model looks things up. The search itself is memory's.
import { z } from 'zod';
import { type Tool, defineTool } from '../agent/tool.ts';
import { ToolError, messageOf } from '../base/errors.ts';
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

const day = z.iso.date().optional();

export const createMemorySearch = (search: SearchMemory): Tool =>
  defineTool({
    name: 'memory_search',
    description:
      'Searches everything remembered: long-term memory, daily notes and topic notes. Use it before answering anything about ' +
      'the person, their life, plans, people, or what was said before. Hits come best first, each with its file and lines.',
    input: z.object({
      query: z.string().describe('What to look for, in plain words or a question'),
      max_results: z.int().min(1).max(50).default(6),
      since: day.describe('Only notes of this day (YYYY-MM-DD) or later'),
      until: day.describe('Only notes of this day (YYYY-MM-DD) or earlier'),
    }),
    effects: { reads: 'notes' },
    purpose: 'search',
    whenTooLong: 'Call memory_search again with a smaller max_results, or memory_get for one file.',
    async run({ query, max_results: limit, since, until }, { signal }) {
      const answer = await search(query, { limit, signal, ...(since && { since }), ...(until && { until }) }).catch(
        (error: unknown) => {
          throw new ToolError(`Search failed: ${messageOf(error)}`, { cause: error });
        },
      );
      if (answer.results.length === 0) return 'No relevant memories found.';
      const hits = answer.results.map(
        (hit) => `## ${hit.path}#L${hit.startLine}-L${hit.endLine} (score: ${hit.score.toFixed(2)})\n${hit.text}\n\n`,
      );
      const notes = [
        ...(answer.mode === 'keyword' ? ['mode: keyword'] : []),
        ...(answer.pendingVectors > 0 ? [`pending vectors: ${answer.pendingVectors}`] : []),
      ];
      const sources = answer.results.map(({ path, startLine, endLine, text }) => ({
        path,
        start_line: startLine,
        end_line: endLine,
        text,
      }));
      return { text: hits.join('') + notes.join('\n'), sources, trust: trustOfChunks(sources) };
    },
  });
