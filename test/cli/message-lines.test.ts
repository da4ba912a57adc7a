import { expect, test } from 'vitest';
import { type Refusal, createMessageLines } from '../../src/cli/message-lines.ts';

function open(maxLineBytes: number) {
  const passed: string[] = [];
  const refused: Refusal[] = [];
  const isMessage = (value: unknown): boolean => (value as { jsonrpc?: unknown } | null)?.jsonrpc === '2.0';
  const lines = createMessageLines({ isMessage, refuse: (one) => refused.push(one), maxLineBytes });
  lines.on('data', (line: Buffer) => passed.push(line.toString()));
  const write = async (text: string): Promise<void> =>
    await new Promise((resolve) => void lines.write(text, () => setImmediate(resolve)));
  return { passed, refused, write };
}

test('a message goes on as one whole line, however it comes in', async () => {
  const { passed, refused, write } = open(1_000);
  const message = '{"jsonrpc":"2.0","id":1,"text":"ä"}';
  for (const piece of [message.slice(0, 9), `${message.slice(9)}\n${message}\r\n\n`, message]) await write(piece);
  expect(passed).toEqual([`${message}\n`, `${message}\r\n`]);
  expect(refused).toEqual([]);
});

test('a line without an end is dropped once it is too long, answered at its end, and the next one counts', async () => {
  const { passed, refused, write } = open(50);
  for (let i = 0; i < 100; i += 1) await write('x'.repeat(40));
  expect(refused).toEqual([]);
  await write('x\n{"jsonrpc":"2.0"}\n');
  expect(refused.map(({ id, error }) => [id, error.code])).toEqual([[null, -32700]]);
  expect(passed).toEqual(['{"jsonrpc":"2.0"}\n']);
});

test('an answer that is none is not answered', async () => {
  const { refused, write } = open(1_000);
  await write('{"id":1,"result":{}}\n{"id":null,"error":{"code":-32600}}\n');
  expect(refused).toEqual([]);
});
