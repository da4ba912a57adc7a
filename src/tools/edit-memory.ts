// The tool `edit_memory`: replaces one exact passage of one note.
import { z } from 'zod';
import { type Tool, type ToolResult, defineTool } from '../agent/tool.ts';
import type { Clock } from '../base/time/clock.ts';
import { localDate } from '../base/time/local-time.ts';
import { ToolError } from '../base/errors.ts';
import type { Timezone } from '../base/time/timezone.ts';
import type { ReplacedLine } from '../memory/contradictions.ts';
import { withoutShownDate } from '../memory/dated-lines.ts';
import { asWritten, withoutLeadIn } from '../memory/text/validity.ts';
import type { Writer } from '../memory/write/writer.ts';
import type { Recorder } from './receipt.ts';

export const editMemory = 'edit_memory';

const description = `Correct or extend what is in memory by replacing one exact passage of a note, instead of saving a second, contradicting line.
Read the note first (memory_search, memory_get) and copy the passage exactly; it must stand once in the note. Change no more than needed. To take something out, use forget.`;

const emptyPassage =
  'edit_memory replaces a passage that stands in a note. To add something new, call remember without "where", or give here the passage that it is to follow and repeat that at the beginning of new_text';

export function createEditMemoryTool(options: {
  writer: Writer;
  record: Recorder;
  clock: Clock;
  timezone: Timezone;
  /** The lines that a changed line was made of and that still say what is gone from it. */
  findStale?(edited: { path: string; line: number }, change: { before: string; after: string }): Promise<string[]>;
}): Tool {
  const { writer, record, clock, timezone, findStale } = options;
  return defineTool({
    name: editMemory,
    description,
    effects: { reads: 'notes', writes: 'memory' },
    input: z.object({
      path: z.string().describe('"MEMORY.md", "YYYY-MM-DD.md" or a path'),
      old_text: z.string().min(1, emptyPassage).describe('The passage, character for character'),
      new_text: z.string().describe('What stands there afterwards'),
    }),
    // Nobody is asked about a change that can't be made.
    async propose({ path, old_text: before, new_text: text }) {
      refuseNoChange(before, text);
      const place = noteOf(path);
      await asShown(before, async (old) => await writer.checkReplace(place, old, newText(old, before, text)));
      return { action: 'change', text, before, place };
    },
    async run({ path, old_text: passage, new_text: replacement }) {
      refuseNoChange(passage, replacement);
      const note = noteOf(path);
      return await asShown(passage, async (old) => {
        const text = newText(old, passage, replacement);
        const today = localDate(clock.now(), timezone());
        return await record(
          'changed',
          (keep) => writer.replace(note, old, text, keep, today),
          async (result) => {
            const { path: place = note, line } = result.receipts[0] ?? {};
            if (line === undefined) return {};
            const stale = (await findStale?.({ path: place, line }, { before: old, after: text })) ?? [];
            return stale.length === 0 ? {} : { text: `${result.text}${stillSaid(stale)}` };
          },
        );
      });
    },
  });
}

const stillSaid = (places: readonly string[]): string =>
  `. What it was made of still says so as before: ${places.join(', ')}; where that is true no longer, change it too.`;

function refuseNoChange(passage: string, replacement: string): void {
  if (passage === replacement) throw new ToolError('old_text and new_text are the same. Nothing was changed.');
  if (replacement.trim() === '') throw new ToolError('new_text is empty. Use forget to take something out of memory.');
}

/** What stands in the place of a passage, which was given as it is or as it was shown. */
const newText = (old: string, passage: string, replacement: string): string =>
  withLeadOf(old, old === passage ? replacement : asWritten(withoutShownDate(replacement)));

/** Who copies a whole line and gives only its words anew means its bullet and its time to stay. */
function withLeadOf(old: string, text: string): string {
  const lead = old.slice(0, old.length - withoutLeadIn(old).length);
  return lead.trim() === '' || withoutLeadIn(text) !== text ? text : lead + text;
}

/** The person is asked whether a line is true no longer: it is then marked so, and stays where it is. @param instead the new line */
export const offerToReplace = ({ path, text, before, after }: ReplacedLine, instead: string): ToolResult['offers'] => ({
  tool: editMemory,
  input: { path, old_text: before, new_text: after },
  proposal: { action: 'replace', text, instead, place: path },
});

/** Tries a passage as it is, and where the note does not hold it, as it stands there without the marks with which it was shown. */
export async function asShown<Result>(passage: string, work: (passage: string) => Promise<Result>): Promise<Result> {
  try {
    return await work(passage);
  } catch (error) {
    const bare = asWritten(withoutShownDate(passage));
    if (!(error instanceof ToolError) || bare === passage || bare.trim() === '') throw error;
    return await work(bare);
  }
}

/** `2026-11-21` and `2026-11-21.md#L3-L4` name the note too. */
export const noteOf = (path: string): string =>
  path
    .trim()
    .replace(/#L\d+(?:-L?\d+)?$/, '')
    .replace(/^(\d{4}-\d{2}-\d{2})$/, '$1.md');
