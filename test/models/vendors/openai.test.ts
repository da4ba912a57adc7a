import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { Message } from '../../../src/models/message.ts';
import type { CallOptions } from '../../../src/models/vendors/vendor-client.ts';
import { createOpenAI } from '../../../src/models/vendors/openai.ts';
import { createOpenAIStream } from '../../../src/models/vendors/openai-wire.ts';
import type { Delta } from '../../../src/models/provider.ts';
import { openInProcess } from '../../support/in-process.ts';
import { openOpenAIApi, type OpenAIApi, type OpenAIReply } from '../../support/openai-api.ts';
import { base64, createImpatientClock, failure, request, user } from '../../support/model-calls.ts';

const open: OpenAIApi[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

async function setUp(script: (index: number) => OpenAIReply, options: Partial<CallOptions> = {}) {
  const api = await openOpenAIApi((_request, index) => script(index), {
    reasoning: options.profile === 'vendor',
    open: openInProcess,
  });
  open.push(api);
  return {
    api,
    provider: createOpenAI({
      apiKey: '',
      baseUrl: `${api.url}/v1`,
      log: silentLog,
      clock: createImpatientClock(),
      ...options,
    }),
  };
}

describe('A call of an OpenAI-compatible server', () => {
  it('streams text and usage, with the key "local" and the portable keys', async () => {
    const { api, provider } = await setUp(() => ({ text: 'A somewhat longer answer.', reasoning: 'Let me think.' }));
    const deltas: Delta[] = [];
    const answer = await provider.complete(request([user('Hi')]), (delta) => deltas.push(delta));
    expect(answer).toMatchObject({
      model: 'openai/some/model',
      stopReason: 'end_turn',
      content: [{ type: 'text', text: 'A somewhat longer answer.' }],
      usage: { output: 7, cacheRead: 3 },
    });
    expect(deltas.filter((delta) => delta.type === 'thinking').length).toBeGreaterThan(0);
    expect(api.requests[0]?.headers.authorization).toBe('Bearer local');
    expect(Object.keys(api.requests[0]?.body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'stream',
      'stream_options',
      'tools',
    ]);
  });

  it('calls tools in parallel and sends their results as tool messages, arguments verbatim', async () => {
    const { api, provider } = await setUp((index) =>
      index === 0
        ? {
            text: 'Wait.',
            calls: [
              { name: 'echo', arguments: '{ "text" : "a" }' },
              { name: 'echo', arguments: { text: 'ü' } },
            ],
          }
        : 'Done.',
    );
    const first = await provider.complete(request([user('Go')]));
    expect(first.stopReason).toBe('tool_use');
    expect(first.content).toMatchObject([
      { type: 'text' },
      { type: 'tool_use', input: { text: 'a' }, raw: '{ "text" : "a" }' },
      { type: 'tool_use', input: { text: 'ü' } },
    ]);
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'said', is_error: false }]
        : [],
    );
    await provider.complete(
      request([
        user('Go'),
        { role: 'assistant', content: first.content },
        { role: 'user', content: [...results, { type: 'text', text: 'And?' }] },
      ]),
    );
    expect(api.refused()).toEqual([]);
    const sent = api.requests[1]?.body.messages ?? [];
    expect(sent.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
    expect(sent[2]).toMatchObject({ tool_calls: [{ function: { arguments: '{ "text" : "a" }' } }, {}] });
  });

  it('keeps arguments that are no JSON object raw, and takes none for an empty object', async () => {
    const { provider } = await setUp(() => ({
      calls: [
        { id: 'a', name: 'echo', arguments: '{"text": ' },
        { id: 'b', name: 'echo', arguments: '' },
      ],
    }));
    const { content } = await provider.complete(request([user('Go')]));
    expect(content).toEqual([
      { type: 'tool_use', id: 'a', name: 'echo', input: {}, raw: '{"text": ' },
      { type: 'tool_use', id: 'b', name: 'echo', input: {}, raw: '{}' },
    ]);
  });

  it('holds the vendor to a schema and uses its own name of the token limit', async () => {
    const { api, provider } = await setUp(() => '{}', { profile: 'vendor', apiKey: 'k' });
    const closed = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    await provider.complete(request([user('Go')], { tools: [], outputSchema: closed }));
    await provider.complete(
      request([user('Go')], { tools: [], outputSchema: { type: 'object', properties: { a: { type: 'string' } } } }),
    );
    expect(api.refused()).toEqual([]);
    expect(api.requests.map((sent) => sent.body.response_format?.json_schema.strict)).toEqual([true, false]);
    expect(api.requests[0]?.body.max_completion_tokens).toBe(2048);
  });

  it('sends images and documents where they are taken and says so where not', async () => {
    const message: Message = {
      role: 'user',
      content: [
        { type: 'image', source: base64('image/png', 'AAAA') },
        { type: 'document', title: 'a.pdf', source: base64('application/pdf', 'AAAA') },
        { type: 'document', source: base64('text/plain', Buffer.from('héllo').toString('base64')) },
      ],
    };
    const vendor = await setUp(() => 'ok', { profile: 'vendor', apiKey: 'k' });
    await vendor.provider.complete(request([message]));
    expect(vendor.api.requests[0]?.body.messages[1]?.content).toMatchObject([
      { type: 'image_url' },
      { type: 'file' },
      { type: 'text', text: 'A document:\nhéllo' },
    ]);
    const other = await setUp(() => 'ok');
    await other.provider.complete(request([message]));
    expect(other.api.requests[0]?.body.messages[1]?.content).toMatchObject([
      { type: 'image_url' },
      { type: 'text', text: expect.stringContaining('cannot take it') as string },
      { type: 'text' },
    ]);
    expect([...vendor.api.refused(), ...other.api.refused()]).toEqual([]);
  });

  it.each([
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
    ['stop', 'end_turn'],
    ['eaten_by_bears', 'eaten_by_bears'],
  ])('maps the finish reason %s to %s', async (finishReason, stopReason) => {
    const { provider } = await setUp(() => ({ text: 'x', finishReason }));
    expect((await provider.complete(request([user('Go')]))).stopReason).toBe(stopReason);
  });

  it('reads the odd chunks of local servers', () => {
    const stream = createOpenAIStream(() => undefined);
    const calls = (...tool_calls: object[]) => ({ choices: [{ delta: { tool_calls } }] });
    stream.take(calls({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x":1}' } }));
    stream.take(calls({ index: 0, id: 'b', function: { name: 'two', arguments: { y: 2 } } }));
    stream.take(calls({ function: { name: 'three' } }));
    stream.take({ choices: [{ delta: null, finish_reason: 'stop' }] });
    const { content, stopReason } = stream.result();
    expect(stopReason).toBe('tool_use');
    expect(content).toMatchObject([
      { id: 'a', name: 'one', input: { x: 1 } },
      { id: 'b', name: 'two', input: { y: 2 } },
    ]);
  });
});

describe('A call of an OpenAI-compatible server that goes wrong', () => {
  it.each([
    [{ status: 500 }, 'overloaded', 4],
    [{ status: 429 }, 'rate_limit', 4],
    [{ status: 429, errorType: 'insufficient_quota' }, 'billing', 1],
    [{ status: 401 }, 'auth', 1],
    [{ status: 402 }, 'billing', 1],
    [{ status: 400, errorType: 'context_length_exceeded' }, 'prompt_too_long', 1],
    [{ status: 400, message: "This model's maximum context length is 4096 tokens" }, 'prompt_too_long', 1],
    [{ status: 404 }, 'invalid_request', 1],
    [{ status: 'reset' }, 'network', 4],
    [{ status: 502, body: '<html>' }, 'overloaded', 4],
  ] as const)('meets %o with %s after %i tries', async (refusal, kind, tries) => {
    const { api, provider } = await setUp(() => refusal);
    expect(await failure(provider.complete(request([user('Go')])))).toMatchObject({ kind });
    expect(api.requests).toHaveLength(tries);
  });
});
