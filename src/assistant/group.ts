// A turn where others read along: the parts of any turn without the person's memory. No MEMORY.md, no recall, and of the
// tools only those that reach nothing private; a tool that is not named here is not there.
import type { TurnParts } from './turn.ts';

const toolsForAll: ReadonlySet<string> = new Set(['send_message', 'stay_silent', 'reminders']);

export function inGroup<Parts extends TurnParts>(parts: Parts): Parts {
  return {
    ...parts,
    longTermMemory: () => Promise.resolve(''),
    recall: () => Promise.resolve([]),
    tools: (turn) => parts.tools(turn).filter((tool) => toolsForAll.has(tool.definition.name)),
  };
}
