// An embedder whose model lives in a process of its own: it starts the process when it is needed, feeds it chunk by chunk,
// and ends it when it is not. A thread would not do: when it ends, most of the memory stays with the program (bench/embed.ts:
// of 71 MB before and 243 MB with the model, 196 MB after, and more each time), and a crash of the runtime takes the program along.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';
import { childEnvironment, networkVariables } from '../../base/child-environment.ts';
import type { Log } from '../../base/log.ts';
import { type Download, type Embedder, type Embedding, EmbedError, type EmbedOptions, unitVector } from './embedder.ts';
import { readFrames, writeFrame } from './frames.ts';
import { packageRoot } from '../../base/package-root.ts';
import {
  type FromModel,
  type ModelSetup,
  type ModelSource,
  type RawEmbedding,
  type ToModel,
  channelFd,
  unpackEmbeddings,
} from './protocol.ts';

export interface ProcessEmbedderOptions {
  readonly source: ModelSource;
  readonly modelId: string;
  /** 0 while it is not known. */
  readonly dimensions: number;
  readonly threads: number;
  readonly idleMs: number;
  readonly log: Log;
  /** A process that is asked and says nothing for so long is ended. */
  readonly maxSilenceMs?: number;
  readonly onDownload?: (progress: Download) => void;
}

/**
 * Node loads this file itself, so it must be JavaScript: the built one, also where this file runs from the sources, as in the
 * tests. They build the product first (test/support/build.ts).
 */
const program = () => path.join(packageRoot(), 'dist/memory/embed/model-process.cjs');

/** Its objects are small or live as long as it does; a larger room for young ones would only be filled before it is swept. */
const nodeFlags = ['--max-semi-space-size=1'];
/** glibc keeps what is freed, and more so for each thread: 7 MB of it here. Other C libraries ignore it. */
const allocation = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
const allocationNames = Object.keys(allocation);
/** ONNX Runtime else names the machine in a file below the home folder, and reports what it runs to its maker. */
const noTelemetry = { ORT_DISABLE_TELEMETRY: '1' };
/** For models that are downloaded: the address and the token of the hub. */
const hubVariables = [...networkVariables, 'HF_ENDPOINT', 'HF_TOKEN', 'HF_ACCESS_TOKEN'];

/**
 * The most texts and characters of a batch: some 25 ms of work. Smaller ones would let queries through sooner, but the vector of a text
 * depends a little on what it is computed with.
 */
const textsPerChunk = 16;
const charactersPerChunk = 2_000;

/** One batch is computed while the next one waits in the process already. */
const chunksAhead = 2;

/** For this time after a query others are expected: until then no passages wait in the process, and a query waits for one batch at most. */
const expectingMs = 3_000;

/** After a model failed to load, this time passes before the next attempt: otherwise each search would wait for the same failure. */
const retryAfterMs = 60_000;

const endWithinMs = 5_000;

/** A chunk takes some ms, to load the model some seconds; a download is told of while it goes on. */
const usualMaxSilenceMs = 5 * 60_000;

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

interface Chunk {
  readonly job: Job;
  readonly indices: readonly number[];
}

interface Running {
  readonly child: ChildProcess;
  readonly channel: Socket;
  /** The batches that were sent and are not yet answered, in order. */
  readonly sent: Chunk[];
  readonly exited: Promise<unknown>;
}

