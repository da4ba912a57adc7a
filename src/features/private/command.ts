// `/private`: begins a conversation of which nothing is kept.
import { english } from '../../assistant/phrases/english.ts';
import type { Command } from '../../assistant/commands/command.ts';

export const privateCommand: Command = {
  name: 'private',
  description: english.help.private,
  async run({ argument, conversation, say, phrases: { notices } }) {
    const wasPrivate = (await conversation.session()).isPrivate;
    await conversation.startPrivate();
    if (wasPrivate) return await say(notices.privateAlready);
    return await say(argument === '' ? notices.privateBegun : `${notices.privateBegun}\n\n${notices.privateAgain}`);
  },
};
