// A turn where others read along: the parts of any turn without the person's memory. No MEMORY.md, no recall, and only
// the tools that declare that they may be there and that reach nothing private.
import type { ToolEffects } from '../agent/tool.ts';
import type { TurnParts } from './turn/turn.ts';

const isForAll = ({ inGroups, reads, writes }: ToolEffects): boolean =>
  inGroups === true && reads !== 'notes' && writes !== 'memory';

export function inGroup<Parts extends TurnParts>(parts: Parts): Parts {
  return {
    ...parts,
    longTermMemory: () => Promise.resolve(''),
    recall: () => Promise.resolve([]),
    tools: (turn) => parts.tools(turn).filter((tool) => isForAll(tool.effects)),
  };
}
