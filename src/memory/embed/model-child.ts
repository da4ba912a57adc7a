// One process with a model in it, as the program that started it sees it: takes batches, and answers them in order. A thread would not do:
// when it ends, most of the memory stays with the program (bench/embed.ts: of 71 MB before and 243 MB with the model, 196 MB after, and
// more each time), and a crash of the runtime takes the program along.
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import path from 'node:path';
import { childEnvironment, networkVariables } from '../../base/child-environment.ts';
import type { Log } from '../../base/log.ts';
import { packageRoot } from '../../base/files/package-root.ts';
import { type Download, EmbedError, type PairModel, type RawEmbedding, type TextPair } from './embedder.ts';
import { readFrames, writeFrame } from './frames.ts';
import {
  type FromModel,
  type ModelSetup,
  type ModelSource,
  type ToEmbed,
  type ToModel,
  channelFd,
  unpackEmbeddings,
} from './protocol.ts';

export interface ModelChildOptions {
  readonly source: ModelSource;
  readonly name: string;
  readonly threads: number;
  /** How far it stands back for other processes, as of `nice`; the default is 0. */
  readonly niceness?: number;
  readonly log: Log;
  /** A process that is asked and says nothing for so long is ended. */
  readonly maxSilenceMs?: number;
  readonly onDownload?: (progress: Download) => void;
  /** The process ended by itself, or can't load its model: what was not answered is rejected with the same error. */
  readonly onLost: (error: EmbedError) => void;
}

export interface ModelChild {
  /** How many batches were sent and are not answered. */
  readonly unanswered: number;
  /** Rejects with an EmbedError that blames the texts where the model does not take them, and the model where the process is gone. */
  embed(batch: ToEmbed): Promise<RawEmbedding[]>;
  /** Of each pair the log odds that the model says, in its order. Rejects likewise. */
  compare(pairs: readonly TextPair[], model: PairModel): Promise<readonly (readonly number[])[]>;
  /** Whether the program waits for this process before it ends. A process ends with the program in any case. */
  holdProgram(isHeld: boolean): void;
  /** Answers nothing more. */
  end(): Promise<void>;
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
/** For models that are downloaded: the address and the token of the hub. */
const hubVariables = [...networkVariables, 'HF_ENDPOINT', 'HF_TOKEN', 'HF_ACCESS_TOKEN'];

const endWithinMs = 5_000;

/** A batch takes some ms, to load the model some seconds; a download is told of while it goes on. */
const usualMaxSilenceMs = 5 * 60_000;

interface Sent {
  readonly take: (answer: Answered, floats: Float32Array) => void;
  readonly reject: (reason: EmbedError) => void;
}

type Answered = Extract<FromModel, { kind: 'embedded' | 'compared' }>;

// oxlint-disable-next-line max-lines-per-function -- one child process with what starts, hears and ends it
export function startModelChild(options: ModelChildOptions): ModelChild {
  const { source, name, threads, niceness = 0, log, maxSilenceMs = usualMaxSilenceMs, onDownload, onLost } = options;
  /** In order. */
  const sent: Sent[] = [];
  let isGone = false;
  let silence: NodeJS.Timeout | undefined;
  const setup: ModelSetup = { source, threads };
  // Output of libraries is dropped: failures arrive as messages, and stdout belongs to the command line.
  const child = spawn(process.execPath, [...nodeFlags, program(), JSON.stringify(setup)], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: {
      ...allocation,
      ...childEnvironment(...allocationNames, ...(source.kind === 'hub' ? hubVariables : [])),
    },
  });
  if (child.pid !== undefined && niceness > 0) standBack(child.pid, niceness);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const channel = child.stdio[channelFd] as Socket;
  readFrames(channel, (message, floats) => {
    if (!isGone) hear(message as FromModel, floats);
  });
  // When nothing can be sent, the process has ended; its `exit` event is handled below.
  channel.on('error', () => undefined);
  child.on('error', (error) => lose(error.message));
  child.on('exit', (code, signal) =>
    lose(`its process ended (${signal ?? code})`, signal === null ? remedy(source) : afterSignal),
  );
  log.debug({ model: name, pid: child.pid }, 'embedding model started');

