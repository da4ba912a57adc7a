// A loopback Anthropic Messages API (POST /v1/messages), streaming, as strict as the real one and in places stricter:
// what it lets through, the vendor takes. It signs thinking over the exact prefix and counts prompt-cache hits the way
// the vendor documents. What it says is scripted by a function of the request. Not a model, and no product code in it.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type Break,
  type Captured,
  type Loopback,
  holdsHalfPair,
  openLoopback,
  type OpenServer,
  type HttpReply,
  pieces,
  type Refusal,
  stream,
  type StreamPart,
} from './loopback.ts';

/** A block as the script gives it: ids, signatures and redacted data are the server's to make where they are missing. */
export type SpokenBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature?: string }
  | { type: 'redacted_thinking'; data?: string }
  | {
      type: 'tool_use';
      id?: string;
      name: string;
      input: unknown;
      /** Sent instead of the input's JSON. */ json?: string;
    }
  | { type: 'other'; block: { type: string; [key: string]: unknown } };

export interface Spoken {
  content: SpokenBlock[];
  /** `tool_use` when a tool is called, else `end_turn`. */
  stopReason?: string;
  break?: Break;
  /** Whole extra SSE events, sent before the end. */
  extraEvents?: { event: string; data: unknown }[];
  /** Between the pieces, so that a test can act while a reply grows. */
  pieceDelayMs?: number;
}

export type Reply = string | SpokenBlock[] | Spoken | Refusal;
export type Script = (request: MessagesRequest, index: number) => Reply | Promise<Reply>;

export const says = (text: string): SpokenBlock => ({ type: 'text', text });
export const thinks = (thinking: string): SpokenBlock => ({ type: 'thinking', thinking });
export const calls = (name: string, input: unknown, id?: string): SpokenBlock => ({
  type: 'tool_use',
  name,
  input,
  ...(id === undefined ? {} : { id }),
});

export interface CountedUsage {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  cache_creation: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
  output_tokens: number;
}

export interface MessagesRequest extends Captured<MessagesBody> {
  /** What an accepted request was counted as. */
  usage?: CountedUsage;
}

export interface MessagesApi extends Loopback {
  /** Every request to /v1/messages in order of arrival, also refused ones. */
  readonly requests: MessagesRequest[];
  /** The requests that broke a rule of the API; a sound client leaves this empty. */
  readonly refused: () => MessagesRequest[];
  /** Replaces the script. */
  answerWith(script: Script): void;
}

export interface MessagesApiOptions {
  /** Milliseconds; moves the prompt cache's expiry. The system clock by default. */
  now?: () => number;
  /** Longer prompts get "prompt is too long". Default 1,000,000 tokens. */
  contextTokens?: number;
  /** As a compatible server: any key beyond the portable ones is a 400. */
  portable?: boolean;
  /** The only key let in; any key by default. */
  apiKey?: string;
  /** HMAC secret of the thinking signatures; give the same one to a server that takes over a conversation. */
  secret?: string;
  /** Default: on loopback. */
  open?: OpenServer;
}

