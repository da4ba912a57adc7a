// Notes that are made to be slow to read. Each case took minutes, or for ever, where a pattern backtracked or a line was
// compared with every other; what is asserted is the answer, and that it comes at all.
import { describe, expect, it } from 'vitest';
import { bulletLines, cleanText, essence } from '../../../src/memory/write/bullet.ts';
import { linesOfLongTerm, parseProvenLine, provenLine, sectionsOf } from '../../../src/memory/write/long-term.ts';
import { mergeNotes } from '../../../src/memory/write/merge.ts';
import { findPassages, removePassage } from '../../../src/memory/write/passage.ts';
import { parseRaw } from '../../../src/memory/write/raw-note.ts';
import { expectLinear, hostileInputs } from '../../support/growth.ts';

const size = 100_000;
const note = (text: string) => parseRaw(Buffer.from(text));
const repeat = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

describe('a note made to be slow to read', () => {
  it('is read where a heading is a mark and a run of blanks', () => {
    const [section] = sectionsOf(note(`# ${' '.repeat(size)}\u2028#x\r`));
    expect(section).toMatchObject({ startLine: 1, endLine: 1 });
    expect(sectionsOf(note(`## a ${'# '.repeat(size)}b ##\n`))[0]?.title).toMatch(/^a # .* b$/);
  });

  it('is read where a comment of ours is forged', () => {
    const forged = `- x <!-- scrubjay: fact 0.8, said 2026-11-19, from ${'a '.repeat(size)}`;
    expect(parseProvenLine(forged).provenance).toBeNull();
    const unclosed = '<!-- scrubjay: '.repeat(size);
    expect(parseProvenLine(unclosed).provenance).toBeNull();
    const provenance = { kind: 'fact', importance: 0.8, said: '2026-11-19', sources: ['2026-11-19.md#L3-L3'] };
    const text = `- Anna ${forged.trimEnd()}`;
    const parsed = parseProvenLine(provenLine(text, provenance));
    expect(parsed.provenance).toEqual(provenance);
    expect(parsed.text === text).toBe(true);
  });

  it('is read where fences and comments are never closed', () => {
    const fences = repeat(600, (i) => `${'`'.repeat(603 - i)}\n`);
    expect(linesOfLongTerm(note(fences))).toHaveLength(600);
    expect(linesOfLongTerm(note('<!-- x\n'.repeat(size)))).toHaveLength(size);
    expect(linesOfLongTerm(note('~~~~~\na\n~~~\n~~~~~~ x\nb\n<!-- c\nd -->\ne')).map(({ whole }) => whole)).toEqual([
      'b',
      'e',
    ]);
  });

  it('is read where every line is a heading', () => {
    const lines = linesOfLongTerm(note(repeat(size / 4, (i) => `${'#'.repeat((i % 6) + 1)} h${i}\nx\n`)));
    expect(lines).toHaveLength(size / 4);
    expect(lines.at(-1)?.section).toBe(`h${size / 4 - 1}`);
  });

  it('compares bullets that are full of unclosed comments', () => {
    expect(essence(`- a <!-- b --> ${'<!--'.repeat(size)}`)).toMatch(/^a <!--/);
    expect(bulletLines('12:00', 'a\nb')).toEqual(['- 12:00 a', '  b']);
  });
});

describe('a passage made to be slow to find', () => {
  it('is counted in all lines of a large note, and the first places are told', () => {
    const { count, first } = findPassages(note('- e\r\n'.repeat(size)), 'e');
    expect(count).toBe(size);
    expect(first).toHaveLength(20);
    expect(first[19]).toEqual({ start: 97, end: 98, startLine: 20, endLine: 20 });
  });

  it('is looked for in a note that nearly has it everywhere', () => {
    const passage = `${'a'.repeat(20_000)}b`;
    expect(findPassages(note(`${'a'.repeat(4 * size)}b`), passage)).toEqual({
      count: 1,
      first: [{ start: 4 * size - 20_000, end: 4 * size + 1, startLine: 1, endLine: 1 }],
    });
  });

  it('counts overlapping places, and a line ending of either kind once', () => {
    expect(findPassages(note('aaa'), 'aa').count).toBe(2);
    expect(findPassages(note('a\r\nb\nb'), '\nb').first).toEqual([
      { start: 1, end: 4, startLine: 1, endLine: 2 },
      { start: 4, end: 6, startLine: 2, endLine: 3 },
    ]);
  });

  it('is removed from a line of blanks', () => {
    const blanks = `${' '.repeat(size)}x${' '.repeat(size)}y`;
    const found = findPassages(note(blanks), 'x').first[0];
    expect(found && removePassage(note(blanks), found).raw === blanks.replace('x', '')).toBe(true);
  });
});

describe('two versions made to be slow to merge', () => {
  it('are merged where every other line is another', () => {
    const version = (mark: string, count: number) =>
      Buffer.from(repeat(count, (i) => (i % 2 === 0 ? `same ${i}\n` : `${mark} ${i}\n`)));
    const { bytes, conflicts } = mergeNotes(
      version('base', 20_000),
      version('ours', 20_000),
      version('theirs', 20_000),
    );
    expect(conflicts).toBeGreaterThan(0);
    expect(bytes.toString()).toContain('theirs 19999');
  });

  it('are merged where one is hundreds of thousands of lines longer', () => {
    const base = Buffer.from('a\nb\n');
    const theirs = Buffer.from(`a\n${'x\n'.repeat(size)}b\n`);
    expect(mergeNotes(base, Buffer.from('a\nb\nours\n'), theirs).bytes.length).toBe(theirs.length + 5);
  });
});

describe('the work on a note', () => {
  const functions: Record<string, (text: string) => unknown> = {
    'reading its sections and lines': (text) => linesOfLongTerm(note(text)),
    'reading a line of ours': parseProvenLine,
    'comparing bullets': essence,
    'cleaning what a person said': cleanText,
    'finding a passage': (text) => findPassages(note(text), text.slice(0, text.length / 2)),
    'removing a passage': (text) => removePassage(note(`x${text}`), { start: 0, end: 1, startLine: 1, endLine: 1 }),
  };
  it.each(Object.entries(functions))('grows no faster than the note: %s', async (_, run) => {
    for (const make of Object.values(hostileInputs))
      await expect(expectLinear(run, make, { maxSize: 8000 })).resolves.toBeUndefined();
  });
});
