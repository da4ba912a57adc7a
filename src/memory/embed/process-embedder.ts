// An embedder whose model lives in a process of its own: it starts the process when it is needed, feeds it batch by batch,
// and ends it when it is not. Where much is to be embedded, further processes help the first one.
import { inBackground } from '../../base/concurrency/background.ts';
import type { Log } from '../../base/log.ts';
import {
  type Download,
  type Embedder,
  type Embedding,
  EmbedError,
  type EmbedOptions,
  type PairModel,
  type RawEmbedding,
  type TextPair,
  embeddingOf,
} from './embedder.ts';
import { type ModelChild, startModelChild } from './model-child.ts';
import type { ModelSource } from './protocol.ts';

export interface ProcessEmbedderOptions {
  readonly source: ModelSource;
  readonly modelId: string;
  /** 0 while it is not known. */
  readonly dimensions: number;
  readonly threads: number;
  /** At most so many processes of the model: more than one only while much is embedded. */
  readonly processes: number;
  readonly idleMs: number;
  readonly log: Log;
  /** A process that is asked and says nothing for so long is ended. */
  readonly maxSilenceMs?: number;
  /** Work that went on for so long gets help; the default is 1 s. */
  readonly helpAfterMs?: number;
  readonly onDownload?: (progress: Download) => void;
}

/**
 * The most texts and characters of a batch: some 25 ms of work. Smaller ones would let queries through sooner, but the vector of a text
 * depends a little on what it is computed with.
 */
const textsPerBatch = 16;
const charactersPerBatch = 2_000;

/** One batch is computed while the next one waits in the process already. */
const batchesAhead = 2;

/** For this time after a query others are expected: until then one batch of passages is computed at a time, and a query waits for it at most. */
const expectingMs = 3_000;

/** Work that went on for so long is likely to go on for longer than a further process takes to load the model. */
const usualHelpAfterMs = 1_000;
/** A further process ends where it had nothing to do for so long. */
const helperIdleMs = 5_000;

/** It takes what the program and the first process leave of the processor. */
const helperNiceness = 10;

/** After a model failed to load, this time passes before the next attempt: otherwise each search would wait for the same failure. */
const retryAfterMs = 60_000;

interface Job {
  readonly texts: readonly string[];
  /** Indices of the texts not yet sent, the longest first. */
  readonly waiting: number[];
  readonly results: Embedding[];
  unanswered: number;
  readonly tokens: boolean;
  readonly as: 'passage' | 'query';
  readonly onProgress: EmbedOptions['onProgress'];
  readonly resolve: (embeddings: Embedding[]) => void;
  readonly reject: (reason: unknown) => void;
  readonly promise: Promise<Embedding[]>;
}

interface Batch {
  readonly job: Job;
  readonly indices: readonly number[];
}

interface Helper {
  readonly child: ModelChild;
  idle?: NodeJS.Timeout;
}

