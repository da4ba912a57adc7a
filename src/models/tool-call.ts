// An assistant's tool call as stored for conversation history, read from and written to each vendor's format; and whole
// histories rebuilt from stored calls and results. Pure. The tool loop itself works on content blocks.
import type Anthropic from '@anthropic-ai/sdk';
import type { Content } from '@google/genai';
import type OpenAI from 'openai';
import { cutText } from '../base/text/text.ts';
import { buildAnthropicMessages } from './vendors/anthropic-wire.ts';
import { buildGoogleContents, googleCallId } from './vendors/google-wire.ts';
import { canonicalJson, isJsonObject, type JsonObject, parseJsonObject } from './json.ts';
import { type ContentBlock, type Message, type Role, toolUses, type ToolUseBlock } from './message.ts';
import { buildOpenAIMessages } from './vendors/openai-wire.ts';

interface ToolCallFields {
  toolUseId: string;
  toolName: string;
  /** Parsed arguments; undefined where they did not parse: such a call is never run. */
  args?: JsonObject | undefined;
  /** The arguments verbatim, where the format writes them as text (OpenAI). */
  rawArguments?: string | undefined;
  /** A thought signature, opaque. */
  signature?: string | undefined;
}

export class ToolCall {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly args: JsonObject | undefined;
  readonly rawArguments: string | undefined;
  readonly signature: string | undefined;

  constructor(fields: ToolCallFields) {
    this.toolUseId = fields.toolUseId;
    this.toolName = fields.toolName;
    this.args = fields.args;
    this.rawArguments = fields.rawArguments;
    this.signature = fields.signature;
  }

  /**
   * Reads calls in any of the formats: Anthropic `{id, name, input}`, OpenAI `{id, function: {name, arguments}}`, Google
   * `{functionCall: {name, args}}`, our own objects with `_toolName` and `_toolUseId`. A list in gives a list out.
   * @param signature wins over one on the object
   * @throws Error `No tool calls provided`, `Unsupported tool call format: ...`
   */
  static create(calls: readonly unknown[], signature?: string): ToolCall[];
  static create(call: object, signature?: string): ToolCall;
  static create(input: unknown, signature?: string): ToolCall | ToolCall[] {
    if (!Array.isArray(input)) return readCall(input, signature, () => 0);
    if (input.length === 0) throw new Error('No tool calls provided');
    const seen = new Map<string, number>();
    const occurrence = (key: string): number => {
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      return times;
    };
    return input.map((call: unknown) => readCall(call, signature, occurrence));
  }

  /** The call as a content block of ours. */
  toBlock(): ToolUseBlock {
    return {
      type: 'tool_use',
      id: this.toolUseId,
      name: this.toolName,
      input: this.args ?? {},
      ...(this.rawArguments === undefined ? {} : { raw: this.rawArguments }),
      ...(this.signature === undefined ? {} : { signature: this.signature }),
    };
  }

  toAnthropicMessage(): object {
    return {
      role: 'assistant',
      content: [{ type: 'tool_use', id: this.toolUseId, name: this.toolName, input: this.args ?? {} }],
    };
  }

  toOpenAIMessage(): object {
    const written = this.rawArguments ?? JSON.stringify(this.args ?? {});
    return {
      role: 'assistant',
      tool_calls: [{ id: this.toolUseId, type: 'function', function: { name: this.toolName, arguments: written } }],
    };
  }

  toGoogleMessage(): object {
    const signature = this.signature === undefined ? {} : { thoughtSignature: this.signature };
    return { role: 'model', parts: [{ functionCall: { name: this.toolName, args: this.args ?? {} }, ...signature }] };
  }
}

/** The result of a stored call. */
export interface ToolResult {
  toolUseId: string;
  content: string;
  isError?: boolean;
}

/** What a stored history is made of. */
export type HistoryItem = { role: Role; text: string } | ToolCall | ToolResult;

/**
 * Consecutive calls share one assistant message; consecutive results one user message, in the order of their calls, with
 * the text that follows after them.
 */
