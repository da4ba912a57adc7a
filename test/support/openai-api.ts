// A loopback of OpenAI's chat completions (POST /v1/chat/completions), streaming, as strict as the vendor: roles, pairing
// of calls and results, ids, empty content, unknown fields. What it says is scripted by a function of the request.
import { randomUUID } from 'node:crypto';
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

export interface SpokenCall {
  id?: string;
  name: string;
  /** Sent as it is when a string, which may be no JSON. */
  arguments: string | object;
}

export interface OpenAISpoken {
  text?: string;
  calls?: SpokenCall[];
  finishReason?: string;
  reasoning?: string;
  break?: Break;
  /** Between the pieces of a stream. */
  pieceDelayMs?: number;
}

export type OpenAIReply = string | OpenAISpoken | Refusal;

export interface OpenAIApi extends Loopback {
  readonly requests: Captured<OpenAIBody>[];
  readonly refused: () => Captured<OpenAIBody>[];
}

const textPart = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const userPart = z.discriminatedUnion('type', [
  textPart,
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({
      url: z.string().regex(/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
      detail: z.enum(['auto', 'low', 'high']).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal('file'),
    file: z.strictObject({
      filename: z.string().min(1),
      file_data: z.string().regex(/^data:application\/pdf;base64,/),
    }),
  }),
]);
const functionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const callId = z.string().min(1).max(40);
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string().min(1), z.array(userPart).min(1)]) }),
  z
    .strictObject({
      role: z.literal('assistant'),
      content: z
        .union([z.string().min(1), z.array(textPart).min(1)])
        .nullable()
        .optional(),
      tool_calls: z
        .array(
          z.strictObject({
            id: callId,
            type: z.literal('function'),
            function: z.strictObject({ name: functionName, arguments: z.string() }),
          }),
        )
        .min(1)
        .optional(),
    })
    .refine(
      (assistant) =>
        (assistant.content !== undefined && assistant.content !== null) || assistant.tool_calls !== undefined,
      'Expected content or tool_calls',
    ),
  z.strictObject({ role: z.literal('tool'), tool_call_id: callId, content: z.union([z.string(), z.array(textPart)]) }),
]);
const bodySchema = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  max_tokens: z.int().min(1).max(128_000).optional(),
  max_completion_tokens: z.int().min(1).max(128_000).optional(),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: functionName,
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object') }).optional(),
          strict: z.boolean().optional(),
        }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
        schema: z.looseObject({}),
        strict: z.boolean().optional(),
      }),
    })
    .optional(),
});
export type OpenAIBody = z.infer<typeof bodySchema>;

/**
 * @param options.reasoning as the vendor's reasoning models: `max_tokens` is refused
 * @param options.contextTokens prompts that leave no room for their answer in it are refused
 */
export async function openOpenAIApi(
  script: (request: Captured<OpenAIBody>, index: number) => OpenAIReply,
  { open = openLoopback, ...options }: { reasoning?: boolean; contextTokens?: number; open?: OpenServer } = {},
): Promise<OpenAIApi> {
  const requests: Captured<OpenAIBody>[] = [];
  const loopback = await open(async (incoming, response, raw) => {
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      refuse(
        response,
        404,
        'invalid_request_error',
        'unknown_url',
        `Unknown request URL: ${incoming.method} ${incoming.url}`,
      );
      return;
    }
    const request: Captured<OpenAIBody> = {
      method: 'POST',
      path: incoming.url,
      headers: incoming.headers,
      body: JSON.parse(raw) as OpenAIBody,
      at: Date.now(),
      status: 0,
    };
    const index = requests.push(request) - 1;
    const fail = (status: number, code: string, text: string): void => {
      request.status = status;
      request.refusal = text;
      refuse(response, status, 'invalid_request_error', code, text);
    };
    if (!/^Bearer ./.test(incoming.headers.authorization ?? '')) {
      fail(401, 'invalid_api_key', "You didn't provide an API key.");
      return;
    }
    if (holdsHalfPair(raw)) {
      fail(400, 'invalid_json', 'The JSON holds half of a surrogate pair.');
      return;
    }
    const problem = validate(request.body, options.reasoning ?? false);
    if (problem !== null) {
      fail(400, 'invalid_value', problem);
      return;
    }
    const asked =
      tokensOf(JSON.stringify(request.body.messages) + JSON.stringify(request.body.tools ?? [])) +
      (request.body.max_tokens ?? request.body.max_completion_tokens ?? 0);
    if (options.contextTokens !== undefined && asked > options.contextTokens) {
      fail(
        400,
        'context_length_exceeded',
        `This model's maximum context length is ${options.contextTokens} tokens. However, you requested ${asked} tokens.`,
      );
      return;
    }
    const reply = script(request, index);
    if (typeof reply === 'object' && 'status' in reply) {
      if (reply.status === 'hang') return;
      if (reply.status === 'reset') {
        response.destroy();
        return;
      }
      request.status = reply.status;
      const headers: Record<string, string> =
        reply.retryAfterSeconds === undefined ? {} : { 'retry-after': String(reply.retryAfterSeconds) };
      if (reply.body === undefined)
        refuse(
          response,
          reply.status,
          reply.errorType ?? 'server_error',
          reply.errorType ?? 'server_error',
          reply.message ?? 'scripted',
          headers,
        );
      else response.writeHead(reply.status, { 'content-type': 'text/html', ...headers }).end(reply.body);
      return;
    }
    request.status = 200;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const spoken: OpenAISpoken = typeof reply === 'string' ? { text: reply } : reply;
    const error = `data: ${JSON.stringify({ error: { message: 'The server had an error', type: 'server_error', code: null, param: null } })}\n\n`;
    await stream(
      response,
      streamOf(request.body, spoken, tokensOf(raw)),
      spoken.break,
      error,
      spoken.pieceDelayMs ?? 0,
    );
  });
  return { ...loopback, requests, refused: () => requests.filter((request) => request.refusal !== undefined) };
}

