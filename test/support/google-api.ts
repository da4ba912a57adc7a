// A loopback of the Gemini API (POST /v1beta/models/MODEL:streamGenerateContent?alt=sse), as strict as the vendor: roles,
// order of calls and responses, names, empty parts, unknown fields, thought signatures. Scripted by a function of the request.
import { createHmac, randomUUID } from 'node:crypto';
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

export interface GoogleSpoken {
  text?: string;
  thought?: string;
  calls?: { name: string; args?: object }[];
  finishReason?: string;
  /** The prompt is blocked: no candidates at all. */
  blocked?: string;
  break?: Break;
  /** Between the pieces of a stream. */
  pieceDelayMs?: number;
}

export type GoogleReply =
  | string
  | GoogleSpoken
  | (Refusal & { /** As `google.rpc.RetryInfo` says it. */ retryDelay?: string });

export interface GoogleApi extends Loopback {
  readonly requests: Captured<GoogleBody>[];
  readonly refused: () => Captured<GoogleBody>[];
}

const struct = z.record(z.string(), z.unknown());
const functionName = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/);
const part = z
  .strictObject({
    text: z.string().min(1).optional(),
    inlineData: z.strictObject({ mimeType: z.string().min(1), data: z.string().min(1) }).optional(),
    functionCall: z.strictObject({ name: functionName, args: struct.optional() }).optional(),
    functionResponse: z.strictObject({ name: functionName, response: struct }).optional(),
    thoughtSignature: z.string().min(1).optional(),
  })
  .refine(
    (value) => ['text', 'inlineData', 'functionCall', 'functionResponse'].filter((key) => key in value).length === 1,
    "oneof field 'data' must have one initialized field",
  );
const content = z.strictObject({
  role: z.enum(['user', 'model']),
  parts: z.array(part).min(1, 'contents.parts must not be empty.'),
});
const bodySchema = z.strictObject({
  contents: z.array(content).min(1, 'contents is not specified'),
  systemInstruction: z
    .strictObject({ role: z.string().optional(), parts: z.array(z.strictObject({ text: z.string().min(1) })).min(1) })
    .optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z
          .array(
            z.strictObject({
              name: functionName,
              description: z.string().optional(),
              parametersJsonSchema: z.looseObject({ type: z.literal('object') }).optional(),
            }),
          )
          .min(1),
      }),
    )
    .optional(),
  toolConfig: z
    .strictObject({ functionCallingConfig: z.strictObject({ mode: z.enum(['AUTO', 'NONE', 'ANY']) }) })
    .optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z
        .int()
        .min(1)
        .max(65_536, 'the supported range is from 1 (inclusive) to 65537 (exclusive)')
        .optional(),
      responseMimeType: z.literal('application/json').optional(),
      responseJsonSchema: struct.optional(),
    })
    .optional(),
});
export type GoogleBody = z.infer<typeof bodySchema>;

const secret = 'loopback';
const placeholder = 'skip_thought_signature_validator';
const signatureOf = (name: string, args: unknown): string =>
  createHmac('sha256', secret)
    .update(`${name}\0${JSON.stringify(args ?? {})}`)
    .digest('base64');

export async function openGoogleApi(
  script: (request: Captured<GoogleBody>, index: number) => GoogleReply,
  { open = openLoopback }: { open?: OpenServer } = {},
): Promise<GoogleApi> {
  const requests: Captured<GoogleBody>[] = [];
  const loopback = await open(async (incoming, response, raw) => {
    const model = /^\/v1beta\/models\/([^:]+):streamGenerateContent\?alt=sse$/.exec(incoming.url ?? '')?.[1];
    if (incoming.method !== 'POST' || model === undefined) {
      refuse(response, 404, 'NOT_FOUND', `${incoming.method} ${incoming.url} is not found`);
      return;
    }
    const request: Captured<GoogleBody> = {
      method: 'POST',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: JSON.parse(raw) as GoogleBody,
      at: Date.now(),
      status: 0,
    };
    const index = requests.push(request) - 1;
    const fail = (status: number, code: string, text: string): void => {
      request.status = status;
      request.refusal = text;
      refuse(response, status, code, text);
    };
    if (!incoming.headers['x-goog-api-key']) {
      fail(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers");
      return;
    }
    if (holdsHalfPair(raw)) {
      fail(400, 'INVALID_ARGUMENT', 'The JSON holds half of a surrogate pair.');
      return;
    }
    const problem = validate(request.body, model);
    if (problem !== null) {
      fail(400, 'INVALID_ARGUMENT', problem);
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
      const details =
        reply.retryDelay === undefined
          ? []
          : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: reply.retryDelay }];
      if (reply.body === undefined)
        refuse(response, reply.status, reply.errorType ?? 'INTERNAL', reply.message ?? 'scripted', details);
      else response.writeHead(reply.status, { 'content-type': 'text/html' }).end(reply.body);
      return;
    }
    request.status = 200;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const spoken: GoogleSpoken = typeof reply === 'string' ? { text: reply } : reply;
    const error = `data: ${JSON.stringify({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } })}\n\n`;
    await stream(response, streamOf(model, spoken), spoken.break, error, spoken.pieceDelayMs ?? 0);
  });
  return { ...loopback, requests, refused: () => requests.filter((request) => request.refusal !== undefined) };
}

