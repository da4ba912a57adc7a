// Any stored history, begun with any model, becomes a request that each vendor's strict server takes.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createAnthropic } from '../../src/provider/anthropic.ts';
import { createGoogle } from '../../src/provider/google.ts';
import type { ContentBlock, Message, ToolUseBlock } from '../../src/provider/message.ts';
import { createOpenAI } from '../../src/provider/openai.ts';
import type { Provider } from '../../src/provider/provider.ts';
import { createRouter } from '../../src/provider/router.ts';
import { type GoogleApi, openGoogleApi } from '../support/google-api.ts';
import { type MessagesApi, openMessagesApi } from '../support/messages-api.ts';
import { openOpenAIApi, type OpenAIApi } from '../support/openai-api.ts';

// What is stored: several models' calls with their oddities, results of all kinds, attachments, blank text.
const said = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom('', ' ', '\n', 'hello', '😀'));
const text: fc.Arbitrary<ContentBlock> = said.map((value) => ({ type: 'text', text: value }));
const attachment: fc.Arbitrary<ContentBlock> = fc.constantFrom<ContentBlock>(
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  { type: 'image', source: { type: 'base64', media_type: 'image/tiff', data: 'AAAA' } },
  { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
  { type: 'document', source: { type: 'base64', media_type: 'text/markdown', data: 'aGVsbG8=' } },
  { type: 'document', source: { type: 'base64', media_type: 'application/zip', data: 'AAAA' } },
);
const input = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
// Ids repeat on purpose, are too long for OpenAI or hold what Anthropic does not take.
const id = fc.oneof(fc.constantFrom('call_0', 'call_1', 'functions.echo:0'), fc.uuid(), fc.stringMatching(/^google_[a-z]{30,50}$/));
const call: fc.Arbitrary<ToolUseBlock> = fc.record({
  type: fc.constant('tool_use' as const),
  id,
  name: fc.constantFrom('echo', 'memory_search'),
  input,
  raw: fc.option(fc.constantFrom('{"x": ', '{ }'), { nil: undefined }),
  signature: fc.option(fc.constant('c2ln'), { nil: undefined }),
}) as fc.Arbitrary<ToolUseBlock>;
const thinking: fc.Arbitrary<ContentBlock> = fc.constantFrom<ContentBlock>({ type: 'thinking', thinking: 'hm', signature: 'abc' }, { type: 'thinking', thinking: '', signature: null }, { type: 'redacted_thinking', data: 'xyz' });
const resultText = fc.oneof(fc.constantFrom('', 'said', '{"a":1}'), fc.string({ maxLength: 20 }));
const result = fc.oneof(resultText, fc.array(fc.oneof(text, attachment.filter((block) => block.type === 'image')), { maxLength: 2 }));
const round = fc.record({
  thinking: fc.array(thinking, { maxLength: 2 }),
  text: fc.array(text, { maxLength: 1 }),
  calls: fc.uniqueArray(call, { minLength: 1, maxLength: 3, selector: (one) => one.id }),
  results: fc.array(fc.tuple(result, fc.boolean()), { minLength: 3, maxLength: 3 }),
});
const turn = fc.record({
  ask: fc.array(fc.oneof(text, attachment), { minLength: 1, maxLength: 3 }),
  model: fc.constantFrom('anthropic/other', 'openai/other', 'google/other', 'offline'),
  rounds: fc.array(round, { maxLength: 3 }),
  answer: fc.array(fc.oneof(text, thinking), { minLength: 1, maxLength: 2 }),
});

/** As the session hands it over: roles alternate and calls are paired, within a message everything is possible. */
function historyOf(turns: readonly (typeof turn extends fc.Arbitrary<infer Value> ? Value : never)[], open: boolean): Message[] {
  const messages: Message[] = [];
  for (const [index, { ask, model, rounds, answer }] of turns.entries()) {
    messages.push({ role: 'user', content: [...ask, { type: 'text', text: 'Please.' }] });
    for (const { thinking: thoughts, text: words, calls, results } of rounds) {
      messages.push({ role: 'assistant', model, content: [...thoughts, ...words, ...calls] });
      messages.push({ role: 'user', content: calls.map((one, place) => ({ type: 'tool_result', tool_use_id: one.id, content: (results[place]?.[0] ?? '') as string, is_error: results[place]?.[1] ?? false })) });
    }
    const last = index === turns.length - 1;
    if (!last || !open) messages.push({ role: 'assistant', model, content: [...answer, { type: 'text', text: 'So it is.' }] });
  }
  if (messages.at(-1)?.role === 'assistant') messages.push({ role: 'user', content: [{ type: 'text', text: 'Go on.' }] });
  return messages;
}

let anthropic: MessagesApi;
let openai: OpenAIApi;
let google: GoogleApi;
const providers: Record<string, Provider> = {};
beforeAll(async () => {
  anthropic = await openMessagesApi(() => 'ok');
  openai = await openOpenAIApi(() => 'ok');
  google = await openGoogleApi(() => 'ok');
  const common = { apiKey: 'k', log: silentLog, clock: systemClock, retry: { attempts: 1, baseMs: 1, maxWaitMs: 1 } };
  const route = (ref: string, provider: Provider) => createRouter({ candidates: [{ ref, provider, model: ref.slice(ref.indexOf('/') + 1), contextTokens: 1_000_000 }], clock: systemClock, log: silentLog });
  providers['anthropic'] = route('anthropic/claude', createAnthropic({ ...common, baseUrl: anthropic.url, profile: 'vendor' }));
  providers['openai'] = route('openai/gpt', createOpenAI({ ...common, baseUrl: `${openai.url}/v1` }));
  providers['google'] = route('google/gemini-3-pro', createGoogle({ ...common, baseUrl: google.url }));
});
afterAll(async () => {
  for (const api of [anthropic, openai, google]) await api.close();
});

describe('Any stored history', () => {
  const tools = ['echo', 'memory_search'].map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }));
  it.each(['anthropic', 'openai', 'google'])('is a request that %s takes', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), fc.boolean(), async (turns, open) => {
        const messages = historyOf(turns, open);
        const before = JSON.stringify(messages);
        const response = await providers[name]?.complete({ model: '', system: 'Be brief.', tools, messages, maxTokens: 100 });
        expect(response?.model).toMatch(new RegExp(`^${name}/`));
        expect(JSON.stringify(messages)).toBe(before);
      }),
      { numRuns: 150 },
    );
    expect([...anthropic.refused(), ...openai.refused(), ...google.refused()].map((request) => request.refusal)).toEqual([]);
  });
});