function validate(raw: unknown, reasoning: boolean): string | null {
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `Invalid value for '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'invalid'}`;
  }
  const body = parsed.data;
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined)
    return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
  if (reasoning && body.max_tokens !== undefined)
    return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  if (body.tool_choice && !body.tools) return "'tool_choice' is only allowed when 'tools' are specified.";
  const names = (body.tools ?? []).map((tool) => tool.function.name);
  if (new Set(names).size !== names.length) return 'tools: function names must be unique';
  if (body.messages.every((entry) => entry.role === 'system'))
    return 'messages: at least one message that is not a system message is required';
  if (
    body.response_format?.json_schema.strict &&
    !JSON.stringify(body.response_format.json_schema.schema).includes('"additionalProperties":false')
  )
    return "'additionalProperties' is required to be supplied and to be false.";
  let open = new Set<string>();
  for (const [index, entry] of body.messages.entries()) {
    if (entry.role === 'system' && index > 0) return `messages[${index}]: a system message must come first`;
    if (entry.role === 'tool') {
      if (!open.delete(entry.tool_call_id))
        return `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'. (messages[${index}])`;
      continue;
    }
    if (open.size > 0)
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`;
    if (entry.role === 'assistant') {
      const ids = (entry.tool_calls ?? []).map((call) => call.id);
      open = new Set(ids);
      if (open.size !== ids.length) return `messages[${index}]: duplicate tool call ids`;
    }
  }
  if (open.size > 0)
    return "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
  return null;
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

function refuse(
  response: HttpReply,
  status: number,
  type: string,
  code: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { message: text, type, param: null, code } }));
}

function streamOf(body: OpenAIBody, spoken: OpenAISpoken, promptTokens: number): StreamPart[] {
  const id = `chatcmpl-${randomUUID()}`;
  const chunk = (choices: unknown[], more: object = {}): string =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1, model: body.model, choices, ...more })}\n\n`;
  const delta = (value: object, finish: string | null = null): string =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finish }]);
  const parts: StreamPart[] = [{ wire: ': keep-alive\n\n' }, { wire: delta({ role: 'assistant', content: '' }) }];
  for (const piece of pieces(spoken.reasoning ?? '', 12))
    parts.push({ wire: delta({ reasoning_content: piece }), spoken: true });
  for (const piece of pieces(spoken.text ?? '', 12)) parts.push({ wire: delta({ content: piece }), spoken: true });
  for (const [index, call] of (spoken.calls ?? []).entries()) {
    parts.push({
      wire: delta({
        tool_calls: [
          {
            index,
            id: call.id ?? `call_${randomUUID().slice(0, 24)}`,
            type: 'function',
            function: { name: call.name, arguments: '' },
          },
        ],
      }),
      spoken: true,
    });
    const written = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
    for (const piece of pieces(written, 7))
      parts.push({
        wire: delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
        spoken: true,
        toolJson: true,
      });
  }
  parts.push({ wire: delta({}, spoken.finishReason ?? (spoken.calls ? 'tool_calls' : 'stop')), last: true });
  if (body.stream_options?.include_usage)
    parts.push({
      wire: chunk([], {
        usage: {
          prompt_tokens: promptTokens,
          completion_tokens: 7,
          total_tokens: promptTokens + 7,
          prompt_tokens_details: { cached_tokens: 3 },
        },
      }),
    });
  parts.push({ wire: 'data: [DONE]\n\n' });
  return parts;
}
