// Takes a few changed notes into an index without reading it into memory, which most of the time would go into.
import type { Clock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { Projection } from '../embed/projection.ts';
import type { NoteStat } from '../listing.ts';
import { openStore } from '../store/store.ts';
import type { Vault } from '../vault.ts';
import { ChunkTable } from './chunk-table.ts';
import { type Completed, completeIndex } from './complete.ts';
import { createScheduler } from './scheduler.ts';
import { createSync } from './sync.ts';
import { createVectors } from './vectors.ts';

/**
 * @param changed the notes that the index has not, or not as they are; none is gone
 * @returns null where the index has no snapshot of its table: then it has to be read into memory, so that one is written
 */
export async function takeIn(
  indexFile: string,
  changed: readonly NoteStat[],
  options: { vault: Vault; embedder: Embedder | null; projection: Projection | null; clock: Clock; log: Log },
): Promise<Completed | null> {
  const { vault, embedder, projection, clock, log } = options;
  const store = openStore(indexFile);
  const stop = new AbortController();
  try {
    if (store.snapshot() === null) return null;
    // It holds no more than what changed.
    const lines = new ChunkTable({ readVector: store.vector });
    const common = { store, lines, clock, log, signal: stop.signal };
    const sync = createSync({
      ...common,
      vault: { read: vault.read, list: () => Promise.resolve({ notes: [...changed], problems: [] }) },
      known: changed.flatMap(({ path }) => store.fileAt(path) ?? []),
      scheduler: createScheduler(() => lines.version),
    });
    const vectors = embedder ? createVectors({ ...common, embedder, projection }) : null;
    return await completeIndex({ sync, vectors, store }, { signal: stop.signal, isWhole: false });
  } finally {
    stop.abort();
    store.close();
  }
}
