// Days that a wrong clock gave: in 2036 or in 1970, until it heard the time from the network. They order nothing.
import { expect, test } from 'vitest';
import { checkOperations } from '../../../src/features/consolidation/check.ts';
import { linesOfLongTerm, provenLine } from '../../../src/memory/write/long-term.ts';
import { parseRaw } from '../../../src/memory/write/raw-note.ts';

const today = '2026-11-21';
/** What becomes of "Clara lives in Bonn", said on a day, beside "Clara lives in Ulm", said on another: its day, or why it is refused. */
function checked({ said, line }: { said: string; line: string }): string {
  const provenance = { kind: 'person', importance: 0.8, said: line, sources: [`${line}.md#L1-L1`] };
  const memory = `## People\n\n${provenLine('- Clara lives in Ulm', provenance)}\n`;
  const text = 'Clara lives in Bonn';
  const source = [`${said}.md#L1-L1`];
  const { accepted, rejected } = checkOperations([{ op: 'supersede', target: 'M1', text, quote: text, source }], {
    targets: linesOfLongTerm(parseRaw(Buffer.from(memory))),
    sourceLines: (path) => (path === `${said}.md` ? [{ text: `- ${text}`, date: said, isUntrusted: false }] : null),
    isForgotten: () => false,
    ids: new Map(),
    names: [],
    today,
  });
  return accepted[0]?.said ?? rejected[0]?.reason ?? '';
}

test('what was said in 2036 by a clock that was ahead is corrected by what is said next', () => {
  expect(checked({ line: '2036-02-07', said: '2026-11-20' })).toBe('2026-11-20');
  expect(checked({ line: '2026-11-24', said: '2026-11-20' })).toBe('2026-11-20');
});

test('what was saved in 2036 or in 1970 replaces a line, with the day on which it is read', () => {
  for (const said of ['2036-02-07', '1970-01-01', '2000-01-01'])
    expect(checked({ line: '2026-11-20', said })).toBe(today);
});

test('what is planned for a day to come keeps that day', () => {
  expect(checked({ line: '2026-11-20', said: '2026-12-24' })).toBe('2026-12-24');
});

test('a diary of years ago is older than what was said since', () => {
  expect(checked({ line: '2026-11-20', said: '2011-05-03' })).toBe('its source is older than the line');
  expect(checked({ line: '2026-11-22', said: '2026-11-20' })).toBe('its source is older than the line');
});
