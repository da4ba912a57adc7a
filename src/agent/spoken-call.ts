// Reads a tool call that a model wrote in its answer. Small local models do so, with or without the tags and fences of their
// templates. It counts where the answer is nothing but such calls, or where it stands between the tags of a template with text around
// it; an answer that explains or quotes a call stays an answer.
import { randomUUID } from 'node:crypto';
import { withCodeMasked } from '../base/text/code-marks.ts';
import { append } from '../base/lists.ts';
import { isJsonObject, parseJsonObject, type JsonObject } from '../models/json.ts';
import { type ToolUseBlock, text, toolUses } from '../models/message.ts';
import type { ModelResponse } from '../models/provider.ts';

/** The tags and fences that may stand around a call. */
const frame =
  /^(?:```(?:json|tool_call)?|<\|?(?:tool_calls?|function_call)\|?>|\[TOOL_CALLS\])|(?:```|<\/(?:tool_calls?|function_call)>)$/g;
const opening = /<(\|?)(tool_calls?|function_call)\|?>/g;
/** A longer answer is not searched for calls. */
const maxUnits = 20_000;

export interface SpokenCallOptions {
  /** Whether there is a tool of that name. */
  isTool(name: string): boolean;
  /** Whether the tool takes that input. */
  fits(name: string, input: unknown): boolean;
  /** Whether the model has read that text, of the person or in a result. */
  isQuoted(text: string): boolean;
}

/** The response with the calls in the place of the text that they are written in; as it is where there are none. */
export function withSpokenCalls(response: ModelResponse, options: SpokenCallOptions): ModelResponse {
  const said = text(response).trim();
  if (response.stopReason !== 'end_turn' || toolUses(response).length > 0 || said.length > maxUnits) return response;
  const whole = callsIn(bare(said));
  const isWhole = whole.length > 0 && whole.every(({ name }) => options.isTool(name));
  const { calls, around } = isWhole ? { calls: whole, around: '' } : callsBetweenTags(said, options);
  if (calls.length === 0) return response;
  const others = response.content.filter((block) => block.type !== 'text');
  const words = around === '' ? [] : [{ type: 'text' as const, text: around }];
  return { ...response, content: [...others, ...words, ...calls], stopReason: 'tool_use' };
}

const bare = (said: string): string => said.trim().replaceAll(frame, '').trim();

/** Calls between tags that stand neither in code nor in a quotation, and the text without them. A last tag may be left open: it ends the answer. */
function callsBetweenTags(
  said: string,
  { isTool, fits, isQuoted }: SpokenCallOptions,
): { calls: ToolUseBlock[]; around: string } {
  const shown = withCodeMasked(said);
  const calls: ToolUseBlock[] = [];
  let around = '';
  let from = 0;
  for (const { index, 0: tag, 1: bar, 2: name } of shown.matchAll(opening)) {
    if (index < from) continue;
    const inner = index + tag.length;
    const closing = bar === '|' ? `<|/${name}|>` : `</${name}>`;
    const end = said.indexOf(closing, inner);
    const written = said.slice(inner, end === -1 ? undefined : end);
    const found = callsIn(bare(written));
    const isCall = found.length > 0 && found.every((call) => isTool(call.name) && fits(call.name, call.input));
    if (!isCall || isBlockQuote(shown, index) || isQuoted(written.trim())) continue;
    append(calls, found);
    around += said.slice(from, index);
    from = end === -1 ? said.length : end + closing.length;
  }
  return { calls, around: `${around}${said.slice(from)}`.trim().replaceAll(/\n{3,}/g, '\n\n') };
}

const isBlockQuote = (shown: string, at: number): boolean =>
  shown
    .slice(shown.lastIndexOf('\n', at) + 1, at)
    .trimStart()
    .startsWith('>');

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
