import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linesAboveIn } from '../../src/memory/lines-above.ts';
import { createVault } from '../../src/memory/vault.ts';
import { createMemoryGet } from '../../src/tools/memory-get.ts';
import { type MemorySearchOptions, createMemorySearch } from '../../src/tools/memory-search.ts';

test('a search for none, for more than fifty, or for half a result is refused and not run', async () => {
  const asked: number[] = [];
  const tool = createMemorySearch(async (_query, { limit }) => {
    asked.push(limit);
    return await Promise.resolve({ results: [], mode: 'keyword' as const, pendingVectors: 0 });
  });
  const run = async (input: unknown): Promise<string> =>
    (await tool.execute(input, { toolUseId: 't', signal: new AbortController().signal })).text;
  for (const max_results of [0, -1, 51, 5000, 4097, 1.5, 'all'])
    await expect(run({ query: 'tea', max_results })).rejects.toThrow('Invalid input');
  for (const more of [{}, { max_results: 50 }, { max_results: null, since: null }, { max_results: '7' }])
    expect(await run({ query: 'tea', ...more })).toBe('No relevant memories found.');
  expect(asked).toEqual([6, 50, 6, 7]);
  expect(await run({ query: 'tea', since: '2026-11-14' })).toContain('memory_get shows all of a day');
});

const signal = new AbortController().signal;
const note = '# Keys\n\n## PINs\n\n- Visa 4711\n- Amex 9932\n';
const dir = mkdtempSync(path.join(tmpdir(), 'scrubjay-above-'));
writeFileSync(path.join(dir, 'keys.md'), note);
const linesAbove = linesAboveIn(createVault(dir));

test('what the lines above a result make a secret is not shown', async () => {
  const results = [{ path: 'keys.md', startLine: 6, endLine: 6, score: 1, text: '- Amex 9932' }];
  const search = () => Promise.resolve({ results, mode: 'keyword' as const, pendingVectors: 0 });
  const run = async (options: MemorySearchOptions): Promise<string> =>
    (await createMemorySearch(search, options).execute({ query: 'amex' }, { toolUseId: 't', signal })).text;
  expect(await run({})).toContain('9932');
  expect(await run({ linesAbove })).toContain('- Amex [not shown]');
  writeFileSync(path.join(dir, 'keys.md'), note.replace('## PINs', '## Teams'));
  expect(await run({ linesAbove })).toContain('9932');
  writeFileSync(path.join(dir, 'keys.md'), note);
});

test('the same holds where a part of a note is read', async () => {
  const get = createMemoryGet(() => Promise.resolve('- Visa 4711\n- Amex 9932'), linesAbove);
  const { text } = await get.execute({ key: 'keys.md', from: 5, lines: 2 }, { toolUseId: 't', signal });
  expect(text).toBe('- Visa [not shown]\n- Amex [not shown]');
});

test.each([
  [[], 'Ask in the languages of the notes.'],
  [['English'], 'The notes are in English: ask in that language.'],
  [['English', 'German'], 'The notes are in English and German: ask in each of these languages.'],
])('of notes in %j it says in which languages to ask', (languages, words) => {
  expect(
    createMemorySearch(() => Promise.reject(new Error('not asked')), { languages }).definition.description,
  ).toContain(words);
});

test('what 💬 stands for is said where a result has it, and a line that the model has seen is marked so', async () => {
  const search = (text: string) => () =>
    Promise.resolve({
      results: [{ path: 'a.md', startLine: 3, endLine: 3, score: 1, text }],
      mode: 'hybrid' as const,
      pendingVectors: 0,
    });
  const found = async (text: string, options?: MemorySearchOptions): Promise<string> =>
    (await createMemorySearch(search(text), options).execute({ query: 'tea' }, { toolUseId: 't', signal })).text;
  expect(await found('- 21:50 💬 Nora spoke of tea')).toMatch(/\n💬 what a conversation came to$/);
  expect(await found('- 21:50 likes tea')).not.toContain('💬');
  expect(await found('- 21:50 likes tea', { isShown: () => true })).toContain(
    '» - 21:50 likes tea (you have seen these lines)',
  );
});

test('the provider that stands in for a model gets single lines with their scores, and no model is told of that', async () => {
  const asked: unknown[] = [];
  const tool = createMemorySearch(async (_query, { passages }) => {
    asked.push(passages);
    const results = [0.9, 0.69, 0.7].map((score, i) => ({
      path: 'a.md',
      startLine: i + 1,
      endLine: i + 1,
      score,
      text: `- line ${i + 1}`,
    }));
    return await Promise.resolve({ results, mode: 'hybrid' as const, pendingVectors: 0 });
  });
  const shown = async (input: object) =>
    (await tool.execute({ query: 'tea', ...input }, { toolUseId: 't', signal })).sources?.map(({ score }) => score);
  expect(await shown({ shows: 'lines' })).toEqual([0.9, 0.69, 0.7]);
  expect(await shown({})).toEqual([undefined, undefined, undefined]);
  expect(asked).toEqual([false, true]);
  expect(JSON.stringify(tool.definition.inputSchema)).not.toMatch(/shows|forProgram/);
});
