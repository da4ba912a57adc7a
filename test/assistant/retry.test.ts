import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { citationsOf } from '../../src/assistant/context/citations.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { eraseEntry } from '../../src/features/forget/entries.ts';
import { createEraser } from '../../src/features/forget/eraser.ts';
import { type Entry, type MessageEntry, formatEntry, parseEntry } from '../../src/session/entry.ts';
import { type Bench, setUp } from '../support/assistant.ts';
import { createHome } from '../support/daemon.ts';
import { calls, createScriptedProvider, says } from '../support/scripted-provider.ts';
import { complaintsAbout } from '../support/valid-messages.ts';

const entriesOf = (bench: Bench): Entry[] =>
  readdirSync(path.join(bench.dir, 'sessions'))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(path.join(bench.dir, 'sessions', name), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as Entry);

test('/retry asks the same again: the old answer and its tool calls are taken back, the words stand there once', async () => {
  const model = createScriptedProvider(
    says('first'),
    calls([['a', 'echo', { text: 'x' }]]),
    says('wrong'),
    says('right'),
    says('and on'),
  );
  const bench = await setUp(model);
  await bench.tell('hello');
  await bench.tell('what is it?');
  const again = await bench.tell('/retry');
  expect(again).toMatchObject({ outcome: 'answered', reply: 'right' });
  expect(model.requests[3]?.messages).toEqual(model.requests[1]?.messages);
  await bench.tell('thanks');
  const sent = model.requests[4]?.messages ?? [];
  expect(complaintsAbout(sent)).toEqual([]);
  expect(sent.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  expect(JSON.stringify(sent)).not.toContain('wrong');
  expect(JSON.stringify(sent).split('what is it?')).toHaveLength(2);
  expect(
    entriesOf(bench).filter(
      (entry) =>
        entry.type === 'message' && entry.role === 'user' && JSON.stringify(entry.content).includes('what is it?'),
    ),
  ).toHaveLength(1);
  expect(bench.posts.map((post) => post.text)).toEqual(['first', 'wrong', 'right', 'and on']);
});

test('a second /retry takes back the second answer', async () => {
  const model = createScriptedProvider(says('one'), says('two'), says('three'));
  const bench = await setUp(model);
  await bench.tell('hello');
  await bench.tell('/retry');
  await bench.tell('/retry');
  expect(model.requests.map((request) => request.messages.length)).toEqual([1, 1, 1]);
  expect(bench.posts.at(-1)?.text).toBe('three');
});

test('the same /retry handed in again after a crash answers once', async () => {
  const model = createScriptedProvider(says('one'), says('two'), says('three'));
  const bench = await setUp(model);
  await bench.tell('hello');
  await bench.tell('/retry', 'again');
  const restarted = await bench.restart(model);
  expect(await restarted.tell('/retry', 'again')).toMatchObject({ reply: 'two' });
  expect(model.requests).toHaveLength(2);
  expect(restarted.posts.map((post) => post.text)).toEqual(['one', 'two']);
});

test('after a crash in the middle of it, it goes on', async () => {
  const bench = await setUp(createScriptedProvider(says('one'), new Error('killed')));
  await bench.tell('hello');
  await expect(bench.tell('/retry', 'again')).rejects.toThrow('killed');
  const model = createScriptedProvider(says('two'));
  const restarted = await bench.restart(model);
  expect(await restarted.tell('/retry', 'again')).toMatchObject({ reply: 'two' });
  expect(complaintsAbout(model.requests[0]?.messages ?? [])).toEqual([]);
  expect(model.requests[0]?.messages).toHaveLength(1);
});

test.each([
  ['remind me tomorrow at 9 to call Xanadu', 'refused', english.notices.retryForgotten],
  // What the program put before the words, a recalled line, is not what the person said.
  ['what is new?', 'answered', 'again'],
])('after %j, of which Xanadu is forgotten, /retry is %s', async (words, outcome, reply) => {
  const bench = await setUp(createScriptedProvider(says('done')));
  await bench.tell(words);
  const eraser = createEraser({ phrases: ['Xanadu', 'Now'], lines: [] });
  for (const name of readdirSync(path.join(bench.dir, 'sessions')).filter((one) => one.endsWith('.jsonl'))) {
    const file = path.join(bench.dir, 'sessions', name);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    writeFileSync(file, lines.map((line) => `${formatEntry(eraseEntry(parseEntry(line), eraser)).trim()}\n`).join(''));
  }
  const restarted = await bench.restart(createScriptedProvider(says('again')));
  expect(await restarted.tell('/retry', 'retried')).toMatchObject({ outcome, reply });
});

test('/sources shows the lines that the answer had before it, those that it names first', async () => {
  const at = '2026-11-21T09:00:00.000Z';
  const message = (role: 'user' | 'assistant', content: MessageEntry['content']): MessageEntry => ({
    type: 'message',
    id: `${role}${content.length}`,
    at,
    role,
    content,
  });
  const entries: Entry[] = [
    {
      ...message('user', [{ type: 'text', text: 'before' }]),
      sources: [{ path: 'old.md', start_line: 1, end_line: 1, text: 'an older turn' }],
    },
    message('assistant', [{ type: 'text', text: 'yes' }]),
    {
      ...message('user', [{ type: 'text', text: 'what do I drink?' }]),
      sources: [{ path: 'MEMORY.md', start_line: 3, end_line: 3, text: 'likes tea' }],
    },
    message('assistant', [
      { type: 'tool_use', id: 't1', name: 'look_up', input: { query: 'drink' } },
      { type: 'tool_use', id: 't2', name: 'read', input: { key: 'MEMORY.md' } },
    ]),
    {
      ...message('user', [
        { type: 'tool_result', tool_use_id: 't1', content: '## no.md#L1-L1 (score: 1.00)\nno', is_error: false },
        { type: 'tool_result', tool_use_id: 't2', content: '# Memory', is_error: false },
      ]),
      outcomes: [
        {
          tool_use_id: 't1',
          sources: [
            { path: '2026-11-20.md', start_line: 3, end_line: 4, text: '- coffee at nine\n- and at ten' },
            { path: 'a/b.md', start_line: 1, end_line: 1, text: 'water' },
          ],
        },
        { tool_use_id: 't2', sources: [{ path: 'MEMORY.md', text: '' }] },
      ],
    },
    message('assistant', [{ type: 'text', text: 'Coffee (2026-11-20.md).' }]),
  ];
  expect(citationsOf(entries)).toEqual([
    { place: '2026-11-20.md#L3-L4', text: '- coffee at nine\n- and at ten', isNamed: true },
    { place: 'MEMORY.md#L3', text: 'likes tea', isNamed: false },
    { place: 'a/b.md#L1', text: 'water', isNamed: false },
    { place: 'MEMORY.md', text: '', isNamed: false },
  ]);
  expect(citationsOf([])).toEqual([]);
});

test('what a message saved is not saved again where it is answered once more, and is where it is told again', async () => {
  const home = createHome('timezone = "UTC"\n[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n');
  try {
    const input = 'note: took ibuprofen 400\n/retry\n/retry\nnote: took ibuprofen 400\n';
    const { stdout } = await home.run(['start'], { input });
    const [note = ''] = readdirSync(home.memory).filter((name) => /^\d{4}-/.test(name));
    const lines = readFileSync(path.join(home.memory, note), 'utf8').split('\n').slice(2, -1);
    expect(lines).toEqual([1, 2].map(() => expect.stringMatching(/^- \d\d:\d\d took ibuprofen 400$/)));
    expect(stdout.match(/\(r\d\)/g)).toEqual(['(r1)', '(r1)', '(r1)', '(r2)']);
  } finally {
    await home.close();
  }
});
