import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import type { Generation } from '../../../src/memory/index/loaded-index.ts';
import { slotOf } from '../../../src/memory/index/postings.ts';
import { findTerms } from '../../../src/memory/rank/term-lookup.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openWordIndex } from '../../support/word-index.ts';

let folder: string;
let index: Generation;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'term-entries-'));
  index = await openWordIndex(folder);
});
afterEach(async () => {
  await index.close();
  await rm(folder, { recursive: true, force: true });
});

/** The notes with a line that is among these entries, as often as lines are. */
function notesOf(entries: Uint32Array): string[] {
  const { lines, store } = index;
  return Array.from(entries, (entry) => store.pathOf(lines.columns.file[slotOf(entry)] ?? 0)).sort();
}

describe('a compound', () => {
  const words = ['kiwi', 'plum', 'fig', 'lemon'];
  const said = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
  const notes = fc.uniqueArray(fc.record({ name: fc.constantFrom('a.md', 'b.md', 'c.md', 'd.md'), said }), {
    selector: (note) => note.name,
    minLength: 1,
  });

  it('is found where its words stand side by side, each line once, whatever was saved before', async () => {
    const written = new Map<string, string[]>();
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 3 }),
        async (changed, compound) => {
          for (const note of changed) {
            written.set(note.name, note.said);
            await writeFile(path.join(folder, note.name), `${note.said.join(' ')}\n`);
          }
          await index.sync.refresh();
          const found = allOf(
            findTerms({ terms: [], phrases: [compound] }, { ...index, relatedWords: () => [] }),
          ).places.flatMap((places) => places.map(({ list }) => list));
          const having = [...written]
            .filter(([, all]) => all.some((_, i) => compound.every((word, j) => all[i + j] === word)))
            .map(([name]) => name);
          expect(found.flatMap(notesOf).sort()).toEqual(having.sort());
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  it('that many lines have is taken to be where all of its words are, each line once', async () => {
    const save = async (...said: string[][]): Promise<void> => {
      await writeFile(
        path.join(folder, 'many.md'),
        said.map((lines) => lines.map((line) => `- ${line}\n`).join('')).join('\n**Fig:**\n\n'),
      );
      await index.sync.refresh();
    };
    const lines = (count: number, tell: (i: number) => string): string[] =>
      Array.from({ length: count }, (_, i) => tell(i));
    await save(lines(900, (i) => `fig lemon plum ${i}`));
    // Of one word more entries than lines: those of who speaks.
    await save(
      [...lines(800, (i) => `lemon ${i} plum`), ...lines(100, (i) => `fig ${i} plum`)],
      lines(500, (i) => `plum ${i} lemon fig ${'and more '.repeat(30)}`),
    );
    const [[places] = []] = allOf(
      findTerms({ terms: [], phrases: [['plum', 'fig', 'lemon']] }, { ...index, relatedWords: () => [] }),
    ).places;
    expect(places?.list).toHaveLength(500);
  });
});
