// A search that is ranking while a note is read anew: what it shows was or is in the note, and is never half of that.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Generation, openGeneration } from '../../src/memory/generation.ts';
import { rank } from '../../src/memory/search.ts';
import { createVault } from '../../src/memory/vault.ts';

let folder: string;
let index: Generation;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'while-notes-change-'));
  const parts = { vault: createVault(folder), embedder: null, projection: null, relatedWords: () => [], clock: systemClock, log: silentLog };
  index = await openGeneration(path.join(folder, '.index', 'index.db'), parts);
});
afterEach(async () => {
  await index.close();
  await rm(folder, { recursive: true, force: true });
});

const save = async (word: string): Promise<void> => await writeFile(path.join(folder, 'day.md'), Array.from({ length: 3000 }, (_, i) => `- ${word} number ${i} in the garden\n`).join(''));

it('finds what a note said or what it says, and no line without its words, while a long note is read anew', async () => {
  await save('apple');
  await index.sync.refresh();
  const seen = new Set<string>();
  for (const word of ['pear', 'plum']) {
    await save(word);
    let over = false;
    const refreshed = index.sync.refresh().finally(() => (over = true));
    while (!over) {
      await index.turns.take(function* answer() {
        const hits = yield* rank({ text: 'number in the garden', embedding: null, only: null, about: null }, index);
        for (const { slot } of hits) seen.add(index.store.text(index.lines.columns.id[slot] ?? 0).split(' ')[1] ?? 'nothing');
      });
      await yieldToLoop();
    }
    await refreshed;
  }
  expect([...seen]).not.toContain('nothing');
});
