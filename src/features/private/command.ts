// `/private`: begins a conversation of which nothing is kept.
import type { Command } from '../../assistant/commands/command.ts';
import { privateBegun } from '../../assistant/system-messages.ts';

export const privateCommand: Command = {
  name: 'private',
  description: 'A conversation that is neither stored nor remembered',
  async run({ argument, conversation, say }) {
    await conversation.startPrivate();
    return await say(
      argument === ''
        ? privateBegun
        : `${privateBegun}\n\nI have not taken in what stood behind the command: say it again.`,
    );
  },
};
