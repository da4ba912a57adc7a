// What `scrubjay index` mostly finds, done from the file of the index alone: it misses nothing, or a few notes were saved since. Nothing of
// the search itself is loaded, and the index is not read into memory.
import { statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import { EmbedError } from '../memory/embed/embedder.ts';
import { projectionFor, vectorsKey } from '../memory/embed/projection.ts';
import type { Completed } from '../memory/index/complete.ts';
import type { VaultListing } from '../memory/listing.ts';
import { createVault } from '../memory/vault.ts';
import { openConfiguredEmbedder } from './embedder.ts';

export const indexFileOf = (config: Config): string => path.join(config.state.dir, 'index.db');

/** @returns null where more may be missing, and the memory has to be opened. Rejects with EmbedError where no vectors can be made */
export async function completeFromFile(config: Config, log: Log): Promise<Completed | null> {
  const { dir, embedding } = config.memory;
  const indexFile = indexFileOf(config);
  const embedder = openConfiguredEmbedder(config, systemClock, log);
  try {
    const vault = createVault(dir);
    const listing = await vault.list();
    // It loads beside what follows, of which each step loads a part of the program.
    if (hasNewer(listing, indexFile)) embedder?.prepare();
    const projection = await projectionFor(embedder, embedding.store);
    const { stateOf } = await import('../memory/index/up-to-date.ts');
    const state = stateOf(indexFile, listing, embedder && vectorsKey(embedder.modelId, projection));
    if (!state) return null;
    if (!('changed' in state)) return { ...state, embedded: 0, embedMs: 0, removed: 0 };
    const { isLittle, takeIn } = await import('../memory/index/take-in.ts');
    if (!isLittle(state.changed)) return null;
    return await takeIn(indexFile, state.changed, { vault, embedder, projection, clock: systemClock, log });
  } catch (error) {
    if (error instanceof EmbedError) throw error;
    // Whatever is wrong with the file is found, and mended, where it is opened.
    return null;
  } finally {
    await embedder?.close();
  }
}

/** Whether any note was saved since the index was written last: then there mostly is something to embed. */
function hasNewer({ notes }: VaultListing, indexFile: string): boolean {
  const writtenMs = statSync(indexFile, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return notes.some(({ mtimeMs }) => mtimeMs > writtenMs);
}
