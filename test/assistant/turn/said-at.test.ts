import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { saidBefore } from '../../../src/assistant/turn/said-at.ts';

const at = '2026-11-21T08:00:00.000Z';
const message = (id: string, role: string, content: unknown[]): string =>
  JSON.stringify({ type: 'message', id, at, role, content });
const file = path.join(mkdtempSync(path.join(tmpdir(), 'said-at-')), '0190.jsonl');
writeFileSync(
  file,
  [
    JSON.stringify({ type: 'session', v: 1, id: '0190', key: 'terminal:default', at }),
    message('m1', 'user', [{ type: 'text', text: 'I moved to Jena' }]),
    'a damaged line',
    message('m2', 'user', [{ type: 'text', text: 'Keep for good that I am left-handed' }]),
    message('m3', 'assistant', [{ type: 'tool_use', id: 'toolu_1', name: 'memory_search', input: {} }]),
    message('m4', 'user', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'nothing' }]),
    message('m5', 'assistant', [{ type: 'tool_use', id: 'toolu_2', name: 'remember', input: {} }]),
    message('m6', 'user', [{ type: 'text', text: 'thanks' }]),
    '',
  ].join('\n'),
);

test('the source of what is saved is the line of the transcript with the message that led to it', async () => {
  expect(await saidBefore(file, 'toolu_2')).toBe('sessions/0190.jsonl#L4-L4');
  expect(readFileSync(file, 'utf8').split('\n')[3]).toContain('left-handed');
});

test('a call that the transcript does not have, and a session without a file, have no source', async () => {
  expect(await saidBefore(file, 'toolu_3')).toBeNull();
  expect(await saidBefore(`${file}.gone`, 'toolu_2')).toBeNull();
});
