// Whatever shape the events of a stream have, through each vendor's real client library: a call ends with an answer that can
// be stored, counted and sent back, or with an error that says what is wrong with the stream.
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { ProviderError } from '../../../src/models/provider.ts';
import { callers } from '../../../src/models/create-provider.ts';
import { type VendorName, vendorNames } from '../../../src/models/vendors/vendors.ts';
import { openInProcess } from '../../support/in-process.ts';
import type { HttpReply, Loopback } from '../../support/loopback.ts';
import { createImpatientClock, request, user } from '../../support/model-calls.ts';
import { anyValue, mutantsOf, seed } from '../../support/mutants.ts';
import { propertyRuns } from '../../support/property-runs.ts';

let api: Loopback | null = null;
afterEach(async () => {
  await api?.close();
});

const usage = { input_tokens: 3, output_tokens: 2, cache_creation: { ephemeral_1h_input_tokens: 1 } };

/** An answer with words and a call of a tool, as each vendor streams it. */
const streams: Readonly<Record<VendorName, readonly unknown[]>> = {
  anthropic: [
    {
      type: 'message_start',
      message: { id: 'm', role: 'assistant', content: [], model: 'm', usage, stop_reason: null },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'one' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't', name: 'echo', input: {} } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"text":"two"}' } },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage },
    { type: 'message_stop' },
  ],
  openai: [
    { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { role: 'assistant', content: 'one' } }] },
    { choices: [{ index: 0, delta: { reasoning: 'hm', refusal: null } }] },
    {
      choices: [
        { index: 0, delta: { tool_calls: [{ index: 0, id: 't', function: { name: 'echo', arguments: '{"a"' } }] } },
      ],
    },
    { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } } },
  ],
  google: [
    {
      responseId: 'r',
      candidates: [{ content: { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'one' }] } }],
    },
    {
      candidates: [
        { content: { parts: [{ functionCall: { name: 'echo', args: { a: [1] } }, thoughtSignature: 'c2ln' }] } },
      ],
    },
    {
      candidates: [{ content: { parts: [] }, finishReason: 'STOP' }],
      promptFeedback: {},
      usageMetadata: {
        promptTokenCount: 3,
        candidatesTokenCount: 2,
        thoughtsTokenCount: 1,
        cachedContentTokenCount: 1,
      },
    },
  ],
};

function speak(response: HttpReply, name: VendorName, events: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const type = (event as { type?: unknown } | null)?.type;
    const line = name === 'anthropic' ? `event: ${typeof type === 'string' ? type.replaceAll(/\s/g, '') : 'x'}\n` : '';
    response.write(`${line}data: ${JSON.stringify(event) ?? 'null'}\n\n`);
  }
  response.end(name === 'openai' ? 'data: [DONE]\n\n' : '');
}

describe.each(vendorNames)('a stream of %s', (name) => {
  test('of any shape ends in an answer of use or in an error of the stream', async () => {
    let events: readonly unknown[] = [];
    api = await openInProcess(async (_, response) => speak(response, name, events));
    const provider = callers[name]({
      apiKey: 'key',
      baseUrl: name === 'openai' ? `${api.url}/v1` : api.url,
      log: silentLog,
      clock: createImpatientClock(),
      retry: { attempts: 1, baseMs: 1, maxWaitMs: 1 },
    });
    const sound = streams[name];
    const shapes = fc.oneof(
      { weight: 6, arbitrary: mutantsOf(sound) as fc.Arbitrary<readonly unknown[]> },
      { weight: 1, arbitrary: fc.shuffledSubarray([...sound, ...sound]) },
      { weight: 1, arbitrary: anyValue.map((value) => [value, ...sound]) },
    );
    let answers = 0;
    for (const shape of fc.sample(shapes, { seed, numRuns: propertyRuns(25) })) {
      events = Array.isArray(shape) ? shape : [shape];
      try {
        const answer = await provider.complete(request([user('Go')]));
        answers += 1;
        expect(Object.values(answer.usage).every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
        expect(JSON.parse(JSON.stringify(answer.content))).toEqual(answer.content);
        // What was said is sent back with the next message.
        await provider
          .complete(request([user('Go'), { role: 'assistant', content: answer.content }, user('On')]))
          .catch(isOfStream);
      } catch (error) {
        isOfStream(error);
      }
    }
    expect(answers).toBeGreaterThan(0);
  });
});

/** An API may well refuse what its own stream had said. */
function isOfStream(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
}
