// The memory as the rest of the house sees it: the vault, and search over it that is always up to date. The index behind
// it is disposable: damaged or outdated, it is built again beside the old one and swapped in.
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../base/time/clock.ts';
import { localDate } from '../base/time/local-time.ts';
import { createPace } from '../base/concurrency/cooperative.ts';
import { ToolError } from '../base/errors.ts';
import { privateFolder } from '../base/files/files.ts';
import type { Log } from '../base/log.ts';
import { settlesWithin } from '../base/concurrency/settles-within.ts';
import type { Timezone } from '../base/time/timezone.ts';
import { answerFrom, type AskedQuery, type When } from './answer.ts';
import { earlyAnswers } from './early-answers.ts';
import { cosinesOf, nearnessOf, type ReadNearness } from './embed/cosines.ts';
import type { Embedder, TextPair } from './embed/embedder.ts';
import { type Projection, projectionFor } from './embed/projection.ts';
import { createPairReadings, type ReadHelp, type ReadPairs } from './embed/pair-readings.ts';
import { createQueryVectors, type QueryVectors } from './embed/query-vector.ts';
import { isFirstOpening } from './home-folder.ts';
import { completeIndex, removeAllOrphans } from './index/complete.ts';
import { LiveIndex } from './index/live-index.ts';
import type { Generation } from './index/loaded-index.ts';
import { isRebuildRunning } from './index/rebuild-folder.ts';
import { removeSnapshot } from './index/snapshot.ts';
import type { Sync } from './index/sync.ts';
import { checkVectors, type VectorCheck } from './index/vector-check.ts';
import type { Embedded } from './index/vectors.ts';
import { type Question, isWorthWarming, warmUp } from './index/warm-up.ts';
import { KeptAnswers, questionKey } from './kept-answers.ts';
import { type DayRange, dayFrom, prepareTimes } from './query/dates.ts';
import { sentencesIn } from './query/sentences.ts';
import type { NoteProblem } from './note-problem.ts';
import type { Reading } from './reading.ts';
import { KeptPastSources, pastLinesIn, type PastSource, pastSources } from './past-lines.ts';
import type { Store } from './store/store.ts';
import { loadRelatedWords, type RelatedWords } from './text/related-words.ts';
import { boundedQuery } from './text/terms.ts';
import { Upkeep } from './upkeep.ts';
import { createVault, type Vault } from './vault.ts';
import { VaultWatch } from './watch.ts';
import type { SearchAnswer, SearchOptions, SearchResult } from './search.ts';

export interface MemoryOptions {
  /** The folder of notes; made when it is missing and there is no index of it. */
  dir: string;
  indexFile: string;
  timezone: Timezone;
  clock: Clock;
  log: Log;
  /** Null: search by words only. */
  embedder: Embedder | null;
  /** Whether closing the memory closes the embedder. */
  closesEmbedder?: boolean;
  /**
   * `full` keeps the vectors of single words too: about 1 kB a line on disk, for better answers. `disk` does as well, and keeps no vector
   * in memory: sqlite-vec compares them where they lie.
   */
  store: 'full' | 'lite' | 'disk';
  /** Embed changes as they are saved, not only when someone searches. */
  watch?: boolean;
  /** Missing vectors are made by `index` alone, not soon after a search either: for a program that ends with its answer. */
  embedsWhenAsked?: boolean;
}

export interface Memory {
  readonly vault: Vault;
  /** @throws ToolError for a `since` or `until` that names no day */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** Brings the index up to date and waits until vectors are complete. */
  index(options?: IndexOptions): Promise<IndexReport>;
  /** Removes every byte of deleted text from the index. @returns false where another program that reads the file keeps some of them */
  purge(): Promise<boolean>;
  /** How far the notes are read that a search waits for; null while none are. */
  reading(): Reading | null;
  /** The state of what is indexed; a long note that is just being read from a watched folder does not count yet. */
  status(): Promise<MemoryStatus>;
  /** Has the model embed a few words, so that it is known to work. Rejects with EmbedError where it does not; null without one. */
  probe(): Promise<{ model: string; dimensions: number; tookMs: number } | null>;
  /** The highest cosine of each text with one of the others; null without a model. Rejects with EmbedError. */
  readonly nearness: ReadNearness;
  /** The cosine of the texts of each pair; null without a model. Rejects with EmbedError. */
  cosines(pairs: readonly TextPair[]): Promise<number[] | null>;
  /** What the texts of each pair are to each other, where the model can tell; see {@link ReadPairs}. */
  readonly readPairs: ReadPairs;
  /** Whether the second text of each pair, a line of the notes, helps to answer the first one; see {@link ReadHelp}. */
  readonly readHelp: ReadHelp;
  /** Compares the vectors in memory with those on disk; null where there is nothing to compare. */
  checkVectors(): Promise<VectorCheck | null>;
  /** For a program that stays: makes the first questions as fast as the later ones, some seconds of work in short slices. Never rejects. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

export interface IndexOptions {
  /** Builds the index anew beside the one in use. */
  rebuild?: boolean;
  onProgress?: (done: number, total: number) => void;
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
  problems: NoteProblem[];
}

