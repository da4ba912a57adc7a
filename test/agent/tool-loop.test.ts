import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type LoopEvent, type LoopState, maxPauses, newLoop, runToolLoop } from '../../src/agent/tool-loop.ts';
import { type Tool, createToolRegistry, defineTool } from '../../src/agent/tool.ts';
import { ToolError } from '../../src/base/errors.ts';
import type { Message, ToolResultBlock } from '../../src/models/message.ts';
import { type ScriptedProvider, calls, createScriptedProvider, says } from '../support/scripted-provider.ts';

const echo = defineTool({
  name: 'echo',
  description: 'Says it back.',
  effects: {},
  input: z.object({ text: z.string() }),
  whenTooLong: 'Call echo with less.',
  run: ({ text }) => Promise.resolve(text),
});

const throwing = (name: string, error: Error): Tool =>
  defineTool({ name, description: '', effects: {}, input: z.object({}), run: () => Promise.reject(error) });

async function run(
  model: ScriptedProvider,
  options: {
    tools?: Tool[];
    maxRounds?: number;
    start?: LoopState;
    signal?: AbortSignal;
    maxResultLength?: number;
    /** What the model has read. */
    read?: string;
  } = {},
) {
  const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'go' }] }];
  const choices: string[] = [];
  const events: LoopEvent[] = [];
  const registry = createToolRegistry(options.tools ?? [echo]);
  const end = await runToolLoop(options.start ?? newLoop, {
    callModel: (toolChoice, onDelta) => {
      choices.push(toolChoice);
      return model.complete(
        { model: 'test', system: '', tools: registry.definitions(), messages, maxTokens: 100, toolChoice },
        onDelta,
      );
    },
    registry,
    isQuoted: (text) => options.read?.includes(text) === true,
    record: (message) => {
      messages.push(message);
      return Promise.resolve();
    },
    emit: (event) => events.push(event),
    signal: options.signal ?? new AbortController().signal,
    maxRounds: options.maxRounds ?? 10,
    maxResultLength: options.maxResultLength ?? 1000,
    elapsed: () => 0,
  });
  const results = messages
    .flatMap((message) => message.content)
    .filter((block): block is ToolResultBlock => block.type === 'tool_result');
  return { end, messages, choices, events, results };
}

describe('running tools', () => {
  test('a plain answer ends the loop', async () => {
    const { end, messages } = await run(createScriptedProvider(says('Done.')));
    expect(end).toMatchObject({ outcome: 'answered', text: 'Done.', rounds: 0 });
    expect(messages).toHaveLength(1);
  });

  test('all results of one answer go back in one message, in call order, though they end in another', async () => {
    let release: (value: string) => void = () => undefined;
    const slow = defineTool({
      name: 'slow',
      description: '',
      effects: {},
      input: z.object({}),
      run: () => new Promise<string>((resolve) => (release = resolve)),
    });
    const quick = defineTool({
      name: 'quick',
      description: '',
      effects: {},
      input: z.object({}),
      run: () => {
        release('slow result');
        return Promise.resolve('quick result');
      },
    });
    const { messages } = await run(
      createScriptedProvider(
        calls([
          ['a', 'slow', {}],
          ['b', 'quick', {}],
        ]),
        says('ok'),
      ),
      { tools: [slow, quick] },
    );
    expect(messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'slow result', is_error: false },
        { type: 'tool_result', tool_use_id: 'b', content: 'quick result', is_error: false },
      ],
    });
  });

  test('a tool that throws, an unknown one and input that does not fit become error results, and the rest still runs', async () => {
    const { results } = await run(
      createScriptedProvider(
        calls([
          ['a', 'boom', {}],
          ['b', 'nobody', {}],
          ['c', 'echo', { text: 5 }],
          ['d', 'echo', { text: 'fine' }],
          ['e', 'sorry', {}],
        ]),
        says('ok'),
      ),
      { tools: [echo, throwing('boom', new Error('kaput')), throwing('sorry', new ToolError('Search failed: disk'))] },
    );
    expect(results.map((result) => result.is_error)).toEqual([true, true, true, false, true]);
    expect(results[0]?.content).toBe('Tool execution error: kaput');
    expect(results[1]?.content).toMatch(/nobody/);
    expect(results[2]?.content).toMatch(/Invalid input for echo/);
    expect(results[4]?.content).toBe('Search failed: disk');
  });

  test.each(['{"text": "x', '[1]', 'null', '"text"', ''])(
    'arguments that are no JSON object are not run: %j',
    async (raw) => {
      const step = { content: [{ type: 'tool_use' as const, id: 'a', name: 'list', input: {}, raw }] };
      let ran = 0;
      const list = defineTool({
        name: 'list',
        description: 'Needs nothing.',
        effects: {},
        input: z.object({}),
        run: () => Promise.resolve(String((ran += 1))),
      });
      const { results } = await run(createScriptedProvider(step, says('ok')), { tools: [list] });
      expect(results[0]).toMatchObject({ is_error: true });
      expect(results[0]?.content).toContain(`not a valid JSON object, so it was not run: ${raw}`);
      expect(ran).toBe(0);
    },
  );

  test('a result that is too long says what to call for the rest, and splits no character', async () => {
    const { results } = await run(
      createScriptedProvider(calls([['a', 'echo', { text: `${'x'.repeat(9)}${'🦅'.repeat(20)}` }]]), says('ok')),
      { maxResultLength: 10 },
    );
    expect(results[0]?.content).toBe(`${'x'.repeat(9)}\n\n[Showing characters 1-9 of 49. Call echo with less.]`);
  });
});

