// Our messages as OpenAI's chat completions take them, and their chunks as one of our responses. Pure: no network.
// https://platform.openai.com/docs/api-reference/chat
import { randomUUID } from 'node:crypto';
import type OpenAI from 'openai';
import { attachmentNote, documentText, imageTypes } from '../attachment.ts';
import type { Profile } from './vendor-client.ts';
import { openaiCallId, withFittingCallIds, withFittingName } from './call-ids.ts';
import { isJsonObject, parseJsonObject, tokensOr } from '../json.ts';
import { thinks } from '../model-limits.ts';
import {
  type ContentBlock,
  type DocumentBlock,
  type ImageBlock,
  type Message,
  text,
  type ToolResultBlock,
  toolUses,
  type ToolUseBlock,
} from '../message.ts';
import { type Delta, type ModelRequest, ProviderError, type StopReason, type Usage } from '../provider.ts';

type Wire = OpenAI.ChatCompletionCreateParamsStreaming;
type WireMessage = OpenAI.ChatCompletionMessageParam;
type Part = OpenAI.ChatCompletionContentPart;

export function buildOpenAIRequest(request: ModelRequest, profile: Profile): Wire {
  const vendor = profile === 'vendor';
  const body: Wire = {
    model: request.model,
    messages: [
      ...(request.system.trim() === '' ? [] : [{ role: 'system' as const, content: request.system }]),
      ...buildOpenAIMessages(request.messages, profile),
    ],
    stream: true,
    stream_options: { include_usage: true },
    // OpenAI's reasoning models refuse the old name, compatible servers may not know the new one.
    ...(vendor ? { max_completion_tokens: request.maxTokens } : { max_tokens: request.maxTokens }),
  };
  if (request.tools.length > 0) {
    body.tools = request.tools.map((tool) => ({
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
    }));
    if (request.toolChoice === 'none') body.tool_choice = 'none';
  }
  if (vendor && request.effort && thinks(request.model)) body.reasoning_effort = request.effort;
  if (vendor && request.outputSchema) {
    body.response_format = {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: request.outputSchema, strict: isStrict(request.outputSchema) },
    };
  }
  return body;
}

/** Whether a schema keeps to what `strict` asks: every object closed, every property required. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (!isJsonObject(schema)) return true;
  const properties = schema['properties'];
  if (isJsonObject(properties)) {
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
    if (schema['additionalProperties'] !== false || Object.keys(properties).some((name) => !required.has(name)))
      return false;
  }
  return Object.values(schema).every(isStrict);
}

/** Thinking is left out: the format has no place for it, and it is another vendor's. */
export function buildOpenAIMessages(messages: readonly Message[], profile: Profile = 'portable'): WireMessage[] {
  return withFittingCallIds(messages, openaiCallId).flatMap((message): WireMessage[] => {
    if (message.role === 'assistant') return assistantMessage(message);
    const results = message.content.filter((block) => block.type === 'tool_result').map(toolMessage);
    const parts = message.content.flatMap((block) => userPart(block, profile));
    const [only] = parts;
    if (only === undefined) return results;
    return [...results, { role: 'user', content: parts.length === 1 && only.type === 'text' ? only.text : parts }];
  });
}

function assistantMessage(message: Message): WireMessage[] {
  const said = text({ content: message.content.filter((block) => block.type === 'text' && block.text.trim() !== '') });
  const calls = toolUses(message).map((call) => ({
    id: call.id,
    type: 'function' as const,
    function: { name: withFittingName(call.name), arguments: call.raw ?? JSON.stringify(call.input ?? {}) },
  }));
  if (calls.length > 0) return [{ role: 'assistant', ...(said === '' ? {} : { content: said }), tool_calls: calls }];
  return said === '' ? [] : [{ role: 'assistant', content: said }];
}

function toolMessage(block: ToolResultBlock): WireMessage {
  const { content } = block;
  const said =
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : attachmentNote(part).text)).join('\n');
  return { role: 'tool', tool_call_id: block.tool_use_id, content: said };
}

function userPart(block: ContentBlock, profile: Profile): Part[] {
  if (block.type === 'text') return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
  if (block.type === 'image') return [imagePart(block)];
  if (block.type === 'document') return [documentPart(block, profile)];
  return [];
}

const dataUrl = (block: ImageBlock | DocumentBlock): string =>
  `data:${block.source.media_type};base64,${block.source.data}`;

function imagePart(block: ImageBlock): Part {
  return imageTypes.has(block.source.media_type)
    ? { type: 'image_url', image_url: { url: dataUrl(block) } }
    : attachmentNote(block);
}