/** The days that an answer may be of, and the moment at which it is asked for. */
interface Within {
  only: DayRange | null;
  when: When;
  /** By which the answer is kept; null for one that is not. */
  key: string | null;
}

type Found = Omit<SearchAnswer, 'tookMs'>;

const defaultLimit = 6;
/** A search waits at most this long for an index that is being read into memory, or takes in long notes; then it is answered from the file. */
const earlyAfterMs = 300;
/** It waits at most this long for the vectors of the question, counted from its beginning. */
const earlyVectorMs = 600;
const maxQueries = 5;
const purgeTries = 40;
const purgePauseMs = 50;
const warmingSliceMs = 5;

/** Opens the memory. A watched one reads its index into memory in the background, another one as soon as it is needed. To be closed. */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  if (isFirstOpening(options.indexFile)) await mkdir(options.dir, { recursive: true, mode: privateFolder });
  const projection = await projectionFor(options.embedder, options.store);
  return new OpenMemory(options, { projection, relatedWords: loadRelatedWords() });
}

class OpenMemory implements Memory {
  readonly vault: Vault;
  readonly #options: MemoryOptions;
  readonly #index: LiveIndex;
  readonly #watch: VaultWatch | null;
  readonly #upkeep: Upkeep | null;
  readonly #projection: Projection | null;
  readonly #queryVectors: QueryVectors | null;
  readonly readPairs: ReadPairs;
  readonly readHelp: ReadHelp;
  readonly #pastSources: KeptPastSources;
  readonly #kept = new KeptAnswers();
  readonly #stop = new AbortController();
  #warming: Promise<void> = Promise.resolve();

