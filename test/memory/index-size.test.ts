// How much room the index takes after a life of edits.
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWordEmbedder } from '../support/word-embedder.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

let base: string;
let dir: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'index-size-'));
  dir = path.join(base, 'memory');
  await mkdir(dir);
});
afterEach(async () => await rm(base, { recursive: true, force: true }));

const files = 4;
const linesPerFile = 300;

/** Every eighth line is another one in each generation. */
async function write(generation: number, count = files): Promise<void> {
  for (let file = 0; file < count; file += 1)
    await writeFile(
      path.join(dir, `n${file}.md`),
      Array.from(
        { length: linesPerFile },
        (_, i) => `- line ${i} of note ${file}, last changed in ${generation - ((generation - i) & 7)}\n`,
      ).join(''),
    );
}

async function index(name: string): Promise<void> {
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(base, name),
    embedder: createWordEmbedder({ dimensions: 128 }),
  });
  await memory.index();
  expect((await memory.search('line 17 of note 1')).mode).toBe('hybrid');
  await memory.close();
}

function blocksOf(name: string): { blocks: number; vectors: number } {
  const db = new Database(path.join(base, name), { readonly: true });
  sqliteVec.load(db);
  try {
    expect(db.pragma('quick_check', { simple: true })).toBe('ok');
    return db
      .prepare('SELECT (SELECT count(*) FROM vec_chunks) AS blocks, (SELECT count(*) FROM vec_rowids) AS vectors')
      .get() as { blocks: number; vectors: number };
  } finally {
    db.close();
  }
}

const bytes = (name: string): number => statSync(path.join(base, name)).size;

it('grows with the notes and not with their history, and shrinks with them', { timeout: 120_000 }, async () => {
  for (let generation = 8; generation < 16; generation += 1) {
    await write(generation);
    await index('edited.db');
  }
  await index('fresh.db');
  expect(bytes('edited.db')).toBeLessThan(1.6 * bytes('fresh.db'));
  const { blocks, vectors } = blocksOf('edited.db');
  expect(vectors).toBe(files * linesPerFile);
  expect(blocks).toBeLessThanOrEqual(2 + 1.25 * blocksOf('fresh.db').blocks);

  for (let file = 1; file < files; file += 1) await rm(path.join(dir, `n${file}.md`));
  await rm(path.join(base, 'fresh.db'));
  await write(16, 1);
  await index('edited.db');
  await index('fresh.db');
  expect(bytes('edited.db')).toBeLessThan(bytes('fresh.db') + 1_500_000);
});