export async function openMessagesApi(script: Script, options: MessagesApiOptions = {}): Promise<MessagesApi> {
  const { open = openLoopback } = options;
  const now = options.now ?? Date.now;
  const secret = options.secret ?? 'loopback';
  const requests: MessagesRequest[] = [];
  const paused = new Set<string>();
  const cache = createCache(now);
  let answer = script;

  const loopback = await open(async (incoming, response, raw) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    if (incoming.method !== 'POST' || path !== '/v1/messages') {
      refuse(response, 404, 'not_found_error', `${incoming.method} ${path} is not there`);
      return;
    }
    let body: unknown;
    try {
      body = JSON.parse(raw);
    } catch {
      refuse(response, 400, 'invalid_request_error', 'The request body is not valid JSON.');
      return;
    }
    const request: MessagesRequest = {
      method: 'POST',
      path,
      headers: incoming.headers,
      body: body as MessagesBody,
      at: now(),
      status: 0,
    };
    const index = requests.push(request) - 1;
    const fail = (status: number, type: string, message: string, headers: Record<string, string> = {}): void => {
      request.status = status;
      request.refusal = message;
      refuse(response, status, type, message, headers);
    };

    const key = incoming.headers.authorization?.replace(/^Bearer /, '') ?? incoming.headers['x-api-key'];
    if (key === undefined || key === '' || (options.apiKey !== undefined && key !== options.apiKey)) {
      fail(401, 'authentication_error', 'invalid x-api-key');
      return;
    }
    if (!incoming.headers['anthropic-version']) {
      fail(400, 'invalid_request_error', 'anthropic-version: header is required');
      return;
    }
    if (holdsHalfPair(raw)) {
      fail(400, 'invalid_request_error', 'The request body is not valid JSON: no low surrogate in string');
      return;
    }
    const problem = validate(body, { secret, paused, portable: options.portable ?? false });
    if (problem !== null) {
      fail(400, 'invalid_request_error', problem);
      return;
    }
    const segments = segmentsOf(request.body);
    const promptTokens = segments.reduce((sum, segment) => sum + segment.tokens, 0);
    const limit = options.contextTokens ?? 1_000_000;
    if (promptTokens > limit) {
      fail(400, 'invalid_request_error', `prompt is too long: ${promptTokens} tokens > ${limit} maximum`);
      return;
    }

    const reply = await answer(request, index);
    if (typeof reply === 'object' && 'status' in reply) {
      if (reply.status === 'hang') return;
      if (reply.status === 'reset') {
        response.destroy();
        return;
      }
      const headers: Record<string, string> =
        reply.retryAfterSeconds === undefined ? {} : { 'retry-after': String(reply.retryAfterSeconds) };
      request.status = reply.status;
      if (reply.body !== undefined)
        response.writeHead(reply.status, { 'content-type': 'text/html', ...headers }).end(reply.body);
      else
        refuse(
          response,
          reply.status,
          reply.errorType ?? errorTypes[reply.status] ?? 'api_error',
          reply.message ?? 'scripted',
          headers,
        );
      return;
    }

    const spoken: Spoken =
      typeof reply === 'string' ? { content: [says(reply)] } : Array.isArray(reply) ? { content: reply } : reply;
    const prefix = prefixOf(request.body);
    const content = spoken.content.map((block) => finish(block, prefix, secret));
    const stopReason =
      spoken.stopReason ?? (content.some((block) => block['type'] === 'tool_use') ? 'tool_use' : 'end_turn');
    if (stopReason === 'pause_turn') paused.add(canonical(content));
    const usage: CountedUsage = {
      ...cache.count(request.body, segments),
      output_tokens: tokensOf(JSON.stringify(content)),
    };
    request.usage = usage;
    request.status = 200;
    if (request.body.stream !== true) {
      const message = {
        id: `msg_${randomUUID()}`,
        type: 'message',
        role: 'assistant',
        model: request.body.model,
        content,
        stop_reason: stopReason,
        stop_sequence: null,
        usage,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'request-id': `req_${randomUUID()}`,
    });
    const parts = streamOf(request.body.model, content, spoken, stopReason, usage);
    const error = sse('error', {
      type: 'error',
      error: { type: spoken.break?.error ?? 'overloaded_error', message: 'Overloaded' },
    });
    await stream(response, parts, spoken.break, error, spoken.pieceDelayMs ?? 0);
  });

  return {
    ...loopback,
    requests,
    refused: () => requests.filter((request) => request.refusal !== undefined),
    answerWith(next) {
      answer = next;
    },
  };
}

