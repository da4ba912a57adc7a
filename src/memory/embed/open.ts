// Chooses the embedder that the configuration names. Loads nothing: the first embed() does.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { openInProgramEmbedder } from './in-program-embedder.ts';
import { type Clock, systemClock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import { builtInModel } from './built-in/model.ts';
import type { Download, Embedder } from './embedder.ts';
import { openEndpointEmbedder } from './endpoint-embedder.ts';
import { type ModelUsage, usageByName } from './model-usage.ts';
import { openProcessEmbedder } from './process-embedder.ts';

export interface EmbedderOptions {
  /** "all-MiniLM-L6-v2" (comes with the program), "none", with a baseUrl the name of a model there, else a Hugging Face id. */
  readonly model: string;
  /** Where a model is kept once it is written or downloaded. Disposable. */
  readonly cacheDir: string;
  readonly log: Log;
  /** Processor threads of the model; the default is 1. */
  readonly threads?: number;
  /** All else waits for a few texts: the built-in model is loaded into the program itself for them. The default is false. */
  readonly here?: boolean;
  /** At most so many processes of the built-in model while much is embedded, and no more than there are processors; the default is 2. */
  readonly processes?: number;
  /** After how long without use the model leaves memory; the default is 5 minutes. */
  readonly idleMs?: number;
  /** An OpenAI-compatible server, up to and without /embeddings. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** How the model is used, where the operator knows better than its files or its name. Not of the built-in one. */
  readonly usage?: Partial<ModelUsage>;
  readonly onDownload?: (progress: Download) => void;
  readonly clock?: Clock;
}

const defaultProcesses = 2;
const defaultIdleMs = 5 * 60_000;

/** Null for "none". */
export function openEmbedder(options: EmbedderOptions): Embedder | null {
  const { model, cacheDir, log, baseUrl, apiKey, onDownload, usage = {} } = options;
  if (model === 'none') return null;
  if (baseUrl !== undefined)
    return openEndpointEmbedder({
      model,
      baseUrl,
      log,
      usage: { ...usageByName(model), ...usage },
      clock: options.clock ?? systemClock,
      ...(apiKey === undefined ? {} : { apiKey }),
    });
  const common = {
    log,
    threads: options.threads ?? 1,
    idleMs: options.idleMs ?? defaultIdleMs,
    ...(onDownload ? { onDownload } : {}),
  };
  if (model === builtInModel.name) {
    const source = { kind: 'built-in', folder: path.join(cacheDir, builtInModel.name) } as const;
    const apart = openProcessEmbedder({
      ...common,
      source,
      processes: Math.min(options.processes ?? defaultProcesses, availableParallelism()),
      modelId: builtInModel.id,
      dimensions: builtInModel.dimensions,
    });
    return options.here ? openInProgramEmbedder(source, apart) : apart;
  }
  const source = { kind: 'hub', id: model, cacheDir: path.join(cacheDir, 'hub'), usage } as const;
  // What its own files say of its use is part of the model; what the operator says is not. Raise the number when vectors become others.
  const asked = [usage.pooling, usage.passagePrefix].map((part) => (part === undefined ? '' : `+${part}`)).join('');
  // It may be large, and would be in memory once more.
  return openProcessEmbedder({ ...common, source, processes: 1, modelId: `${model}/q8-2${asked}`, dimensions: 0 });
}
