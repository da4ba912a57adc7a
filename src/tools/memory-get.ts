// The tool by which the model reads a note. The vault decides what may be read and cuts it into pages.
import { z } from 'zod';
import { type Tool, defineTool } from '../agent/tool.ts';
import { withDates } from '../memory/dated-lines.ts';
import { type LinesAbove, withoutSecretsIn } from '../memory/lines-above.ts';
import { trustOfChunk } from './note-trust.ts';

/** What the tool needs of a vault: throws ToolError for a key that names no note. */
export type ReadNote = (key: string, range: { from?: number; lines?: number }) => Promise<string>;

const dayNote = /^\d{4}-\d{2}-\d{2}$/;

export const createMemoryGet = (get: ReadNote, linesAbove?: LinesAbove): Tool =>
  defineTool({
    name: 'memory_get',
    description: "Reads a note: 'MEMORY.md' (long-term memory), a day as 'YYYY-MM-DD', or the path of a topic note.",
    input: z.object({
      key: z.string().describe("'MEMORY.md', 'YYYY-MM-DD', or a path such as 'projects/garden.md'"),
      from: z.int().min(1).optional().describe('First line, counted from 1'),
      lines: z.int().min(1).optional().describe('How many lines'),
    }),
    effects: { reads: 'notes' },
    whenTooLong: 'Call memory_get again with from and lines.',
    async run({ key, from, lines }) {
      const place = { path: dayNote.test(key) ? `${key}.md` : key, line: from ?? 1 };
      const shown = await withoutSecretsIn(withDates(await get(key, { from, lines }), null), place, linesAbove);
      const sources = [{ path: key, text: '' }];
      return { text: shown, sources, trust: trustOfChunk({ path: key, text: shown }) };
    },
  });
