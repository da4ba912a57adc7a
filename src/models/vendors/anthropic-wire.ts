// Our messages as the Messages API takes them, and its event stream as one of our responses. Pure: no network.
// https://platform.claude.com/docs/en/api/messages and .../build-with-claude/streaming
import type Anthropic from '@anthropic-ai/sdk';
import type { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { attachmentNote, documentText, imageTypes } from '../attachment.ts';
import type { Profile } from './vendor-client.ts';
import { anthropicCallId, withFittingCallIds, withFittingName } from './call-ids.ts';
import { isJsonObject, parseJsonObject, textOr, tokensOr } from '../json.ts';
import { thinks } from '../model-limits.ts';
import type { ContentBlock, DocumentBlock, ImageBlock, Message, TextBlock, ToolUseBlock } from '../message.ts';
import { type Delta, type ModelRequest, ProviderError, type StopReason, type Usage } from '../provider.ts';
import { append } from '../../base/lists.ts';

type JSONSchema = Parameters<typeof transformJSONSchema>[0];
type Wire = Anthropic.MessageCreateParamsStreaming;
type WireMessage = Anthropic.MessageParam;
type WireBlock = Anthropic.ContentBlockParam;

/**
 * The body of a request.
 * @param profile `vendor` marks what is to be cached and can hold the model to a schema; `portable` keeps to the keys
 * that every compatible server knows
 * @param transformSchema the SDK's: makes a JSON Schema one that the API holds a model to
 */
export function buildAnthropicRequest(
  request: ModelRequest,
  profile: Profile,
  transformSchema: (schema: JSONSchema) => Record<string, unknown>,
): Wire {
  const { system, tools } = request;
  const vendor = profile === 'vendor';
  const frozen = { cache_control: { type: 'ephemeral', ttl: '1h' } } as const;
  const body: Wire = {
    model: request.model,
    max_tokens: request.maxTokens,
    messages: buildAnthropicMessages(request.messages),
    stream: true,
  };
  if (system.trim() !== '') body.system = vendor ? [{ type: 'text', text: system, ...frozen }] : system;
  if (tools.length > 0) {
    body.tools = tools.map((tool, index) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema as Anthropic.Tool.InputSchema,
      // Tools come before system in the cache, so a mark on system holds both; without system the last tool has it.
      ...(vendor && body.system === undefined && index === tools.length - 1 ? frozen : {}),
    }));
    if (request.toolChoice === 'none') body.tool_choice = { type: 'none' };
  }
  if (vendor) {
    // Moves with the tail by itself; five minutes, which is how far apart two calls of one conversation usually are.
    body.cache_control = { type: 'ephemeral' };
    const { outputSchema } = request;
    const effort = thinks(request.model) ? request.effort : undefined;
    if (outputSchema || effort)
      body.output_config = {
        ...(effort && { effort }),
        ...(outputSchema && { format: { type: 'json_schema', schema: transformSchema(outputSchema) } }),
      };
  }
  return body;
}

/** Messages without empty text, without empty messages and with roles that alternate, whatever was stored. */
export function buildAnthropicMessages(messages: readonly Message[]): WireMessage[] {
  const wire: { role: Message['role']; content: WireBlock[] }[] = [];
  for (const message of withFittingCallIds(messages, anthropicCallId)) {
    const content = message.content.flatMap(wireBlock);
    if (content.length === 0) continue;
    const last = wire.at(-1);
    if (last?.role === message.role) append(last.content, content);
    else wire.push({ role: message.role, content });
  }
  return wire.map(({ role, content }) => {
    const [only] = content;
    return { role, content: content.length === 1 && only?.type === 'text' ? only.text : content };
  });
}

function wireBlock(block: ContentBlock): WireBlock[] {
  switch (block.type) {
    case 'text':
      return textParts(block);
    case 'image':
    case 'document':
      return [attachment(block)];
    case 'thinking':
      // A block without a signature has no key for it: `signature: null` is refused, and some hosts give none.
      return [
        {
          type: 'thinking',
          thinking: block.thinking,
          ...(block.signature === null || block.signature === undefined ? {} : { signature: block.signature }),
        } as WireBlock,
      ];
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: block.data }];
    case 'tool_use':
      return [
        {
          type: 'tool_use',
          id: block.id,
          name: withFittingName(block.name),
          input: isJsonObject(block.input) ? block.input : {},
        },
      ];
    case 'tool_result': {
      const { content } = block;
      const parts =
        typeof content === 'string'
          ? content
          : content.flatMap((part) => (part.type === 'text' ? textParts(part) : [attachment(part)]));
      return [
        {
          type: 'tool_result',
          tool_use_id: block.tool_use_id,
          content: parts as string | Anthropic.TextBlockParam[],
          is_error: block.is_error,
        },
      ];
    }
    case 'unknown':
      return [block.raw as unknown as WireBlock];
  }
}

const textParts = (block: TextBlock): Anthropic.TextBlockParam[] =>
  block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];

function attachment(block: ImageBlock | DocumentBlock): WireBlock {
  if (block.type === 'image') {
    if (!imageTypes.has(block.source.media_type)) return attachmentNote(block);
    return { type: 'image', source: block.source as Anthropic.Base64ImageSource };
  }
  const title = block.title === undefined ? {} : { title: block.title };
  if (block.source.media_type === 'application/pdf')
    return { type: 'document', source: block.source as Anthropic.Base64PDFSource, ...title };
  const data = documentText(block);
  if (data === null || data.trim() === '') return attachmentNote(block);
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...title };
}

