// Fills in the vectors in a loop of its own, which is woken by what changes the index: takes chunks that have none, a batch at a time, and
// stores what the embedder says of them. A failure is tried again later; search goes on with words meanwhile.
import { setImmediate as yieldToLoop, setTimeout as delay } from 'node:timers/promises';
import { inBackground } from '../../base/concurrency/background.ts';
import type { Clock } from '../../base/time/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { builtInModel } from '../embed/built-in/model.ts';
import { type Embedder, type Embedding, EmbedError } from '../embed/embedder.ts';
import { poolTokens, projectTokens } from '../embed/token-vectors.ts';
import { type Projection, vectorsKey } from '../embed/projection.ts';
import { createTokenMatches, type TokenMatches } from '../kernel/token-matches.ts';
import type { Store } from '../store/store.ts';
import type { PendingRow, StoredVectors } from '../store/vector-tables.ts';
import type { ChunkTable } from './chunk-table.ts';
import { createWordpieces, fewLines, type Wordpieces } from './wordpieces.ts';

/** How many contents were embedded (equal lines are one), and how long that took. */
export interface Embedded {
  embedded: number;
  tookMs: number;
}

export interface Vectors {
  /** There may be something pending: work on it begins soon, unless it is under way. Never throws. */
  poke(): void;
  /**
   * Resolves when nothing is pending. Rejects when the embedder fails. @param growing may reject; until it is settled more lines may come,
   * and only whole batches are embedded, so that it makes no difference how fast the lines come
   */
  complete(onProgress?: (done: number, total: number) => void, growing?: Promise<unknown>): Promise<Embedded>;
  /** Whether there may be vectors to compare with. Those of another model are all pending until the first of this one takes their place. */
  ready(): boolean;
  /** Whether vectors are being made, and what is in memory may not be all that is stored. */
  isRunning(): boolean;
  /** A query has shown how long the model's vectors are now. Those of another length are dropped, to be made anew. */
  expect(dimensions: number): void;
  /** In how many lines each wordpiece occurs, of those that have vectors. */
  wordpieces: Pick<Wordpieces, 'lines' | 'having'>;
  readonly projection: Projection | null;
  /** The model is the built-in one, to which all that is not in Latin letters is alike. */
  readonly isLatinOnly: boolean;
  /** Compares the token vectors of candidates; null without a projection. */
  readonly tokenMatches: TokenMatches | null;
  close(): Promise<void>;
}

/** A batch, and what the embedder said of it. */
interface Begun {
  batch: readonly PendingRow[];
  embeddings: readonly (Embedding | null)[];
}

type WholeBatch = (next: () => PendingRow[], size: number) => Promise<PendingRow[]>;

const batchSize = 64;
/**
 * The counts of wordpieces are up to 240 kB: after each batch they would be most of what is written. A kill loses those of a thousand
 * lines at most, which makes some word a little rarer.
 */
const batchesPerSave = 16;
const retryMs = 30_000;
const pauseMs = 100;
const growingMs = 20;
/** Every model that works takes this. */
const plainSentence = 'The cat sat on the mat.';

