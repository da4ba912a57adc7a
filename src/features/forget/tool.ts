// The tool `forget`: takes a passage out of the notes and sees to it that the night does not bring it back.
import { z } from 'zod';
import { type Tool, defineTool } from '../../agent/tool.ts';
import { ToolError } from '../../base/errors.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import { longTermFile } from '../../memory/write/long-term.ts';
import type { Writer } from '../../memory/write/writer.ts';
import { asShown, noteOf } from '../../tools/edit-memory.ts';
import type { Recorder } from '../../tools/receipt.ts';

const description = `Remove something from memory, when the person asks to forget or delete it. Find it first with memory_search: the same fact may stand in several notes; call this for each of them. It does not come back from older notes. For a fact that has changed, use edit_memory.`;

export function createForgetTool(options: { writer: Writer; record: Recorder; tombstones?: Tombstones }): Tool {
  const { writer, record, tombstones } = options;
  return defineTool({
    name: 'forget',
    description,
    effects: { reads: 'notes', writes: 'memory' },
    input: z.object({
      text: z.string().min(1).describe('The passage, exactly as it stands in the note'),
      path: z.string().optional().describe('"MEMORY.md" (default), "YYYY-MM-DD.md" or a path'),
    }),
    propose: ({ text, path }) => ({ action: 'forget', text, place: noteOf(path ?? longTermFile) }),
    async run({ text, path }) {
      if (text.trim() === '') throw new ToolError('There is nothing to forget: the text is empty.');
      // The stone first: a crash in between leaves a fact that is still to be removed, not one that comes back.
      await tombstones?.add(text);
      const note = noteOf(path ?? longTermFile);
      return await asShown(text, async (passage) =>
        record('forgotten', passage, (keep) => writer.remove(note, passage, keep)),
      );
    },
  });
}
