import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { CallOptions } from '../../../src/models/vendors/vendor-client.ts';
import { createAnthropic } from '../../../src/models/vendors/anthropic.ts';
import type { ContentBlock, Message } from '../../../src/models/message.ts';
import type { Delta } from '../../../src/models/provider.ts';
import { openInProcess } from '../../support/in-process.ts';
import {
  calls,
  type MessagesApi,
  type MessagesApiOptions,
  openMessagesApi,
  says,
  type Script,
  thinks,
} from '../../support/messages-api.ts';
import { base64, createImpatientClock, failure, request, results, user } from '../../support/model-calls.ts';

const open: MessagesApi[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

async function setUp(script: Script, options: Partial<CallOptions> = {}, server: MessagesApiOptions = {}) {
  const api = await openMessagesApi(script, { ...server, open: openInProcess });
  open.push(api);
  const clock = createImpatientClock();
  const provider = createAnthropic({ apiKey: 'sk-test', baseUrl: api.url, log: silentLog, clock, ...options });
  return { api, clock, provider };
}

describe('A call of the Messages API', () => {
  it('streams a preview and returns the whole response with its usage', async () => {
    const { api, provider } = await setUp(() => 'Hello there, this is a somewhat longer answer.');
    const deltas: Delta[] = [];
    const answer = await provider.complete(request([user('Hi')]), (delta) => deltas.push(delta));
    expect(answer).toMatchObject({
      model: 'anthropic/some/model',
      stopReason: 'end_turn',
      content: [says('Hello there, this is a somewhat longer answer.')],
    });
    expect(answer.usage.input).toBeGreaterThan(0);
    expect(deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join('')).toBe(
      'Hello there, this is a somewhat longer answer.',
    );
    expect(api.requests[0]?.headers.authorization).toBe('Bearer sk-test');
  });

  it('sends a portable request to a host that is not the vendor, with the key "local" when there is none', async () => {
    const { api, provider } = await setUp(() => 'ok', { apiKey: '' }, { portable: true });
    await provider.complete(request([user('Hi')], { outputSchema: { type: 'object', properties: {} } }));
    expect(api.requests[0]?.headers.authorization).toBe('Bearer local');
    expect(Object.keys(api.requests[0]?.body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'stream',
      'system',
      'tools',
    ]);
    expect(api.requests[0]?.body).toMatchObject({ system: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }] });
  });

  it('omits an empty tool list and an empty system, and forbids calls with tool_choice none', async () => {
    const { api, provider } = await setUp(() => 'ok');
    await provider.complete(request([user('Hi')], { tools: [], system: '', toolChoice: 'none' }));
    await provider.complete(request([user('Hi')], { toolChoice: 'none' }));
    expect(Object.keys(api.requests[0]?.body ?? {}).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
    expect(api.requests[1]?.body.tool_choice).toEqual({ type: 'none' });
  });

  it('carries thinking, redacted thinking and parallel calls back byte for byte, in order', async () => {
    const { api, provider } = await setUp((_request, index) =>
      index === 0
        ? [
            thinks('First…'),
            thinks('Second…'),
            { type: 'redacted_thinking' },
            says('Let me see.'),
            calls('echo', { text: 'a "b"\n' }),
            calls('echo', { text: 'ü' }),
          ]
        : [thinks('Third'), says('Done.')],
    );
    const first = await provider.complete(request([user('Go')]));
    expect(first.content.map((block) => block.type)).toEqual([
      'thinking',
      'thinking',
      'redacted_thinking',
      'text',
      'tool_use',
      'tool_use',
    ]);
    const stored = JSON.parse(JSON.stringify(first.content)) as ContentBlock[];
    const second = await provider.complete(
      request([user('Go'), { role: 'assistant', content: stored }, results(stored, 'said')]),
    );
    expect(second.stopReason).toBe('end_turn');
    expect(api.refused()).toEqual([]);
  });

  it('leaves the signature key out where there is none', async () => {
    const { api, provider } = await setUp(() => 'ok');
    const thought: Message = {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'hm', signature: null }, says('x') as ContentBlock],
    };
    await failure(provider.complete(request([user('a'), thought, user('b')])));
    expect(api.requests[0]?.body.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'x' },
    ]);
  });

  it('calls a refused signature by its name', async () => {
    const { provider } = await setUp(() => [thinks('hm'), calls('echo', {})]);
    const first = await provider.complete(request([user('Go')]));
    const changed = request([user('Go!'), { role: 'assistant', content: first.content }, results(first.content, 'x')]);
    expect(await failure(provider.complete(changed))).toMatchObject({ kind: 'signature' });
  });

  it('leaves out a block without a type, and runs the calls of an answer that is said to be over', async () => {
    const { provider } = await setUp(() => ({
      content: [{ type: 'other', block: { type: null as never } }, calls('echo', { text: 'a' })],
      stopReason: 'end_turn',
    }));
    const answer = await provider.complete(request([user('Go')]));
    expect(answer).toMatchObject({ stopReason: 'tool_use', content: [{ type: 'tool_use', input: { text: 'a' } }] });
    expect(answer.content).toHaveLength(1);
  });

  it('never sends empty text, empty messages or two messages of one role', async () => {
    const { api, provider } = await setUp(() => 'ok');
    const text = (said: string): ContentBlock => ({ type: 'text', text: said });
    await provider.complete(
      request([
        { role: 'user', content: [text(' '), text('a')] },
        { role: 'assistant', content: [text('')] },
        user('b'),
      ]),
    );
    expect(api.refused()).toEqual([]);
    expect(api.requests[0]?.body.messages).toEqual([{ role: 'user', content: [text('a'), text('b')] }]);
  });

  it('puts a line of text where an attachment is of a kind that is not taken', async () => {
    const { api, provider } = await setUp(() => 'ok');
    await provider.complete(
      request([
        {
          role: 'user',
          content: [
            { type: 'image', source: base64('image/png', 'AAAA') },
            { type: 'image', source: base64('image/tiff', 'AAAA') },
            { type: 'document', title: 'a.txt', source: base64('text/plain', Buffer.from('héllo').toString('base64')) },
            { type: 'document', source: base64('application/zip', 'AAAA') },
          ],
        },
      ]),
    );
    expect(api.refused()).toEqual([]);
    expect(api.requests[0]?.body.messages[0]?.content).toMatchObject([
      { type: 'image' },
      { type: 'text' },
      { type: 'document', source: { type: 'text', data: 'héllo' } },
      { type: 'text' },
    ]);
  });

  it('keeps stop reasons, blocks and events that it does not know', async () => {
    const { api, provider } = await setUp((_request, index) =>
      index === 0
        ? {
            content: [{ type: 'other', block: { type: 'hologram', beam: [1, 2] } }, says('See?')],
            stopReason: 'out_of_light',
            extraEvents: [{ event: 'sparkle', data: { type: 'sparkle' } }],
          }
        : 'ok',
    );
    const first = await provider.complete(request([user('Go')]));
    expect(first).toMatchObject({
      stopReason: 'out_of_light',
      content: [{ type: 'unknown', raw: { type: 'hologram', beam: [1, 2] } }, says('See?')],
    });
    await provider.complete(request([user('Go'), { role: 'assistant', content: first.content }, user('More')]));
    expect(api.requests[1]?.body.messages[1]?.content).toEqual([
      { type: 'hologram', beam: [1, 2] },
      { type: 'text', text: 'See?' },
    ]);
  });

  it('keeps arguments that are no JSON object raw', async () => {
    const { provider } = await setUp(() => ({
      content: [{ type: 'tool_use', id: 'a', name: 'echo', input: {}, json: '{"text": "cut' }],
      stopReason: 'max_tokens',
    }));
    const { content } = await provider.complete(request([user('Go')]));
    expect(content).toEqual([{ type: 'tool_use', id: 'a', name: 'echo', input: {}, raw: '{"text": "cut' }]);
  });
});

