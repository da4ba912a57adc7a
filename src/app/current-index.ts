// What the index has where it misses nothing, told from its file alone: `scrubjay index` mostly finds it so, and then loads nothing of
// the search itself.
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import { projectionFor, vectorsKey } from '../memory/embed/projection.ts';
import { countsIfCurrent } from '../memory/index/up-to-date.ts';
import { createVault } from '../memory/vault.ts';
import { openConfiguredEmbedder } from './embedder.ts';

export const indexFileOf = (config: Config): string => path.join(config.state.dir, 'index.db');

/** @returns null where something may be missing, and the memory has to be opened */
export async function currentIndex(config: Config, log: Log): Promise<{ files: number; chunks: number } | null> {
  const { dir, embedding } = config.memory;
  // It is asked for the name of its model only, and begins nothing that would have to be ended.
  const embedder = openConfiguredEmbedder(config, systemClock, log);
  const modelKey = embedder && vectorsKey(embedder.modelId, await projectionFor(embedder, embedding.store));
  return await countsIfCurrent(indexFileOf(config), createVault(dir), modelKey);
}
