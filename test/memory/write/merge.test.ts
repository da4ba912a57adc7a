import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines, unifiedDiff } from '../../../src/memory/write/diff.ts';
import { conflictMark, mergeNotes } from '../../../src/memory/write/merge.ts';

const merge = (base: string, ours: string, theirs: string): string =>
  mergeNotes(Buffer.from(base), Buffer.from(ours), Buffer.from(theirs)).bytes.toString();

describe('a merge', () => {
  test('takes both where they touch different lines', () => {
    expect(merge('a\nb\nc\n', 'a\nb\nc\nours\n', 'hand\na\nb\nc\n')).toBe('hand\na\nb\nc\nours\n');
  });

  test('keeps both additions at one place, unmarked, and an equal one once', () => {
    expect(merge('a\n', 'a\nours\n', 'a\nhand\n')).toBe('a\nhand\nours\n');
    expect(merge('a\n', 'a\nsame\n', 'a\nsame\nhand\n')).toBe('a\nsame\nhand\n');
  });

  test('keeps both versions of a line, marked', () => {
    expect(merge('a\nb\nc\n', 'a\nB1\nc\n', 'a\nB2\nc\n')).toBe(`a\nB2\n${conflictMark}\nB1\nc\n`);
  });

  test('keeps a hand edit of a line that we took out', () => {
    expect(merge('a\nb\nc\n', 'a\nc\n', 'a\nb!\nc\n')).toBe('a\nb!\nc\n');
  });

  test('keeps the line endings and the open end of the hand edit', () => {
    expect(merge('a\nb\n', 'a\nb\nours\n', 'a\r\nb\r\nhand')).toBe('a\r\nb\r\nhand\r\nours');
  });

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', '- x', '## h'), { maxLength: 12 });
  const note = fc
    .tuple(lines, fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([all, end, open]) => all.join(end) + (open || all.length === 0 ? '' : end));

  test('of one side only is that side, to the byte', () => {
    fc.assert(
      fc.property(note, note, (base, other) => {
        expect(merge(base, other, base)).toBe(other);
        expect(merge(base, base, other)).toBe(other);
      }),
      { numRuns: 500 },
    );
  });

  test('never loses or reorders what a person added, whatever both did', () => {
    const hand = fc.array(
      fc.tuple(fc.nat(12), fc.string({ unit: fc.constantFrom('x', 'é', ' ', '-'), minLength: 1, maxLength: 4 })),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(note, note, hand, (base, ours, edits) => {
        const split = base.split('\n');
        for (const [at, text] of edits) split.splice(Math.min(at, split.length), 0, `hand ${text}`);
        const theirs = split.join('\n');
        const merged = merge(base, ours, theirs).split(/\r?\n/);
        const added = theirs.split(/\r?\n/).filter((line) => line.startsWith('hand '));
        expect(merged.filter((line) => line.startsWith('hand '))).toEqual(added);
      }),
      { numRuns: 1000 },
    );
  });

  test('contains all of ours that is new, whatever both did', () => {
    const adds = fc.array(fc.tuple(fc.nat(12), fc.nat(99)), { maxLength: 5 });
    fc.assert(
      fc.property(note, note, adds, (base, theirs, edits) => {
        const split = base.split('\n');
        for (const [at, id] of edits) split.splice(Math.min(at, split.length), 0, `ours ${id}`);
        const merged = new Set(merge(base, split.join('\n'), theirs).split(/\r?\n/));
        expect(edits.every(([, id]) => merged.has(`ours ${id}`))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a diff', () => {
  test('applied to the one gives the other', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 15 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const out: string[] = [];
        let at = 0;
        for (const hunk of diffLines(a, b)) {
          out.push(...a.slice(at, hunk.aStart), ...b.slice(hunk.bStart, hunk.bEnd));
          at = hunk.aEnd;
        }
        expect([...out, ...a.slice(at)]).toEqual(b);
      }),
      { numRuns: 500 },
    );
  });

  test('is printed as diff -u does', () => {
    expect(unifiedDiff('MEMORY.md', 'a\nb\nc\nd\ne\n', 'a\nb\nc\nd\nx\ny')).toBe(
      '--- a/MEMORY.md\n+++ b/MEMORY.md\n@@ -2,4 +2,5 @@\n b\n c\n d\n-e\n+x\n+y\n\\ No newline at end of file\n',
    );
    expect(unifiedDiff('n', '', 'a\n')).toBe('--- a/n\n+++ b/n\n@@ -0,0 +1 @@\n+a\n');
    expect(unifiedDiff('n', 'a\n', 'a\n')).toBe('');
  });
});
