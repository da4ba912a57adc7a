// The tool `forget`: proposes what `/forget` does, for one passage of a note. It happens once the person has confirmed it.
import { z } from 'zod';
import { type Tool, defineTool } from '../../agent/tool.ts';
import { ToolError } from '../../base/errors.ts';
import { withoutLeadIn } from '../../memory/text/validity.ts';
import { longTermFile } from '../../memory/write/long-term.ts';
import { asShown, noteOf } from '../../tools/edit-memory.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import type { Forgetting } from './forgetting.ts';

const description = `Forget something for good, when the person asks to: it goes from notes, past conversations and earlier versions. Find it first with memory_search. One call forgets a line wherever it stands. For a fact that has changed, use edit_memory.`;

/** @param conversation as a session key */
export function createForgetTool(options: {
  forgetting: Pick<Forgetting, 'findPassage' | 'forgetPassage'>;
  conversation: string;
  phrases(): Promise<Phrases>;
}): Tool {
  const { forgetting, conversation } = options;
  const standing = async ({ text, path }: { text: string; path?: string }): Promise<{ path: string; text: string }> => {
    if (text.trim() === '') throw new ToolError('There is nothing to forget: the text is empty.');
    const note = noteOf(path ?? longTermFile);
    return await asShown(text, async (passage) => await forgetting.findPassage(note, passage));
  };
  return defineTool({
    name: 'forget',
    description,
    effects: { reads: 'notes', writes: 'memory', isFinal: true },
    input: z.object({
      text: z.string().min(1).describe('The passage, exactly as it stands in the note'),
      path: z.string().optional().describe('"MEMORY.md" (default), "YYYY-MM-DD.md" or a path'),
    }),
    async propose(input) {
      const { path, text } = await standing(input);
      return { action: 'forget', text: withoutLeadIn(text), place: path };
    },
    async run(input) {
      return await forgetting.forgetPassage(await standing(input), conversation, await options.phrases());
    },
  });
}
