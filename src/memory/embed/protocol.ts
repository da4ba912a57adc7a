// What the program and the model's process say to each other.
import type { ModelUsage } from './model-usage.ts';

export type ModelSource =
  | { readonly kind: 'built-in'; readonly folder: string }
  /** `usage`: where the operator knows better than the model's own files. */
  | { readonly kind: 'hub'; readonly id: string; readonly cacheDir: string; readonly usage: Partial<ModelUsage> };

/** Given to the process at its start. */
export interface ModelSetup {
  readonly source: ModelSource;
  readonly threads: number;
}

/** One chunk of texts, answered by one `embedded` or `failed`, in order. */
export interface ToModel {
  readonly texts: readonly string[];
  readonly tokens: boolean;
  readonly as: 'passage' | 'query';
}

export type FromModel =
  | { readonly kind: 'download'; readonly file: string; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'embedded'; readonly texts: readonly RawEmbedding[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** As in Embedding, before any check. */
export interface RawEmbedding {
  readonly pooled: Float32Array;
  readonly ids?: Int32Array;
  readonly vectors?: Float32Array;
}
