// The embedder of a command that will need its model once: the model begins to load at once, in its own process, while the command still
// loads what it needs of the memory and opens the index.
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import type { Embedder } from '../memory/embed/embedder.ts';
import { hasAnyVector } from '../memory/index/up-to-date.ts';
import { indexFileOf } from './current-index.ts';
import { openConfiguredEmbedder } from './embedder.ts';

/**
 * Where no line has a vector it is not woken: a search goes by words then, and the model may still have to be written.
 * @returns with it whether any line has one
 */
export function openWokenEmbedder(
  config: Config,
  clock: Clock,
  log: Log,
): { embedder: Embedder | null; hasVectors: boolean } {
  const embedder = openConfiguredEmbedder(config, clock, log);
  const hasVectors = embedder !== null && hasAnyVector(indexFileOf(config));
  if (hasVectors) embedder.prepare();
  return { embedder, hasVectors };
}