function documentPart(block: DocumentBlock, profile: Profile): Part {
  const said = documentText(block);
  if (said !== null && said.trim() !== '')
    return {
      type: 'text',
      text: `${block.title === undefined ? 'A document' : `The document "${block.title}"`}:\n${said}`,
    };
  if (profile === 'vendor' && block.source.media_type === 'application/pdf')
    return { type: 'file', file: { filename: block.title ?? 'document.pdf', file_data: dataUrl(block) } };
  return attachmentNote(block);
}

export interface OpenAIStream {
  take(chunk: unknown): void;
  /** What was said. @throws ProviderError `stream` when no finish reason came */
  result(): { content: ContentBlock[]; stopReason: StopReason; usage: Usage };
}

const stopReasons: Record<string, StopReason> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
};

interface Call {
  id: string;
  name: string;
  json: string;
}

/** Reads chunks loosely: compatible servers leave fields out, send whole calls in one piece, or leave out the index. */
// oxlint-disable-next-line max-lines-per-function -- the events of one stream, told apart by their kind
export function createOpenAIStream(onDelta: (delta: Delta) => void): OpenAIStream {
  let said = '';
  let refusal = '';
  let finish: string | null = null;
  const calls: Call[] = [];
  /** The newest call of each index, or of each id where a server gives no index. */
  const byKey = new Map<unknown, Call>();
  let lastKey: unknown;
  const usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

  function takeCall(piece: unknown): void {
    if (!isJsonObject(piece)) return;
    const fn = isJsonObject(piece['function']) ? piece['function'] : {};
    const id = typeof piece['id'] === 'string' ? piece['id'] : '';
    const key = piece['index'] ?? (id === '' ? lastKey : id);
    let call = byKey.get(key);
    // Some servers number every parallel call 0: a new id with a new name is a new call.
    if (!call || (id !== '' && call.id !== '' && call.id !== id)) {
      call = { id: '', name: '', json: '' };
      byKey.set(key, call);
      lastKey = key;
      calls.push(call);
    }
    if (id !== '') call.id = id;
    if (typeof fn['name'] === 'string' && call.name === '') call.name = fn['name'];
    const json = fn['arguments'];
    if (typeof json === 'string') call.json += json;
    else if (isJsonObject(json)) call.json = JSON.stringify(json);
  }

  function count(raw: unknown): void {
    if (!isJsonObject(raw)) return;
    const details = isJsonObject(raw['prompt_tokens_details']) ? raw['prompt_tokens_details'] : {};
    usage.cacheRead = tokensOr(details['cached_tokens'], 0);
    usage.input = Math.max(0, tokensOr(raw['prompt_tokens'], 0) - usage.cacheRead);
    usage.output = tokensOr(raw['completion_tokens'], 0);
  }

  return {
    take(chunk) {
      if (!isJsonObject(chunk)) return;
      count(chunk['usage']);
      const choice = Array.isArray(chunk['choices']) ? (chunk['choices'][0] as unknown) : undefined;
      if (!isJsonObject(choice)) return;
      if (typeof choice['finish_reason'] === 'string') finish = choice['finish_reason'];
      const delta = choice['delta'];
      if (!isJsonObject(delta)) return;
      if (typeof delta['content'] === 'string' && delta['content'] !== '') {
        said += delta['content'];
        onDelta({ type: 'text', text: delta['content'] });
      }
      const thought = delta['reasoning_content'] ?? delta['reasoning'];
      if (typeof thought === 'string' && thought !== '') onDelta({ type: 'thinking', text: thought });
      if (typeof delta['refusal'] === 'string') refusal += delta['refusal'];
      if (Array.isArray(delta['tool_calls'])) for (const piece of delta['tool_calls']) takeCall(piece);
    },
    result() {
      if (finish === null) throw new ProviderError('stream', 'The stream ended before the message did.');
      const spoken = said.trim() === '' ? refusal : said;
      const content: ContentBlock[] = [
        ...(spoken.trim() === '' ? [] : [{ type: 'text' as const, text: spoken }]),
        ...calls.map((call) => toolUse(call)),
      ];
      const mapped = stopReasons[finish] ?? finish;
      // Several servers say "stop" although they call a tool.
      const stopReason = refusal !== '' ? 'refusal' : mapped === 'end_turn' && calls.length > 0 ? 'tool_use' : mapped;
      return { content, stopReason, usage };
    },
  };
}

function toolUse(call: Call): ToolUseBlock {
  const id = call.id === '' ? `call_${randomUUID().replaceAll('-', '').slice(0, 24)}` : call.id;
  // A tool without parameters is often called with no arguments at all rather than with "{}".
  const input = call.json.trim() === '' ? {} : parseJsonObject(call.json);
  return { type: 'tool_use', id, name: call.name, input: input ?? {}, raw: call.json.trim() === '' ? '{}' : call.json };
}
