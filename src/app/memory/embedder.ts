// The embedder as the configuration wants it. Loads no model: the first text does.
import path from 'node:path';
import type { Clock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Config } from '../../config.ts';
import type { Embedder } from '../../memory/embed/embedder.ts';
import { type EmbedderOptions, openEmbedder } from '../../memory/embed/open.ts';

/**
 * @param how as of `openEmbedder`
 * @returns null where the configuration wants none
 */
export function openConfiguredEmbedder(
  config: Config,
  clock: Clock,
  log: Log,
  how: Pick<EmbedderOptions, 'here'> = {},
): Embedder | null {
  const { embedding } = config.memory;
  return openEmbedder({
    model: embedding.model,
    cacheDir: path.join(config.state.dir, 'cache'),
    log,
    clock,
    threads: embedding.threads,
    ...how,
    processes: embedding.processes,
    idleMs: embedding.idle_release,
    usage: {
      ...(embedding.pooling !== undefined && { pooling: embedding.pooling }),
      ...(embedding.query_prefix !== undefined && { queryPrefix: embedding.query_prefix }),
      ...(embedding.passage_prefix !== undefined && { passagePrefix: embedding.passage_prefix }),
    },
    ...(embedding.base_url !== undefined && { baseUrl: embedding.base_url }),
    ...(embedding.api_key !== null && { apiKey: embedding.api_key }),
  });
}
