import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../../src/provider/message.ts';
import { setUp } from '../support/assistant.ts';
import { createScriptedProvider, says } from '../support/scripted-provider.ts';

async function linesIn(dir: string): Promise<{ type: string; role?: string; content?: ContentBlock[]; [field: string]: unknown }[]> {
  const folder = path.join(dir, 'sessions');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.flatMap((content) => content.trimEnd().split('\n')).map((line) => JSON.parse(line) as { type: string });
}

describe('a conversation', () => {
  test('sends the earlier turns before the new one, and stores exactly what was said', async () => {
    const model = createScriptedProvider(says('Hello.'), says('You said hi.'));
    const bench = await setUp(model);
    await bench.tell('hi');
    const second = await bench.tell('what did I say?');

    expect(bench.posts.map((post) => post.text)).toEqual(['Hello.', 'You said hi.']);
    expect(second.reply).toBe('You said hi.');
    expect(model.requests[1]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    const messages = (await linesIn(bench.dir)).filter((entry) => entry.type === 'message');
    expect(messages.map((entry) => entry.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });
});
