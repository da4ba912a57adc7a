// What turns text into vectors, as the rest of the memory sees it. open.ts chooses one; the models are in the files beside.

/** The vectors of one text. */
export interface Embedding {
  /** The vector of the text, of unit length. */
  readonly pooled: Float32Array;
  /** The vectors of its tokens, when they were asked for and the embedder has them. */
  readonly tokens?: TokenVectors;
}

/** One vector a wordpiece, without the model's special tokens. Empty for a text without any. */
export interface TokenVectors {
  readonly ids: Int32Array;
  /** ids.length × dimensions, row-major: the last hidden state as the model left it, not normalised. */
  readonly vectors: Float32Array;
}

/** Two texts that are read together. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
}

/** What two texts are to each other, each as the logarithm of the odds. */
export interface Relation {
  /** That the second one, written later, makes out of date what the first one says. */
  readonly replaces: number;
  /** That the second one is true by what the first one says. */
  readonly bears: number;
}

/**
 * Which model reads two texts together: `relation` what two lines are to each other, `help` whether the second one, a line of the notes,
 * helps to answer the first one, a message.
 */
export type PairModel = 'relation' | 'help';

/** The progress of a download of a model. */
export interface Download {
  readonly file: string;
  readonly loadedBytes: number;
  /** 0 when the server does not say. */
  readonly totalBytes: number;
}

export interface EmbedOptions {
  readonly tokens?: boolean;
  /** Some models read queries and passages in different ways. The default is a passage. */
  readonly as?: 'passage' | 'query';
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
   * Rejects with EmbedError, or with the reason of the signal; never gives NaN or a zero vector, nor two dimensions in one call.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Embedding[]>;
  /** What the texts of each pair are to each other, in their order. Absent where the model can't tell. Rejects as `embed` does. */
  compare?(pairs: readonly TextPair[], options?: Pick<EmbedOptions, 'signal'>): Promise<Relation[]>;
  /** How likely the second text of each pair helps to answer the first one, as the logarithm of the odds. Otherwise like `compare`. */
  judgeHelp?(pairs: readonly TextPair[], options?: Pick<EmbedOptions, 'signal'>): Promise<number[]>;
  /** Begins to load the model, where there is one to load, so that the next call waits less. A failure is that of the next call. */
  prepare(): void;
  /** Frees the model's memory once running calls are answered; the next call loads it again. Also happens by itself after idleMs. */
  release(): Promise<void>;
  /** Rejects the running calls and frees everything. */
  close(): Promise<void>;
}

/** The embedder gave no vectors. The message names the model and the remedy, and holds no secret. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  /** `texts`: the model works, but refuses these texts; it may take others. */
  readonly blames: 'model' | 'texts';

  constructor(message: string, { blames = 'model' }: { blames?: 'model' | 'texts' } = {}) {
    super(message);
    this.blames = blames;
  }
}

/**
 * The vector scaled to unit length. Throws EmbedError when it does not have these dimensions (0: any), has a component that is
 * no finite number, or is zero: such a vector would be stored, and then be at no or at equal distance from everything.
 */
export function unitVector(vector: ArrayLike<number>, dimensions: number, model: string): Float32Array {
  if (vector.length === 0 || (dimensions !== 0 && vector.length !== dimensions)) {
    throw new EmbedError(
      `The embedding model ${model} gave a vector of ${vector.length} dimensions, expected ${dimensions || 'at least one'}.`,
    );
  }
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const x = Number(vector[i]);
    squares += x * x;
  }
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length))
    throw new EmbedError(`The embedding model ${model} gave a vector with a component that is not a finite number.`, {
      blames: 'texts',
    });
  if (length === 0) throw new EmbedError(`The embedding model ${model} gave a zero vector.`, { blames: 'texts' });
  const unit = new Float32Array(vector.length);
  for (let i = 0; i < vector.length; i += 1) unit[i] = Number(vector[i]) / length;
  return unit;
}

/** As a model gave it, before any check. */
export interface RawEmbedding {
  readonly pooled: Float32Array;
  readonly ids?: readonly number[];
  readonly vectors?: Float32Array;
}

/** @throws EmbedError as of `unitVector` */
export function embeddingOf({ pooled, ids, vectors }: RawEmbedding, dimensions: number, model: string): Embedding {
  const unit = unitVector(pooled, dimensions, model);
  return ids && vectors ? { pooled: unit, tokens: { ids: Int32Array.from(ids), vectors } } : { pooled: unit };
}
