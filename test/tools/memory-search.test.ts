import { expect, test } from 'vitest';
import { createMemorySearch } from '../../src/tools/memory-search.ts';

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
