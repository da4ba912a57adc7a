import { expect, test } from 'vitest';
import { guardResult } from '../../../src/features/consolidation/guard.ts';
import { provenLine } from '../../../src/memory/write/long-term.ts';
import { parseRaw } from '../../../src/memory/write/raw-note.ts';

const note = (text: string) => parseRaw(Buffer.from(text));
const ours = provenLine('- Tom sings', {
  kind: 'fact',
  importance: 0.5,
  said: '2026-11-20',
  sources: ['2026-11-20.md#L3-L3'],
});
const before = note(`# Memory\n\n- by hand\n- by hand\n${ours}\n`);

test('a result that holds every line of the person, in order, passes; what was ours may go', () => {
  expect(() => guardResult(before, note('# Memory\n\n- new\n- by hand\n- by hand\n- new\n'))).not.toThrow();
});

test.each([
  ['one of two that are alike is gone', '# Memory\n\n- by hand\n'],
  ['one is reworded', '# Memory\n\n- by hand\n- by  hand\n'],
  ['the order is another', '- by hand\n- by hand\n# Memory\n\n'],
])('is refused when of the lines of a person %s', (_, after) => {
  expect(() => guardResult(before, note(after))).toThrow('which a person wrote');
});