// oxlint-disable-next-line max-lines-per-function -- the model's processes with what starts, feeds and ends them
export function openProcessEmbedder(options: ProcessEmbedderOptions): Embedder {
  const {
    source,
    modelId,
    threads,
    processes,
    idleMs,
    log,
    maxSilenceMs,
    helpAfterMs = usualHelpAfterMs,
    onDownload,
  } = options;
  const name = source.kind === 'hub' ? source.id : modelId;
  const jobs = new Set<Job>();
  /** What a helper had not answered when it ended. It stays one batch: the vector of a text depends on the others. */
  const returned: Batch[] = [];
  let first: ModelChild | null = null;
  let helpers: readonly Helper[] = [];
  let maxHelpers = processes - 1;
  let { dimensions } = options;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let failure: { readonly error: EmbedError; readonly atMs: number } | null = null;
  let queriedAtMs = -Infinity;
  let busySinceMs = 0;
  /** How many calls that compare are not answered. */
  let comparing = 0;

  const start = (onLost: (error: EmbedError) => void, niceness?: number): ModelChild =>
    startModelChild({
      source,
      name,
      threads,
      log,
      onLost,
      ...(niceness === undefined ? {} : { niceness }),
      ...(maxSilenceMs === undefined ? {} : { maxSilenceMs }),
      ...(onDownload ? { onDownload } : {}),
    });

  /** Without the first process every waiting call is rejected. */
  function startFirst(): ModelChild {
    return start((error) => {
      clearTimeout(idle);
      first = null;
      failure = { error, atMs: performance.now() };
      for (const job of jobs) fail(job, error);
      inBackground(endHelpers(), log, 'ending the embedding model');
    });
  }

  /** Without a helper the work goes on. What ended it, such as want of memory, would end the next one too. */
  function startHelper(): void {
    const helper: Helper = {
      child: start((error) => {
        log.debug({ err: error }, 'a further process of the embedding model is gone');
        maxHelpers = 0;
        helpers = helpers.filter((one) => one !== helper);
      }, helperNiceness),
    };
    helpers = [...helpers, helper];
  }

  function endHelper(helper: Helper): Promise<void> {
    helpers = helpers.filter((one) => one !== helper);
    clearTimeout(helper.idle);
    return helper.child.end();
  }

  async function endHelpers(): Promise<void> {
    await Promise.all(helpers.map(endHelper));
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = first;
    first = null;
    await Promise.all([ending?.end(), endHelpers()]);
  }

  async function work(child: ModelChild, batch: Batch): Promise<void> {
    const { job, indices } = batch;
    const texts = indices.map((index) => job.texts[index] ?? '');
    try {
      take(batch, await child.embed({ texts, tokens: job.tokens, as: job.as }));
    } catch (error) {
      const isLostHelper = child !== first && error instanceof EmbedError && error.blames === 'model';
      if (isLostHelper) returned.push(batch);
      else fail(job, error);
    }
    feed();
  }

  function take({ job, indices }: Batch, embedded: readonly RawEmbedding[]): void {
    if (!jobs.has(job)) return;
    for (const [i, raw] of embedded.entries()) {
      const embedding = embeddingOf(raw, dimensions, name);
      dimensions = embedding.pooled.length;
      job.results[indices[i] ?? 0] = embedding;
    }
    job.unanswered -= indices.length;
    job.onProgress?.(job.texts.length - job.unanswered, job.texts.length);
    if (job.unanswered > 0) return;
    jobs.delete(job);
    job.resolve(job.results);
  }

  function fail(job: Job, reason: unknown): void {
    jobs.delete(job);
    job.reject(reason);
  }

  /** Keeps the processes busy with the job that is nearest its end, and lets them go when there is none. */
  function feed(): void {
    clearTimeout(idle);
    if (!first) return;
    const isExpecting = performance.now() - queriedAtMs < expectingMs;
    for (let job = nextJob(); job; job = nextJob()) {
      const helping = helpers.map(({ child }) => child);
      const children = [first, ...helping];
      const stepsBack = isExpecting && job.as === 'passage';
      if (stepsBack && children.some(({ unanswered }) => unanswered > 0)) break;
      // The least busy one, and of those the first, which is kept free for the queries that are expected.
      const able = stepsBack && helping.length > 0 ? helping : children;
      const [fed = first] = able.sort((a, b) => a.unanswered - b.unanswered);
      if (fed.unanswered >= batchesAhead) break;
      inBackground(work(fed, nextBatch(job)), log, 'embedding');
    }
    getHelp();
    for (const helper of helpers) letGoWhereIdle(helper);
    const isHeld = jobs.size > 0 || comparing > 0;
    // A program that has nothing else to do may end, whether or not anyone closed this; the process ends with it.
    first.holdProgram(isHeld);
    if (!isHeld) idle = setTimeout(() => void end(), idleMs).unref();
  }

  async function readTogether(
    pairs: readonly TextPair[],
    model: PairModel,
    { signal }: Pick<EmbedOptions, 'signal'> = {},
  ): Promise<readonly (readonly number[])[]> {
    refuseWhereFailed(signal);
    if (pairs.length === 0) return [];
    first ??= startFirst();
    comparing += 1;
    const answer = first.compare(pairs, model);
    feed();
    try {
      return await answer;
    } finally {
      comparing -= 1;
      feed();
      signal?.throwIfAborted();
    }
  }

  /** Throws where the model can't be asked. */
  function refuseWhereFailed(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (closed) throw new EmbedError(`The embedding model ${name} is closed.`);
    if (failure && performance.now() - failure.atMs < retryAfterMs) throw failure.error;
    failure = null;
  }

  /** A returned batch comes before all others. */
  const nextJob = (): Job | undefined => {
    const isDead = (batch: Batch | undefined): boolean => batch !== undefined && !jobs.has(batch.job);
    while (isDead(returned[0])) returned.shift();
    return (
      returned[0]?.job ??
      [...jobs].filter(({ waiting }) => waiting.length > 0).sort((a, b) => a.waiting.length - b.waiting.length)[0]
    );
  };

  function nextBatch(job: Job): Batch {
    const again = returned[0]?.job === job ? returned.shift() : undefined;
    return again ?? { job, indices: nextIndices(job) };
  }

  function getHelp(): void {
    const isMuch = nextJob() !== undefined && performance.now() - busySinceMs > helpAfterMs;
    if (isMuch && helpers.length < maxHelpers) startHelper();
  }

  function letGoWhereIdle(helper: Helper): void {
    const { child } = helper;
    clearTimeout(helper.idle);
    child.holdProgram(child.unanswered > 0);
    if (child.unanswered === 0) helper.idle = setTimeout(() => void endHelper(helper), helperIdleMs).unref();
  }

  return {
    modelId,
    get dimensions() {
      return dimensions;
    },
    hasTokens: source.kind === 'built-in',
    async embed(texts, { tokens = false, as = 'passage', signal, onProgress } = {}) {
      refuseWhereFailed(signal);
      if (texts.length === 0) return [];
      const job = createJob(texts, tokens, as, onProgress);
      if (as === 'query') queriedAtMs = performance.now();
      const abort = () => fail(job, signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      if (jobs.size === 0) busySinceMs = performance.now();
      jobs.add(job);
      first ??= startFirst();
      feed();
      try {
        return await job.promise;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    ...(source.kind === 'built-in' ? pairReaders(readTogether) : {}),
    prepare() {
      if (closed || failure) return;
      first ??= startFirst();
      feed();
    },
    async release() {
      while (jobs.size > 0) await Promise.allSettled([...jobs].map(({ promise }) => promise));
      await end();
    },
    async close() {
      closed = true;
      for (const job of jobs) fail(job, new EmbedError(`The embedding model ${name} was closed.`));
      await end();
    },
  };
}

type ReadTogether = (
  pairs: readonly TextPair[],
  model: PairModel,
  options?: Pick<EmbedOptions, 'signal'>,
) => Promise<readonly (readonly number[])[]>;

/** What the numbers of a model's head mean. */
const pairReaders = (read: ReadTogether): Required<Pick<Embedder, 'compare' | 'judgeHelp'>> => ({
  compare: async (pairs, options) =>
    (await read(pairs, 'relation', options)).map(([replaces = 0, bears = 0]) => ({ replaces, bears })),
  judgeHelp: async (pairs, options) => (await read(pairs, 'help', options)).map(([helps = 0]) => helps),
});

function createJob(
  texts: readonly string[],
  tokens: boolean,
  as: Job['as'],
  onProgress: EmbedOptions['onProgress'],
): Job {
  let resolve: Job['resolve'] = () => undefined;
  let reject: Job['reject'] = () => undefined;
  const promise = new Promise<Embedding[]>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  const length = (index: number) => texts[index]?.length ?? 0;
  const waiting = texts.map((_, index) => index).sort((a, b) => length(a) - length(b));
  return { texts, waiting, results: [], unanswered: texts.length, tokens, as, onProgress, resolve, reject, promise };
}

/** Takes the longest texts that still wait, so that those of a batch have about the same length. */
function nextIndices({ texts, waiting }: Job): number[] {
  const indices: number[] = [];
  let characters = 0;
  while (waiting.length > 0 && indices.length < textsPerBatch && characters < charactersPerBatch) {
    const index = waiting.pop() ?? 0;
    indices.push(index);
    characters += texts[index]?.length ?? 0;
  }
  return indices;
}