/** The text of the newest user message of a request: what a script usually decides by. */
export function lastUserText(body: MessagesBody): string {
  const last = body.messages.at(-1);
  if (!last || last.role !== 'user') return '';
  if (typeof last.content === 'string') return last.content;
  return last.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The tool results of the newest user message of a request, as text. */
export function lastToolResults(body: MessagesBody): { id: string; text: string; isError: boolean }[] {
  const last = body.messages.at(-1);
  if (!last || typeof last.content === 'string') return [];
  return last.content.flatMap((block) => {
    if (block.type !== 'tool_result') return [];
    const { content = '', ...result } = block as z.infer<typeof toolResultBlock>;
    const text =
      typeof content === 'string'
        ? content
        : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    return [{ id: result.tool_use_id, text, isError: result.is_error ?? false }];
  });
}

// --- What a request may hold -----------------------------------------------------------------------------------------

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() });
const cached = { cache_control: cacheControl.nullable().optional() };
const textBlock = z.strictObject({
  type: z.literal('text'),
  text: z
    .string()
    .refine((text) => text !== '', 'text content blocks must be non-empty')
    .refine((text) => text.trim() !== '', 'text content blocks must contain non-whitespace text'),
  ...cached,
});
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/, 'invalid base64 data');
const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: base64,
  }),
  ...cached,
});
const documentBlock = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: base64 }),
    z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string().min(1) }),
  ]),
  title: z.string().nullable().optional(),
  ...cached,
});
const thinkingBlock = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() });
const redactedBlock = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() });
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/);
const toolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: toolName,
  input: z.record(z.string(), z.unknown()),
  ...cached,
});
const toolResultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [textBlock, imageBlock, documentBlock]))])
    .optional(),
  is_error: z.boolean().optional(),
  ...cached,
});
const nonEmpty = z.string().refine((text) => text.trim() !== '', 'must be non-empty');
const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.union([
    nonEmpty,
    z
      .array(z.discriminatedUnion('type', [textBlock, imageBlock, documentBlock, toolResultBlock]))
      .min(1, 'must have at least one block'),
  ]),
});
// Blocks of kinds that the server itself sent (`other`) come back as they were; they are told by not being one of ours.
const knownTypes = new Set(['text', 'image', 'document', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result']);
const otherBlock = z.looseObject({
  type: z.string().refine((type) => !knownTypes.has(type), 'not allowed in this place'),
});
const assistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z.union([
    nonEmpty,
    z
      .array(
        z.union([z.discriminatedUnion('type', [textBlock, thinkingBlock, redactedBlock, toolUseBlock]), otherBlock]),
      )
      .min(1, 'must have at least one block'),
  ]),
});
const bodySchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1).max(128_000, 'more than the maximum allowed number of output tokens'),
  messages: z
    .array(z.discriminatedUnion('role', [userMessage, assistantMessage]))
    .min(1, 'at least one message is required'),
  system: z.union([nonEmpty, z.array(textBlock).min(1)]).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('custom').optional(),
        name: toolName,
        description: z.string().optional(),
        input_schema: z.looseObject({ type: z.literal('object') }),
        ...cached,
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z
    .strictObject({
      type: z.enum(['auto', 'none'], 'tool_choice forcing a tool is not supported by this model'),
      disable_parallel_tool_use: z.boolean().optional(),
    })
    .optional(),
  thinking: z
    .union([
      z.strictObject({ type: z.literal('adaptive'), display: z.enum(['summarized', 'omitted']).nullable().optional() }),
      z.strictObject({ type: z.literal('between_tools') }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullable().optional(),
      format: z
        .strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
        .nullable()
        .optional(),
    })
    .optional(),
  metadata: z.strictObject({ user_id: z.string().nullable().optional() }).optional(),
  stop_sequences: z.array(z.string().min(1)).optional(),
  stream: z.boolean().optional(),
  ...cached,
});
export type MessagesBody = z.infer<typeof bodySchema>;
type Block = Exclude<MessagesBody['messages'][number]['content'], string>[number];

const portableKeys = new Set(['model', 'max_tokens', 'system', 'messages', 'tools', 'stream', 'tool_choice']);

