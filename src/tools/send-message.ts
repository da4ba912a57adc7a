// The tool by which the model says something now, before its turn is over.
import { z } from 'zod';
import { type Tool, defineTool } from '../agent/tool.ts';

/** Posts in the conversation of the turn. Throws ToolError when the turn's messages are used up. */
export type SendMessage = (content: string) => Promise<{ messageId: string }>;

export const createSendMessage = (send: SendMessage): Tool =>
  defineTool({
    name: 'send_message',
    description:
      'Posts a message right away. Your final text is delivered by itself: use this only for something that should arrive earlier or apart.',
    input: z.object({ content: z.string().min(1) }),
    effects: { speaks: true, inGroups: true },
    async run({ content }) {
      const { messageId } = await send(content);
      return { text: JSON.stringify({ messageId, status: 'sent' }), said: content };
    },
  });
