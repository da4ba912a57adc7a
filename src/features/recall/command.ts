// `/memory`: looks something up without asking a model.
import type { Command } from '../../assistant/commands/command.ts';
import type { Memory } from '../../memory/memory.ts';

const maxResults = 5;

export function memoryCommand(memory: Pick<Memory, 'search' | 'status'>): Command {
  async function recollect(query: string): Promise<string | null> {
    const { results } = await memory.search(query, { limit: maxResults });
    if (results.length === 0) return null;
    return results
      .map(({ path, startLine, endLine, text }) => `${path}#L${startLine}-L${endLine}\n${text.trim()}`)
      .join('\n\n');
  }

  return {
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
  };
}
