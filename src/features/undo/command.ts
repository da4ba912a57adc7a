// `/undo`: undoes a change of memory.
import { english } from '../../assistant/phrases/english.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { languages } from '../../assistant/phrases/table.ts';
import { offlinePhrases } from '../../language/languages.ts';
import type { Undo } from './undo.ts';

/** What takes the last change back when it is the whole message. */
const undoWords = [
  ...offlinePhrases.flatMap(({ undo }) => undo ?? []),
  ...languages.map(({ undo }) => undo.toLowerCase()),
];

export const undoCommand = (undo: Undo): Command => ({
  name: 'undo',
  phrases: undoWords,
  description: english.help.undo,
  async run({ argument, incoming, say, phrases }) {
    const { nothing, last: toldLast } = phrases.undoing;
    if (argument === '') {
      const last = await undo.last(phrases);
      if (!last) return await say(nothing);
      return await say(toldLast(last.text), { buttons: [last.button], question: { yes: last.button.command } });
    }
    if (argument === 'list') return await say((await undo.list(phrases)) || nothing);
    return await say(await undo.takeBack(argument, incoming.id, phrases), { outcome: 'undone' });
  },
});