/** What is wrong with a request, or null. */
function validate(
  raw: unknown,
  rules: { secret: string; paused: ReadonlySet<string>; portable: boolean },
): string | null {
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`;
  }
  const body = parsed.data;
  if (rules.portable) {
    for (const key of Object.keys(body)) if (!portableKeys.has(key)) return `${key}: Extra inputs are not permitted`;
    if (JSON.stringify(body).includes('"cache_control"')) return 'cache_control: Extra inputs are not permitted';
  }
  const names = (body.tools ?? []).map((tool) => tool.name);
  if (new Set(names).size !== names.length) return 'tools: Tool names must be unique.';
  if (body.tool_choice && !body.tools) return 'tool_choice: may only be specified while providing tools';
  if (body.output_config?.format && !closedObjects(body.output_config.format.schema))
    return 'output_config.format.schema: For object types, additionalProperties must be explicitly set to false';
  return (
    roleProblem(body, rules.paused) ??
    pairingProblem(body) ??
    cacheProblem(body) ??
    signatureProblem(body, rules.secret)
  );
}

/** Structured outputs take a schema only when each of its objects says `additionalProperties: false`. */
function closedObjects(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(closedObjects);
  if (typeof schema !== 'object' || schema === null) return true;
  const node = schema as Record<string, unknown>;
  if (node['type'] === 'object' && node['additionalProperties'] !== false) return false;
  return Object.values(node).every(closedObjects);
}

function roleProblem(body: MessagesBody, paused: ReadonlySet<string>): string | null {
  if (body.messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  for (const [index, message] of body.messages.entries()) {
    if (message.role === body.messages[index - 1]?.role)
      return `messages: roles must alternate between "user" and "assistant", but found multiple "${message.role}" roles in a row`;
  }
  const last = body.messages.at(-1);
  if (last?.role === 'assistant' && !paused.has(canonical(last.content)))
    return 'This model does not support assistant message prefill. The conversation must end with a user message.';
  return null;
}

function pairingProblem(body: MessagesBody): string | null {
  const seen = new Set<string>();
  let open: string[] = [];
  for (const [index, message] of body.messages.entries()) {
    const content = blocksOf(message.content);
    if (message.role === 'assistant') {
      open = [];
      for (const block of content) {
        if (block.type !== 'tool_use') continue;
        const { id } = block as z.infer<typeof toolUseBlock>;
        if (seen.has(id)) return `messages.${index}: \`tool_use\` ids must be unique`;
        seen.add(id);
        open.push(id);
      }
      continue;
    }
    const waiting = new Set(open);
    let afterResults = false;
    for (const [place, block] of content.entries()) {
      if (block.type !== 'tool_result') {
        afterResults = true;
        continue;
      }
      if (afterResults) return `messages.${index}.content.${place}: tool_result blocks must come first in the message`;
      const { tool_use_id: id } = block as z.infer<typeof toolResultBlock>;
      if (!waiting.delete(id))
        return `messages.${index}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    }
    if (waiting.size > 0)
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...waiting].join(', ')}`;
    open = [];
  }
  return null;
}

function cacheProblem(body: MessagesBody): string | null {
  const marks = segmentsOf(body).flatMap((segment) => (segment.ttl ? [segment.ttl] : []));
  if (marks.length > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`;
  if (marks.lastIndexOf('1h') > marks.indexOf('5m') && marks.includes('5m'))
    return "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block";
  return null;
}

function signatureProblem(body: MessagesBody, secret: string): string | null {
  const before: unknown[] = prefixOf({ ...body, messages: [] });
  for (const [index, message] of body.messages.entries()) {
    for (const [place, block] of blocksOf(message.content).entries()) {
      const plain = withoutCacheControl(block);
      if (block.type === 'thinking') {
        const { thinking, signature } = block as z.infer<typeof thinkingBlock>;
        if (signature !== sign(secret, before, thinking))
          return `messages.${index}.content.${place}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`;
      }
      if (block.type === 'redacted_thinking') {
        const { data } = block as z.infer<typeof redactedBlock>;
        if (data !== sign(secret, before, ''))
          return `messages.${index}.content.${place}: Invalid \`data\` in \`redacted_thinking\` block. The block is bound to a different conversation.`;
      }
      before.push([message.role, plain]);
    }
  }
  return null;
}