  constructor(options: MemoryOptions, assets: { projection: Projection | null; relatedWords: RelatedWords }) {
    const { dir, indexFile, clock, log, embedder } = options;
    const { signal } = this.#stop;
    this.#options = options;
    this.#projection = assets.projection;
    this.#watch = options.watch ? new VaultWatch(() => this.#upkeep?.noteChange()) : null;
    this.vault = createVault(dir, this.#watch, { wasThere: true, indexFile });
    this.#pastSources = new KeptPastSources(this.vault);
    const onDisk = options.store === 'disk';
    const { embedsWhenAsked } = options;
    this.#index = new LiveIndex(indexFile, {
      vault: this.vault,
      embedder,
      ...assets,
      onDisk,
      embedsWhenAsked,
      clock,
      log,
    });
    this.#queryVectors =
      embedder &&
      createQueryVectors({ embedder, tokens: assets.projection !== null, log, isClosing: () => signal.aborted });
    const reading = { log, isClosing: () => signal.aborted };
    this.readPairs = createPairReadings({ ask: embedder?.compare, ...reading });
    this.readHelp = createPairReadings({ ask: embedder?.judgeHelp, ...reading });
    if (options.watch) void this.#index.begin().catch(() => undefined);
    this.#upkeep = options.watch ? new Upkeep({ dir, index: this.#index, clock, log, signal }) : null;
  }

  /** A property, because tools are given the search alone. */
  readonly search = async (query: string, given: SearchOptions = {}): Promise<SearchAnswer> => {
    const from = performance.now();
    const when = this.#when();
    const only = daysWithin(given, when);
    // Lines are held against it as a text, so it is the day that its words mean: "2026" is the last of December.
    const search = given.asOf === undefined ? given : { ...given, asOf: isoDay(boundOf(given.asOf, 'last', when)) };
    const others = search.queries?.length ? search.queries : sentencesIn(boundedQuery(query));
    const queries = [...new Set([query, ...others].map(boundedQuery))].slice(0, maxQueries);
    const key = search.keep ? questionKey(query, search, localDate(when.now, when.timezone)) : null;
    const within = { only, when, key };
    const mayBeEarly = this.#watch !== null && search.asOf === undefined;
    const answer =
      (key === null ? null : await this.#keptAnswer(key)) ??
      (mayBeEarly ? await this.#answerSoon(queries, search, within) : null) ??
      (await this.#answer(this.#asked(queries, search), search, within));
    return { ...answer, tookMs: Math.round((performance.now() - from) * 100) / 100 };
  };

  async index({ rebuild = false, onProgress }: IndexOptions = {}): Promise<IndexReport> {
    const from = performance.now();
    const before = rebuild ? await this.#index.use(async ({ store }) => store.counts().chunks) : 0;
    const anew: Embedded = rebuild ? await this.#index.rebuild(onProgress) : { embedded: 0, tookMs: 0 };
    const { signal } = this.#stop;
    const { removed, embedMs, ...done } = await this.#index.use(
      async (index) => await completeIndex(index, { signal, isWhole: true, onProgress }),
    );
    return {
      ...done,
      embedded: anew.embedded + done.embedded,
      removed: rebuild ? before : removed,
      tookMs: Math.round(performance.now() - from),
      embedMs: anew.tookMs + embedMs,
    };
  }

  async purge(): Promise<boolean> {
    const { indexFile } = this.#options;
    const pause = async (): Promise<void> => await delay(purgePauseMs, undefined, { signal: this.#stop.signal });
    // An index that is being rebuilt may have read the notes before the deletion, and would replace the one cleaned here.
    while (isRebuildRunning(indexFile)) await pause();
    removeSnapshot(indexFile);
    this.#kept.clear();
    let compacted: Store | null = null;
    for (let tries = 1; tries <= purgeTries; tries += 1) {
      const isDone = await this.#index.use(async ({ sync, store }) => {
        if (store.isStale()) return false;
        await sync.refresh();
        await removeAllOrphans(store);
        if (compacted !== store) store.compact();
        compacted = store;
        return store.emptyJournal();
      });
      if (isDone) return true;
      await pause();
    }
    return false;
  }

  reading(): Reading | null {
    return this.#index.reading;
  }

  async status(): Promise<MemoryStatus> {
    const { embedder, indexFile } = this.#options;
    return await this.#index.use(async ({ sync, store, vectors }) => {
      if (this.#watch) await isCurrentSoon(sync);
      else await sync.refresh();
      const pendingVectors = embedder ? store.pendingCount() : 0;
      const { files, chunks } = store.counts();
      const isHybrid = embedder && vectors?.ready() && (pendingVectors < chunks || chunks === 0);
      return {
        files,
        chunks,
        pendingVectors,
        mode: isHybrid ? 'hybrid' : 'keyword',
        model: embedder?.modelId ?? null,
        rebuilding: isRebuildRunning(indexFile),
        sweeps: this.#watch === null ? null : this.#watch.distrusted,
        problems: sync.problems(),
      };
    });
  }

  async probe(): Promise<{ model: string; dimensions: number; tookMs: number } | null> {
    const { embedder } = this.#options;
    if (!embedder) return null;
    const from = performance.now();
    const [embedding] = await embedder.embed(['a few words']);
    return {
      model: embedder.modelId,
      dimensions: embedding?.pooled.length ?? 0,
      tookMs: Math.round(performance.now() - from),
    };
  }

  readonly nearness: ReadNearness = async (texts, others) => await nearnessOf(texts, others, this.#options.embedder);

  async cosines(pairs: readonly TextPair[]): Promise<number[] | null> {
    return await cosinesOf(pairs, this.#options.embedder);
  }

  async checkVectors(): Promise<VectorCheck | null> {
    return await this.#index.use(checkVectors);
  }

  async warmUp(): Promise<void> {
    const { signal } = this.#stop;
    const ask = async ({ text, embedding }: Question): Promise<unknown> =>
      await this.#answer(
        [{ text, embedding: async () => embedding }],
        { wordsOnly: true },
        { only: null, when: this.#when(), key: null },
      );
    const warm = async (): Promise<void> => {
      if (!(await this.#index.use(async (index) => isWorthWarming(index)))) return;
      await createPace(warmingSliceMs, signal).walk(prepareTimes());
      await warmUp((work) => this.#index.use(work), ask, signal);
    };
    this.#warming = warm().catch((error: unknown) => {
      if (!signal.aborted) this.#options.log.debug({ err: error }, 'The memory could not be warmed up.');
    });
    await this.#warming;
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('The memory is closing.'));
    this.#watch?.close();
    this.#index.stop();
    await this.#upkeep?.close();
    await this.#warming;
    await this.#index.close();
    if (this.#options.closesEmbedder) await this.#options.embedder?.close();
  }

  #when(): When {
    return { now: this.#options.clock.now(), timezone: this.#options.timezone() };
  }

  #asked(texts: readonly string[], search: SearchOptions): AskedQuery[] {
    return texts.map((text) => ({
      text,
      embedding: search.wordsOnly ? undefined : this.#queryVectors?.ask(text, search),
    }));
  }

  async #keptAnswer(key: string): Promise<Found | null> {
    if (!this.#kept.has(key)) return null;
    return await this.#index.use(async ({ sync, lines }) =>
      (await isCurrentSoon(sync)) ? this.#kept.find(key, lines) : null,
    );
  }

  /** Answers from the index, or from its file where the index can't be waited for. Null where the file can't answer. */
  async #answerSoon(texts: readonly string[], search: SearchOptions, within: Within): Promise<Found | null> {
    if (await this.#index.isReadyWithin(earlyAfterMs)) {
      const queries = this.#asked(texts, search);
      const answer = await this.#index.use(async (index) =>
        (await isCurrentSoon(index.sync)) ? await this.#rank(index, queries, search, within) : null,
      );
      if (answer) return answer;
    }
    return await this.#answerEarly(boundedQuery(texts.join(' ')), search, within);
  }

  async #answer(queries: readonly AskedQuery[], search: SearchOptions, within: Within): Promise<Found> {
    return await this.#index.use(async (index) => {
      await index.sync.refresh();
      return await this.#rank(index, queries, search, within);
    });
  }

  /** Searches the index as it is. */
  async #rank(
    index: Generation,
    queries: readonly AskedQuery[],
    search: SearchOptions,
    { only, when, key }: Within,
  ): Promise<Found> {
    const { version } = index.lines;
    const readPairs = search.wordsOnly || search.readsPairs === false ? undefined : this.readPairs;
    const asked = { queries, only, when, readPairs, search: { ...search, limit: search.limit ?? defaultLimit } };
    const { results, hybrid } = await answerFrom(index, asked);
    // It is there by now, or the answer is by words.
    const embedding = search.vector && hybrid && index.vectors?.isLatinOnly ? await queries[0]?.embedding?.() : null;
    const found: Found = {
      results: withPast(results, await this.#pastSources.with(index.lines), when, search.asOf),
      mode: hybrid ? 'hybrid' : 'keyword',
      pendingVectors: this.#options.embedder ? index.store.pendingCount() : 0,
      ...(embedding ? { vector: embedding.pooled } : {}),
    };
    // One that the model came too late for is not kept.
    const isWhole = found.pendingVectors === 0 && (hybrid || this.#options.embedder === null);
    if (key !== null && isWhole) this.#kept.keep(key, found, index.lines, version);
    return found;
  }

  /** Answers from the file of the index, by words at least. Null where the file can't answer. */
  async #answerEarly(
    text: string,
    { limit = defaultLimit, signal, wordsOnly }: SearchOptions,
    { only, when }: Within,
  ): Promise<Found | null> {
    const { indexFile, embedder } = this.#options;
    const embedding = wordsOnly ? undefined : this.#queryVectors?.ask(text, { signal, embedWaitMs: earlyVectorMs });
    const vector =
      embedder && embedding ? { modelId: embedder.modelId, projection: this.#projection, embedding } : null;
    const early = await earlyAnswers(indexFile, this.vault, { text, only, limit, vector, signal });
    if (!early) return null;
    const { chunks, hybrid } = early;
    const results = withPast(early.results, await pastSources(this.vault), when);
    return { results, mode: hybrid ? 'hybrid' : 'keyword', pendingVectors: embedder && !hybrid ? chunks : 0 };
  }
}

/** Resolves to true once the index has what lies in the vault, or soon to false where that takes long. */
async function isCurrentSoon(sync: Sync): Promise<boolean> {
  const refreshed = sync.refresh();
  for (;;) {
    if (await settlesWithin(refreshed, earlyAfterMs)) return true;
    if (sync.isLong) return false;
  }
}

/** Tells which lines of the results are no longer true. */
function withPast(
  results: readonly SearchResult[],
  sources: readonly PastSource[],
  { now, timezone }: When,
  asOf?: string,
): SearchResult[] {
  const today = localDate(now, timezone);
  return results.map((result) => {
    const marked = pastLinesIn(result, sources, { today, asOf });
    const past = [...marked, ...(result.past ?? []).filter(({ line }) => marked.every((one) => one.line !== line))];
    return past.length > 0 ? { ...result, past } : result;
  });
}

/** The day that a bound means: of a month, a week or a year its first or its last. @throws ToolError for what names no day */
function boundOf(text: string, edge: 'first' | 'last', { now, timezone }: When): number {
  const found = dayFrom(text, edge, now, timezone);
  if (found === null) throw new ToolError(`Not a date: ${text}. Use YYYY-MM-DD, or words such as "last week".`);
  return found;
}

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** @throws ToolError for a bound that names no day */
function daysWithin(
  { since, until, asOf }: Pick<SearchOptions, 'since' | 'until' | 'asOf'>,
  when: When,
): DayRange | null {
  if (since === undefined && until === undefined && asOf === undefined) return null;
  const day = (text: string | undefined, edge: 'first' | 'last', open: number): number =>
    text === undefined ? open : boundOf(text, edge, when);
  const range = {
    from: day(since, 'first', -Infinity),
    to: Math.min(day(until, 'last', Infinity), day(asOf, 'last', Infinity)),
    takesUndated: since === undefined && until === undefined,
  };
  if (range.from > range.to)
    throw new ToolError(`Nothing is both since ${since} and until ${until ?? asOf}: give the earlier day as since.`);
  return range;
}
