// The commands that answer the program's question whether to carry out a write. Its buttons send them, and the person can
// type them.
import { english } from '../../assistant/phrases/english.ts';
import { languages } from '../../assistant/phrases/table.ts';
import { offlinePhrases } from '../../language/languages.ts';
import type { Command } from '../../assistant/commands/command.ts';

const namesIn = (argument: string): string[] => argument.split(/\s+/).filter((name) => name !== '');

const praises = new Set(languages.flatMap((phrases) => phrases.praises));

/** Whole messages that answer so, in every language that is understood. */
const answersOf = (name: 'yes' | 'no'): string[] =>
  [
    ...languages.flatMap((phrases) => phrases[name]),
    ...offlinePhrases.flatMap((phrases) => phrases[name] ?? []),
  ].filter((said) => name === 'no' || !praises.has(said));

function answering(name: 'yes' | 'no'): Command {
  return {
    name,
    description: english.help[name],
    answersQuestions: true,
    phrases: answersOf(name),
    async run({ argument, isPlain, conversation, say }) {
      const names = namesIn(argument);
      const answer = await conversation.answer(names.length > 0 ? names : null, name === 'yes', isPlain);
      // A plain word that answers no question of the program is a message like any other.
      if (answer === null) return null;
      return await say(answer.text, { outcome: name === 'yes' ? 'confirmed' : 'declined', ...answer.extras });
    },
  };
}

export const confirmCommands: readonly Command[] = [answering('yes'), answering('no')];
