// Whatever part of a request the model's service refuses, or always fails on, is left out, and the person is told in one line.
import { describe, expect, test } from 'vitest';
import { type ModelRequest, ProviderError } from '../../src/models/provider.ts';
import { createOutages } from '../../src/assistant/outage-notices.ts';
import { key, setUp } from '../support/assistant.ts';
import { calls, createScriptedProvider, says } from '../support/scripted-provider.ts';

const mended = 'The model refused a part of our conversation, so I went on without that part.';
const withoutMemory = 'I answered without MEMORY.md: the model refused the request.';

const refuses = () => new ProviderError('invalid_request', 'Bad content', { status: 400 });
const fails = () => new ProviderError('overloaded', 'Internal server error', { status: 500 });

/** A service that takes every request but those that hold the word. */
function serviceWithout(word: string, error: () => ProviderError) {
  const service = createScriptedProvider();
  service.answerWith((request) => (sent(request).includes(word) ? error() : says('Here.')));
  return service;
}

const sent = ({ system, messages }: ModelRequest): string => JSON.stringify([system, messages]);

describe.each([
  ['refuses', refuses],
  ['fails on', fails],
])('what the service %s is left out of the request:', (_how, error) => {
  test('the memory, while the conversation goes on', async () => {
    const service = serviceWithout('poison', error);
    let memory = '# Memory\n\n- likes tea\n';
    const bench = await setUp(service, { longTermMemory: () => Promise.resolve(memory), persona: 'You are Ada.' });
    memory += '- poison\n';
    expect((await bench.tell('hi')).reply).toBe(`Here.\n\n${withoutMemory}`);
    expect(service.requests.at(-1)?.system).toContain('You are Ada.');
    expect((await bench.tell('and now?')).reply).toBe('Here.');
    expect(sent(service.requests.at(-1) as ModelRequest)).toContain('"hi"');
  });

  test('a line that was added to the memory meanwhile', async () => {
    const service = serviceWithout('poison', error);
    let memory = '# Memory\n';
    const bench = await setUp(service, { longTermMemory: () => Promise.resolve(memory) });
    await bench.tell('hi');
    memory += '- poison\n';
    expect((await bench.tell('and now?')).reply).toBe(`Here.\n\n${mended}`);
    expect((await bench.tell('still there?')).reply).toBe('Here.');
  });

  test('the persona', async () => {
    const bench = await setUp(serviceWithout('poison', error), { persona: 'You are poison.' });
    expect((await bench.tell('hi')).reply).toBe(`Here.\n\n${mended}`);
    expect((await bench.tell('hi again')).reply).toBe('Here.');
  });

  test('the names of notes', async () => {
    const facts = () => Promise.resolve({ languages: [], topics: ['poison.md'], reminders: 0 });
    const bench = await setUp(serviceWithout('poison', error), { facts });
    expect((await bench.tell('hi')).reply).toBe(`Here.\n\n${withoutMemory}`);
  });

  test('lines of notes that were recalled with the message, and the memory that holds them too', async () => {
    const recall = () => Promise.resolve([{ path: 'a.md', text: 'poison', start_line: 1, end_line: 1 }]);
    const memory = () => Promise.resolve('- poison\n');
    const service = serviceWithout('poison', error);
    const bench = await setUp(service, { recall, longTermMemory: memory, persona: 'You are Ada.' });
    expect((await bench.tell('hi')).reply).toBe(`Here.\n\n${mended}`);
    expect((await bench.tell('hi again')).reply).toBe(`Here.\n\n${mended}`);
    expect(sent(service.requests.at(-1) as ModelRequest)).toContain('hi again');
  });

  test('what was said before', async () => {
    const service = createScriptedProvider();
    const bench = await setUp(service);
    service.answerWith(() => says('poison'));
    await bench.tell('hi');
    service.answerWith((request) => (sent(request).includes('poison') ? error() : says('Here.')));
    expect((await bench.tell('and now?')).reply).toBe(`Here.\n\n${mended}`);
    expect((await bench.tell('still there?')).reply).toBe('Here.');
  });

  test("the person's own words, which leave the conversation with an answer that says so", async () => {
    const service = serviceWithout('poison', error);
    const bench = await setUp(service);
    await bench.tell('my name is Ann');
    expect(await bench.tell('poison', 'bad')).toMatchObject({
      outcome: 'model_less',
      reply: "I can't answer with a model: the model refused the request.",
    });
    expect((await bench.tell('poison', 'bad')).reply).toContain("I can't answer");
    const asked = service.requests.length;
    expect((await bench.tell('who am I?')).reply).toBe('Here.');
    expect(service.requests).toHaveLength(asked + 1);
    expect(sent(service.requests.at(-1) as ModelRequest)).toContain('my name is Ann');
    expect(service.requests.every(({ messages }) => messages.length > 0)).toBe(true);
  });
});

