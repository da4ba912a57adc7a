// A small graded set of our own, easy to hard, with a floor for each way of searching. The floors are what the search
// reaches today less a little: one that falls below them has got worse.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import { openMemory } from '../../src/memory/memory.ts';
import { graded, notes, unrelated } from './graded-set.ts';
import { kinds } from './kinds-set.ts';
import { measureChanges, measureDays, measureKind } from './measure-kinds.ts';

let folder: string;
let embedder: Embedder | null;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'graded-'));
  for (const [name, lines] of Object.entries(notes)) await writeFile(path.join(folder, name), `${lines.join('\n')}\n`);
  embedder = openEmbedder({
    model: 'all-MiniLM-L6-v2',
    cacheDir: path.join(tmpdir(), 'scrubjay-test-model'),
    log: silentLog,
  });
});
afterAll(async () => {
  await embedder?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['full', true, { easy: 1, medium: 1, hard: 0.85, unrelated: 1 }],
  ['lite', true, { easy: 1, 'written otherwise': 1, medium: 0.85, hard: 0.7, unrelated: 0.8 }],
  ['keyword', false, { easy: 1, 'written otherwise': 1, medium: 0.85, hard: 0.25, unrelated: 0.8 }],
] as const)('search over a small vault, %s', (kind, dense, floors) => {
  it('keeps its floors', async () => {
    const memory = await openMemory({
      dir: folder,
      indexFile: path.join(folder, `.${kind}`, 'index.db'),
      timezone: () => 'Europe/Berlin',
      clock: systemClock,
      log: silentLog,
      embedder: dense ? embedder : null,
      store: kind === 'lite' ? 'lite' : 'full',
    });
    try {
      await memory.index();
      const first = async (query: string): Promise<string> =>
        (await memory.search(query, { passages: false })).results[0]?.text ?? '';
      const reached: Record<string, number> = {};
      const missed: string[] = [];
      for (const [grade, queries] of Object.entries(graded)) {
        let right = 0;
        for (const [query, answer] of queries) {
          if ((await first(query)).startsWith(answer)) right += 1;
          else missed.push(query);
        }
        reached[grade] = right / queries.length;
      }
      let rejected = 0;
      for (const query of unrelated) if ((await first(query)) === '') rejected += 1;
      reached['unrelated'] = rejected / unrelated.length;
      for (const [grade, floor] of Object.entries(floors))
        expect([grade, (reached[grade] ?? 0) >= floor, missed, reached]).toEqual([grade, true, missed, reached]);
    } finally {
      await memory.close();
    }
  });
});

describe('search over each kind of notes keeps its floor', () => {
  it.each(Object.entries(kinds).map(([name, { floor }]) => [name, floor] as const))('%s', async (name, floor) => {
    const { right, of, missed } = await measureKind(name, embedder);
    expect([right / of >= floor, missed]).toEqual([true, missed]);
  });

  it('lines that name days, in fourteen languages', async () => {
    const { right, of, missed } = await measureDays(embedder);
    expect([right / of >= 0.9, missed]).toEqual([true, missed]);
  });

  it.each([
    ['dated', true, 0.9],
    ['undated', false, 0.8],
  ] as const)('what is before what was, %s', async (_, isDated, floor) => {
    const { right, of, missed } = await measureChanges(isDated, embedder);
    expect([right / of >= floor, missed]).toEqual([true, missed]);
  });
});