test.each([
  '{"name": "echo", "arguments": {"text": "hi"}}',
  '```json\n{"name": "echo", "parameters": {"text": "hi"}}\n```',
  '<tool_call>\n{"name": "echo", "arguments": "{\\"text\\": \\"hi\\"}"}\n</tool_call>',
  '[{"function": {"name": "echo", "arguments": {"text": "hi"}}}]',
])('a call that the model wrote as its answer is run, and the answer is dropped: %s', async (said) => {
  const { end, messages, results, events } = await run(createScriptedProvider(says(said), says('Done.')));
  expect(results.map(({ content }) => content)).toEqual(['hi']);
  expect(end.text).toBe('Done.');
  expect(messages[1]?.content.map(({ type }) => type)).toEqual(['tool_use']);
  expect(events).toContainEqual({ type: 'model_delta', delta: { type: 'restart' } });
});

test.each([
  'You would call {"name": "echo", "arguments": {"text": "hi"}}',
  '{"name": "unknown", "arguments": {}}',
  '{"name": "echo"}',
  '{"text": "hi"}',
  '[]',
  '[{"name": "echo", "arguments": {"text": "hi"}}, "and more"]',
])('an answer that is not wholly such calls stays an answer: %s', async (said) => {
  const { end, results } = await run(createScriptedProvider(says(said)));
  expect(end.text).toBe(said);
  expect(results).toEqual([]);
});

const call = '<tool_call>\n{"name": "echo", "arguments": {"text": "hi"}}\n</tool_call>';

test.each([
  [`Let me see.\n\n${call}\n\nThat is all.`, 'Let me see.\n\nThat is all.', 1],
  [`I do that:\n${call}\n${call}`, 'I do that:', 2],
  // The end tag is what ended the answer.
  ['I do that:\n<tool_call>{"name": "echo", "arguments": {"text": "hi"}}', 'I do that:', 1],
  [`I use \`echo\`: ${call} <tool_call>{"name": "unknown", "arguments": {}}</tool_call>`, '', 1],
  ['So. <|tool_call|>{"name": "echo", "arguments": {"text": "hi"}}<|/tool_call|>', 'So.', 1],
])('a call between the tags of a template is run, and the text around it stays: %j', async (said, around, count) => {
  const { end, messages, results } = await run(createScriptedProvider(says(said), says('Done.')));
  expect(results.map(({ content }) => content)).toEqual(Array.from({ length: count }, () => 'hi'));
  expect(end.text).toBe('Done.');
  const [first] = messages[1]?.content ?? [];
  expect(first).toEqual({
    type: 'text',
    text: around || 'I use `echo`:  <tool_call>{"name": "unknown", "arguments": {}}</tool_call>',
  });
});

test.each([
  `It looks so:\n\n\`\`\`\n${call}\n\`\`\`\n\nTry it.`,
  'Write `<tool_call>{"name": "echo", "arguments": {"text": "hi"}}</tool_call>` and it is run.',
  'You wrote:\n> <tool_call>{"name": "echo", "arguments": {"text": "hi"}}</tool_call>',
  'So: <tool_call>{"name": "unknown", "arguments": {"text": "hi"}}</tool_call>',
  'So: <tool_call>{"name": "echo", "arguments": {"txet": "hi"}}</tool_call>',
  'So: <tool_call>echo hi</tool_call>',
])('what is no call of a tool, or stands in code or a quotation, stays an answer: %j', async (said) => {
  const { end, results } = await run(createScriptedProvider(says(said)));
  expect([end.text, results]).toEqual([said, []]);
});

