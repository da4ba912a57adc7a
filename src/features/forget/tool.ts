// The tool `forget`: proposes what `/forget` does, for one passage of a note. It happens once the person has confirmed it.
import { z } from 'zod';
import { type Tool, defineTool } from '../../agent/tool.ts';
import { ToolError } from '../../base/errors.ts';
import { withoutShownDate } from '../../memory/dated-lines.ts';
import { asWritten, withoutLeadIn } from '../../memory/text/validity.ts';
import { asShown, noteOf } from '../../tools/edit-memory.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import type { Forgetting, Passage } from './forgetting.ts';

const description = `Forget something for good, when the person asks to: it goes from notes, past conversations and earlier versions. Find it first with memory_search. One call forgets a line wherever it stands. For a fact that has changed, use edit_memory.`;

/** @param conversation as a session key */
export function createForgetTool(options: {
  forgetting: Pick<Forgetting, 'findPassage' | 'placesOf' | 'forgetPassage'>;
  conversation: string;
  phrases(): Promise<Phrases>;
}): Tool {
  const { forgetting, conversation } = options;
  const orByThePerson = async <Found>(text: string, find: () => Promise<Found>): Promise<Found> => {
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof ToolError) || error.failure !== 'gone') throw error;
      throw new ToolError(`${error.message} ${byThePerson(text)}`, { cause: error, failure: error.failure });
    }
  };
  const standing = async ({ text, path }: { text: string; path?: string }): Promise<Passage> => {
    if (text.trim() === '') throw new ToolError('There is nothing to forget: the text is empty.');
    // Small models fill in every field.
    const note = path === undefined || path.trim() === '' ? null : noteOf(path);
    return await orByThePerson(
      text,
      async () => await asShown(text, async (passage) => await forgetting.findPassage(note, passage)),
    );
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
      const passage = await standing(input);
      const places = await orByThePerson(passage.text, async () => await forgetting.placesOf(passage));
      return { action: 'forget', text: withoutLeadIn(passage.text), place: places.join(', ') };
    },
    async run(input, { shown }) {
      const passage = await standing(input);
      return await forgetting.forgetPassage(passage, conversation, shown?.place ?? null, await options.phrases());
    },
  });
}

/** The person can always do it without the model, by what would be searched for. */
function byThePerson(text: string): string {
  const words = withoutLeadIn(asWritten(withoutShownDate(text)))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `Or tell the person that they can send this, in these words: /forget ${words}`;
}
