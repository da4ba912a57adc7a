// Turns against the strict loopback Messages API, through the real provider: it refuses what the vendor would refuse,
// binds thinking to its exact prefix, and counts cache hits.
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/agent/tool.ts';
import { silentLog } from '../../src/base/log.ts';
import { createAnthropic } from '../../src/models/vendors/anthropic.ts';
import { type Bench, type ManualClock, createManualClock, setUp } from '../support/assistant.ts';
import {
  type MessagesApi,
  calls,
  lastToolResults,
  lastUserText,
  openMessagesApi,
  says,
  thinks,
} from '../support/messages-api.ts';

let api: MessagesApi | undefined;
afterEach(async () => {
  await api?.close();
});

function provider(clock: ManualClock, url: string) {
  return createAnthropic({
    apiKey: 'key',
    baseUrl: url,
    profile: 'vendor',
    clock,
    log: silentLog,
    retry: { attempts: 2, baseMs: 1, maxWaitMs: 10 },
  });
}

async function setUpStrict(
  script: Parameters<typeof openMessagesApi>[0],
  overrides: Parameters<typeof setUp>[1] = {},
): Promise<{ bench: Bench; api: MessagesApi; clock: ManualClock }> {
  const clock = createManualClock();
  api = await openMessagesApi(script, { now: () => clock.now().getTime() });
  return { bench: await setUp(provider(clock, api.url), { clock, ...overrides }), api, clock };
}

test('thinking goes back unchanged after the process died between a call and its result, and the API takes it', async () => {
  const hang = defineTool({
    name: 'hang',
    description: 'Hangs.',
    effects: {},
    input: z.object({}),
    run: () => new Promise<string>(() => undefined),
  });
  const { bench, api, clock } = await setUpStrict(
    (request, index) => {
      if (index === 0)
        return [
          thinks('one'),
          thinks('two'),
          { type: 'redacted_thinking' },
          says('Let me see.'),
          calls('hang', {}),
          calls('echo', { text: 'x' }),
        ];
      return lastToolResults(request.body).length > 0 ? 'It was interrupted.' : 'Fine.';
    },
    { extraTools: [hang] },
  );
  void bench.tell('go', 'a');
  await expect.poll(() => bench.events.some((event) => event.type === 'tool_started')).toBe(true);
  const again = await bench.restart(provider(clock, api.url));
  expect((await again.tell('go', 'a')).reply).toBe('It was interrupted.');
  expect((await again.tell('and now?', 'b')).reply).toBe('Fine.');
  expect(api.refused()).toEqual([]);
  const kinds = ((api.requests[1]?.body.messages[1]?.content ?? []) as { type: string }[]).map((block) => block.type);
  expect(kinds).toEqual(['thinking', 'thinking', 'redacted_thinking', 'text', 'tool_use', 'tool_use']);
  expect(JSON.stringify(api.requests[2]?.body)).not.toContain('"thinking":"one"');
});

test('a day of tool use, thinking, pauses and broken streams is never refused', async () => {
  const { bench, api } = await setUpStrict((request, index) => {
    if (index % 7 === 3) return { content: [says('Half an ans')], break: { at: 'half', how: 'cut' } };
    if (lastToolResults(request.body).length > 0) return [thinks('so'), says(`Done ${index}.`)];
    if (index % 5 === 0) return { content: [thinks('hm'), says('Working')], stopReason: 'pause_turn' };
    return [
      thinks(`about ${lastUserText(request.body).length}`),
      calls('echo', { text: 'x' }),
      calls('echo', { text: 'y' }),
    ];
  });
  for (let turn = 0; turn < 15; turn += 1) {
    bench.clock.advance(60_000);
    await bench.tell(`message ${turn}`);
  }
  expect(api.refused().map((request) => request.refusal)).toEqual([]);
  expect(bench.posts.filter((post) => post.dedupe === 'answer')).toHaveLength(15);
  expect(JSON.stringify(bench.posts)).not.toContain('Half an ans');
});

test('a thinking block that the API no longer takes costs one retry, and the turn goes on', async () => {
  const hang = defineTool({
    name: 'hang',
    description: 'Hangs.',
    effects: {},
    input: z.object({}),
    run: () => new Promise<string>(() => undefined),
  });
  const { bench, clock } = await setUpStrict(() => [thinks('one'), calls('hang', {})], { extraTools: [hang] });
  void bench.tell('go', 'a');
  await expect.poll(() => bench.events.some((event) => event.type === 'tool_started')).toBe(true);
  const foreign = await openMessagesApi(() => 'Done.', { secret: 'another' });
  try {
    const again = await bench.restart(provider(clock, foreign.url));
    expect((await again.tell('go', 'a')).reply).toBe('Done.');
    expect((await again.tell('more', 'b')).reply).toBe('Done.');
    expect(foreign.refused()).toHaveLength(1);
  } finally {
    await foreign.close();
  }
});

test('over a day of 60 turns with tools, most of what is sent is read from the cache', async () => {
  const memory = `# Memory\n${Array.from({ length: 60 }, (_, line) => `- Fact ${line}: something that was worth keeping about the person and their life.`).join('\n')}`;
  const { bench, api } = await setUpStrict(
    (request, index) =>
      lastToolResults(request.body).length > 0
        ? `Answer ${index}, in a sentence or two of ordinary length.`
        : [calls('echo', { text: 'what was looked up' })],
    {
      longTermMemory: () => Promise.resolve(memory),
    },
  );
  for (let turn = 0; turn < 60; turn += 1) {
    bench.clock.advance(60_000);
    await bench.tell(`Message ${turn}: a question of ordinary length about something.`);
  }
  expect(api.refused()).toEqual([]);
  const sum = { read: 0, all: 0 };
  for (const { usage } of api.requests) {
    sum.read += usage?.cache_read_input_tokens ?? 0;
    sum.all +=
      (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0) + (usage?.input_tokens ?? 0);
  }
  expect(sum.read / sum.all).toBeGreaterThanOrEqual(0.9);
});
