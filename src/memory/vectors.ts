// Fills in the vectors behind the search's back: takes lines that have none, a batch at a time, and stores what the
// embedder says of them. A failure is tried again later; search goes on with words meanwhile.
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { plainText } from './chunk.ts';
import type { Embedder, Embedding } from './embed/embedder.ts';
import type { Projection } from './embed/projection.ts';
import { createInt8Matrix, type Int8Matrix } from './kernel/int8-matrix.ts';
import { projectTokens } from './late.ts';
import { inputOf } from './line-rows.ts';
import type { Lines } from './lines.ts';
import type { Store, StoredVectors } from './store.ts';

/** How many contents were embedded (equal lines are one), and how long that took. */
export interface Embedded {
  embedded: number;
  tookMs: number;
}

export interface Vectors {
  /** Starts work on what is pending, unless it is under way. Never throws. */
  kick(): void;
  /** Resolves when nothing is pending. Rejects when the embedder fails. */
  complete(onProgress?: (done: number, total: number) => void): Promise<Embedded>;
  /** Whether the vectors in the index are those of this embedder. */
  ready(): boolean;
  /** In how many lines each wordpiece occurs, of those that have vectors. */
  wordpieces: { readonly lines: number; having(id: number): number };
  readonly projection: Projection | null;
  /** Scratch for comparing the token vectors of candidates; null without a projection. */
  readonly tokenRows: Int8Matrix | null;
  close(): Promise<void>;
}

const batchSize = 64;
const retryMs = 30_000;
/** Wordpieces in more than this share of all lines are not stored: they are most of the volume and tell nothing. */
const commonShare = 0.1;
/** Below so many lines, a share is chance. */
const fewLines = 300;

export function createVectors(options: {
  embedder: Embedder;
  projection: Projection | null;
  store: Store;
  lines: Lines;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}): Vectors {
  const { embedder, projection, store, lines, clock, log, signal } = options;
  const modelKey = projection ? `${embedder.modelId}+${projection.id}` : embedder.modelId;
  const counts = new Map<number, number>();
  let countedLines = 0;
  let running: Promise<number> | null = null;
  let retryAtMs = 0;

  loadCounts();
  if (embedder.dimensions > 0) useModel(embedder.dimensions);

  function loadCounts(): void {
    const bytes = store.meta('wordpieces');
    if (!(bytes instanceof Buffer) || store.meta('model') !== modelKey) return;
    countedLines = bytes.readUInt32LE(0);
    for (let i = 4; i + 8 <= bytes.length; i += 8) counts.set(bytes.readUInt32LE(i), bytes.readUInt32LE(i + 4));
  }

  function saveCounts(): void {
    const bytes = Buffer.alloc(4 + 8 * counts.size);
    bytes.writeUInt32LE(countedLines, 0);
    let at = 4;
    for (const [id, count] of counts) {
      bytes.writeUInt32LE(id, at);
      bytes.writeUInt32LE(count, at + 4);
      at += 8;
    }
    store.setMeta('wordpieces', bytes);
  }

  function useModel(dimensions: number): void {
    if (store.meta('model') !== modelKey || store.meta('dimensions') !== dimensions) {
      counts.clear();
      countedLines = 0;
      store.useModel(modelKey, dimensions);
      lines.resetVectors(dimensions);
    } else if (lines.dimensions !== dimensions) lines.resetVectors(dimensions);
  }

  function toStored(contentId: number, embedding: Embedding): StoredVectors {
    const pooled = quantize(embedding.pooled);
    if (!projection || !embedding.tokens) return { contentId, pooled };
    countedLines += 1;
    for (const id of new Set(embedding.tokens.ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
    const common = (id: number): boolean => countedLines >= fewLines && (counts.get(id) ?? 0) > commonShare * countedLines;
    return { contentId, pooled, tokens: projectTokens(embedding.tokens, projection, (id) => !common(id)).vectors };
  }

  async function work(onProgress?: (done: number) => void): Promise<number> {
    let done = 0;
    // In order, but for what is written meanwhile: that is embedded next, however long the rest takes.
    let newest = store.lastContent();
    for (;;) {
      signal.throwIfAborted();
      let batch = store.pending(newest, batchSize);
      if (batch.length === 0) batch = store.pending(0, batchSize);
      if (batch.length === 0) return done;
      newest = Math.max(newest, batch.at(-1)?.contentId ?? 0);
      const texts = batch.map((row) => inputOf(plainText(row.text), row.speaker, row.subject) || '-');
      const embeddings = await embedder.embed(texts, { tokens: projection !== null, signal });
      signal.throwIfAborted();
      useModel(embeddings[0]?.pooled.length ?? 0);
      const stored: StoredVectors[] = [];
      for (const [i, row] of batch.entries()) {
        const embedding = embeddings[i];
        if (!embedding) throw new Error('The embedder gave fewer vectors than texts.');
        stored.push(toStored(row.contentId, embedding));
        if (i % 16 === 15) await yieldToLoop();
      }
      store.putVectors(stored);
      await yieldToLoop();
      const touched: number[] = [];
      for (const { contentId, pooled } of stored) {
        lines.setVector(contentId, pooled);
        touched.push(...lines.contentSlots(contentId));
      }
      lines.rescaleAround(touched);
      done += batch.length;
      if (projection) saveCounts();
      onProgress?.(done);
    }
  }

  function start(onProgress?: (done: number) => void): Promise<number> {
    running = work(onProgress).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    projection,
    tokenRows: projection ? createInt8Matrix(projection.dimensions) : null,
    kick() {
      if (running || signal.aborted || clock.now().getTime() < retryAtMs || store.pendingCount() === 0) return;
      start().catch((error: unknown) => {
        if (signal.aborted) return;
        retryAtMs = clock.now().getTime() + retryMs;
        log.warn({ err: error }, `Embedding failed, searching by words until it works again: ${messageOf(error)}`);
      });
    },
    async complete(onProgress) {
      const from = performance.now();
      const total = store.pendingCount();
      await running?.catch(() => undefined);
      const embedded = await start((done) => onProgress?.(Math.min(done, total), total));
      return { embedded, tookMs: Math.round(performance.now() - from) };
    },
    ready: () => lines.dimensions > 0 && store.meta('model') === modelKey,
    wordpieces: {
      get lines() {
        return countedLines;
      },
      having: (id) => counts.get(id) ?? 0,
    },
    async close() {
      await running?.catch(() => undefined);
    },
  };
}

/** A unit vector as int8, scaled by its largest component: scaled by 127 it would lose every tenth neighbour. */
export function quantize(vector: Float32Array): Int8Array {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  const factor = most > 0 ? 127 / most : 0;
  return Int8Array.from(vector, (value) => Math.round(value * factor));
}
