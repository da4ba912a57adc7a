// The model that a person chooses for a conversation: how long it counts, and what is sent to it.
import { expect, test } from 'vitest';
import { conversationCommands } from '../../src/assistant/commands/conversation.ts';
import { modelCommand } from '../../src/assistant/commands/model.ts';
import { ProviderError } from '../../src/models/provider.ts';
import { setUp } from '../support/assistant.ts';
import { createScriptedProvider, says } from '../support/scripted-provider.ts';

const commands = [modelCommand(['a/usual', 'b/other', 'c/third']), ...conversationCommands];
const answers = (count: number) =>
  createScriptedProvider(...Array.from({ length: count }, (_, index) => says(`answer ${index}`)));

test('counts from the next message on, over a restart, until a new conversation begins', async () => {
  const model = answers(2);
  const bench = await setUp(model, { commands });
  await bench.tell('one', 'm1');
  await bench.tell('/model other', 'm2');
  await bench.tell('two', 'm3');
  const later = answers(3);
  const again = await bench.restart(later);
  await again.tell('three', 'm4');
  await again.tell('/model default', 'm5');
  await again.tell('four', 'm6');
  await again.tell('/model third', 'm7');
  await again.tell('/new', 'm8');
  await again.tell('five', 'm9');
  expect([...model.requests, ...later.requests].map(({ prefer }) => prefer)).toEqual([
    undefined,
    'b/other',
    'b/other',
    'a/usual',
    undefined,
  ]);
});

test('that is chosen after a long pause counts for the conversation that then begins', async () => {
  const model = answers(3);
  const bench = await setUp(model, { commands });
  await bench.tell('/model third');
  await bench.tell('one');
  bench.clock.advance(5 * 3_600_000);
  await bench.tell('/model other');
  const { sessionId } = await bench.tell('two');
  bench.clock.advance(5 * 3_600_000);
  expect((await bench.tell('three')).sessionId).not.toBe(sessionId);
  expect(model.requests.map(({ prefer }) => prefer)).toEqual(['c/third', 'b/other', undefined]);
});

test('still answers after the conversation had to be started over', async () => {
  const model = answers(1);
  const bench = await setUp(model, { commands });
  await bench.tell('/model other');
  await bench.tell('one');
  const tooLong = () => new ProviderError('prompt_too_long', 'too long');
  // There is nothing to compact yet, and what was refused is not asked again: the conversation is started over at once.
  model.add(tooLong(), says('from the start'));
  expect((await bench.tell('two')).reply).toBe('from the start');
  expect(model.requests.map(({ prefer }) => prefer)).toEqual(['b/other', 'b/other', 'b/other']);
});

test('is chosen while an answer is being made, for the rest of it', async () => {
  let chosen: Promise<unknown> = Promise.resolve();
  const model = createScriptedProvider(async () => {
    chosen = bench.tell('/model other');
    await chosen;
    return { content: [{ type: 'tool_use', id: 't', name: 'echo', input: { text: 'x' } }] };
  }, says('done'));
  const bench = await setUp(model, { commands });
  expect((await bench.tell('one')).reply).toBe('done');
  expect(model.requests.map(({ prefer }) => prefer)).toEqual([undefined, 'b/other']);
});