// --- The prefix that thinking is bound to, and the prompt cache ----------------------------------------------------------

const blocksOf = (content: string | Block[]): Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;
const systemBlocks = (system: MessagesBody['system']): { type: 'text'; text: string; cache_control?: unknown }[] =>
  system === undefined ? [] : typeof system === 'string' ? [{ type: 'text', text: system }] : system;

function withoutCacheControl<Value extends object>(value: Value): Omit<Value, 'cache_control'> {
  const { cache_control: _, ...rest } = value as Value & { cache_control?: unknown };
  return rest;
}

/** One JSON for one meaning: keys sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Everything the next word of the model is said after: model, tools, system, and every block with its role. */
const prefixOf = (body: MessagesBody): unknown[] => [
  ['model', body.model],
  ['tools', (body.tools ?? []).map(withoutCacheControl)],
  ['system', systemBlocks(body.system).map(withoutCacheControl)],
  ...body.messages.flatMap((message) =>
    blocksOf(message.content).map((block) => [message.role, withoutCacheControl(block)]),
  ),
];

const sign = (secret: string, before: readonly unknown[], thinking: string): string =>
  createHmac('sha256', secret).update(canonical(before)).update('\0').update(thinking).digest('base64');

interface Segment {
  hash: string;
  tokens: number;
  ttl?: '5m' | '1h';
}

/** Four characters a token: not the vendor's tokenizer, but the same text always counts the same. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** The prompt in cache order (tools, system, messages), each block with the hash of all up to and including it. */
function segmentsOf(body: MessagesBody): Segment[] {
  const hash = createHash('sha256').update(body.model);
  const segments: Segment[] = [];
  const add = (block: { cache_control?: { ttl?: '5m' | '1h' | undefined } | null | undefined }, tag: string): void => {
    const wire = tag + canonical(withoutCacheControl(block));
    hash.update(wire);
    segments.push({
      hash: hash.copy().digest('hex'),
      tokens: tokensOf(wire),
      ...(block.cache_control ? { ttl: block.cache_control.ttl ?? '5m' } : {}),
    });
  };
  for (const tool of body.tools ?? []) add(tool, 'tool');
  for (const block of systemBlocks(body.system)) add(block as never, 'system');
  // A changed tool_choice or thinking setting spares tools and system in the cache, but not the messages.
  hash.update(canonical([body.tool_choice ?? { type: 'auto' }, body.thinking ?? null]));
  for (const message of body.messages) for (const block of blocksOf(message.content)) add(block as never, message.role);
  const last = segments.at(-1);
  if (body.cache_control && last && last.ttl === undefined) last.ttl = body.cache_control.ttl ?? '5m';
  return segments;
}

const cacheMinimumTokens = 512;
const lookbackBlocks = 20;
const ttlMs = { '5m': 5 * 60_000, '1h': 60 * 60_000 };

function createCache(now: () => number): {
  count(body: MessagesBody, segments: readonly Segment[]): Omit<CountedUsage, 'output_tokens'>;
} {
  const entries = new Map<string, { ttl: '5m' | '1h'; expires: number }>();
  return {
    count(_body, segments) {
      const at = now();
      const upTo: number[] = [];
      let sum = 0;
      for (const segment of segments) upTo.push((sum += segment.tokens));
      const marks = segments.flatMap((segment, index) =>
        segment.ttl && (upTo[index] ?? 0) >= cacheMinimumTokens ? [{ index, ttl: segment.ttl }] : [],
      );
      let hit = -1;
      for (const mark of marks) {
        for (let index = mark.index; index > Math.max(-1, mark.index - lookbackBlocks); index -= 1) {
          const entry = entries.get(segments[index]?.hash ?? '');
          if (!entry || entry.expires <= at) continue;
          entry.expires = at + ttlMs[entry.ttl];
          hit = Math.max(hit, index);
          break;
        }
      }
      const read = hit < 0 ? 0 : (upTo[hit] ?? 0);
      const written = { '5m': 0, '1h': 0 };
      let covered = read;
      for (const mark of marks) {
        const end = upTo[mark.index] ?? 0;
        if (end > covered) {
          written[mark.ttl] += end - covered;
          covered = end;
        }
        const key = segments[mark.index]?.hash ?? '';
        const known = entries.get(key);
        if (!known || known.expires <= at || known.ttl === '5m')
          entries.set(key, { ttl: mark.ttl, expires: at + ttlMs[mark.ttl] });
      }
      return {
        input_tokens: sum - covered,
        cache_creation_input_tokens: written['5m'] + written['1h'],
        cache_read_input_tokens: read,
        cache_creation: { ephemeral_5m_input_tokens: written['5m'], ephemeral_1h_input_tokens: written['1h'] },
      };
    },
  };
}