describe('A call that goes wrong', () => {
  it('waits as long as the server asks, then as its own back-off says', async () => {
    const { clock, provider } = await setUp((_request, index) =>
      index === 0 ? { status: 429, retryAfterSeconds: 7 } : index === 1 ? { status: 529 } : 'ok',
    );
    await provider.complete(request([user('Go')]));
    expect(clock.slept[0]).toBe(7000);
    expect(clock.slept[1]).toBeGreaterThan(500);
    expect(clock.slept[1]).toBeLessThan(1500);
  });

  it('gives up at once where the server asks for longer than it will wait', async () => {
    const { api, provider } = await setUp(() => ({ status: 429, retryAfterSeconds: 3600 }));
    expect(await failure(provider.complete(request([user('Go')])))).toMatchObject({
      kind: 'rate_limit',
      details: { retryAfterMs: 3_600_000 },
    });
    expect(api.requests).toHaveLength(1);
  });

  it.each([
    [500, 'overloaded', 4],
    [504, 'timeout', 4],
    [529, 'overloaded', 4],
    [401, 'auth', 1],
    [402, 'billing', 1],
    [403, 'auth', 1],
    [400, 'invalid_request', 1],
    [413, 'prompt_too_long', 1],
    ['reset', 'network', 4],
  ] as const)('meets %s with %s after %i tries', async (status, kind, tries) => {
    const { api, provider } = await setUp(() => ({ status }));
    expect(await failure(provider.complete(request([user('Go')])))).toMatchObject({ kind });
    expect(api.requests).toHaveLength(tries);
  });

  it('knows a prompt that is too long, and an HTML page from a proxy', async () => {
    const long = await setUp(() => 'ok', {}, { contextTokens: 10 });
    expect(await failure(long.provider.complete(request([user('x'.repeat(1000))])))).toMatchObject({
      kind: 'prompt_too_long',
    });
    const proxy = await setUp(() => ({ status: 502, body: '<html>Bad gateway</html>' }));
    expect(await failure(proxy.provider.complete(request([user('Go')])))).toMatchObject({
      kind: 'overloaded',
      details: { status: 502 },
    });
  });
});

describe('The prompt cache, counted as the vendor does', () => {
  it('reads the frozen prefix and the earlier turns from the cache', async () => {
    let now = 0;
    const { api, provider } = await setUp(() => 'A short answer.', { profile: 'vendor' }, { now: () => now });
    const system = 'All that is known. '.repeat(300);
    const messages: Message[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      messages.push(user(`Question ${turn}: ${'why '.repeat(40)}`));
      const answer = await provider.complete(request(messages, { system }));
      messages.push({ role: 'assistant', content: answer.content });
      now += 60_000;
    }
    expect(api.refused()).toEqual([]);
    const usages = api.requests.map((sent) => sent.usage);
    expect(usages[0]).toMatchObject({ cache_read_input_tokens: 0 });
    expect(usages[0]?.cache_creation.ephemeral_1h_input_tokens).toBeGreaterThan(1000);
    for (const usage of usages.slice(1))
      expect(
        (usage?.cache_read_input_tokens ?? 0) /
          (usage ? usage.cache_read_input_tokens + usage.cache_creation_input_tokens + usage.input_tokens : 1),
      ).toBeGreaterThan(0.9);
    now += 20 * 60_000;
    messages.push(user('Still there?'));
    const late = await provider.complete(request(messages, { system }));
    // The tail's five minutes are over, the hour of system and tools is not.
    expect(late.usage.cacheRead).toBe(usages[0]?.cache_creation.ephemeral_1h_input_tokens);
  });
});
