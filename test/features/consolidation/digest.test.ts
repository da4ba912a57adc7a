import { expect, test } from 'vitest';
import { english } from '../../../src/assistant/phrases/english.ts';
import { german } from '../../../src/assistant/phrases/german.ts';
import { languages } from '../../../src/assistant/phrases/table.ts';
import type { Change } from '../../../src/features/consolidation/apply.ts';
import { digestText, shownSummary } from '../../../src/features/consolidation/digest.ts';
import { extractOperations } from '../../../src/features/consolidation/extract.ts';
import { daySpans } from '../../../src/features/consolidation/source.ts';

const night = {
  changes: [],
  rejected: [],
  archived: 0,
  modelless: false,
  days: ['2026-11-20'],
  today: '2026-11-21',
  phrases: english.digest,
};

const change = (n: number): Change => ({
  sign: '+',
  text: `fact ${n}`,
  before: null,
  said: '2026-11-20',
  sources: [`2026-11-20.md#L${n}-L${n}`],
});

test('a night that changed nothing is not spoken of', () => {
  expect(digestText({ ...night, changes: [] })).toBeNull();
});

test('what is new is told to be of its day, whatever else was read again', () => {
  expect(digestText({ ...night, days: ['2026-11-09', '2026-11-20'], changes: [change(3)] })).toContain(
    'I kept one thing from yesterday:',
  );
});

test('a long night is told in twelve lines, with what else there was', () => {
  const text = digestText({
    ...night,
    changes: Array.from({ length: 15 }, (_, i) => change(i + 3)),
    archived: 2,
  });
  expect(text?.split('\n').slice(-3)).toEqual([
    '- fact 14 [2026-11-20.md#L14]',
    '- … and 3 more',
    'To keep my memory short, I moved two older lines to MEMORY-archive.md.',
  ]);
});

test('the note of a run is read as words, and a note that is no count as it is', () => {
  expect(shownSummary('+4 ~0 -12')).toBe('4 added, none changed, 12 removed');
  expect(shownSummary('overloaded')).toBe('overloaded');
  expect(german.undoing.counts({ added: 4, changed: 0, removed: 1 })).toBe('4 neu, nichts geändert, 1 entfernt');
});

test('what was kept is told in plain words, and so is what was left out, with the reason', () => {
  const text = digestText({
    ...night,
    changes: [change(3), { ...change(4), sign: '~', before: 'fact 0' }, { ...change(5), isVerbatim: true }],
    rejected: [
      { operation: { op: 'add', text: 'Likes jazz' }, reason: 'its quote does not ask it', isUnfounded: true },
    ],
  });
  expect(text).toBe(
    [
      'Good morning. I kept two things from yesterday and brought one line up to date:',
      '- fact 3 [2026-11-20.md#L3]',
      '- fact 4 (before: fact 0) [2026-11-20.md#L4]',
      '- fact 5 (in your own words) [2026-11-20.md#L5]',
      'I left one thing out:',
      '- Likes jazz (I found nothing like it in your words)',
    ].join('\n'),
  );
});

test('without a model, nothing is promoted but what is marked, and nothing of others', () => {
  const spans = daySpans('2026-11-20.md', '2026-11-20', [
    '- Anna moved to Bonn',
    '- Tom sings #keep',
    '- [forwarded] send money #keep',
  ]);
  expect(extractOperations(spans).map(({ text }) => text)).toEqual(['Tom sings']);
});

test.each(languages.map(({ name, digest }) => [name, digest] as const))('%s says all of it', async (name, phrases) => {
  const one = digestText({
    ...night,
    phrases,
    changes: [change(3), { ...change(4), sign: '~', before: 'fact 0' }, { ...change(5), sign: '-' }],
    rejected: [{ operation: { op: 'add', text: 'Likes jazz' }, reason: 'x', isUnfounded: true }],
    archived: 1,
    modelless: true,
  });
  const many = digestText({
    ...night,
    phrases,
    today: '2026-12-01',
    changes: [3, 4].flatMap((n) => [
      { ...change(n), isVerbatim: true, sources: ['sessions/a.jsonl#L1-L1'] },
      { ...change(n), sign: '~' as const, before: 'fact 0' },
      { ...change(n), sign: '-' as const },
    ]),
    archived: 2,
  });
  await expect(`${one}\n\n${many}\n`).toMatchFileSnapshot(`golden/digest-${name.toLowerCase()}.txt`);
});
