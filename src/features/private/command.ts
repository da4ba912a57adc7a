// `/private`: begins a conversation of which nothing is kept.
import type { Command } from '../../assistant/commands/command.ts';

export const privateCommand: Command = {
  name: 'private',
  description: 'A conversation that is neither stored nor remembered',
  async run({ argument, conversation, say, phrases: { notices } }) {
    await conversation.startPrivate();
    return await say(argument === '' ? notices.privateBegun : `${notices.privateBegun}\n\n${notices.privateAgain}`);
  },
};
