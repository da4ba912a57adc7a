// The commands about the conversation itself.
import { newConversation, nothingToStop, stopped } from '../notices.ts';
import type { Command } from './command.ts';

export const conversationCommands: readonly Command[] = [
  {
    name: 'new',
    aliases: ['reset'],
    phrases: ['start over', 'new conversation'],
    inGroup: true,
    description: 'Start a new conversation; memory stays',
    async run({ conversation, say }) {
      await conversation.startNew();
      return await say(newConversation, { outcome: 'new_session' });
    },
  },
  {
    name: 'stop',
    phrases: ['stop', 'stop it'],
    inGroup: true,
    isUrgent: true,
    description: 'Stop the answer that is being made',
    run: async ({ conversation, say }) => await say(conversation.stop() ? stopped : nothingToStop, { outcome: 'stopped' }),
  },
];
