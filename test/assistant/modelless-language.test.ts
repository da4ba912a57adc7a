// Where no model is configured, a whole turn is in one language: what stands in for the model and what the program adds.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Tool, defineTool } from '../../src/agent/tool.ts';
import { languages } from '../../src/assistant/phrases/table.ts';
import { ToolError } from '../../src/base/errors.ts';
import { createOffline } from '../../src/models/offline/offline.ts';
import { createPrivateCommand } from '../../src/features/private/command.ts';
import { setUp } from '../support/assistant.ts';

const remember: Tool = defineTool({
  name: 'remember',
  description: 'x',
  purpose: 'save',
  effects: { writes: 'memory' },
  input: z.object({ text: z.string() }),
  run: () => Promise.reject(new ToolError('Not saved: it looks like a code.', { failure: 'secret' })),
});
const reminders: Tool = defineTool({
  name: 'reminders',
  description: 'x',
  purpose: 'remind',
  effects: { writes: 'schedule' },
  input: z.looseObject({}),
  run: () => Promise.resolve({ text: 'Reminder 1: for a model', told: 'für die Person' }),
});
const [, german] = languages;

test('a language that is chosen in the configuration is that of all answers, of a list, and of why a tool failed', async () => {
  const bench = await setUp(createOffline({ explains: true }), { language: german, extraTools: [remember, reminders] });
  const tell = async (words: string): Promise<string> => (await bench.tell(words)).reply;
  expect(await tell('hello')).toContain('Hallo! Sag mir');
  expect(await tell('my reminders')).toBe('für die Person');
  expect(await tell('remember that the sky is blue')).toBe(german?.failures.secret);
});

test('the language of the conversation goes on for a message that does not show one', async () => {
  const bench = await setUp(createOffline({ explains: false }), { extraTools: [remember, reminders] });
  await bench.tell('Merk dir bitte, dass meine Tante nicht mit der Katze wohnt');
  expect((await bench.tell('hi')).reply).toContain('Hallo! Sag mir');
});

test.each(languages.map(({ name }) => name))('/private names the program as it was called, in %s', async (name) => {
  const language = languages.find((one) => one.name === name);
  const privateHere = createPrivateCommand({
    hasModel: false,
    serviceOf: () => null,
    lasts: false,
    program: 'node dist/main.js',
  });
  const bench = await setUp(createOffline({ explains: false }), { language, commands: [privateHere] });
  await bench.tell('hello');
  const { reply } = await bench.tell('/private');
  expect(reply).toContain('`node dist/main.js chat`');
  expect(reply).toContain('`node dist/main.js start`');
  expect(reply).toBe(language?.notices.privateNotHere('node dist/main.js'));
  expect(language?.export.tooLarge('1 MB', '2 MB', 'node dist/main.js')).toContain('`node dist/main.js export ');
});
