import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createAnthropic } from '../../src/models/vendors/anthropic.ts';
import { createGoogle } from '../../src/models/vendors/google.ts';
import { createOpenAI } from '../../src/models/vendors/openai.ts';
import { probe } from '../../src/models/probe.ts';
import type { Provider } from '../../src/models/provider.ts';
import { askStructured, bare } from '../../src/models/structured.ts';
import { expectLinear, hostileInputs } from '../support/growth.ts';
import { openGoogleApi } from '../support/google-api.ts';
import { openInProcess } from '../support/in-process.ts';
import type { Loopback } from '../support/loopback.ts';
import { calls, openMessagesApi } from '../support/messages-api.ts';
import { openOpenAIApi } from '../support/openai-api.ts';

const open: Loopback[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});
const common = { apiKey: 'k', log: silentLog, clock: systemClock };

/** A provider whose model says the given things in turn, and the bodies of the requests that it gets. */
async function saying(
  vendor: 'anthropic' | 'compatible' | 'openai' | 'google',
  said: string[],
): Promise<{ provider: Provider; bodies: () => unknown[] }> {
  const next = (index: number): string => said[index] ?? 'nothing more';
  if (vendor === 'google') {
    const api = await openGoogleApi((_request, index) => next(index), { open: openInProcess });
    open.push(api);
    return {
      provider: createGoogle({ ...common, baseUrl: api.url }),
      bodies: () => api.requests.map((request) => request.body),
    };
  }
  if (vendor === 'openai') {
    const api = await openOpenAIApi((_request, index) => next(index), { open: openInProcess });
    open.push(api);
    return {
      provider: createOpenAI({ ...common, baseUrl: `${api.url}/v1`, profile: 'vendor' }),
      bodies: () => api.requests.map((request) => request.body),
    };
  }
  const api = await openMessagesApi((_request, index) => next(index), { portable: vendor === 'compatible' });
  open.push(api);
  return {
    provider: createAnthropic({ ...common, baseUrl: api.url, profile: vendor === 'anthropic' ? 'vendor' : 'portable' }),
    bodies: () => api.requests.map((request) => request.body),
  };
}

const schema = z.object({
  operations: z.array(
    z.object({ op: z.enum(['add', 'keep']), text: z.string().min(1), importance: z.number().min(0).max(1).optional() }),
  ),
});
const ask = (provider: Provider) =>
  askStructured({ provider, model: 'm', system: 'Distil.', prompt: 'What is new?', schema, maxTokens: 1000 });
const good = '{"operations":[{"op":"add","text":"Zoe is a cousin","importance":0.5}]}';

it('leaves out what does not follow the schema after the repair too, and keeps the rest', async () => {
  const operations = [
    { op: 'add', text: 'likes tea', importance: 'high' },
    { op: 'insert', text: 'x' },
    { op: 'add' },
    { op: 'keep', text: 'drives a Skoda' },
  ];
  const { provider, bodies } = await saying('anthropic', [
    JSON.stringify({ operations }),
    JSON.stringify({ operations }),
  ]);
  const { value } = await ask(provider);
  expect(value.operations).toEqual([
    { op: 'add', text: 'likes tea' },
    { op: 'keep', text: 'drives a Skoda' },
  ]);
  expect(bodies()).toHaveLength(2);
});

it.each(['{"operations": "none"}', '{}', '[]', '3'])('takes %s for no answer', async (said) => {
  const { provider } = await saying('anthropic', [said, said]);
  await expect(ask(provider)).rejects.toThrow('does not follow the schema');
});

describe('An answer as data', () => {
  it.each(['anthropic', 'compatible', 'openai', 'google'] as const)(
    'comes from %s, in its own way of holding a model to a schema',
    async (vendor) => {
      const { provider, bodies } = await saying(vendor, [good]);
      expect(await ask(provider)).toMatchObject({ value: { operations: [{ op: 'add', text: 'Zoe is a cousin' }] } });
      const [body] = bodies();
      expect(JSON.stringify(body)).toContain('JSON Schema');
      const native = {
        anthropic: { output_config: { format: { type: 'json_schema' } } },
        compatible: {},
        openai: { response_format: { type: 'json_schema' } },
        google: { generationConfig: { responseMimeType: 'application/json' } },
      };
      expect(body).toMatchObject(native[vendor]);
    },
  );

  it('is found inside a code fence or between words', async () => {
    const { provider } = await saying('compatible', [
      `Here you are:\n\`\`\`json\n${good}\n\`\`\``,
      `Sure: ${good} - that is all.`,
    ]);
    expect((await ask(provider)).value.operations).toHaveLength(1);
    expect((await ask(provider)).value.operations).toHaveLength(1);
  });

  it.each(['no JSON at all', '{"operations":[{"op":"explode","text":"x"}]}', '{"operations":'])(
    'is asked for once more after %j, with what was wrong',
    async (bad) => {
      const { provider, bodies } = await saying('compatible', [bad, good]);
      const answer = await ask(provider);
      expect(answer.value.operations).toHaveLength(1);
      expect(answer.usage.output).toBeGreaterThan(5);
      expect(JSON.stringify(bodies()[1])).toContain('does not follow the schema');
    },
  );

  it('is refused when the repair does not fit either', async () => {
    const { provider } = await saying('compatible', ['nonsense', 'more nonsense']);
    await expect(ask(provider)).rejects.toMatchObject({ kind: 'invalid_request' });
  });
});

describe('A probe', () => {
  it('tells a model that works from one that calls no tools and one that refuses the key', async () => {
    const works = await openMessagesApi((request) => (request.body.tools ? [calls('report_ready', {})] : 'ready'));
    const talks = await openMessagesApi(() => 'ready');
    const locked = await openMessagesApi(() => 'ready', { apiKey: 'another' });
    open.push(works, talks, locked);
    const outcome = async (api: Loopback) =>
      (await probe(createAnthropic({ ...common, baseUrl: api.url }), 'm')).outcome;
    expect(await outcome(works)).toBe('ok');
    expect(await outcome(talks)).toBe('no_tools');
    expect(await outcome(locked)).toBe('auth');
  });
});

describe('finding the JSON in an answer takes linear time', () => {
  it.each([
    ...Object.entries(hostileInputs),
    ['a fence and line ends', (n: number) => `\`\`\`\n${'\n'.repeat(n)}`],
    ['fences on one line', (n: number) => '``` '.repeat(n / 4)],
  ] as [string, (n: number) => string][])('%s', async (_, make) => {
    await expect(expectLinear(bare, make)).resolves.toBeUndefined();
  });

  it('takes what the first fence holds, with words before and after it', () => {
    expect(bare('Here it is:\n```json\n{"a": 1}\n```\nAnything else?\n```\n{"b": 2}\n```')).toBe('{"a": 1}');
    expect(bare('```\n[1]\n   ``` done')).toBe('[1]');
    expect(bare('```json\n{"a": 1}')).toBe('{"a": 1}');
  });
});
