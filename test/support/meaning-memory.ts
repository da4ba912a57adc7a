// A memory over made-up notes, searched by words and by meaning, with the model that comes with the product. Its folder goes
// with the run's (temp-folder.ts).
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import { openPlainMemory } from './plain-memory.ts';

/** Where the model is written once for all tests of a run: that takes seconds. */
export const writtenModel = (): string => path.join(tmpdir(), 'written-model');

/** @param notes the text of each, by name @param clock read at each search. The index is complete when it resolves. */
export async function openMeaningMemory(notes: Readonly<Record<string, string>>, clock = systemClock) {
  const dir = mkdtempSync(path.join(tmpdir(), 'meaning-memory-'));
  mkdirSync(path.join(dir, 'memory'));
  for (const [name, text] of Object.entries(notes)) writeFileSync(path.join(dir, 'memory', name), text);
  const embedder = openEmbedder({
    model: 'all-MiniLM-L6-v2',
    cacheDir: writtenModel(),
    log: silentLog,
    clock,
    threads: 2,
    idleMs: 60_000,
    usage: {},
  });
  const memory = await openPlainMemory({
    dir: path.join(dir, 'memory'),
    indexFile: path.join(dir, 'index.db'),
    clock,
    embedder,
  });
  await memory.index();
  return {
    memory,
    async close() {
      await memory.close();
      await embedder?.close();
    },
  };
}
