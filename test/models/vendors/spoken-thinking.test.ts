// Thinking that a server leaves in the text of an answer.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { createClock } from '../../../src/base/time/clock.ts';
import type { Delta } from '../../../src/models/provider.ts';
import { createThinkingFilter } from '../../../src/models/vendors/spoken-thinking.ts';
import { createCaller } from '../../../src/models/vendors/vendor-client.ts';
import type { VendorName } from '../../../src/models/vendors/vendors.ts';

const clock = createClock({ now: () => new Date(0), sleep: async () => undefined });

/** What a call of a vendor comes to whose answer streams in these pieces, and what a person would see of it. */
async function read(pieces: readonly string[], name: VendorName = 'openai') {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const provider = createCaller(
    {
      name,
      attempt: async (_request, { onDelta }) => {
        for (const text of pieces) onDelta({ type: 'text', text });
        return { content: [{ type: 'text', text: pieces.join('') }], stopReason: 'end_turn', usage };
      },
      readError: async () => undefined,
    },
    { apiKey: 'k', baseUrl: 'http://localhost', log: silentLog, clock },
  );
  let shown = '';
  const show = (delta: Delta): void => {
    if (delta.type === 'restart') shown = '';
    if (delta.type === 'text') shown += delta.text;
  };
  const request = { model: 'm', system: '', tools: [], messages: [], maxTokens: 100 };
  return { said: (await provider.complete(request, show)).content, shown };
}

const thoughts = [
  ['<think>The user wants tea.</think>\n\nHere is tea.'],
  ['<th', 'ink>The user', ' wants tea.</th', 'ink>', 'Here ', 'is tea.'],
  ['<thinking>The user wants tea.</thinking>\n\nHere is tea.'],
  ['<Thinking>\nThe user', ' wants tea.\n</Think', 'ing>\nHere is tea.'],
  ['<reasoning>The user wants tea.</reasoning>Here is tea.'],
  ['<thought>\nThe user wants tea.\n</thought>\n\n', 'Here is tea.'],
  ['[THINK]The user wants tea.[/THINK]Here is tea.'],
  ['<seed:think>The user wants tea.</seed:think>Here is tea.'],
  ['<think>The user</think>\n<think>wants tea.</think>\nHere is tea.'],
  ['The user wants tea.\n</think>\n\nHere is tea.'],
  ['Okay, the user', ' wants tea. İ', ' should say so.</thi', 'nk>\n\nHere ', 'is tea.'],
  ['The user wants tea. </thinking> Here is tea.'],
  ['</think>\n\nHere is tea.'],
  ['The answer could have `</think>` in it.\n</think>\nHere is tea.'],
];

test.each(thoughts.map((pieces) => [pieces] as const))(
  'thinking at the beginning of an answer is neither shown nor said: %j',
  async (pieces) => {
    expect(await read(pieces)).toEqual({ said: [{ type: 'text', text: 'Here is tea.' }], shown: 'Here is tea.' });
  },
);

test.each([
  [['The tag <think> begins thinking', ', and </think> ends it.']],
  [['The tag </think> ends thinking.']],
  [['It ends with "</think>".']],
  [['`<thinking>` begins it and `</thinking>` ends it.']],
  [['Write it so:\n\n```\nI think.\n</thinking>\nTea.\n```\n\nThat is', ' all.']],
  [['Write ``a ` b.\n</think`` so.']],
  [['So: `a.</think>` ends it.']],
  [['<', 'b>x']],
])('a tag that the answer is about stays where it is: %j', async (pieces) => {
  const text = pieces.join('');
  expect(await read(pieces)).toEqual({ said: [{ type: 'text', text }], shown: text });
});

test('thinking that never ends says nothing', async () => {
  expect(await read(['<think>The user', ' wants tea.'])).toEqual({ said: [], shown: '' });
});

test.each(['anthropic', 'google', 'openai'] as const)('it is so with every vendor: %s', async (name) => {
  expect((await read(['The user wants tea.\n</think>\n\nHere is tea.'], name)).said).toEqual([
    { type: 'text', text: 'Here is tea.' },
  ]);
});

test('thinking is told from the answer wherever the stream is cut', async () => {
  const text = fc.constantFrom(...thoughts.map((pieces) => pieces.join('')));
  const cuts = fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(text, cuts, async (whole, places) => {
      const ends = [...places.toSorted((a, b) => a - b), whole.length];
      const pieces = ends.map((end, i) => whole.slice(i === 0 ? 0 : ends[i - 1], end));
      expect(await read(pieces)).toEqual({ said: [{ type: 'text', text: 'Here is tea.' }], shown: 'Here is tea.' });
    }),
  );
});

test('what is told of a long answer does not keep the whole of it in memory with each piece', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const told: Delta[] = [];
  const filter = createThinkingFilter((delta) => told.push(delta));
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 5_000; i += 1) filter({ type: 'text', text: `${i}`.padStart(20, ' word') });
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(told).toHaveLength(5_000);
});

test('an answer that never ends is given up before it fills the memory', async () => {
  const piece = 'word '.repeat(20_000);
  await expect(read(Array.from({ length: 41 }, () => piece))).rejects.toThrow('longer than any answer');
});

test('an answer with many tags is read in time that grows with its length', async () => {
  const text = '<think>'.repeat(20_000) + '`</think> '.repeat(20_000);
  const before = performance.now();
  await read([text]);
  expect(performance.now() - before).toBeLessThan(2_000);
});
