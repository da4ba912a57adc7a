// One answer from the index in memory. The words of a query are looked up while the model still reads it, in a process of its own; then
// each query is ranked, and the rankings are made one.
import { undated } from './index/chunk-table.ts';
import { textOf } from './rank/term-lookup.ts';
import { wasKnown } from './past-lines.ts';
import type { Embedding } from './embed/embedder.ts';
import type { ReadPairs } from './embed/pair-readings.ts';
import type { Generation } from './index/loaded-index.ts';
import type { SearchOptions, SearchResult } from './search.ts';
import type { DayRange } from './query/dates.ts';
import { knownShare } from './rank/confidence.ts';
import { fuse, type Ranking } from './rank/fusion.ts';
import { nearTo } from './rank/query-embedding.ts';
import { type Ordered, settle } from './rank/order.ts';
import type { Query, QueryWords } from './rank/query.ts';
import { order, readWords } from './rank/ranker.ts';
import { readTogether } from './rank/successors.ts';
import { type AskedTime, askedTime } from './rank/time-intent.ts';
import { resultsOf } from './results.ts';

/** The moment of a question, and the time zone that its days are read in. */
export interface When {
  now: Date;
  timezone: string;
}

export interface AskedQuery {
  text: string;
  /** Waits for the vectors of the query; absent for a search by words only. */
  embedding: (() => Promise<Embedding | null>) | undefined;
}

export interface Asked {
  queries: readonly AskedQuery[];
  search: SearchOptions & { limit: number };
  /** Strict bounds. */
  only: DayRange | null;
  when: When;
  /** Waits for the model that reads two lines together; absent for a search by words only, and where the model can't. */
  readPairs: ReadPairs | undefined;
}

export interface Answer {
  results: SearchResult[];
  hybrid: boolean;
}

/** The parts of a query that need no vector: its time and what its words say. */
interface ReadQuery {
  text: string;
  asked: AskedTime | null;
  words: QueryWords;
}

type OrderedQuery = Ordered & Pick<Ranking, 'familiar'>;

/** The number of nearest vectors on disk whose neighbouring lines are compared too; it takes some 15 ms. */
const maxNearest = 180;

/** Searches the index as it is. @throws the signal's reason */
export async function answerFrom(
  index: Generation,
  { queries, search, only, when, readPairs }: Asked,
): Promise<Answer> {
  const { lines, scheduler, store } = index;
  // While no line has a vector, the search goes by words and does not wait: the model may still have to be written.
  const hasVectors = store.pendingCount() < lines.size;
  let read = await scheduler.run(() => readAll(queries, when, index));
  const vectors = await Promise.all(
    queries.map(async ({ embedding }) => (embedding && hasVectors ? await embedding() : null)),
  );
  const near = await Promise.all(vectors.map(async (one) => await nearestOf(one, index)));
  search.signal?.throwIfAborted();
  function* orderAll(): Generator<void, { version: number; ordered: OrderedQuery[] }> {
    if (read.version !== lines.version) read = yield* readAll(queries, when, index);
    const { version } = read;
    const ordered: OrderedQuery[] = [];
    for (const [i, { text, asked, words }] of read.queries.entries()) {
      const { explain, weights, candidates } = search;
      const embedding = vectors[i] ?? null;
      const query: Query = {
        text,
        embedding,
        near: near[i],
        only,
        about: asked?.days ?? null,
        asked,
      };
      const one = yield* order({ ...query, words, explain, weights, candidates }, index);
      ordered.push({ ...one, familiar: knownShare(text, embedding?.tokens?.ids.length ?? 0) });
      yield;
    }
    return { version, ordered };
  }
  let found = await scheduler.run(orderAll);
  if (readPairs) {
    const succeeded = found.ordered.flatMap((one) => one.succeeded);
    await readTogether(succeeded, readPairs, { signal: search.signal, waitMs: search.embedWaitMs });
  }
  search.signal?.throwIfAborted();
  const results = await scheduler.run(function* answer() {
    if (found.version !== lines.version) found = yield* orderAll();
    const rankings: Ranking[] = found.ordered.map(({ familiar, ...ordered }) => ({
      hits: settle(ordered, index),
      familiar,
    }));
    const hits = fuse(rankings);
    const { asOf } = search;
    const known =
      asOf === undefined ? hits : hits.filter(({ slot }) => wasKnown(textOf(slot, index), dayAt(slot, index), asOf));
    const kept = search.reject === false ? known : known.filter(({ answers }) => answers);
    return resultsOf(kept, index, search);
  });
  return { results, hybrid: isHybrid(vectors[0] ?? null, index) };
}

/** The day of a line, in days since 1970-01-01; null where it has none. */
function dayAt(slot: number, { lines: { columns } }: Generation): number | null {
  const day = columns.day[slot] ?? undated;
  return day === undated ? null : day;
}

function* readAll(
  queries: readonly AskedQuery[],
  when: Asked['when'],
  index: Generation,
): Generator<void, { version: number; queries: ReadQuery[] }> {
  const { version } = index.lines;
  const read: ReadQuery[] = [];
  for (const { text: whole } of queries) {
    const asked = yield* askedTime(whole, when, index);
    const text = asked?.words ?? whole;
    read.push({ text, asked, words: yield* readWords({ text, asked }, index) });
  }
  return { version, queries: read };
}

/** Where the vectors are kept on disk: the contents nearest to the query. */
async function nearestOf(embedding: Embedding | null, index: Generation): Promise<number[]> {
  const query = index.lines.onDisk ? nearTo(embedding, index) : null;
  return query ? await index.nearest.find(query, maxNearest) : [];
}

function isHybrid(vector: Embedding | null, { vectors, lines }: Generation): boolean {
  if (!vector) return false;
  if (vectors?.ready() && vector.pooled.length === lines.dimensions) return true;
  // Another model has the old name, or the model is asked for the first time: the lines are embedded anew.
  vectors?.expect(vector.pooled.length);
  return false;
}