// oxlint-disable-next-line max-lines-per-function -- one child process with what starts, feeds and ends it
export function openProcessEmbedder({
  source,
  modelId,
  dimensions: known,
  threads,
  idleMs,
  log,
  maxSilenceMs = usualMaxSilenceMs,
  onDownload,
}: ProcessEmbedderOptions): Embedder {
  const name = source.kind === 'hub' ? source.id : modelId;
  const jobs = new Set<Job>();
  let dimensions = known;
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  let closed = false;
  let failure: { readonly error: EmbedError; readonly atMs: number } | null = null;
  let queriedAtMs = -Infinity;

  function start(): Running {
    const setup: ModelSetup = { source, threads };
    // Output of libraries is dropped: failures arrive as messages, and stdout belongs to the command line.
    const child = spawn(process.execPath, [...nodeFlags, program(), JSON.stringify(setup)], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      env: {
        ...allocation,
        ...childEnvironment(...allocationNames, ...(source.kind === 'hub' ? hubVariables : [])),
        ...noTelemetry,
      },
    });
    const channel = child.stdio[channelFd] as Socket;
    const started: Running = {
      child,
      channel,
      sent: [],
      exited: new Promise((resolve) => child.once('exit', resolve)),
    };
    readFrames(channel, (message, floats) => {
      if (running === started) hear(started, message as FromModel, floats);
    });
    // When nothing can be sent, the process has ended; its `exit` event is handled elsewhere.
    channel.on('error', () => undefined);
    child.on('error', (error) => lose(started, error.message));
    child.on('exit', (code, signal) =>
      lose(started, `its process ended (${signal ?? code})`, signal === null ? remedy(source) : afterSignal),
    );
    log.debug({ model: name, pid: child.pid }, 'embedding model started');
    return started;
  }

  /** The process is gone, or its model can't be loaded: every waiting call is rejected. */
  function lose(lost: Running, reason: string, whatToDo = remedy(source)): void {
    if (running !== lost) return;
    running = null;
    clearTimeout(idle);
    clearTimeout(silence);
    lost.channel.destroy();
    const error = new EmbedError(`The embedding model ${name} is not available: ${reason}. ${whatToDo}`);
    failure = { error, atMs: performance.now() };
    for (const job of jobs) fail(job, error);
  }

  /** Waits for what the process says next, where it is asked for anything. */
  function awaitWord(from: Running): void {
    clearTimeout(silence);
    if (from.sent.length === 0) return;
    silence = setTimeout(() => {
      from.child.kill('SIGKILL');
      lose(from, `its process said nothing for ${Math.round(maxSilenceMs / 1000)} s`, afterSilence);
    }, maxSilenceMs).unref();
  }

  function hear(from: Running, message: FromModel, floats: Float32Array): void {
    awaitWord(from);
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
    if (message.kind === 'failed')
      fail(chunk.job, new EmbedError(`The embedding model ${name} failed: ${message.reason}`, { blames: 'texts' }));
    else take(chunk, unpackEmbeddings(message.texts, floats));
    feed();
  }

  function take({ job, indices }: Chunk, embedded: readonly RawEmbedding[]): void {
    if (!jobs.has(job)) return;
    try {
      for (const [i, raw] of embedded.entries()) {
        const pooled = unitVector(raw.pooled, dimensions, name);
        dimensions = pooled.length;
        const { ids, vectors } = raw;
        job.results[indices[i] ?? 0] =
          ids && vectors ? { pooled, tokens: { ids: Int32Array.from(ids), vectors } } : { pooled };
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

  /** Keeps the process busy with the job that is nearest its end, and lets it go when there is none. */
  function feed(): void {
    clearTimeout(idle);
    const fed = running;
    if (!fed) return;
    const isExpecting = performance.now() - queriedAtMs < expectingMs;
    while (fed.sent.length < chunksAhead) {
      const next = [...jobs]
        .filter(({ waiting }) => waiting.length > 0)
        .sort((a, b) => a.waiting.length - b.waiting.length)[0];
      if (!next || (isExpecting && next.as === 'passage' && fed.sent.length > 0)) break;
      const indices = nextChunk(next);
      fed.sent.push({ job: next, indices });
      const message: ToModel = {
        texts: indices.map((index) => next.texts[index] ?? ''),
        tokens: next.tokens,
        as: next.as,
      };
      writeFrame(fed.channel, message);
    }
    awaitWord(fed);
    if (jobs.size > 0) {
      fed.child.ref();
      fed.channel.ref();
      return;
    }
    // A program that has nothing else to do may end, whether or not anyone closed this; the process ends with it.
    fed.child.unref();
    fed.channel.unref();
    idle = setTimeout(() => void end(), idleMs).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    clearTimeout(silence);
    const ending = running;
    if (!ending) return;
    running = null;
    ending.child.ref();
    ending.channel.destroy();
    const late = setTimeout(() => ending.child.kill('SIGKILL'), endWithinMs);
    await ending.exited;
    clearTimeout(late);
  }

  return {
    modelId,
    get dimensions() {
      return dimensions;
    },
    hasTokens: source.kind === 'built-in',
    async embed(texts, { tokens = false, as = 'passage', signal, onProgress } = {}) {
      signal?.throwIfAborted();
      if (closed) throw new EmbedError(`The embedding model ${name} is closed.`);
      if (texts.length === 0) return [];
      if (failure && performance.now() - failure.atMs < retryAfterMs) throw failure.error;
      failure = null;
      const job = createJob(texts, tokens, as, onProgress);
      if (as === 'query') queriedAtMs = performance.now();
      const abort = () => fail(job, signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      jobs.add(job);
      running ??= start();
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

/** What is said where a signal ended the process: nothing is wrong with the model's files then. */
const afterSignal =
  'Something stopped it, on a full machine often the system for want of memory: try again. What was embedded stays.';

const afterSilence = 'It is started anew when it is next needed.';

const remedy = (source: ModelSource): string =>
  source.kind === 'built-in'
    ? `Check that the program's packages are installed and that ${source.folder} can be written.`
    : `Check the name of the model and the network, delete ${path.join(source.cacheDir, source.id)} to download it again, or use the model that comes with the program, all-MiniLM-L6-v2.`;
