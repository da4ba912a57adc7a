// The commands about what is remembered.
import type { Memory } from '../../memory/memory.ts';
import type { Undo } from '../undo.ts';
import type { Command } from './command.ts';

const mostShown = 5;

export function memoryCommands({ memory, undo }: { memory: Pick<Memory, 'search' | 'status'>; undo: Undo }): Command[] {
  async function recollect(query: string): Promise<string | null> {
    const { results } = await memory.search(query, { limit: mostShown });
    if (results.length === 0) return null;
    return results.map(({ path, startLine, endLine, text }) => `${path}#L${startLine}-L${endLine}\n${text.trim()}`).join('\n\n');
  }

  return [
    {
      name: 'memory',
      pattern: /^what do you (?:know|remember) about ([^?.!]{2,60})\??$/i,
      description: 'What I know about something, with its file and line: /memory tea',
      async run({ argument, isPlain, say }) {
        if (argument === '') return await say(`There are ${(await memory.status()).files} notes. Say what to look for: /memory tea`);
        const found = await recollect(argument);
        // Asked in plain words about what no note speaks of, it may be a question for the model.
        if (found === null && isPlain) return null;
        return await say(found ?? 'I find nothing about that in memory.');
      },
    },
    {
      name: 'undo',
      phrases: ['undo', 'undo that'],
      description: 'Take back the last change of memory; /undo list shows more',
      async run({ argument, incoming, say }) {
        if (argument === '') {
          const last = await undo.last();
          if (!last) return await say('There is nothing to undo.');
          return await say(`The last change: ${last.text}\nTake it back?`, { buttons: [last.button] });
        }
        if (argument === 'list') return await say((await undo.list()) || 'There is nothing to undo.');
        return await say(await undo.takeBack(argument, incoming.id), { outcome: 'undone' });
      },
    },
  ];
}
