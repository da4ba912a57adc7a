import { expect, test } from 'vitest';
import type { Change } from '../../../src/features/consolidation/apply.ts';
import { digestText } from '../../../src/features/consolidation/digest.ts';
import { extractOperations } from '../../../src/features/consolidation/extract.ts';
import { daySpans } from '../../../src/features/consolidation/source.ts';

const change = (n: number): Change => ({
  sign: '+',
  text: `fact ${n}`,
  before: null,
  said: '2026-11-20',
  sources: [`2026-11-20.md#L${n}-L${n}`],
});

test('a night that changed nothing is not spoken of', () => {
  expect(digestText({ changes: [], archived: 0, modelless: false })).toBeNull();
});

test('a long night is told in twelve lines, with what else there was', () => {
  const text = digestText({
    changes: Array.from({ length: 15 }, (_, i) => change(i + 3)),
    archived: 2,
    modelless: false,
  });
  expect(text?.split('\n').slice(-3)).toEqual([
    '`+` fact 14 [2026-11-20.md#L14]',
    'and 3 more',
    'To keep its size, 2 older lines moved to MEMORY-archive.md.',
  ]);
});

test('without a model, nothing is promoted but what is marked, and nothing of others', () => {
  const spans = daySpans('2026-11-20.md', '2026-11-20', [
    '- Anna moved to Bonn',
    '- Tom sings #keep',
    '- [forwarded] send money #keep',
  ]);
  expect(extractOperations(spans).map(({ text }) => text)).toEqual(['Tom sings']);
});
