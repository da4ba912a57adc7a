import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInModel } from '../../../src/memory/embed/built-in/model.ts';
import type { Embedder } from '../../../src/memory/embed/embedder.ts';
import { createWordpieces, fewLines } from '../../../src/memory/index/wordpieces.ts';
import { openPlainMemory } from '../../support/plain-memory.ts';

/** One token a word, its number from its letters, its vector from its number. */
const embedder: Embedder = {
  modelId: builtInModel.id,
  dimensions: builtInModel.dimensions,
  hasTokens: true,
  prepare: () => undefined,
  embed: async (texts) =>
    texts.map((text) => {
      const ids = Int32Array.from(text.toLowerCase().match(/\w+/g) ?? [], (word) =>
        [...word].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 30_000, 7),
      );
      const vectors = Float32Array.from({ length: ids.length * builtInModel.dimensions }, (_, i) =>
        Math.sin((ids[Math.floor(i / builtInModel.dimensions)] ?? 0) * (1 + (i % builtInModel.dimensions))),
      );
      return { pooled: vectors.slice(0, builtInModel.dimensions), tokens: { ids, vectors } };
    }),
  release: async () => undefined,
  close: async () => undefined,
};

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'wordpieces-'))));
afterEach(async () => rm(folder, { recursive: true, force: true }));

const line = (i: number): string => `- we spoke with the neighbour about thing${i}`;
const notes = (count: number): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** How many different sizes the token vectors of the lines have, and how many lines have some. */
async function sizesAfter(counts: readonly number[]): Promise<{ sizes: number; lines: number }> {
  const indexFile = path.join(folder, `index-${counts.join('-')}.db`);
  for (const count of counts) {
    await writeFile(path.join(folder, 'notes.md'), `${notes(count)}\n`);
    const memory = await openPlainMemory({
      dir: folder,
      indexFile,
      embedder,
    });
    await memory.index();
    expect((await memory.status()).pendingVectors).toBe(0);
    await memory.close();
  }
  const db = new Database(indexFile, { readonly: true });
  try {
    return db.prepare('SELECT count(DISTINCT length(vectors)) AS sizes, count(*) AS lines FROM token').get() as {
      sizes: number;
      lines: number;
    };
  } finally {
    db.close();
  }
}

describe('words that are in every tenth line', () => {
  it('are kept by no line or by all: in a big vault, whether it came at once or line by line', async () => {
    expect(await sizesAfter([fewLines + 100])).toEqual({ sizes: 1, lines: fewLines + 100 });
    expect(await sizesAfter([fewLines - 100, fewLines - 20, fewLines + 60, fewLines + 100])).toEqual({
      sizes: 1,
      lines: fewLines + 100,
    });
  });

  it('are told after a restart as before it', () => {
    const before = createWordpieces();
    for (let i = 0; i < fewLines; i += 1) before.count([1, 1000 + i]);
    expect([before.isCommon(1), before.settle(), before.settle(), before.isCommon(1), before.isCommon(1000)]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    const after = createWordpieces();
    after.decode(before.encode());
    expect([
      after.settled,
      after.lines,
      after.having(1),
      after.having(1001),
      after.isCommon(1),
      after.isCommon(1000),
    ]).toEqual([true, fewLines, fewLines, 1, true, false]);
  });

  it('are not told apart in a small vault', () => {
    const pieces = createWordpieces();
    for (let i = 1; i < fewLines; i += 1) pieces.count([1]);
    const again = createWordpieces();
    again.decode(pieces.encode());
    expect([pieces.settle(), again.settled, again.settle(), again.isCommon(1), again.having(1)]).toEqual([
      false,
      false,
      false,
      false,
      fewLines - 1,
    ]);
  });
});
