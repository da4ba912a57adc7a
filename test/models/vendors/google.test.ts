import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { CallOptions } from '../../../src/models/vendors/vendor-client.ts';
import { createGoogle } from '../../../src/models/vendors/google.ts';
import type { Message } from '../../../src/models/message.ts';
import type { Delta, ModelRequest } from '../../../src/models/provider.ts';
import { type GoogleApi, type GoogleReply, openGoogleApi } from '../../support/google-api.ts';
import { openInProcess } from '../../support/in-process.ts';
import { openLoopback, type OpenServer } from '../../support/loopback.ts';
import { base64, createImpatientClock, failure, request as anyRequest, user } from '../../support/model-calls.ts';

const open: GoogleApi[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

async function setUp(
  script: (index: number) => GoogleReply,
  options: Partial<CallOptions> = {},
  openServer: OpenServer = openInProcess,
) {
  const api = await openGoogleApi((_request, index) => script(index), { open: openServer });
  open.push(api);
  const clock = createImpatientClock();
  return {
    api,
    slept: clock.slept,
    provider: createGoogle({ apiKey: 'k', baseUrl: api.url, log: silentLog, clock, ...options }),
  };
}

/** To a model that insists on thought signatures. */
const request = (messages: Message[], more: Partial<ModelRequest> = {}) =>
  anyRequest(messages, { model: 'gemini-3-pro', ...more });

describe('A call of the Gemini API', () => {
  it('streams text and usage, thoughts as a preview only', async () => {
    const { api, provider } = await setUp(() => ({ text: 'A somewhat longer answer.', thought: 'Let me think.' }));
    const deltas: Delta[] = [];
    const answer = await provider.complete(request([user('Hi')], { toolChoice: 'none' }), (delta) =>
      deltas.push(delta),
    );
    expect(answer).toMatchObject({
      model: 'google/gemini-3-pro',
      stopReason: 'end_turn',
      content: [{ type: 'text', text: 'A somewhat longer answer.' }],
      usage: { input: 15, output: 6, cacheRead: 5 },
    });
    expect(deltas.some((delta) => delta.type === 'thinking')).toBe(true);
    expect(api.refused()).toEqual([]);
    expect(api.requests[0]?.body.toolConfig?.functionCallingConfig.mode).toBe('NONE');
  });

  it('calls tools in parallel, ids apart, and sends thought signatures back with the results', async () => {
    const { api, provider } = await setUp((index) =>
      index === 0
        ? {
            calls: [
              { name: 'echo', args: { text: 'a' } },
              { name: 'echo', args: { text: 'a' } },
            ],
          }
        : 'Done.',
    );
    const first = await provider.complete(request([user('Go')]));
    expect(first.stopReason).toBe('tool_use');
    const ids = first.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^google_echo_[0-9a-f]{12}$/);
    const stored = JSON.parse(JSON.stringify(first.content)) as typeof first.content;
    const results = ids.map((id) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: 'said',
      is_error: false,
    }));
    await provider.complete(
      request([user('Go'), { role: 'assistant', content: stored }, { role: 'user', content: results }]),
    );
    expect(api.refused()).toEqual([]);
    expect(api.requests[1]?.body.contents.at(-1)?.parts).toMatchObject([
      { functionResponse: { name: 'echo', response: { output: 'said' } } },
      {},
    ]);
  });

  it('takes over a turn that another model began', async () => {
    const { api, provider } = await setUp(() => 'Done.');
    const call: Message = {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'abc' },
        { type: 'tool_use', id: 'toolu_1', name: 'echo', input: {} },
      ],
    };
    await provider.complete(
      request([
        user('Go'),
        call,
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: 'oh', is_error: true },
            { type: 'text', text: 'And?' },
          ],
        },
      ]),
    );
    await provider.complete(
      request([
        user('Go'),
        call,
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'oh', is_error: true }] },
      ]),
    );
    expect(api.refused()).toEqual([]);
    expect(api.requests[1]?.body.contents).toMatchObject([
      {},
      { parts: [{ functionCall: { name: 'echo' }, thoughtSignature: 'skip_thought_signature_validator' }] },
      { parts: [{ functionResponse: { name: 'echo', response: { error: 'oh' } } }] },
    ]);
  });

  it('sends images and documents where they are taken and says so where not, also in the result of a tool', async () => {
    const { api, provider } = await setUp(() => 'ok');
    const ask: Message = {
      role: 'user',
      content: [
        { type: 'image', source: base64('image/png', 'AAAA') },
        { type: 'image', source: base64('image/tiff', 'AAAA') },
        { type: 'document', title: 'a.pdf', source: base64('application/pdf', 'AAAA') },
        { type: 'document', title: 'a.txt', source: base64('text/plain', Buffer.from('héllo').toString('base64')) },
        { type: 'document', source: base64('application/zip', 'AAAA') },
      ],
    };
    const call: Message = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'echo', input: {} }] };
    const answer: Message = {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          is_error: false,
          content: [
            { type: 'text', text: 'See:' },
            { type: 'image', source: base64('image/png', 'AAAA') },
          ],
        },
      ],
    };
    await provider.complete(request([ask, call, answer]));
    expect(api.refused()).toEqual([]);
    const refusal = expect.stringContaining('cannot take it') as string;
    expect(api.requests[0]?.body.contents[0]?.parts).toMatchObject([
      { inlineData: { mimeType: 'image/png' } },
      { text: refusal },
      { inlineData: { mimeType: 'application/pdf' } },
      { text: 'The document "a.txt":\nhéllo' },
      { text: refusal },
    ]);
    expect(api.requests[0]?.body.contents[2]?.parts).toMatchObject([
      {
        functionResponse: {
          response: { output: expect.stringMatching(/^See:\n\[An image.*cannot take it/) as string },
        },
      },
    ]);
  });

  it('holds the model to a schema where no tools are in the request', async () => {
    const { api, provider } = await setUp(() => '{}');
    const outputSchema = { type: 'object', properties: {} };
    await provider.complete(request([user('Go')], { tools: [], outputSchema }));
    await provider.complete(request([user('Go')], { outputSchema }));
    expect(api.refused()).toEqual([]);
    expect(api.requests.map((sent) => sent.body.generationConfig?.responseJsonSchema)).toEqual([
      outputSchema,
      undefined,
    ]);
  });

  it.each([
    ['MAX_TOKENS', 'max_tokens'],
    ['SAFETY', 'refusal'],
    ['EATEN_BY_BEARS', 'EATEN_BY_BEARS'],
  ])('maps the finish reason %s to %s', async (finishReason, stopReason) => {
    const { provider } = await setUp(() => ({ text: 'x', finishReason }));
    expect((await provider.complete(request([user('Go')]))).stopReason).toBe(stopReason);
  });

  it('takes a blocked prompt for a refusal', async () => {
    const { provider } = await setUp(() => ({ blocked: 'PROHIBITED_CONTENT' }));
    expect(await provider.complete(request([user('Go')]))).toMatchObject({ stopReason: 'refusal', content: [] });
  });
});