/** Takes the events of one stream and holds what has come so far. */
export interface AnthropicStream {
  take(event: unknown): void;
  /** What was said. @throws ProviderError `stream` when the stream's end was not seen */
  result(): { content: ContentBlock[]; stopReason: StopReason; usage: Usage };
}

interface OpenBlock {
  start: { type: string; [key: string]: unknown };
  text: string;
  json: string;
  signature: string | null;
}

/** Reads events loosely: a kind of event, block or delta that this version does not know must not break a turn. */
// oxlint-disable-next-line max-lines-per-function -- the events of one stream, told apart by their kind
export function createAnthropicStream(onDelta: (delta: Delta) => void): AnthropicStream {
  /** Open blocks by their index, which a server may leave out or make up. */
  const blocks = new Map<unknown, OpenBlock>();
  const usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let stopReason: string | null = null;
  let stopped = false;

  function count(raw: unknown): void {
    if (!isJsonObject(raw)) return;
    usage.input = tokensOr(raw['input_tokens'], usage.input);
    usage.output = tokensOr(raw['output_tokens'], usage.output);
    usage.cacheRead = tokensOr(raw['cache_read_input_tokens'], usage.cacheRead);
    usage.cacheWrite = tokensOr(raw['cache_creation_input_tokens'], usage.cacheWrite);
    const creation = raw['cache_creation'];
    if (isJsonObject(creation))
      usage.cacheWrite1h = tokensOr(creation['ephemeral_1h_input_tokens'], usage.cacheWrite1h);
  }

  function takeDelta(block: OpenBlock | undefined, delta: unknown): void {
    if (!block || !isJsonObject(delta)) return;
    if (delta['type'] === 'text_delta') {
      const said = textOr(delta['text'], '');
      block.text += said;
      onDelta({ type: 'text', text: said });
    } else if (delta['type'] === 'thinking_delta') {
      const thought = textOr(delta['thinking'], '');
      block.text += thought;
      onDelta({ type: 'thinking', text: thought });
    } else if (delta['type'] === 'signature_delta') {
      block.signature = textOr(delta['signature'], '');
    } else if (delta['type'] === 'input_json_delta') {
      block.json += textOr(delta['partial_json'], '');
    }
  }

  return {
    take(event) {
      if (!isJsonObject(event)) return;
      if (event['type'] === 'message_start' && isJsonObject(event['message'])) {
        count(event['message']['usage']);
        stopReason = typeof event['message']['stop_reason'] === 'string' ? event['message']['stop_reason'] : stopReason;
      } else if (event['type'] === 'content_block_start' && isBlock(event['content_block'])) {
        const start = event['content_block'];
        const said = start.type === 'thinking' ? start['thinking'] : start['text'];
        const signature = start['signature'];
        blocks.set(event['index'], {
          start,
          text: typeof said === 'string' ? said : '',
          json: '',
          signature: typeof signature === 'string' && signature !== '' ? signature : null,
        });
      } else if (event['type'] === 'content_block_delta') {
        takeDelta(blocks.get(event['index']), event['delta']);
      } else if (event['type'] === 'message_delta') {
        count(event['usage']);
        if (isJsonObject(event['delta']) && typeof event['delta']['stop_reason'] === 'string')
          stopReason = event['delta']['stop_reason'];
      } else if (event['type'] === 'message_stop') {
        stopped = true;
      }
    },
    result() {
      if (!stopped) throw new ProviderError('stream', 'The stream ended before the message did.');
      const content = [...blocks.values()].flatMap(closeBlock);
      const stop = stopReason ?? 'end_turn';
      // Some compatible servers say of a tool call that the turn is over.
      const calls = content.some((block) => block.type === 'tool_use');
      return { content, stopReason: stop === 'end_turn' && calls ? 'tool_use' : stop, usage };
    },
  };
}

/** A block without a type could be neither stored nor sent back. */
const isBlock = (value: unknown): value is OpenBlock['start'] =>
  isJsonObject(value) && typeof value['type'] === 'string';

function closeBlock({ start, text, json, signature }: OpenBlock): ContentBlock[] {
  switch (start.type) {
    case 'text':
      // Blank text is kept: it is an answer that failed, where no text at all is silence. It is never sent back.
      return [{ type: 'text', text }];
    case 'thinking':
      return [{ type: 'thinking', thinking: text, signature }];
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: textOr(start['data'], '') }];
    case 'tool_use':
      return [toolUse(textOr(start['id'], ''), textOr(start['name'], ''), start['input'], json)];
    default:
      return [{ type: 'unknown', raw: json === '' ? start : { ...start, input: parseJsonObject(json) ?? {} } }];
  }
}

function toolUse(id: string, name: string, started: unknown, json: string): ToolUseBlock {
  // A call without arguments may stream no JSON at all; some hosts send the input whole with the block's start.
  if (json === '') return { type: 'tool_use', id, name, input: isJsonObject(started) ? started : {} };
  const input = parseJsonObject(json);
  return input === null ? { type: 'tool_use', id, name, input: {}, raw: json } : { type: 'tool_use', id, name, input };
}