function validate(raw: unknown, model: string): string | null {
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `Invalid value at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'invalid'}`;
  }
  const { contents, generationConfig, tools } = parsed.data;
  if (generationConfig?.responseMimeType && tools)
    return "Function calling with a response mime type: 'application/json' is unsupported";
  const names = (tools ?? []).flatMap((tool) => tool.functionDeclarations.map((declaration) => declaration.name));
  if (new Set(names).size !== names.length)
    return `Duplicate function declaration found: ${names.find((name, place) => names.indexOf(name) < place)}`;
  if (contents[0]?.role !== 'user' || contents[0].parts.some((one) => one.functionResponse))
    return 'Please ensure that the conversation begins with a user turn.';
  const turn = contents.findLastIndex(
    (one) => one.role === 'user' && one.parts.some((piece) => !piece.functionResponse),
  );
  for (const [index, { role, parts }] of contents.entries()) {
    const before = contents[index - 1];
    const calls =
      before?.role === 'model' ? before.parts.flatMap((one) => (one.functionCall ? [one.functionCall.name] : [])) : [];
    const responses = parts.flatMap((one) => (one.functionResponse ? [one.functionResponse.name] : []));
    if (role === 'model' && before?.role === 'model')
      return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
    if (role === 'model' && responses.length > 0) return 'A model turn cannot hold function responses.';
    if (role === 'user' && parts.some((one) => one.functionCall)) return 'A user turn cannot hold function calls.';
    if (responses.length !== calls.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    if (responses.some((name, place) => name !== calls[place]))
      return 'Please ensure that function responses carry the names of their calls, in order.';
    if (responses.length > 0 && responses.length < parts.length)
      return 'A function response turn may hold nothing else.';
    const first = parts.find((one) => one.functionCall);
    if (!first || !/gemini-[3-9]/.test(model)) continue;
    if (index > turn && first.thoughtSignature === undefined)
      return `Function call is missing a thought_signature in functionCall parts. (${first.functionCall?.name})`;
    const expected = signatureOf(first.functionCall?.name ?? '', first.functionCall?.args);
    if (
      first.thoughtSignature !== undefined &&
      first.thoughtSignature !== placeholder &&
      first.thoughtSignature !== expected
    )
      return 'Thought signature is not valid.';
  }
  if (contents.at(-1)?.role === 'model') return 'Please ensure that the conversation ends with a user turn.';
  return null;
}

function refuse(response: HttpReply, code: number, status: string, text: string, details: unknown[] = []): void {
  response
    .writeHead(code, { 'content-type': 'application/json; charset=UTF-8' })
    .end(JSON.stringify({ error: { code, message: text, status, details } }));
}

function streamOf(model: string, spoken: GoogleSpoken): StreamPart[] {
  const responseId = randomUUID();
  const chunk = (value: object): string =>
    `data: ${JSON.stringify({ ...value, modelVersion: model, responseId, usageMetadata: { promptTokenCount: 20, cachedContentTokenCount: 5, candidatesTokenCount: 4, thoughtsTokenCount: 2, totalTokenCount: 26 } })}\r\n\r\n`;
  if (spoken.blocked !== undefined)
    return [{ wire: chunk({ promptFeedback: { blockReason: spoken.blocked } }), last: true }];
  const said = (value: object): string =>
    chunk({ candidates: [{ index: 0, content: { role: 'model', parts: [value] } }] });
  const parts: StreamPart[] = [];
  for (const piece of pieces(spoken.thought ?? '', 12))
    parts.push({ wire: said({ text: piece, thought: true }), spoken: true });
  for (const piece of pieces(spoken.text ?? '', 12)) parts.push({ wire: said({ text: piece }), spoken: true });
  for (const [index, { name, args }] of (spoken.calls ?? []).entries()) {
    const signature = index === 0 ? { thoughtSignature: signatureOf(name, args) } : {};
    const wire = said({ functionCall: { name, ...(args ? { args } : {}) }, ...signature });
    // A call comes in one event; the break is in the middle of its bytes.
    const middle = wire.indexOf(JSON.stringify(name)) + 1;
    parts.push(
      { wire: wire.slice(0, middle), spoken: true },
      { wire: wire.slice(middle), spoken: true, toolJson: true },
    );
  }
  parts.push({
    wire: chunk({
      candidates: [
        { index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: spoken.finishReason ?? 'STOP' },
      ],
    }),
    last: true,
  });
  return parts;
}