describe('A call of the Gemini API that goes wrong', () => {
  it('asks again where the model garbled its own call', async () => {
    const { provider } = await setUp((index) =>
      index === 0 ? { text: '', finishReason: 'MALFORMED_FUNCTION_CALL' } : 'whole',
    );
    expect((await provider.complete(request([user('Go')]))).content).toEqual([{ type: 'text', text: 'whole' }]);
  });

  it('waits as long as the body asks', async () => {
    const { provider, slept } = await setUp((index) => (index === 0 ? { status: 429, retryDelay: '7.5s' } : 'ok'));
    await provider.complete(request([user('Go')]));
    expect(slept).toEqual([7500]);
  });

  it.each([
    [{ status: 500 }, 'overloaded', 4],
    [{ status: 429 }, 'rate_limit', 4],
    [{ status: 403 }, 'auth', 1],
    [{ status: 400, message: 'API key not valid. Please pass a valid API key.' }, 'auth', 1],
    [
      { status: 400, message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).' },
      'prompt_too_long',
      1,
    ],
    [{ status: 'reset' }, 'network', 4],
    [{ status: 502, body: '<html>' }, 'overloaded', 4],
  ] as const)('meets %o with %s after %i tries', async (refusal, kind, tries) => {
    // Only a real socket is reset as the library tells it.
    const server = refusal.status === 'reset' ? openLoopback : openInProcess;
    const { api, provider } = await setUp(() => refusal, {}, server);
    expect(await failure(provider.complete(request([user('Go')])))).toMatchObject({ kind });
    expect(api.requests).toHaveLength(tries);
  });
});
