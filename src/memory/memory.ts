// The memory as the rest of the house sees it: the vault, and search over it that is always up to date. The index behind
// it is disposable: damaged or outdated, it is built again beside the old one and swapped in.
import { mkdir } from 'node:fs/promises';
import { setImmediate as yieldToLoop, setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { createPace } from '../base/cooperative.ts';
import { ToolError } from '../base/errors.ts';
import { privateFolder } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import type { Timezone } from '../base/timezone.ts';
import { builtInModel } from './embed/built-in/model.ts';
import type { Embedder, Embedding } from './embed/embedder.ts';
import { loadProjection } from './embed/projection.ts';
import { LiveIndex } from './index/live-index.ts';
import type { Generation } from './index/loaded-index.ts';
import { isRebuildRunning } from './index/rebuild-folder.ts';
import { removeSnapshot } from './index/snapshot.ts';
import type { Embedded } from './index/vectors.ts';
import { checkVectors, type VectorCheck } from './index/vector-check.ts';
import { type Question, warmUp } from './index/warm-up.ts';
import { type DayRange, dayFrom, prepareTimes } from './query/dates.ts';
import { createQueryVectors } from './embed/query-vector.ts';
import { askedTime } from './rank/time-intent.ts';
import { inReadingOrder, passagesOf } from './rank/passage.ts';
import { fuse } from './rank/fusion.ts';
import { nearTo } from './rank/query-embedding.ts';
import { type Hit, rank } from './rank/ranker.ts';
import type { Weights } from './rank/weights.ts';
import type { Store } from './store/store.ts';
import { loadRelatedWords } from './text/related-words.ts';
import { boundedQuery } from './text/terms.ts';
import { earlyAnswers } from './early-answers.ts';
import { Upkeep } from './upkeep.ts';
import { createVault, type Vault } from './vault.ts';
import { VaultWatch } from './watch.ts';

export interface MemoryOptions {
  /** The folder of notes; made when it is missing. */
  dir: string;
  indexFile: string;
  timezone: Timezone;
  clock: Clock;
  log: Log;
  /** Null: search by words only. The memory does not close it. */
  embedder: Embedder | null;
  /**
   * `full` keeps the vectors of single words too: about 1 kB a line on disk, for better answers. `disk` does as well, and keeps no vector
   * in memory: sqlite-vec compares them where they lie.
   */
  store: 'full' | 'lite' | 'disk';
  /** Embed changes as they are saved, not only when someone searches. */
  watch?: boolean;
}

export interface SearchOptions {
  /** Other ways to ask the same, or its parts: with the first at most five, each ranked by itself and fused by rank. */
  queries?: readonly string[];
  /** Most passages to return; 6 unless told. */
  limit?: number;
  /** First and last day, `YYYY-MM-DD` or words; strict, undated lines are left out. */
  since?: string;
  until?: string;
  /** Adds to each result what its rank and its score are made of. */
  explain?: boolean;
  signal?: AbortSignal;
  /** For who would rather have an answer by words than wait longer for the query's vector. */
  embedWaitMs?: number;
  /** True: by words only; the model is not even started, and nothing is embedded. */
  wordsOnly?: boolean;
  /** False: single lines, without the ones around them. */
  passages?: boolean;
  /** Other weights than the tuned ones, for measuring what each signal does. */
  weights?: Weights;
  /** How many lines are looked at closely, for measuring what that costs. */
  candidates?: number;
  /** False: results that are too weak to be an answer are returned as well. */
  reject?: boolean;
}

export interface SearchResult {
  /** Relative to the vault. */
  path: string;
  startLine: number;
  endLine: number;
  /** How sure the search is, 0..1, whatever else it found. */
  score: number;
  text: string;
  explain?: Explained;
}

/** Of one line: that of a result which ranks best. */
export interface Explained {
  rank: number;
  /** What each signal adds to the rank; `order` is what was added for the query's kind: a single word, a time alone, several things. They add up to it. */
  parts: Record<string, number>;
  /** The same of the score, before it is cut at 1; `day` where a line counts as found by its day alone. */
  score: Record<string, number>;
  /** As they were found, each about 0..1. */
  signals: Record<string, number>;
}

export interface SearchAnswer {
  results: SearchResult[];
  mode: 'hybrid' | 'keyword';
  /** Lines that are found by words only as yet. */
  pendingVectors: number;
  tookMs: number;
}

export interface Memory {
  readonly vault: Vault;
  /** @throws ToolError for a `since` or `until` that names no day */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** Brings the index up to date and waits until vectors are complete. */
  index(options?: { rebuild?: boolean; onProgress?: (done: number, total: number) => void }): Promise<IndexReport>;
  /** Leaves no byte in the index of what is no longer in the notes. @returns false where another program that reads the file keeps some */
  purge(): Promise<boolean>;
  status(): Promise<MemoryStatus>;
  /** Has the model embed a few words, so that it is known to work. Rejects with EmbedError where it does not; null without one. */
  probe(): Promise<{ model: string; dimensions: number; tookMs: number } | null>;
  /** Compares the vectors in memory with those on disk; null where there is nothing to compare. */
  checkVectors(): Promise<VectorCheck | null>;
  /** For a program that stays: makes the first questions as fast as the later ones, some seconds of work in short slices. Never rejects. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

export interface IndexReport {
  files: number;
  chunks: number;
  embedded: number;
  removed: number;
  tookMs: number;
  embedMs: number;
}

export interface MemoryStatus {
  files: number;
  chunks: number;
  pendingVectors: number;
  mode: 'hybrid' | 'keyword';
  model: string | null;
  /** This process or another one builds the index anew; the one in use answers meanwhile. */
  rebuilding: boolean;
  /** Why a search looks at every note instead of trusting the watch on the folder; null where it need not, or nothing is watched. */
  sweeps?: string | null;
  warnings: string[];
}

interface AskedQuery {
  text: string;
  /** Waits for its vectors; left out where it is searched by its words. */
  embedding: (() => Promise<Embedding | null>) | undefined;
}

const defaultLimit = 6;
/** A search waits so long for an index that is being read into memory; then it is answered from the file. */
const earlyAfterMs = 300;
const maxQueries = 5;
/** Of those on disk, so many are compared with the lines beside them: some 15 ms. */
const nearestOnDisk = 180;
const orphansPerSweep = 2000;
const purgeTries = 40;
const purgePauseMs = 50;
const warmingSliceMs = 5;

// oxlint-disable-next-line max-lines-per-function -- it ties the parts of the memory together, each of which is small and has a file of its own
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const { dir, indexFile, timezone, clock, log, embedder } = options;
  await mkdir(dir, { recursive: true, mode: privateFolder });
  let upkeep: Upkeep | null = null;
  const watch = options.watch ? new VaultWatch(() => upkeep?.noteChange()) : null;
  const vault = createVault(dir, watch);
  const projection = options.store !== 'lite' && embedder?.modelId === builtInModel.id ? await loadProjection() : null;
  const parts = { vault, embedder, projection, relatedWords: await loadRelatedWords(), onDisk: options.store === 'disk', clock, log };
  const current = new LiveIndex(indexFile, parts);
  let closed = false;
  const queryVectors =
    embedder && createQueryVectors({ embedder, tokens: projection !== null, log, isClosing: () => closed });
  const stop = new AbortController();
  let warming: Promise<void> = Promise.resolve();

  function bounds(since: string | undefined, until: string | undefined): DayRange | null {
    if (since === undefined && until === undefined) return null;
    const day = (text: string | undefined, edge: 'first' | 'last', open: number): number => {
      if (text === undefined) return open;
      const found = dayFrom(text, edge, clock.now(), timezone());
      if (found === null) throw new ToolError(`Not a date: ${text}. Use YYYY-MM-DD.`);
      return found;
    };
    const range = { from: day(since, 'first', -Infinity), to: day(until, 'last', Infinity) };
    if (range.from > range.to)
      throw new ToolError(`Nothing is both since ${since} and until ${until}: give the earlier day as since.`);
    return range;
  }

  async function search(query: string, search: SearchOptions = {}): Promise<SearchAnswer> {
    const from = performance.now();
    const only = bounds(search.since, search.until);
    const queries = [...new Set([query, ...(search.queries ?? [])].map(boundedQuery))].slice(0, maxQueries);
    if (options.watch && !(await current.isReadyWithin(earlyAfterMs))) {
      const early = await earlyAnswers(indexFile, vault, {
        text: queries.join(' '),
        only,
        limit: search.limit ?? defaultLimit,
        signal: search.signal,
      });
      const tookMs = Math.round(performance.now() - from);
      if (early)
        return { results: early.results, mode: 'keyword', pendingVectors: embedder ? early.chunks : 0, tookMs };
    }
    const asked = queries.map((text) => ({
      text,
      embedding: search.wordsOnly ? undefined : queryVectors?.ask(text, search),
    }));
    return await answer(asked, search, { from, only });
  }

  async function answer(
    queries: readonly AskedQuery[],
    search: SearchOptions,
    { from, only }: { from: number; only: DayRange | null },
  ): Promise<SearchAnswer> {
    return await current.use(async (index) => {
      await index.sync.refresh();
      // Where no line has a vector yet, words answer at once: the model may have to be written first.
      const hasVectors = index.store.pendingCount() < index.lines.size;
      const vectors = await Promise.all(
        queries.map(async ({ embedding }) => (embedding && hasVectors ? await embedding() : null)),
      );
      const [vector = null] = vectors;
      const near = await Promise.all(vectors.map(async (one) => await nearestOf(one, index)));
      search.signal?.throwIfAborted();
      const when = { now: clock.now(), timezone: timezone() };
      return await index.turns.take(function* answer() {
        const { explain, weights, candidates } = search;
        const rankings: Hit[][] = [];
        for (const [i, { text }] of queries.entries()) {
          const asked = yield* askedTime(text, when, index);
          const about = asked?.days ?? null;
          const embedding = vectors[i] ?? null;
          rankings.push(
            yield* rank(
              { text: asked?.words ?? text, embedding, near: near[i], only, about, asked, explain, weights, candidates },
              index,
            ),
          );
        }
        const hits = fuse(rankings);
        const hybrid =
          vector !== null && index.vectors?.ready() === true && vector.pooled.length === index.lines.dimensions;
        // Another model answers to the old name, or it was never asked before: what follows is embedded anew.
        if (vector && !hybrid) index.vectors?.expect(vector.pooled.length);
        const kept = search.reject === false ? hits : hits.filter(({ answers }) => answers);
        return {
          results: resultsOf(kept, index, search),
          mode: hybrid ? ('hybrid' as const) : ('keyword' as const),
          pendingVectors: embedder ? index.store.pendingCount() : 0,
          tookMs: Math.round((performance.now() - from) * 100) / 100,
        };
      });
    });
  }

  if (options.watch) upkeep = new Upkeep({ dir, index: current, clock, log, signal: stop.signal });

  return {
    vault,
    search,
    async index({ rebuild: again = false, onProgress } = {}) {
      const from = performance.now();
      const before = again ? await current.use(async ({ store }) => store.counts().chunks) : 0;
      const anew: Embedded = again ? await current.rebuild(onProgress) : { embedded: 0, tookMs: 0 };
      return await current.use(async (index) => {
        const changes = await index.sync.refresh();
        const embedded = (await index.vectors?.complete(onProgress)) ?? { embedded: 0, tookMs: 0 };
        for (let after = 0; (after = index.store.removeOrphans(after, orphansPerSweep)) > 0;) await yieldToLoop();
        while (!stop.signal.aborted && index.store.tidy()) await yieldToLoop();
        const counts = index.store.counts();
        return {
          ...counts,
          embedded: anew.embedded + embedded.embedded,
          removed: again ? before : changes.removed,
          tookMs: Math.round(performance.now() - from),
          embedMs: anew.tookMs + embedded.tookMs,
        };
      });
    },
    async purge() {
      const pause = async (): Promise<void> => await delay(purgePauseMs, undefined, { signal: stop.signal });
      // What is being built anew may have read the notes as they were, and takes the place of what is cleaned here.
      while (isRebuildRunning(indexFile)) await pause();
      removeSnapshot(indexFile);
      let compacted: Store | null = null;
      for (let tries = 1; tries <= purgeTries; tries += 1) {
        const isDone = await current.use(async ({ sync, store }) => {
          if (store.isStale()) return false;
          await sync.refresh();
          for (let after = 0; (after = store.removeOrphans(after, orphansPerSweep)) > 0;) await yieldToLoop();
          if (compacted !== store) store.compact();
          compacted = store;
          return store.emptyJournal();
        });
        if (isDone) return true;
        await pause();
      }
      return false;
    },
    async status() {
      return await current.use(async (index) => {
        await index.sync.refresh();
        const pendingVectors = embedder ? index.store.pendingCount() : 0;
        const { files, chunks } = index.store.counts();
        const mode =
          embedder && index.vectors?.ready() && (pendingVectors < chunks || chunks === 0) ? 'hybrid' : 'keyword';
        return {
          files,
          chunks,
          pendingVectors,
          mode,
          model: embedder?.modelId ?? null,
          rebuilding: isRebuildRunning(indexFile),
          sweeps: watch === null ? null : watch.distrusted,
          warnings: index.sync.warnings(),
        };
      });
    },
    async probe() {
      if (!embedder) return null;
      const from = performance.now();
      const [embedding] = await embedder.embed(['a few words']);
      return {
        model: embedder.modelId,
        dimensions: embedding?.pooled.length ?? 0,
        tookMs: Math.round(performance.now() - from),
      };
    },
    checkVectors: async () => await current.use(checkVectors),
    async warmUp() {
      const ask = async ({ text, embedding }: Question) =>
        await answer([{ text, embedding: async () => embedding }], { wordsOnly: true }, { from: 0, only: null });
      const warm = async (): Promise<void> => {
        await createPace(warmingSliceMs, stop.signal).walk(prepareTimes());
        await warmUp((work) => current.use(work), ask, stop.signal);
      };
      warming = warm().catch((error: unknown) => log.debug({ err: error }, 'The memory could not be warmed up.'));
      await warming;
    },
    async close() {
      closed = true;
      stop.abort(new Error('The memory is closing.'));
      watch?.close();
      await upkeep?.close();
      await warming;
      await current.close();
    },
  };
}

