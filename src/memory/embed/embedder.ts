// What turns text into vectors, whatever model is behind it. This file chooses one; the models are in the files beside it.
import path from 'node:path';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { builtInModel } from './built-in-model.ts';
import { openEndpointEmbedder } from './endpoint-embedder.ts';
import { openProcessEmbedder } from './process-embedder.ts';

/** The vectors of one text. */
export interface Embedding {
  /** Of unit length. */
  readonly pooled: Float32Array;
  /** Only when asked for, and of an embedder that has them. */
  readonly tokens?: TokenVectors;
}

/** One vector a wordpiece, without the model's special tokens. Empty for a text without any. */
export interface TokenVectors {
  readonly ids: Int32Array;
  /** ids.length × dimensions, row-major: the last hidden state as the model left it, not normalised. */
  readonly vectors: Float32Array;
}

/** How far the download of a model has come. */
export interface Download {
  readonly file: string;
  readonly loadedBytes: number;
  /** 0 when the server does not say. */
  readonly totalBytes: number;
}

export interface EmbedOptions {
  readonly tokens?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Embedder {
  /** Vectors of different ids must not be compared: it changes whenever the numbers would. */
  readonly modelId: string;
  /** Known before the first text for the built-in model, 0 until then for the others. */
  readonly dimensions: number;
  readonly hasTokens: boolean;
  /**
   * One embedding a text, in their order. Sorted by length and batched inside; a call with few texts goes before the rest
   * of a call with many. Token vectors are big (1.5 kB a token): ask for those of some hundred lines at a time.
   * Rejects with EmbedError, or with the reason of the signal; never gives NaN, a zero vector or another dimension.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Embedding[]>;
  /** Frees the model's memory once running calls are answered; the next call loads it again. Also happens by itself after idleMs. */
  release(): Promise<void>;
  /** Rejects what is running, frees everything. */
  close(): Promise<void>;
}

export interface EmbedderOptions {
  /** "all-MiniLM-L6-v2" (comes with the program), "none", with a baseUrl the name of a model there, else a Hugging Face id. */
  readonly model: string;
  /** Where a model is kept once it is written or downloaded. Disposable. */
  readonly cacheDir: string;
  readonly log: Log;
  /** Processor threads of the model; 1 unless told. */
  readonly threads?: number;
  /** Unused for so long, the model leaves memory; 5 minutes unless told. */
  readonly idleMs?: number;
  /** An OpenAI-compatible server, up to and without /embeddings. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly onDownload?: (progress: Download) => void;
  readonly clock?: Clock;
}

const defaultIdleMs = 5 * 60_000;

/** Null for "none". Loads nothing: the first embed() does. */
export function openEmbedder(options: EmbedderOptions): Embedder | null {
  const { model, cacheDir, log, baseUrl, apiKey, onDownload } = options;
  if (model === 'none') return null;
  if (baseUrl !== undefined) return openEndpointEmbedder({ model, baseUrl, log, clock: options.clock ?? systemClock, ...(apiKey === undefined ? {} : { apiKey }) });
  const common = { log, threads: options.threads ?? 1, idleMs: options.idleMs ?? defaultIdleMs, ...(onDownload ? { onDownload } : {}) };
  if (model === builtInModel.name) {
    const source = { kind: 'built-in', folder: path.join(cacheDir, builtInModel.name) } as const;
    return openProcessEmbedder({ ...common, source, modelId: builtInModel.id, dimensions: builtInModel.dimensions });
  }
  const source = { kind: 'hub', id: model, cacheDir: path.join(cacheDir, 'hub') } as const;
  return openProcessEmbedder({ ...common, source, modelId: `${model}/q8`, dimensions: 0 });
}
