import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../src/base/files/package-root.ts';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import type { Generation } from '../../../src/memory/index/loaded-index.ts';
import { createLexical } from '../../../src/memory/rank/keyword-scores.ts';
import { loadRelatedWords, parseRelatedWords } from '../../../src/memory/text/related-words.ts';
import { parseQuery, termsOf } from '../../../src/memory/text/terms.ts';
import { openWordIndex } from '../../support/word-index.ts';

const [pet = '', dog = '', city = ''] = termsOf('pets dogs cities');

describe('related words', () => {
  it('are those that the file says, the nearer the more they count', () => {
    const related = parseRelatedWords('a b 90 c 40\nd e 35\n');
    expect(related('a').map(({ term }) => term)).toEqual(['b', 'c']);
    const [near, far] = related('a').map(({ share }) => share);
    expect(near).toBeCloseTo(0.592);
    expect(far).toBeCloseTo(0.054);
    expect(related('b')).toEqual([]);
    expect(related('')).toEqual([]);
  });

  it('are found for every term of the shipped file, and for none that lies between two', async () => {
    const file = path.join(packageRoot(), 'assets/related-words.txt');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const related = loadRelatedWords(file);
    const foundIn = (term: string): string =>
      related(term)
        .map((word) => word.term)
        .join(' ');
    const wordsIn = (line: string): string =>
      line
        .split(' ')
        .filter((_, i) => i % 2 === 1)
        .join(' ');
    const terms = lines.map((line) => line.slice(0, line.indexOf(' ')));
    expect(terms.map((term) => foundIn(term))).toEqual(lines.map((line) => wordsIn(line)));
    expect(terms.filter((term) => foundIn(`${term}~`) !== '')).toEqual([]);
  });

  it('that are shipped are terms as the index has them, and count less than the word itself', async () => {
    const related = loadRelatedWords();
    expect(related(pet).map(({ term }) => term)).toContain(dog);
    expect(related(city).length).toBeGreaterThan(3);
    for (const { term, share } of [...related(pet), ...related(city)]) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(0.7);
      expect(term).toBe(term.toLowerCase());
    }
    expect(related(termsOf('what')[0] ?? '')).toEqual([]);
  });
});

describe('searching by words', () => {
  let folder: string;
  let index: Generation;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'related-'));
    const relatedWords = loadRelatedWords();
    index = await openWordIndex(folder, { relatedWords });
  });
  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The lines that are found, best first. Each is a note of its own: none stands beside another. */
  async function found(query: string, said: readonly string[]): Promise<string[]> {
    for (const [i, line] of said.entries()) await writeFile(path.join(folder, `${i}.md`), `${line}\n`);
    await index.sync.refresh();
    const { lines, store } = index;
    const { keys, values } = allOf(createLexical(parseQuery(query), index)).lines;
    const ranked = Array.from(keys, (slot, i) => ({ slot, score: values[i] ?? 0 })).sort((a, b) => b.score - a.score);
    return ranked.map(({ slot }) => store.text(lines.columns.id[slot] ?? 0));
  }

  it('finds a line that says it in another word, below one that has the word', async () => {
    const said = ['Fed the dog before work', 'The pet shop is closed', 'Bought a green lamp'];
    expect(await found('pets', said)).toEqual(['The pet shop is closed', 'Fed the dog before work']);
  });

  it('leaves out other words that most lines have', async () => {
    const said = ['The pet shop is closed', ...Array.from({ length: 20 }, (_, i) => `Walked the dog on day ${i}`)];
    expect(await found('pets', said)).toEqual(['The pet shop is closed']);
  });

  it('takes no other words for one that most lines have', async () => {
    const said = ['Fed the dog before work', ...Array.from({ length: 20 }, (_, i) => `Fed the pet on day ${i}`)];
    expect(await found('pets', said)).toHaveLength(20);
  });
});