test('a call that the model read is only quoted', async () => {
  const said = `The letter says: ${call}`;
  const { end, results } = await run(createScriptedProvider(says(said)), { read: call });
  expect([end.text, results]).toEqual([said, []]);
});

describe('the limit', () => {
  test('the last round says so in every result, and one more request without tools gives the answer', async () => {
    const model = createScriptedProvider(
      calls([['a', 'echo', { text: '{"n":1}' }]]),
      calls([
        ['b', 'echo', { text: '{"n":2}' }],
        ['c', 'boom', {}],
      ]),
      says('What I have.'),
    );
    const { end, choices, results } = await run(model, {
      maxRounds: 2,
      tools: [echo, throwing('boom', new Error('kaput'))],
    });
    const limit = { limit_reached: true, limit_message: 'Tool call limit reached (2). Stopping tool loop.' };
    expect(results[0]?.content).toBe('{"n":1}');
    expect(JSON.parse(results[1]?.content as string)).toEqual({ n: 2, ...limit });
    expect(JSON.parse(results[2]?.content as string)).toEqual({ output: 'Tool execution error: kaput', ...limit });
    expect(results[2]?.is_error).toBe(true);
    expect(choices).toEqual(['auto', 'auto', 'none']);
    expect(model.requests[2]?.tools).toHaveLength(2);
    expect(end).toMatchObject({ outcome: 'limit', text: 'What I have.', rounds: 2 });
  });

  test('a call in the last answer is not run', async () => {
    const { end, results, choices } = await run(
      createScriptedProvider(calls([['a', 'echo', { text: 'x' }]]), calls([['b', 'echo', { text: 'y' }]])),
      { maxRounds: 1 },
    );
    expect(results).toHaveLength(1);
    expect(choices).toEqual(['auto', 'none']);
    expect(end.outcome).toBe('limit');
  });
});

describe('stop reasons', () => {
  test('a call that max_tokens cut off is not run', async () => {
    const { end, results } = await run(
      createScriptedProvider({ ...calls([['a', 'echo', { text: 'x' }]]), stopReason: 'max_tokens' }),
    );
    expect(results).toEqual([]);
    expect(end.outcome).toBe('cut');
  });

  test('pause_turn is sent again as it is, five times and no more', async () => {
    const pause = { content: [{ type: 'text' as const, text: 'hm' }], stopReason: 'pause_turn' };
    const { end, choices } = await run(createScriptedProvider(...Array.from({ length: maxPauses + 1 }, () => pause)));
    expect(choices).toHaveLength(6);
    expect(end).toMatchObject({ outcome: 'paused', text: 'hm\nhm\nhm\nhm\nhm\nhm' });
  });

  test.each([
    ['refusal', 'refused'],
    ['something_new', 'answered'],
    ['model_context_window_exceeded', 'cut'],
    ['stop_sequence', 'answered'],
  ])('%s ends the turn and is kept', async (stopReason, outcome) => {
    const { end } = await run(createScriptedProvider({ ...says('x'), stopReason }));
    expect(end).toMatchObject({ outcome, response: { stopReason } });
  });
});

test('a loop that is over leaves nothing on its signal, which would keep all of the turn in memory', async () => {
  const { signal } = new AbortController();
  await run(
    createScriptedProvider(
      calls([
        ['a', 'echo', { text: 'x' }],
        ['b', 'broken', {}],
      ]),
      says('Done.'),
    ),
    { tools: [echo, throwing('broken', new ToolError('no'))], signal },
  );
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an aborted loop asks nothing more, and what it ran is recorded', async () => {
  const abort = new AbortController();
  const stop = defineTool({
    name: 'stop',
    description: '',
    effects: {},
    input: z.object({}),
    run: () => {
      abort.abort();
      return Promise.resolve('ran');
    },
  });
  const model = createScriptedProvider(calls([['a', 'stop', {}]]), says('never'));
  await expect(run(model, { tools: [stop], signal: abort.signal })).rejects.toThrow(/abort/);
  expect(model.requests).toHaveLength(1);
});
