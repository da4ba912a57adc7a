// An embedder whose model lives in a thread of its own: it starts the thread when it is needed, feeds it chunk by chunk,
// and ends it when it is not. The program's own thread never computes a vector.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../base/log.ts';
import { EmbedError } from './embed-error.ts';
import type { Download, Embedder, Embedding, EmbedOptions } from './embedder.ts';
import { packageRoot } from './package-root.ts';
import type { FromThread, ModelSource, RawEmbedding, ThreadSetup, ToThread } from './protocol.ts';
import { unitVector } from './vector-check.ts';

export interface ThreadEmbedderOptions {
  readonly source: ModelSource;
  readonly modelId: string;
  /** 0 when not known yet. */
  readonly dimensions: number;
  readonly threads: number;
  readonly idleMs: number;
  readonly log: Log;
  readonly onDownload?: (progress: Download) => void;
}

/**
 * Node loads this file itself, so it must be JavaScript: the built one, also where this file runs from the sources, as in the
 * tests. They build the product first (test/support/build.ts).
 */
const workerFile = () => path.join(packageRoot(), 'dist/memory/embed/worker.js');

/** A chunk is at most so many texts and characters: some 50 ms of work, which is what a query waits for behind an index run. */
const textsPerChunk = 32;
const charactersPerChunk = 4_000;

/** One chunk is computed while the next one waits in the thread, so that it need not wait for us. */
const chunksAhead = 2;

/** A model that could not be had is not asked for again at once: each search would wait for the same failure. */
const retryAfterMs = 60_000;

const endWithinMs = 5_000;

interface Job {
  readonly texts: readonly string[];
  /** Indices of the texts not yet sent, the longest first. */
  readonly waiting: number[];
  readonly results: Embedding[];
  unanswered: number;
  readonly tokens: boolean;
  readonly onProgress: EmbedOptions['onProgress'];
  readonly resolve: (embeddings: Embedding[]) => void;
  readonly reject: (reason: unknown) => void;
  readonly promise: Promise<Embedding[]>;
}

interface Chunk {
  readonly job: Job;
  readonly indices: readonly number[];
}

interface Thread {
  readonly worker: Worker;
  /** Sent and not yet answered, in order. */
  readonly sent: Chunk[];
  readonly exited: Promise<unknown>;
}

