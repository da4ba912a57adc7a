// What a tool can't do is refused to the model at once, before anybody is asked; and input that can mean one thing alone is taken.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/agent/tool.ts';
import { createVault } from '../../src/memory/vault.ts';
import { createWriter } from '../../src/memory/write/writer.ts';
import { createEditMemoryTool } from '../../src/tools/edit-memory.ts';
import { createRememberTool } from '../../src/tools/remember.ts';
import { createStaySilent } from '../../src/tools/stay-silent.ts';
import { createManualClock } from '../support/assistant.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'asked-before-'));
writeFileSync(path.join(dir, 'MEMORY.md'), '# Memory\n\n- Flat 12\n- Flat 12 as well\n- Likes tea\n');
const made = {
  writer: createWriter({ vault: createVault(dir) }),
  record: () => Promise.reject(new Error('nothing is written here')),
  clock: createManualClock(),
  timezone: () => 'UTC',
};
const edit = createEditMemoryTool(made);
const remember = createRememberTool(made);

test.each([
  [{ path: 'daily', old_text: 'tea', new_text: 'gin' }, 'Not a note of the memory: daily'],
  [{ path: 'people/kurt.md', old_text: 'tea', new_text: 'gin' }, 'There is no note people/kurt.md'],
  [{ path: 'MEMORY.md', old_text: 'coffee', new_text: 'gin' }, 'The passage is not in MEMORY.md'],
  [{ path: 'MEMORY.md', old_text: 'Flat', new_text: 'House' }, 'stands 2 times'],
  [{ path: 'MEMORY.md', old_text: 'Likes tea', new_text: '' }, 'Use forget'],
  [{ path: 'MEMORY.md', old_text: '', new_text: 'gin' }, 'To add something new, call remember'],
])('a change that can not be made is refused before the person is asked: %j', async (input, reason) => {
  await expect(edit.propose(input)).rejects.toThrow(reason);
});

test('a change that can be made is proposed', async () => {
  const input = { path: 'MEMORY.md', old_text: '- Likes tea', new_text: 'Likes gin' };
  expect(await edit.propose(input)).toMatchObject({ action: 'change', before: '- Likes tea', text: 'Likes gin' });
});

test.each([
  [{ text: ' ' }, 'the text is empty'],
  [{ text: 'x'.repeat(9_000) }, 'at most 8000'],
  [{ text: 'tea', where: 'people/heinz.md' }, 'Leave "where" out'],
])('what can not be saved is refused before the person is asked: %#', async (input, reason) => {
  await expect(remember.propose(input)).rejects.toThrow(reason);
});

test('input that can mean one thing alone is taken as that', async () => {
  const tool = defineTool({
    name: 'looks',
    description: 'x',
    effects: {},
    input: z.object({
      query: z.string(),
      queries: z.array(z.string()).optional(),
      max: z.int().optional(),
      all: z.boolean(),
    }),
    run: (input) => Promise.resolve(JSON.stringify(input)),
  });
  const context = { toolUseId: 't', signal: new AbortController().signal };
  const given = { query: ['Nummer'], queries: 'spare key', max: '3', all: 'false' };
  expect((await tool.execute(given, context)).text).toBe(
    '{"query":"Nummer","queries":["spare key"],"max":3,"all":false}',
  );
  await expect(tool.execute({ query: ['a', 'b'], all: true }, context)).rejects.toThrow('expected string');
  const reasons: string[] = [];
  await createStaySilent((reason) => reasons.push(reason)).execute({}, context);
  expect(reasons).toEqual(['']);
});
