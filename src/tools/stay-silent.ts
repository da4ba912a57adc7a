// The tool by which the model says on purpose that it says nothing.
import { z } from 'zod';
import { type Tool, defineTool } from '../agent/tool.ts';

export const createStaySilent = (choose: (reason: string) => void): Tool =>
  defineTool({
    name: 'stay_silent',
    description: 'Ends this turn without an answer, when none is wanted. Write no text after it.',
    input: z.object({ reason: z.string().describe('Why, for the log') }),
    asMeant: (input) => ({ reason: '', ...input }),
    effects: { endsTurn: true, inGroups: true },
    run({ reason }) {
      choose(reason);
      return Promise.resolve(JSON.stringify({ status: 'silent' }));
    },
  });