export function openThreadEmbedder({ source, modelId, dimensions: known, threads, idleMs, log, onDownload }: ThreadEmbedderOptions): Embedder {
  const name = source.kind === 'hub' ? source.id : modelId;
  const jobs = new Set<Job>();
  let dimensions = known;
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let failure: { readonly error: EmbedError; readonly atMs: number } | null = null;

  function start(): Thread {
    const setup: ThreadSetup = { source, threads };
    // What the thread would print goes to the log instead: stdout belongs to the command line.
    const worker = new Worker(workerFile(), { workerData: setup, stdout: true, stderr: true, execArgv: [] });
    const started: Thread = { worker, sent: [], exited: new Promise((resolve) => worker.once('exit', resolve)) };
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (bytes: Buffer) => log.debug({ output: bytes.toString() }, 'embedding thread'));
    worker.on('message', (message: FromThread) => {
      if (thread === started) hear(started, message);
    });
    worker.on('error', (error) => lose(started, error.message));
    worker.on('exit', () => lose(started, 'its thread ended'));
    return started;
  }

  /** The thread is gone, or its model cannot be had: nobody is left waiting for it. */
  function lose(lost: Thread, reason: string): void {
    if (thread !== lost) return;
    thread = null;
    const error = new EmbedError(`The embedding model ${name} is not available: ${reason}. ${remedy(source)}`);
    failure = { error, atMs: performance.now() };
    for (const job of jobs) fail(job, error);
  }

  function hear(from: Thread, message: FromThread): void {
    if (message.kind === 'download') {
      onDownload?.({ file: message.file, loadedBytes: message.loadedBytes, totalBytes: message.totalBytes });
      return;
    }
    if (message.kind === 'unavailable') {
      lose(from, message.reason);
      return;
    }
    const chunk = from.sent.shift();
    if (!chunk) return;
    if (message.kind === 'failed') fail(chunk.job, new EmbedError(`The embedding model ${name} failed: ${message.reason}`));
    else take(chunk, message.texts);
    feed();
  }

  function take({ job, indices }: Chunk, embedded: readonly RawEmbedding[]): void {
    if (!jobs.has(job)) return;
    try {
      for (const [i, raw] of embedded.entries()) {
        const pooled = unitVector(raw.pooled, dimensions, name);
        dimensions = pooled.length;
        const { ids, vectors } = raw;
        job.results[indices[i] ?? 0] = ids && vectors ? { pooled, tokens: { ids, vectors } } : { pooled };
      }
    } catch (error) {
      fail(job, error);
      return;
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

  /** Keeps the thread busy with the job that is nearest its end, and lets it go when there is none. */
  function feed(): void {
    clearTimeout(idle);
    const fed = thread;
    if (!fed) return;
    while (fed.sent.length < chunksAhead) {
      const next = [...jobs].filter(({ waiting }) => waiting.length > 0).sort((a, b) => a.waiting.length - b.waiting.length)[0];
      if (!next) break;
      const indices = nextChunk(next);
      fed.sent.push({ job: next, indices });
      post(fed, { kind: 'embed', texts: indices.map((index) => next.texts[index] ?? ''), tokens: next.tokens });
    }
    if (jobs.size > 0) {
      fed.worker.ref();
      return;
    }
    // A program that has nothing else to do may end, whether or not anyone closed this.
    fed.worker.unref();
    idle = setTimeout(() => void end(), idleMs).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    if (!ending) return;
    thread = null;
    post(ending, { kind: 'end' });
    ending.worker.ref();
    const late = setTimeout(() => void ending.worker.terminate(), endWithinMs);
    await ending.exited;
    clearTimeout(late);
  }

  const post = (to: Thread, message: ToThread) => to.worker.postMessage(message, []);

  return {
    modelId,
    get dimensions() {
      return dimensions;
    },
    hasTokens: source.kind === 'built-in',
    async embed(texts, { tokens = false, signal, onProgress } = {}) {
      signal?.throwIfAborted();
      if (closed) throw new EmbedError(`The embedding model ${name} is closed.`);
      if (texts.length === 0) return [];
      if (failure && performance.now() - failure.atMs < retryAfterMs) throw failure.error;
      failure = null;
      const job = createJob(texts, tokens, onProgress);
      const abort = () => fail(job, signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      jobs.add(job);
      thread ??= start();
      feed();
      try {
        return await job.promise;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
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

function createJob(texts: readonly string[], tokens: boolean, onProgress: EmbedOptions['onProgress']): Job {
  let resolve: Job['resolve'] = () => undefined;
  let reject: Job['reject'] = () => undefined;
  const promise = new Promise<Embedding[]>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  const length = (index: number) => texts[index]?.length ?? 0;
  const waiting = texts.map((_, index) => index).sort((a, b) => length(a) - length(b));
  return { texts, waiting, results: [], unanswered: texts.length, tokens, onProgress, resolve, reject, promise };
}

/** Takes the longest texts that still wait, so that those of a chunk have about the same length. */
function nextChunk({ texts, waiting }: Job): number[] {
  const indices: number[] = [];
  let characters = 0;
  while (waiting.length > 0 && indices.length < textsPerChunk && characters < charactersPerChunk) {
    const index = waiting.pop() ?? 0;
    indices.push(index);
    characters += texts[index]?.length ?? 0;
  }
  return indices;
}

const remedy = (source: ModelSource): string =>
  source.kind === 'built-in'
    ? `Check that the program's packages are installed and that ${source.folder} can be written.`
    : 'Check the name of the model and the network, or use the model that comes with the program, all-MiniLM-L6-v2.';
