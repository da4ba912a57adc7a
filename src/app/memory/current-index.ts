// What `scrubjay index` mostly finds, done from the file of the index alone: it misses nothing, or a few notes were saved since. Nothing of
// the search itself is loaded, and the index is not read into memory.
import { statSync } from 'node:fs';
import { systemClock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Config } from '../../config.ts';
import { EmbedError } from '../../memory/embed/embedder.ts';
import { projectionFor, vectorsKey } from '../../memory/embed/projection.ts';
import type { Completed } from '../../memory/index/complete.ts';
import type { NoteStat, VaultListing } from '../../memory/listing.ts';
import { openConfiguredEmbedder } from './embedder.ts';
import { indexFileOf } from './index-file.ts';
import { createConfiguredVault } from './memory-folder.ts';

/** With more of them, the snapshot of the index would soon fit no longer: it is better read into memory, and written anew. */
const fewNotes = 8;
const fewBytes = 500_000;

/** @returns null where more may be missing, and the memory has to be opened. Rejects with EmbedError where no vectors can be made */
export async function completeFromFile(config: Config, log: Log): Promise<Completed | null> {
  const { embedding } = config.memory;
  const indexFile = indexFileOf(config);
  const embedder = openConfiguredEmbedder(config, systemClock, log, { here: true });
  try {
    const vault = createConfiguredVault(config);
    const listing = await vault.list();
    const newer = newerThan(indexFile, listing);
    // It loads beside what follows, of which each step loads a part of the program.
    if (newer.length > 0 && isLittle(newer)) embedder?.prepare();
    const projection = await projectionFor(embedder, embedding.store);
    const { stateOf } = await import('../../memory/index/up-to-date.ts');
    const state = stateOf(indexFile, listing, embedder && vectorsKey(embedder.modelId, projection));
    if (!state) return null;
    if (!('changed' in state)) return { ...state, embedded: 0, embedMs: 0, removed: 0 };
    if (!isLittle(state.changed)) return null;
    const { takeIn } = await import('../../memory/index/take-in.ts');
    return await takeIn(indexFile, state.changed, { vault, embedder, projection, clock: systemClock, log });
  } catch (error) {
    if (error instanceof EmbedError) throw error;
    // Whatever is wrong with the file is found, and mended, where it is opened.
    return null;
  } finally {
    await embedder?.close();
  }
}

/** The notes that were saved since the index was written last: then there mostly is something to embed. */
function newerThan(indexFile: string, { notes }: VaultListing): NoteStat[] {
  const writtenMs = statSync(indexFile, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return notes.filter(({ mtimeMs }) => mtimeMs > writtenMs);
}

/** Whether so little changed that it is worth to be taken in without reading the index. */
export const isLittle = (changed: readonly NoteStat[]): boolean =>
  changed.length <= fewNotes && changed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= fewBytes;