test('a message that was given up is answered again on request, where it is taken by then', async () => {
  const service = serviceWithout('poison', refuses);
  const bench = await setUp(service);
  await bench.tell('poison');
  service.answerWith(() => says('Now.'));
  expect((await bench.tell('/retry')).reply).toBe('Now.');
  expect(sent(service.requests.at(-1) as ModelRequest)).toContain('poison');
});

test('a service that refuses every request is not asked for long, and the message stays in the conversation', async () => {
  const service = createScriptedProvider();
  service.answerWith(() => refuses());
  const bench = await setUp(service, { persona: 'You are Ada.' });
  expect((await bench.tell('my name is Ann')).reply).toContain("I can't answer");
  expect(service.requests).toHaveLength(2);
  service.answerWith(() => says('Here.'));
  await bench.tell('and now?');
  expect(sent(service.requests.at(-1) as ModelRequest)).toContain('my name is Ann');
});

test.each([
  ['says that it is overloaded', new ProviderError('overloaded', 'Overloaded', { status: 529 })],
  ['breaks off its stream', new ProviderError('stream', 'The stream ended early.')],
])('a message on which alone the service %s waits twice, and is then left out', async (_how, error) => {
  const service = serviceWithout('poison', () => error);
  const bench = await setUp(service);
  await bench.tell('my name is Ann');
  expect(await bench.tell('poison', 'bad')).toMatchObject({ outcome: 'postponed' });
  expect(await bench.tell('poison', 'bad')).toMatchObject({ outcome: 'postponed' });
  expect(await bench.tell('poison', 'bad')).toMatchObject({ outcome: 'model_less' });
  expect((await bench.tell('who am I?')).reply).toBe('Here.');
  expect(sent(service.requests.at(-1) as ModelRequest)).toContain('my name is Ann');
});

test('a message waits as long as the service answers no other one', async () => {
  const service = createScriptedProvider();
  service.answerWith(() => new ProviderError('overloaded', 'Overloaded', { status: 529 }));
  const bench = await setUp(service);
  for (let time = 0; time < 5; time += 1)
    expect(await bench.tell('hello?', 'a')).toMatchObject({ outcome: 'postponed' });
  service.answerWith(() => says('Here.'));
  expect((await bench.tell('hello?', 'a')).reply).toBe('Here.');
});

test('failures of a conversation are counted until it is answered, whatever other ones are', () => {
  const outages = createOutages();
  const other = `${key}:other` as typeof key;
  outages.isNews(key, 'stream');
  outages.isNews(key, 'stream');
  outages.over(other);
  expect(outages.failuresOf(key)).toBe(2);
  outages.over(key);
  expect(outages.failuresOf(key)).toBe(0);
});

test('twenty tool calls that wait at once are no reason for a warning', async () => {
  const warnings: string[] = [];
  const hear = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', hear);
  try {
    const twenty = Array.from({ length: 20 }, (_, i): [string, string, unknown] => [`e${i}`, 'echo', { text: 'x' }]);
    const bench = await setUp(createScriptedProvider(calls(twenty), says('Done.')));
    expect((await bench.tell('go')).reply).toBe('Done.');
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', hear);
  }
});
