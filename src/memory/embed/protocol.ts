// What the program and the model's process say to each other.
import type { PairModel, RawEmbedding, TextPair } from './embedder.ts';
import type { ModelUsage } from './model-usage.ts';

export type ModelSource =
  | { readonly kind: 'built-in'; readonly folder: string }
  /** `usage`: where the operator knows better than the model's own files. */
  | { readonly kind: 'hub'; readonly id: string; readonly cacheDir: string; readonly usage: Partial<ModelUsage> };

/** The process's end of the pipe between them. */
export const channelFd = 3;

/** Given at its start to a process that only writes the files of the built-in model. */
export interface ModelToWrite {
  readonly writesInto: string;
}

/** Given to the model's process at its start. */
export interface ModelSetup {
  readonly source: ModelSource;
  readonly threads: number;
}

/** A batch of texts to embed. */
export interface ToEmbed {
  readonly texts: readonly string[];
  readonly tokens: boolean;
  readonly as: 'passage' | 'query';
}

/** A few pairs to compare. */
export interface ToCompare {
  readonly pairs: readonly TextPair[];
  readonly model: PairModel;
}

/** Each is answered by one `embedded` or `compared`, or by `failed`, in order. */
export type ToModel = ToEmbed | ToCompare;

/** The numbers of `embedded` come as floats beside the message: of each text its own vector, then those of its tokens. */
export type FromModel =
  | { readonly kind: 'download'; readonly file: string; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'embedded'; readonly texts: readonly EmbeddedText[] }
  | { readonly kind: 'compared'; readonly logOdds: readonly (readonly number[])[] }
  | { readonly kind: 'failed'; readonly reason: string };

interface EmbeddedText {
  readonly dimensions: number;
  /** The ids of its tokens, where their vectors were asked for. */
  readonly ids?: readonly number[];
}

/** What `embedded` says of the texts, and the floats that go with it. */
export function packEmbeddings(embeddings: readonly RawEmbedding[]): { texts: EmbeddedText[]; floats: Float32Array[] } {
  return {
    texts: embeddings.map(({ pooled, ids }) => ({ dimensions: pooled.length, ...(ids ? { ids } : {}) })),
    floats: embeddings.flatMap(({ pooled, vectors }) => (vectors ? [pooled, vectors] : [pooled])),
  };
}

/** The reverse. The vectors lie in `floats`. */
export function unpackEmbeddings(texts: readonly EmbeddedText[], floats: Float32Array): RawEmbedding[] {
  let at = 0;
  const next = (count: number) => floats.subarray(at, (at += count));
  return texts.map(({ dimensions, ids }) => ({
    pooled: next(dimensions),
    ...(ids ? { ids, vectors: next(ids.length * dimensions) } : {}),
  }));
}
