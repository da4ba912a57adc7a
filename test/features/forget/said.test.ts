import { expect, test } from 'vitest';
import { nearest } from '../../../src/features/forget/said.ts';

const listed = async (statement: string, ...texts: string[]): Promise<string[]> => {
  const about = new Set(statement.toLowerCase().split(' '));
  const said = texts.map((text) => ({ at: '2026-11-27T14:12:00Z', text }));
  const found = await nearest(said, { statements: [statement], about, nearness: () => Promise.resolve(null) });
  return found.map(({ text }) => text);
};

test('a house number is no name that a sentence with the same hour has in common with it; a longer number is', async () => {
  const hour = 'Now: Friday, 14:12';
  expect(await listed('Anna lives at 14 Elm Street', hour)).toEqual([]);
  expect(await listed('Anna lives at 1412 Elm Street', 'It was number 1412, I think')).toHaveLength(1);
});
