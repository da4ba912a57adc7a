// Reads a tool call that a model wrote as its answer. Small local models do so, with or without the tags and fences of their
// templates. Only an answer that is nothing but such calls counts: one that explains a call stays an answer.
import { randomUUID } from 'node:crypto';
import { isJsonObject, parseJsonObject, type JsonObject } from '../models/json.ts';
import { type ToolUseBlock, text, toolUses } from '../models/message.ts';
import type { ModelResponse } from '../models/provider.ts';

/** The tags and fences that may stand around a call. */
const frame =
  /^(?:```(?:json|tool_call)?|<\|?(?:tool_calls?|function_call)\|?>|\[TOOL_CALLS\])|(?:```|<\/(?:tool_calls?|function_call)>)$/g;
/** A longer answer is not searched for calls. */
const maxUnits = 20_000;

/** The response with the calls in the place of its text; as it is where its text is anything else. @param isTool whether there is a tool of that name */
export function withSpokenCalls(response: ModelResponse, isTool: (name: string) => boolean): ModelResponse {
  const said = text(response).trim();
  if (response.stopReason !== 'end_turn' || toolUses(response).length > 0 || said.length > maxUnits) return response;
  const calls = callsIn(said.replaceAll(frame, '').trim());
  if (calls.length === 0 || !calls.every(({ name }) => isTool(name))) return response;
  const others = response.content.filter((block) => block.type !== 'text');
  return { ...response, content: [...others, ...calls], stopReason: 'tool_use' };
}

function callsIn(said: string): ToolUseBlock[] {
  // A list is read as the field of an object, by the same careful parser.
  const list = said.startsWith('[') ? parseJsonObject(`{"calls":${said}}`)?.['calls'] : [parseJsonObject(said)];
  const calls = Array.isArray(list) ? list.map((one) => (isJsonObject(one) ? callOf(one) : null)) : [];
  return calls.every((call) => call !== null) ? calls : [];
}

/** `{"name": …, "arguments": {…}}` and the other names of these fields, also within `function`, and arguments as a string. */
function callOf(given: JsonObject): ToolUseBlock | null {
  const { function: inner } = given;
  const { name, arguments: args, parameters, input } = isJsonObject(inner) ? inner : given;
  const asked = args ?? parameters ?? input;
  const read = typeof asked === 'string' ? parseJsonObject(asked) : asked;
  if (typeof name !== 'string' || !isJsonObject(read)) return null;
  return { type: 'tool_use', id: `call_${randomUUID()}`, name, input: read };
}