/** Where the vectors are on disk, the contents that are worth a closer look. */
async function nearestOf(embedding: Embedding | null, index: Generation): Promise<number[]> {
  const query = index.lines.onDisk ? nearTo(embedding, index) : null;
  return query ? await index.nearest.find(query, nearestOnDisk) : [];
}

function resultsOf(hits: readonly Hit[], index: Generation, options: SearchOptions): SearchResult[] {
  const { lines, store } = index;
  const c = lines.columns;
  const places = new Map<number, { startLine: number; endLine: number; fromChar: number | null; text: string }>();
  const placeOf = (slot: number) => {
    let place = places.get(slot);
    if (!place) {
      place = {
        startLine: c.startLine[slot] ?? 0,
        endLine: c.endLine[slot] ?? 0,
        fromChar: null,
        text: store.text(c.id[slot] ?? 0),
      };
      places.set(slot, place);
    }
    return place;
  };
  const hitOf = new Map(hits.map((hit) => [hit.slot, hit]));
  const limit = options.limit ?? defaultLimit;
  const ordered = inReadingOrder(hits, limit, (slot) => placeOf(slot).text.length);
  const passages = passagesOf(
    ordered.map((hit) => hit.slot),
    limit,
    lines,
    placeOf,
    options.passages ?? true,
  );
  return passages.map((passage) => {
    const hit = hitOf.get(passage.slot);
    return {
      path: store.pathOf(passage.file),
      startLine: passage.startLine,
      endLine: passage.endLine,
      score: Math.round((hit?.confidence ?? 0) * 10_000) / 10_000,
      text: passage.text,
      ...(options.explain && hit ? { explain: explained(hit) } : {}),
    };
  });
}

function explained({ rank, confidence, parts }: Hit): Explained {
  const rounded = (values: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        Math.abs(value) < 0.000_05 ? [] : [[name, Math.round(value * 10_000) / 10_000]],
      ),
    );
  const sum = (values: Record<string, number>): number => Object.values(values).reduce((all, value) => all + value, 0);
  const { rank: ofRank = {}, confidence: ofScore = {}, signals = {} } = parts ?? {};
  return {
    rank: Math.round(rank * 10_000) / 10_000,
    parts: rounded({ ...ofRank, order: rank - sum(ofRank) }),
    score: rounded({ ...ofScore, day: Math.max(0, confidence - sum(ofScore)) }),
    signals: rounded(signals),
  };
}
