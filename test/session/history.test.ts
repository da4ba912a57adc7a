import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContentBlock, type Message, text } from '../../src/models/message.ts';
import { type Entry, formatEntry, parseEntry, unusedTurn } from '../../src/session/entry.ts';
import { buildHistory, interrupted } from '../../src/session/history.ts';
import { complaintsAbout } from '../support/valid-messages.ts';
import { propertyRuns } from '../support/property-runs.ts';

const at = '2026-11-21T09:00:00.000Z';
let count = 0;
const message = (role: 'user' | 'assistant', content: ContentBlock[], extra: object = {}): Entry => ({
  type: 'message',
  id: `m${(count += 1)}`,
  at,
  role,
  content,
  ...extra,
});
const words = (said: string): ContentBlock => ({ type: 'text', text: said });
const call = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'echo', input: {} });
const result = (id: string, content = 'ok'): ContentBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error: false,
});
const thought: ContentBlock = { type: 'thinking', thinking: 'hm', signature: 'sig' };
const end = unusedTurn('i', at, 'answered');

const shape = (messages: Message[]) =>
  messages.map(
    (one) => `${one.role}: ${one.content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')}`,
  );

describe('repairing', () => {
  test('a call without a result gets one that says so, before the words that follow', () => {
    const history = buildHistory([
      message('user', [words('a')]),
      message('assistant', [call('1'), call('2')]),
      message('user', [words('b')]),
    ]);
    expect(history[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: '1', content: interrupted, is_error: true },
      { type: 'tool_result', tool_use_id: '2', content: interrupted, is_error: true },
      words('b'),
    ]);
  });

  test('results come in call order, and one that belongs to no call is dropped', () => {
    const history = buildHistory([
      message('user', [words('a')]),
      message('assistant', [call('1'), call('2')]),
      message('user', [result('2'), result('x'), result('1')]),
    ]);
    expect(history[2]?.content).toEqual([result('1'), result('2')]);
  });

  test('what another model went on with comes without its thinking and its signatures', () => {
    const signed: ContentBlock = { type: 'tool_use', id: '1', name: 'echo', input: {}, signature: 'sig' };
    const history = buildHistory([
      message('user', [words('a')]),
      message('assistant', [words('b')], { model: 'a/one' }),
      message('assistant', [thought, signed], { model: 'b/two' }),
      message('user', [result('1')]),
    ]);
    expect(history[1]).toEqual({ role: 'assistant', model: 'a/one', content: [words('b'), call('1')] });
  });

  test('blank text, doubled roles and a beginning without a person go', () => {
    const history = buildHistory([
      message('assistant', [words('orphan')]),
      message('user', [words('a'), words(' ')]),
      message('user', [words('b')]),
      message('assistant', []),
      message('assistant', [words('c')]),
    ]);
    expect(shape(history)).toEqual(['user: a b', 'assistant: c']);
  });

  test('calls that bear the same id are told apart', () => {
    const history = buildHistory([
      message('user', [words('a')]),
      message('assistant', [call('1'), call('1')]),
      message('user', [result('1', 'first'), result('1', 'second')]),
      message('assistant', [call('1')]),
      message('user', [result('1', 'third')]),
    ]);
    expect(complaintsAbout(history)).toEqual([]);
    expect(
      history.flatMap((one) => one.content).flatMap((block) => (block.type === 'tool_result' ? [block.content] : [])),
    ).toEqual(['first', 'second', 'third']);
  });
});