// --- What it says --------------------------------------------------------------------------------------------------------

const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

function refuse(
  response: HttpReply,
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  const id = `req_${randomUUID()}`;
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': id, ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type, message }, request_id: id }));
}

/** A block as it will be replayed, signed over all that stands before it; adds it to `before`. */
function finish(block: SpokenBlock, before: unknown[], secret: string): Record<string, unknown> {
  const done: Record<string, unknown> =
    block.type === 'thinking'
      ? {
          type: 'thinking',
          thinking: block.thinking,
          signature: block.signature ?? sign(secret, before, block.thinking),
        }
      : block.type === 'redacted_thinking'
        ? { type: 'redacted_thinking', data: block.data ?? sign(secret, before, '') }
        : block.type === 'tool_use'
          ? {
              type: 'tool_use',
              id: block.id ?? `toolu_${randomUUID().replaceAll('-', '')}`,
              name: block.name,
              input: block.input,
              ...(block.json === undefined ? {} : { json: block.json }),
            }
          : block.type === 'other'
            ? { ...block.block }
            : { type: 'text', text: block.text };
  const { json: _, ...replayed } = done;
  before.push(['assistant', replayed]);
  return done;
}

const sse = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

function streamOf(
  model: string,
  content: Record<string, unknown>[],
  spoken: Spoken,
  stopReason: string,
  usage: CountedUsage,
): StreamPart[] {
  const frame = (event: string, data: object): StreamPart => ({ wire: sse(event, { type: event, ...data }) });
  const said = (index: number, delta: object): StreamPart => ({
    ...frame('content_block_delta', { index, delta }),
    spoken: true,
  });
  const parts: StreamPart[] = [
    frame('message_start', {
      message: {
        id: `msg_${randomUUID()}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    }),
    frame('ping', {}),
  ];
  for (const [index, block] of content.entries()) {
    if (block['type'] === 'text') {
      parts.push(frame('content_block_start', { index, content_block: { type: 'text', text: '' } }));
      for (const piece of pieces(block['text'] as string, 12))
        parts.push(said(index, { type: 'text_delta', text: piece }));
    } else if (block['type'] === 'thinking') {
      parts.push(
        frame('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } }),
      );
      for (const piece of pieces(block['thinking'] as string, 12))
        parts.push(said(index, { type: 'thinking_delta', thinking: piece }));
      parts.push(said(index, { type: 'signature_delta', signature: block['signature'] }));
    } else if (block['type'] === 'tool_use') {
      const { input, json, ...start } = block;
      parts.push(frame('content_block_start', { index, content_block: { ...start, input: {} } }));
      parts.push({ ...said(index, { type: 'input_json_delta', partial_json: '' }), toolJson: true });
      for (const piece of pieces((json as string | undefined) ?? JSON.stringify(input), 7))
        parts.push({ ...said(index, { type: 'input_json_delta', partial_json: piece }), toolJson: true });
    } else {
      parts.push(frame('content_block_start', { index, content_block: block }));
    }
    parts.push(frame('content_block_stop', { index }));
  }
  for (const { event, data } of spoken.extraEvents ?? []) parts.push({ wire: sse(event, data) });
  parts.push(
    frame('message_delta', {
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    }),
  );
  parts.push({ ...frame('message_stop', {}), last: true });
  return parts;
}
