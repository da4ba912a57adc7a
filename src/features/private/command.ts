// `/private`: begins a conversation of which nothing is kept.
import { english } from '../../assistant/phrases/english.ts';
import type { Command } from '../../assistant/commands/command.ts';

export interface PrivateParts {
  /** Whether a model answers: its provider reads what is said. */
  hasModel: boolean;
  /** The service that carries a conversation, as the person calls it; null where it stays on this machine. */
  serviceOf(key: string): string | null;
  /** False for a process that ends with its answer: the next one would know nothing of a conversation that is in no file. */
  lasts: boolean;
  /** How this program is called in a shell. */
  program: string;
}

export const createPrivateCommand = ({ hasModel, serviceOf, lasts, program }: PrivateParts): Command => ({
  name: 'private',
  description: english.help.private,
  async run({ argument, conversation, incoming, say, phrases: { notices } }) {
    if (!lasts) return await say(notices.privateNotHere(program), { outcome: 'refused' });
    const wasPrivate = (await conversation.session()).isPrivate;
    await conversation.startPrivate();
    if (wasPrivate) return await say(notices.privateAlready);
    const begun = [notices.privateBegun, notices.privateSeenBy(hasModel, serviceOf(incoming.key))]
      .filter((sentence) => sentence !== '')
      .join(' ');
    return await say(argument === '' ? begun : `${begun}\n\n${notices.privateAgain}`);
  },
});