describe('thinking', () => {
  const open = [
    message('user', [words('a')]),
    message('assistant', [thought, { type: 'redacted_thinking', data: 'x' }, call('1')]),
    message('user', [result('1')]),
  ];

  test('of the open turn stays, in order', () => {
    expect(shape(buildHistory(open))[1]).toBe('assistant: thinking redacted_thinking tool_use');
  });

  test('of a turn that ended goes, with or without a line that says that it ended', () => {
    expect(shape(buildHistory([...open, end]))[1]).toBe('assistant: tool_use');
    const answered = [...open, message('assistant', [thought, words('b')]), message('user', [words('c')])];
    expect(shape(buildHistory(answered))).toEqual([
      'user: a',
      'assistant: tool_use',
      'user: tool_result',
      'assistant: b',
      'user: c',
    ]);
  });

  test('that the API refused is not sent again, and what comes after is', () => {
    const later = message('assistant', [thought, call('2')]);
    const history = buildHistory([...open, { type: 'thinking_dropped', at }, later]);
    expect(shape(history).slice(1)).toEqual([
      'assistant: tool_use',
      'user: tool_result',
      'assistant: thinking tool_use',
      'user: tool_result',
    ]);
  });
});

test('a refused turn never comes back, and the next one stands alone', () => {
  const history = buildHistory([
    message('user', [words('a')]),
    message('assistant', [words('b')]),
    end,
    message('user', [words('bad')]),
    message('assistant', [words('I will')], { stop_reason: 'refusal' }),
    end,
    message('user', [words('c')]),
  ]);
  expect(shape(history)).toEqual(['user: a', 'assistant: b', 'user: c']);
});

test('a compaction stands in the place of what it dropped', () => {
  const kept = message('user', [words('c')]);
  const history = buildHistory([
    message('user', [words('a')]),
    message('assistant', [words('b')]),
    end,
    kept,
    message('assistant', [words('d')]),
    end,
    { type: 'compaction', at, summary: 'They said a.', dropped_before: kept.type === 'message' ? kept.id : '' },
  ]);
  expect(history).toHaveLength(2);
  expect(text(history[0] ?? { content: [] })).toMatch(/They said a\.[\s\S]*\nc$/);
});

describe('whatever the entries are', () => {
  const id = fc.constantFrom('1', '2', '3');
  const block: fc.Arbitrary<ContentBlock> = fc.oneof(
    fc.constantFrom('', ' ', 'hello', '\n').map(words),
    id.map(call),
    id.map((one) => result(one)),
    fc.constant(thought),
    fc.constant<ContentBlock>({ type: 'redacted_thinking', data: 'x' }),
    fc.constant<ContentBlock>({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }),
  );
  const entry: fc.Arbitrary<Entry> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(
          fc.constantFrom('user' as const, 'assistant' as const),
          fc.array(block, { maxLength: 5 }),
          fc.constantFrom('tool_use', 'end_turn', 'pause_turn', 'refusal', undefined),
        )
        .map(([role, content, stop]) =>
          message(role, content, stop && role === 'assistant' ? { stop_reason: stop } : {}),
        ),
    },
    fc.constant(end),
    fc.constant<Entry>({ type: 'thinking_dropped', at }),
    fc
      .constantFrom('m1', 'nowhere', null)
      .map((before): Entry => ({ type: 'compaction', at, summary: 'before', dropped_before: before })),
  );

  test('the messages are ones that the API takes', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        expect(complaintsAbout(buildHistory(entries))).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('a file cut at any byte still makes a request that the API takes', () => {
    const property = fc.property(
      fc.array(entry, { minLength: 1, maxLength: 10 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (entries, share) => {
        const file = entries.map((one) => `${formatEntry(one)}\n`).join('');
        const survived = file
          .slice(0, Math.floor(file.length * share))
          .split('\n')
          .flatMap((line) => {
            try {
              return [parseEntry(line)];
            } catch {
              return [];
            }
          });
        expect(complaintsAbout(buildHistory(survived))).toEqual([]);
      },
    );
    fc.assert(property, { numRuns: propertyRuns(150) });
  });

  test('building does not change what it is built from, and gives the same each time', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 10 }), (entries) => {
        const before = JSON.stringify(entries);
        const first = JSON.stringify(buildHistory(entries));
        expect(JSON.stringify(entries)).toBe(before);
        expect(JSON.stringify(buildHistory(entries))).toBe(first);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