// oxlint-disable-next-line max-lines-per-function -- one loop with what wakes, pauses and stops it
export function createVectors(options: {
  embedder: Embedder;
  projection: Projection | null;
  store: Store;
  lines: ChunkTable;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}): Vectors {
  const { embedder, projection, store, lines, clock, log, signal } = options;
  const modelKey = vectorsKey(embedder.modelId, projection);
  const pieces = createWordpieces();
  let running: Promise<number> | null = null;
  let unsavedBatches = 0;
  let timer: NodeJS.Timeout | null = null;
  let retryAtMs = -Infinity;

  const known = store.meta('wordpieces');
  if (known instanceof Buffer && store.meta('model') === modelKey) pieces.decode(known);
  if (embedder.dimensions > 0) useModel(embedder.dimensions);
  // How long another model's vectors are will be seen with the first one.
  else if (store.meta('model') !== undefined && store.meta('model') !== modelKey) store.pendAll();

  function useModel(dimensions: number): void {
    if (store.meta('model') !== modelKey || store.meta('dimensions') !== dimensions) {
      pieces.clear();
      store.useModel(modelKey, dimensions);
      lines.resetVectors(dimensions);
    } else if (lines.dimensions !== dimensions) lines.resetVectors(dimensions);
  }

  /** Null for a text that the model does not take although it works: one such must not hold up all others. */
  async function embedEach(texts: readonly string[]): Promise<(Embedding | null)[]> {
    const options = { tokens: projection !== null, signal };
    const isRefusal = (error: unknown): boolean => error instanceof EmbedError && error.blames === 'texts';
    try {
      return await embedder.embed(texts, options);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    await embedder.embed([plainSentence], options);
    const each: (Embedding | null)[] = [];
    for (const text of texts) {
      const [one = null] = await embedder.embed([text], options).catch((error: unknown) => {
        if (isRefusal(error)) return [null];
        throw error;
      });
      each.push(one);
    }
    return each;
  }

  async function work(onProgress?: (done: number) => void, growing?: Promise<unknown>): Promise<number> {
    let grows = growing !== undefined;
    const grown = growing?.then(
      () => (grows = false),
      () => (grows = false),
    );
    /** Waits until there is a whole batch, or there will be no more. */
    const wholeBatch = async (next: () => PendingRow[], size: number): Promise<PendingRow[]> => {
      for (;;) {
        const isLast = !grows;
        const batch = next();
        if (isLast || batch.length >= size) return batch;
        await Promise.race([grown, delay(growingMs, undefined, { signal })]);
      }
    };
    try {
      return await embedPending(wholeBatch, onProgress);
    } finally {
      savePieces();
    }
  }

  function savePieces(): void {
    if (unsavedBatches === 0) return;
    unsavedBatches = 0;
    store.setMeta('wordpieces', pieces.encode());
  }

  async function embedPending(wholeBatch: WholeBatch, onProgress?: (done: number) => void): Promise<number> {
    let done = 0;
    // In order, but for what is written meanwhile: that is embedded next, however long the rest takes.
    let newest = store.lastContent();
    const begin = async (size: number, besides: readonly PendingRow[] = []): Promise<Begun> => {
      const batch = await wholeBatch(() => nextPending(newest, size, besides), size);
      newest = Math.max(newest, batch.at(-1)?.contentId ?? 0);
      return { batch, embeddings: await embedEach(batch.map(({ input }) => input || '-')) };
    };
    let ahead: Promise<Begun> | null = null;
    for (;;) {
      signal.throwIfAborted();
      // At first as many as it takes to tell which wordpieces are common.
      const size = projection && pieces.lines === 0 && !pieces.settled ? fewLines : batchSize;
      const { batch, embeddings } = await (ahead ?? begin(size));
      ahead = null;
      if (batch.length === 0) return done;
      signal.throwIfAborted();
      const dimensions = embeddings.find((one) => one !== null)?.pooled.length;
      if (dimensions !== undefined) useModel(dimensions);
      const before = pieces.lines;
      for (const one of embeddings) if (one?.tokens) pieces.count(one.tokens.ids);
      if (pieces.settle() && before > 0) {
        // The vault has grown so far line by line; what those lines kept has to be what all will keep.
        store.pendAll();
        pieces.recount();
        unsavedBatches += 1;
        savePieces();
        newest = 0;
        continue;
      }
      // The model's process computes the next batch while this one is stored. Before it is settled that batch might have to be made anew.
      if (!projection || pieces.settled) {
        ahead = begin(batchSize, batch);
        // It is awaited in the next round, or not at all where this one fails.
        ahead.catch(() => undefined);
      }
      await keep(batch, embeddings);
      done += batch.length;
      if (projection) unsavedBatches += 1;
      // The first ones decide what is common; that must not be lost.
      if (unsavedBatches === batchesPerSave || size === fewLines) savePieces();
      onProgress?.(done);
    }
  }

  /** What to embed next: what was written after `newest`, else the oldest pending lines. @param besides a batch that is not stored yet */
  function nextPending(newest: number, max: number, besides: readonly PendingRow[] = []): PendingRow[] {
    const written = store.pending(newest, max);
    if (written.length > 0) return written;
    const begun = new Set(besides.map(({ contentId }) => contentId));
    return store
      .pending(0, max + besides.length)
      .filter(({ contentId }) => !begun.has(contentId))
      .slice(0, max);
  }

  /** Stores the vectors of a batch, on disk and in memory. */
  async function keep(batch: readonly PendingRow[], embeddings: readonly (Embedding | null)[]): Promise<void> {
    const stored: StoredVectors[] = [];
    const refused: number[] = [];
    for (const [i, row] of batch.entries()) {
      const embedding = embeddings[i];
      if (embedding === undefined) throw new Error('The embedder gave fewer vectors than texts.');
      if (embedding === null) refused.push(row.contentId);
      else stored.push({ contentId: row.contentId, ...vectorsOf(embedding, projection, pieces) });
      if (i % 16 === 15) await yieldToLoop();
    }
    store.putVectors(stored);
    if (refused.length > 0) {
      store.giveUp(refused);
      log.warn(
        { lines: refused.length },
        `The embedding model ${embedder.modelId} does not take ${refused.length} lines; they are found by their words.`,
      );
    }
    await yieldToLoop();
    const touched: number[] = [];
    for (const { contentId, pooled } of stored) {
      lines.setVector(contentId, pooled);
      for (const slot of lines.contentSlots(contentId)) touched.push(slot);
    }
    lines.rescaleAround(touched);
  }

  function start(onProgress?: (done: number) => void, growing?: Promise<unknown>): Promise<number> {
    running = work(onProgress, growing)
      .catch((error: unknown) => {
        retryAtMs = clock.elapsed() + retryMs;
        throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  /** After a pause, in which the search that met the change is answered: its own vector would have to wait for those of the chunks. */
  function poke(): void {
    if (timer || !isWanted()) return;
    timer = setTimeout(() => {
      timer = null;
      if (isWanted()) start().then(poke, tryAgainLater);
    }, pauseMs).unref();
  }

  const isWanted = (): boolean =>
    !running && !signal.aborted && store.pendingCount() > 0 && clock.elapsed() >= retryAtMs;

  function tryAgainLater(reason: unknown): void {
    if (signal.aborted) return;
    log.warn({ err: reason }, `Embedding failed, searching by words until it works again: ${messageOf(reason)}`);
    inBackground(clock.pause(retryMs, signal).then(poke), log, 'embedding again');
  }

  return {
    projection,
    isLatinOnly: embedder.modelId === builtInModel.id,
    tokenMatches: projection ? createTokenMatches(projection.dimensions) : null,
    poke,
    async complete(onProgress, growing) {
      const from = performance.now();
      await running?.catch(() => undefined);
      const embedded = await start((done) => onProgress?.(done, done + store.pendingCount()), growing);
      return { embedded, tookMs: Math.round(performance.now() - from) };
    },
    ready: () => lines.dimensions > 0,
    isRunning: () => running !== null,
    expect(dimensions) {
      useModel(dimensions);
      poke();
    },
    wordpieces: pieces,
    async close() {
      if (timer) clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}

/** What is stored of a line's vectors. */
export function vectorsOf(
  { pooled, tokens }: Embedding,
  projection: Projection | null,
  pieces: Pick<Wordpieces, 'isCommon'>,
): Omit<StoredVectors, 'contentId'> {
  if (!projection || !tokens) return { pooled: quantize(pooled) };
  const own = poolTokens(tokens, projection.mean, (id) => (pieces.isCommon(id) ? 0 : 1));
  return { pooled: quantize(own), tokens: projectTokens(tokens, projection, (id) => !pieces.isCommon(id)).vectors };
}

/** A unit vector as int8, scaled by its largest component: scaled by 127 it would lose every tenth neighbour. */
export function quantize(vector: Float32Array): Int8Array {
  let most = 0;
  for (let i = 0; i < vector.length; i += 1) most = Math.max(most, Math.abs(vector[i] as number));
  const factor = most > 0 ? 127 / most : 0;
  const quantized = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i += 1) quantized[i] = Math.round((vector[i] as number) * factor);
  return quantized;
}
