import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { rowsOf } from '../../../src/memory/text/chunk-features.ts';
import { chunkInSteps } from '../../../src/memory/text/chunk.ts';
import { readFrontMatter } from '../../../src/memory/text/front-matter.ts';
import { linesOf } from '../../../src/memory/text/note.ts';
import { termsOf } from '../../../src/memory/text/terms.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openWordMemory } from '../../support/word-memory.ts';

const rowsIn = (text: string, name = 'house.md') => allOf(rowsOf(name, allOf(chunkInSteps(text))));
/** What the model reads of each line. */
const inputsOf = (text: string): string[] => rowsIn(text).chunks.map(({ input }) => input);

describe('a line of a nested list', () => {
  test('is read with the items that it stands under, and others with their heading', () => {
    const note =
      '# Stairs\n\n- quotes\n\t- Brookside\n\t\t- 4,150\n\t- Hallam & Daughters\n\t\t- 3,600\n\t\t- oak **only**\n- Ridley\n\nLater.\n\n## Paint\n\n- white\n';
    expect(inputsOf(note)).toEqual([
      'Stairs: quotes',
      'quotes: Brookside',
      'quotes: Brookside: 4,150',
      'quotes: Hallam & Daughters',
      'quotes: Hallam & Daughters: 3,600',
      'quotes: Hallam & Daughters: oak only',
      'Stairs: Ridley',
      'Stairs: Later.',
      'Paint: white',
    ]);
  });

  test('is read with the nearest items where all of them would be long', () => {
    const [, , , last] = inputsOf(`- ${'a'.repeat(200)}\n  - ${'b'.repeat(60)}\n    - ${'c'.repeat(60)}\n      - d\n`);
    expect(last).toBe(`${'b'.repeat(60)}: ${'c'.repeat(60)}: d`);
  });

  test('stands under the same items whatever it is indented with', () => {
    const depths = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 20 });
    const noteOf = (levels: readonly number[], indent: string): string =>
      levels.map((level, i) => `${indent.repeat(level)}- item ${i}`).join('\n');
    fc.assert(
      fc.property(depths, (steps) => {
        // Nobody goes in by two levels at once.
        const levels = steps.reduce<number[]>((all, step) => [...all, Math.min(step, (all.at(-1) ?? -1) + 1)], []);
        const [tabs, ...others] = ['\t', '  ', '    '].map((indent) => inputsOf(noteOf(levels, indent)));
        for (const other of others) expect(other).toEqual(tabs);
        for (const [i, level] of levels.entries()) {
          const parent = levels.slice(0, i).findLastIndex((one) => one < level);
          expect(tabs?.[i]?.endsWith(parent === -1 ? `house: item ${i}` : `item ${parent}: item ${i}`)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  describe('in an answer', () => {
    let memory: Memory;
    beforeAll(async () => void (memory = await openWordMemory({ 'quotes.md': quotes.join('\n') })));
    afterAll(async () => await memory.close());
    const firms = ['Brookside', 'Hallam', 'Ridley', 'Cove'];
    const quotes = firms.flatMap((firm, i) => [
      `- ${firm}`,
      ...Array.from({ length: 6 }, (_, j) => `  - detail ${j} word${i}x${j}`),
    ]);

    test.each(firms.flatMap((firm, i) => [0, 3, 5].map((j) => [firm, `word${i}x${j}`] as const)))(
      'stands with %s, and with nothing of another one: %s',
      async (firm, word) => {
        const { results } = await memory.search(word);
        expect(results[0]?.text).toContain(word);
        expect(firms.filter((one) => results[0]?.text.includes(one))).toEqual([firm]);
      },
    );
  });
});

describe('front matter', () => {
  const matter =
    '---\ntitle: The flat\ntags: [house, rent]\naliases:\n  - Larkfield\ncreated: 2024-08-11\nlandlord: Mr Oke\nphone:\n  - 0113 555\n---\n';

  test('is its properties, a line each', () => {
    expect(rowsIn(`${matter}\n- rent 900\n`).chunks.map(({ text, startLine }) => [startLine, text])).toEqual([
      [2, 'title: The flat'],
      [3, 'tags: [house, rent]'],
      [4, 'aliases:\n  - Larkfield'],
      [6, 'created: 2024-08-11'],
      [7, 'landlord: Mr Oke'],
      [8, 'phone:\n  - 0113 555'],
      [12, '- rent 900'],
    ]);
  });

  test('is found by its words where it is about the note, and means nothing there', () => {
    const { chunks, parts } = rowsIn(`${matter}\n- rent 900\n`);
    expect(chunks.map(({ input }) => input === '')).toEqual([true, true, true, true, false, false, false]);
    expect(parts[0]).toEqual(expect.arrayContaining(termsOf('flat house rent Larkfield')));
  });

  test('loses no line of a note, whatever stands in it', () => {
    const line = fc.oneof(
      fc.constantFrom('---', '...', 'title: x', 'tags:', '  - a', '', 'date: 2026-01-01', ':', 'a b: c', 'ü: 1'),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = ['---', ...lines].join('\n');
        const { end, properties } = readFrontMatter(linesOf(text));
        expect(end).toBeLessThanOrEqual(linesOf(text).length);
        let from = 1;
        for (const { first, last } of properties) {
          expect(first).toBeGreaterThanOrEqual(from);
          expect(last).toBeLessThan(end - 1);
          from = last + 1;
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

test('the head of a table stands with its first row: alone it answers nothing', () => {
  const table = '| tree | how many |\n|---|---|\n| Alder | 3 |\n| Birch | 1 |\n';
  expect(rowsIn(table).chunks.map(({ text }) => text)).toEqual([
    '| tree | how many |\n|---|---|\n| Alder | 3 |',
    '| Birch | 1 |',
  ]);
  expect(rowsIn('| tree |\n|---|\n').chunks).toHaveLength(1);
});
