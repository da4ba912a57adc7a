// A model with a small context: what is sent is made to fit before it is sent, and the conversation goes on.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/agent/tool.ts';
import { createCompactor } from '../../src/assistant/context/compaction.ts';
import { silentLog } from '../../src/base/log.ts';
import { requestTokens } from '../../src/models/model-limits.ts';
import { createRouter } from '../../src/models/router.ts';
import { type Bench, createManualClock, setUp } from '../support/assistant.ts';
import { type ScriptedProvider, type Step, calls, createScriptedProvider, says } from '../support/scripted-provider.ts';

const contextTokens = 8192;
const maxTokens = 2048;

const limits = { maxMessages: 40, maxTokens: 60_000, requestTokens: contextTokens - maxTokens };

async function setUpSmall(
  steps: Step[],
  overrides: Parameters<typeof setUp>[1] = {},
): Promise<{ bench: Bench; model: ScriptedProvider }> {
  const clock = createManualClock();
  const model = createScriptedProvider(...steps);
  const router = createRouter({
    candidates: [{ ref: 'scripted/test', model: 'test', provider: model, contextTokens }],
    clock,
    log: silentLog,
  });
  return {
    model,
    bench: await setUp(router, { clock, maxTokens, compactor: createCompactor({ clock, limits }), ...overrides }),
  };
}

const sizes = (model: ScriptedProvider): number[] =>
  model.requests.map((request) => requestTokens(request) + request.maxTokens);

test('a long conversation never asks for more than the model holds, also after a restart', async () => {
  const turns = 30;
  const model = createScriptedProvider(
    ...Array.from({ length: turns }, (_, index) => says(`Answer ${index}: ${'so it is '.repeat(60)}`)),
  );
  // No router, which would refuse what is too long: the window alone has to see to it.
  let current = await setUp(model, {
    maxTokens,
    compactor: createCompactor({ clock: createManualClock(), limits }),
    longTermMemory: () => Promise.resolve('- a fact\n'.repeat(600)),
  });
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn === 20) current = await current.restart(model);
    expect((await current.tell(`Question ${turn}: ${'and what of this? '.repeat(40)}`, `m-${turn}`)).outcome).toBe(
      'answered',
    );
  }
  expect(model.requests).toHaveLength(turns);
  expect(Math.max(...sizes(model))).toBeLessThanOrEqual(contextTokens);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('earlier_conversation');
});

test('tool results that outgrow the context are put away before the next call, and the person is answered', async () => {
  const read = defineTool({
    name: 'read',
    description: 'Reads a page.',
    effects: {},
    input: z.object({}),
    run: () => Promise.resolve('page '.repeat(1200)),
  });
  const step = (index: number): Step => calls([[`call-${index}`, 'read', {}]]);
  const { bench, model } = await setUpSmall(
    [says('Hello.'), ...Array.from({ length: 4 }, (_, index) => step(index)), says('I read it.'), says('I read it.')],
    { extraTools: [read] },
  );
  await bench.tell('Hi');
  const { outcome, reply } = await bench.tell('Read it all');
  expect({ outcome, reply }).toEqual({ outcome: 'answered', reply: 'I read it.' });
  expect(Math.max(...sizes(model))).toBeLessThanOrEqual(contextTokens);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('Read it all');
});

test('a message that is longer than the model holds is told so, and the next one is answered', async () => {
  const { bench, model } = await setUpSmall([says('Fine.')]);
  expect((await bench.tell('word '.repeat(20_000))).reply).toContain('too long for the model');
  expect((await bench.tell('And now?')).reply).toBe('Fine.');
  expect(model.requests).toHaveLength(1);
});