  function leave(error: EmbedError): void {
    isGone = true;
    clearTimeout(silence);
    channel.destroy();
    for (const { reject } of sent.splice(0)) reject(error);
  }

  function lose(reason: string, whatToDo = remedy(source)): void {
    if (isGone) return;
    const error = notAvailable(name, reason, whatToDo);
    leave(error);
    onLost(error);
  }

  /** Waits for what the process says next, where it is asked for anything. */
  function awaitWord(): void {
    clearTimeout(silence);
    if (sent.length === 0) return;
    silence = setTimeout(() => {
      child.kill('SIGKILL');
      lose(`its process said nothing for ${Math.round(maxSilenceMs / 1000)} s`, afterSilence);
    }, maxSilenceMs).unref();
  }

  function hear(message: FromModel, floats: Float32Array): void {
    if (message.kind === 'download') {
      awaitWord();
      onDownload?.({ file: message.file, loadedBytes: message.loadedBytes, totalBytes: message.totalBytes });
      return;
    }
    if (message.kind === 'unavailable') {
      lose(message.reason);
      return;
    }
    const answered = sent.shift();
    awaitWord();
    if (message.kind !== 'failed') answered?.take(message, floats);
    else answered?.reject(refused(name, message.reason));
  }

  async function ask<Answer>(
    question: ToModel,
    read: (answer: Answered, floats: Float32Array) => Answer,
  ): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) =>
      sent.push({ take: (message, floats) => resolve(read(message, floats)), reject }),
    );
    writeFrame(channel, question);
    awaitWord();
    return await answer;
  }

  return {
    get unanswered() {
      return sent.length;
    },
    embed: async (batch) =>
      await ask(batch, (answer, floats) => (answer.kind === 'embedded' ? unpackEmbeddings(answer.texts, floats) : [])),
    compare: async (pairs, model) =>
      await ask({ pairs, model }, (answer) => (answer.kind === 'compared' ? answer.logOdds : [])),
    holdProgram(isHeld) {
      if (isHeld) {
        child.ref();
        channel.ref();
      } else {
        child.unref();
        channel.unref();
      }
    },
    async end() {
      const isIdle = sent.length === 0;
      leave(new EmbedError(`The embedding model ${name} was ended.`));
      if (isIdle) {
        // One that has answered all has nothing to bring to an end, and a command need not wait for the system to take it apart: that
        // was 12 ms of 548 of an `index` after one line.
        child.kill('SIGKILL');
        child.unref();
        return;
      }
      child.ref();
      const late = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
      await exited;
      clearTimeout(late);
    },
  };
}

function standBack(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // A service that is locked up may not (SystemCallFilter=~@resources), and the process may have ended: it works as well without.
  }
}

/** What is said where a signal ended the process: nothing is wrong with the model's files then. */
const afterSignal =
  'Something stopped it, on a full machine often the system for want of memory: try again. What was embedded stays.';

const afterSilence = 'It is started anew when it is next needed.';

export const notAvailable = (name: string, reason: string, whatToDo: string): EmbedError =>
  new EmbedError(`The embedding model ${name} is not available: ${reason}. ${whatToDo}`);

/** The model works, and took these texts not. */
export const refused = (name: string, reason: string): EmbedError =>
  new EmbedError(`The embedding model ${name} failed: ${reason}`, { blames: 'texts' });

export const remedy = (source: ModelSource): string =>
  source.kind === 'built-in'
    ? `Check that the program's packages are installed and that ${source.folder} can be written.`
    : `Check the name of the model and the network, delete ${path.join(source.cacheDir, source.id)} to download it again, or use the model that comes with the program, all-MiniLM-L6-v2.`;
