// `/memory`: looks something up without asking a model.
import { english } from '../../assistant/phrases/english.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { lineSpan } from '../../base/text/text.ts';
import type { Memory } from '../../memory/memory.ts';
import { showPassage } from '../../memory/past-lines.ts';
import { overviewQuestions } from '../../models/offline/intent.ts';
import { type NotesToDescribe, describeMemory } from './overview.ts';

const maxResults = 5;

/** @param hasModel questions in plain words for all that is known are for the model, where there is one */
export function memoryCommand(memory: Pick<Memory, 'search'> & NotesToDescribe, hasModel: boolean): Command {
  async function recollect(query: string): Promise<string | null> {
    const { results } = await memory.search(query, { limit: maxResults, passages: false });
    if (results.length === 0) return null;
    return results
      .map((found) => `${found.path}${lineSpan(found.startLine, found.endLine)}\n${showPassage(found).trim()}`)
      .join('\n\n');
  }

  return {
    name: 'memory',
    phrases: hasModel ? [] : overviewQuestions,
    pattern: /^what do you (?:know|remember) about ([^?.!]{2,60})\??$/i,
    description: english.help.memory,
    async run({ argument, isPlain, say, phrases }) {
      if (argument === '') return await say(await describeMemory(memory, phrases));
      const found = await recollect(argument);
      // A question in plain words that no note answers may be meant for the model.
      if (found === null && isPlain) return null;
      return await say(found ?? phrases.overview.nothing);
    },
  };
}