export function buildHistory(items: readonly HistoryItem[]): Message[] {
  const messages: Message[] = [];
  for (const item of items) {
    const role: Role = 'text' in item ? item.role : item instanceof ToolCall ? 'assistant' : 'user';
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(blockOf(item));
    else messages.push({ role, content: [blockOf(item)] });
  }
  return messages.map((message, index) =>
    message.role === 'user' ? { role: 'user', content: inCallOrder(message.content, messages[index - 1]) } : message,
  );
}

function inCallOrder(content: readonly ContentBlock[], before: Message | undefined): ContentBlock[] {
  const calls = before ? toolUses(before).map((call) => call.id) : [];
  const placeOf = (block: ContentBlock): number =>
    block.type === 'tool_result' && calls.includes(block.tool_use_id) ? calls.indexOf(block.tool_use_id) : calls.length;
  return content.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export const buildAnthropicHistory = (items: readonly HistoryItem[]): Anthropic.MessageParam[] =>
  buildAnthropicMessages(buildHistory(items));
export const buildOpenAIHistory = (items: readonly HistoryItem[]): OpenAI.ChatCompletionMessageParam[] =>
  buildOpenAIMessages(buildHistory(items));
export const buildGoogleHistory = (items: readonly HistoryItem[]): Content[] =>
  buildGoogleContents(buildHistory(items));

function blockOf(item: HistoryItem): ContentBlock {
  if ('text' in item) return { type: 'text', text: item.text };
  if (item instanceof ToolCall) return item.toBlock();
  return { type: 'tool_result', tool_use_id: item.toolUseId, content: item.content, is_error: item.isError ?? false };
}

function readCall(call: unknown, given: string | undefined, occurrence: (key: string) => number): ToolCall {
  if (!isJsonObject(call)) throw unsupported(call);
  const signature =
    textOf(given) ?? textOf(call['signature']) ?? textOf(call['thought_signature']) ?? textOf(call['thoughtSignature']);

  if (typeof call['_toolName'] === 'string' && typeof call['_toolUseId'] === 'string') {
    const args = Object.fromEntries(
      Object.entries(call).filter(
        ([field, value]) => !field.startsWith('_') && field !== 'signature' && typeof value !== 'function',
      ),
    );
    return new ToolCall({ toolUseId: call['_toolUseId'], toolName: call['_toolName'], args, signature });
  }
  const { functionCall, function: fn } = call;
  if (isJsonObject(functionCall) && typeof functionCall['name'] === 'string') {
    const { name } = functionCall;
    const args = isJsonObject(functionCall['args']) ? functionCall['args'] : {};
    const nested =
      textOf(functionCall['thoughtSignature']) ??
      textOf(functionCall['thought_signature']) ??
      textOf(functionCall['signature']);
    return new ToolCall({
      toolUseId: googleCallId(name, args, occurrence(`${name}\0${canonicalJson(args)}`)),
      toolName: name,
      args,
      signature: signature ?? nested,
    });
  }
  if (isJsonObject(fn) && typeof fn['name'] === 'string' && typeof call['id'] === 'string') {
    const written = fn['arguments'];
    // Some compatible servers send the arguments parsed, or none at all.
    const raw = typeof written === 'string' ? written : JSON.stringify(written ?? {});
    const args = raw.trim() === '' ? {} : (parseJsonObject(raw) ?? undefined);
    return new ToolCall({ toolUseId: call['id'], toolName: fn['name'], args, rawArguments: raw, signature });
  }
  if (
    typeof call['id'] === 'string' &&
    typeof call['name'] === 'string' &&
    (call['input'] === undefined || isJsonObject(call['input']))
  ) {
    return new ToolCall({ toolUseId: call['id'], toolName: call['name'], args: call['input'] ?? {}, signature });
  }
  throw unsupported(call);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const unsupported = (call: unknown): Error =>
  new Error(`Unsupported tool call format: ${cutText(JSON.stringify(call) ?? String(call), 200)}`);
