// The commands about what is remembered.
import type { Memory } from '../../memory/memory.ts';
import type { Forgetting } from '../forgetting/forgetting.ts';
import type { Undo } from '../undo.ts';
import type { Command } from './command.ts';

const mostShown = 5;

export interface MemoryCommandParts {
  memory: Pick<Memory, 'search' | 'status'>;
  undo: Undo;
  forgetting: Forgetting;
}

export function memoryCommands({ memory, undo, forgetting }: MemoryCommandParts): Command[] {
  async function recollect(query: string): Promise<string | null> {
    const { results } = await memory.search(query, { limit: mostShown });
    if (results.length === 0) return null;
    return results
      .map(({ path, startLine, endLine, text }) => `${path}#L${startLine}-L${endLine}\n${text.trim()}`)
      .join('\n\n');
  }

  return [
    {
      name: 'memory',
      pattern: /^what do you (?:know|remember) about ([^?.!]{2,60})\??$/i,
      description: 'What I know about something, with its file and line: /memory tea',
      async run({ argument, isPlain, say }) {
        if (argument === '')
          return await say(`There are ${(await memory.status()).files} notes. Say what to look for: /memory tea`);
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
    {
      name: 'forget',
      description: 'Forget something for good, after showing what would go: /forget my old address',
      async run({ argument, incoming: { key }, say }) {
        if (argument === '')
          return await say('Say what I should forget: /forget my old address. I show you what would go, and ask.');
        const [, verb = '', id = '', numbers = ''] = /^(yes|all|no) f(\d+)((?:[\s,]+\d+)*)$/i.exec(argument) ?? [];
        if (verb === '') {
          const { text, extras } = await forgetting.ask(argument, key);
          return await say(text, extras);
        }
        if (verb.toLowerCase() === 'no') {
          await forgetting.drop(Number(id));
          return await say('Nothing was changed.');
        }
        const chosen = numbers.match(/\d+/g)?.map(Number);
        return await say(
          await forgetting.confirm(Number(id), key, chosen ?? (verb.toLowerCase() === 'all' ? 'all' : 'exact')),
          { outcome: 'forgotten' },
        );
      },
    },
  ];
}
