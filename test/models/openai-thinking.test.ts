// Thinking that a server leaves in the text of an answer.
import { expect, test } from 'vitest';
import { createOpenAIStream } from '../../src/models/openai-wire.ts';
import type { Delta } from '../../src/models/provider.ts';

function read(...pieces: string[]) {
  const deltas: Delta[] = [];
  const stream = createOpenAIStream((delta) => deltas.push(delta));
  for (const content of pieces) stream.take({ choices: [{ delta: { content } }] });
  stream.take({ choices: [{ delta: {}, finish_reason: 'stop' }] });
  const shown = deltas.flatMap((delta) => (delta.type === 'text' ? [delta.text] : [])).join('');
  return { said: stream.result().content, shown };
}

test.each([
  [['<think>The user wants tea.</think>\n\nHere is tea.'], 'Here is tea.'],
  [['<th', 'ink>The user', ' wants tea.</th', 'ink>', 'Here ', 'is tea.'], 'Here is tea.'],
  [
    ['The tag <think> begins thinking', ', and </think> ends it.'],
    'The tag <think> begins thinking, and </think> ends it.',
  ],
  [['<', 'b>x'], '<b>x'],
])('thinking at the beginning of an answer is neither shown nor said: %j', (pieces, answer) => {
  expect(read(...pieces)).toEqual({ said: [{ type: 'text', text: answer }], shown: answer });
});

test('thinking that never ends says nothing', () => {
  expect(read('<think>The user', ' wants tea.')).toEqual({ said: [], shown: '' });
});
