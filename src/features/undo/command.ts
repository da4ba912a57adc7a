// `/undo`: undoes a change of memory.
import type { Command } from '../../assistant/commands/command.ts';
import type { Undo } from './undo.ts';

export const undoCommand = (undo: Undo): Command => ({
  name: 'undo',
  phrases: ['undo', 'undo that'],
  description: 'Undo the last change of memory; /undo list shows more',
  async run({ argument, incoming, say }) {
    if (argument === '') {
      const last = await undo.last();
      if (!last) return await say('There is nothing to undo.');
      return await say(`The last change: ${last.text}\nUndo it?`, { buttons: [last.button] });
    }
    if (argument === 'list') return await say((await undo.list()) || 'There is nothing to undo.');
    return await say(await undo.takeBack(argument, incoming.id), { outcome: 'undone' });
  },
});
