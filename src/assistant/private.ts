// A turn of a private conversation: the parts of any turn, without writing to memory on the model's own motion.
import { type Tool } from '../agent/tool.ts';
import { ToolError } from '../base/errors.ts';
import { asksToKeep } from '../models/offline-intent.ts';
import { defaultPersona } from './prompt.ts';
import type { TurnParts } from './turn.ts';

const notice = `This conversation is private: nothing of it is stored. Save, change, forget or set nothing unless the person asks for exactly that in so many words.`;

export function inPrivate<Parts extends TurnParts>(parts: Parts): Parts {
  return {
    ...parts,
    persona: `${parts.persona ?? defaultPersona}\n\n${notice}`,
    tools: (turn) =>
      parts
        .tools(turn)
        .map((tool) => (tool.effects.writes !== undefined && !asksToKeep(turn.incoming.text) ? refusing(tool) : tool)),
  };
}

const refusing = (tool: Tool): Tool => ({
  ...tool,
  execute: () =>
    Promise.reject(
      new ToolError(
        'Not done: this conversation is private, and the person did not ask for this in so many words. Ask them whether they want it kept.',
      ),
    ),
});
