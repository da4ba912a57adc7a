// Ids and names of tool calls as a vendor takes them. A stored history may hold ids that another vendor made: too long, with
// characters that are not allowed, or the same one in every response (some local servers count from zero each time).
import { createHash } from 'node:crypto';
import type { Message } from '../message.ts';

/** What Anthropic takes. */
export const anthropicCallId = /^[a-zA-Z0-9_-]+$/;
/** What OpenAI takes: at most 40 characters. */
export const openaiCallId = /^[a-zA-Z0-9_-]{1,40}$/;

const fittingName = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/**
 * The name of a called tool as every vendor takes it. A model can make up a name that no tool has, and that no vendor takes in
 * the next request.
 */
export function withFittingName(name: string): string {
  if (fittingName.test(name)) return name;
  return `_${name.slice(0, 63).replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`;
}

/**
 * The same messages with ids that fit the pattern and are unique; each result follows its call. The new names depend on
 * nothing but what stands before them, so that a history is renamed the same way in every request.
 */
export function withFittingCallIds(messages: readonly Message[], fits: RegExp): Message[] {
  const taken = new Map<string, number>();
  let names = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === 'assistant') names = new Map();
    let changed = false;
    const content = message.content.map((block) => {
      if (block.type === 'tool_use') {
        const name = nameFor(block.id, taken, fits);
        names.set(block.id, name);
        if (name === block.id) return block;
        changed = true;
        return { ...block, id: name };
      }
      if (block.type === 'tool_result') {
        const name = names.get(block.tool_use_id) ?? block.tool_use_id;
        if (name === block.tool_use_id) return block;
        changed = true;
        return { ...block, tool_use_id: name };
      }
      return block;
    });
    return changed ? { ...message, content } : message;
  });
}

function nameFor(id: string, taken: Map<string, number>, fits: RegExp): string {
  const times = taken.get(id) ?? 0;
  taken.set(id, times + 1);
  if (times === 0 && fits.test(id)) return id;
  return `call_${createHash('sha256').update(`${id}\0${times}`).digest('hex').slice(0, 24)}`;
}
