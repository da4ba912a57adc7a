import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import type { Generation } from '../../../src/memory/index/loaded-index.ts';
import { Postings, countOf, isLabel, slotOf } from '../../../src/memory/index/postings.ts';
import { Highest } from '../../../src/memory/rank/top-k.ts';
import { createLexical } from '../../../src/memory/rank/keyword-scores.ts';
import { decodeTerms, encodeTerms } from '../../../src/memory/store/term-bytes.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openWordIndex } from '../../support/word-index.ts';

describe('the terms of a line', () => {
  it('come back from their bytes with their counts', () => {
    const ids = fc.array(fc.nat(3_000_000), { maxLength: 40 });
    fc.assert(
      fc.property(ids, ids, (own, label) => {
        const found: number[][] = [[], []];
        decodeTerms(encodeTerms({ own, label }), (term, count, ofLabel) => {
          for (let i = 0; i < count; i += 1) found[ofLabel ? 1 : 0]?.push(term);
        });
        expect(found).toEqual([own.toSorted((a, b) => a - b), label.toSorted((a, b) => a - b)]);
      }),
    );
  });

  it('that are cut short end where they are cut', () => {
    const whole = encodeTerms({ own: [1, 500, 70_000, 70_000], label: [3] });
    const termsIn = (bytes: Uint8Array): number[] => {
      const found: number[] = [];
      decodeTerms(bytes, (term) => found.push(term));
      return found;
    };
    expect(termsIn(whole)).toEqual([1, 500, 70_000, 3]);
    for (let size = 0; size < whole.length; size += 1) {
      const found = termsIn(whole.subarray(0, size));
      // The number in which the cut falls is another one, and the last.
      expect(found.slice(0, -1)).toEqual([1, 500, 70_000, 3].slice(0, Math.max(0, found.length - 1)));
      expect(found.length).toBeLessThan(4);
    }
  });
});

describe('postings', () => {
  it('hold the same entries however often they are merged, and forget dead slots then', () => {
    const step = fc.oneof(
      fc.record({ slot: fc.nat(50), term: fc.nat(20), count: fc.integer({ min: 1, max: 9 }), label: fc.boolean() }),
      fc.constant('merge' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.nat(50), (steps, dead) => {
        const postings = new Postings();
        const expected = new Map<number, string[]>();
        let buried = false;
        for (const one of steps) {
          if (one === 'merge') for (const _ of postings.merge(() => true));
          else {
            postings.add(one.slot, one.term, one.count, one.label);
            expected.set(one.term, [...(expected.get(one.term) ?? []), `${one.slot} ${one.count} ${one.label}`]);
          }
        }
        for (let round = 0; round < 2; round += 1) {
          for (let term = 0; term < 25; term += 1) {
            const found = Array.from(
              postings.of(term),
              (entry) => `${slotOf(entry)} ${countOf(entry)} ${isLabel(entry)}`,
            );
            expect(found.sort()).toEqual(
              (expected.get(term) ?? []).filter((entry) => !buried || !entry.startsWith(`${dead} `)).sort(),
            );
          }
          for (const _ of postings.merge((slot) => slot !== dead));
          buried = true;
        }
      }),
    );
  });
});

describe('the highest', () => {
  it('are those that sorting would give, of equal ones the first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 300 }),
        fc.integer({ min: 1, max: 10 }),
        (values, most) => {
          const highest = new Highest(most);
          for (const [at, score] of values.entries()) highest.offer(score, at);
          const sorted = [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
          expect([...highest.take()]).toEqual(sorted.slice(0, most).sort((a, b) => a - b));
        },
      ),
    );
  });
});

describe('the score by words', () => {
  let folder: string;
  let index: Generation;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lexical-'));
    index = await openWordIndex(folder);
  });
  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** FTS5's own BM25 over the line, the one before (.5) and the one after (.2). */
  function scoredByFts5(notes: ReadonlyMap<string, string[]>, query: readonly string[]): Map<string, number> {
    const db = new Database(':memory:');
    db.exec('CREATE VIRTUAL TABLE line USING fts5(place UNINDEXED, t, p, n)');
    const add = db.prepare('INSERT INTO line VALUES (?, ?, ?, ?)');
    for (const [name, lines] of notes)
      for (const [i, line] of lines.entries())
        add.run(`${name}:${i + 1}`, line, lines[i - 1] ?? '', lines[i + 1] ?? '');
    const rows = db.prepare<[string], { place: string; score: number }>(
      'SELECT place, -bm25(line, 0, 1, 0.5, 0.2) AS score FROM line WHERE line MATCH ?',
    );
    const scored = rows.all(query.map((word) => `"${word}"`).join(' OR '));
    db.close();
    return new Map(scored.map(({ place, score }) => [place, score]));
  }

  it('is that of FTS5 with neighbours as columns, also after lines were added, changed and removed', async () => {
    const words = ['kiwi', 'plum', 'fig', 'lemon', 'apricot', 'melon', 'mango', 'papaya'];
    const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((said) => said.join(' '));
    const notes = fc.uniqueArray(
      fc.record({ name: fc.constantFrom('a.md', 'b.md', 'c.md', 'd.md'), lines: fc.array(line, { maxLength: 12 }) }),
      { selector: (note) => note.name, minLength: 1 },
    );
    const query = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 });
    const written = new Map<string, string[]>();
    await fc.assert(
      fc.asyncProperty(notes, query, async (changed, asked) => {
        for (const { name, lines } of changed) {
          written.set(name, lines);
          await writeFile(path.join(folder, name), lines.map((said) => `- ${said}\n`).join(''));
        }
        await index.sync.refresh();
        const { lines, store } = index;
        const { keys, values } = allOf(
          createLexical({ terms: asked, phrases: [] }, { lines, store, relatedWords: () => [] }),
        ).lines;
        const ours = new Map(
          Array.from(keys, (slot, i) => [
            `${store.pathOf(lines.columns.file[slot] ?? 0)}:${lines.columns.startLine[slot]}`,
            values[i],
          ]),
        );
        const theirs = scoredByFts5(written, asked);
        const best = Math.max(...theirs.values());
        expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
        for (const [place, score] of theirs) expect(ours.get(place)).toBeCloseTo(score / best, 4);
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  it('gives way after each word, and one that is broken off there leaves nothing behind', async () => {
    await writeFile(path.join(folder, 'a.md'), '# Kiwi\n\n- kiwi and plum\n- a fig\n- plum and fig\n');
    await index.sync.refresh();
    const begin = () => createLexical({ terms: ['kiwi', 'plum', 'fig'], phrases: [] }, index);
    let steps = 0;
    for (const _ of begin()) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(9);
    const scores = () => {
      const { lines, parts } = allOf(begin());
      return { lines, parts };
    };
    const whole = scores();
    expect(whole.lines.keys).toHaveLength(3);
    for (let last = 1; last <= steps; last += 1) {
      const broken = begin();
      for (let step = 0; step < last; step += 1) broken.next();
      broken.return(undefined as never);
      expect(scores()).toEqual(whole);
    }
  });
});
