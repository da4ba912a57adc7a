// Brings an index in step with the notes, and waits until it is whole: vectors made, what no line says any more removed, holes closed.
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import type { Sync } from './sync.ts';
import type { Vectors } from './vectors.ts';

/** What was done, and what the index has now. */
export interface Completed {
  files: number;
  chunks: number;
  embedded: number;
  embedMs: number;
  /** Notes that are gone. */
  removed: number;
}

const orphansPerStep = 250;

/**
 * Rejects with EmbedError where no vectors can be made; the notes are in the index then.
 * @param vectors null where none are made
 * @param options.isWhole false: what earlier changes left is not looked for
 */
export async function completeIndex(
  { sync, vectors, store }: { sync: Sync; vectors: Vectors | null; store: Store },
  options: { signal: AbortSignal; isWhole: boolean; onProgress?: ((done: number, total: number) => void) | undefined },
): Promise<Completed> {
  const { signal, isWhole, onProgress } = options;
  const refreshing = sync.refresh();
  const completing = vectors?.complete(onProgress, refreshing);
  // Where one fails, the other has to be at its end before the index may be closed.
  await Promise.allSettled([refreshing, completing]);
  const { removed } = await refreshing;
  const { embedded, tookMs: embedMs } = (await completing) ?? { embedded: 0, tookMs: 0 };
  if (isWhole || store.hasDropped()) await removeAllOrphans(store);
  while (!signal.aborted && store.tidy()) await yieldToLoop();
  return { ...store.counts(), embedded, embedMs, removed };
}

export async function removeAllOrphans(store: Store): Promise<void> {
  for (let after = 0; (after = store.removeOrphans(after, orphansPerStep)) > 0;) await yieldToLoop();
}
