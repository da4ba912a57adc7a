// The program of the process in which a local model lives. process-embedder.ts starts it; it answers batch by batch, and its end frees
// the memory. It ends when the pipe to the program that started it closes, also when that one was killed.
// Started a second time, it writes the files of the built-in model and ends.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { messageOf } from '../../base/errors.ts';
import { createMutex } from '../../base/concurrency/mutex.ts';
import { writeBuiltInModel } from './built-in/folder.ts';
import { readFrames, writeFrame } from './frames.ts';
import { type LocalModel, openLocalModel } from './local-model.ts';
import {
  type FromModel,
  type ModelSetup,
  type ModelToWrite,
  type ToModel,
  channelFd,
  packEmbeddings,
} from './protocol.ts';

const given = JSON.parse(process.argv[2] ?? '') as ModelSetup | ModelToWrite;
if ('writesInto' in given) write(given);
else serve(given);

/** Writes the files and ends. Without the process that started it, it leaves nothing behind. */
function write({ writesInto }: ModelToWrite): void {
  const alone = new AbortController();
  process.stdin.on('close', () => alone.abort()).resume();
  writeBuiltInModel(writesInto)
    .catch((error: unknown) => {
      process.exitCode = 1;
      process.stdout.write(messageOf(error));
    })
    .finally(() => {
      if (alone.signal.aborted) rmSync(writesInto, { recursive: true, force: true });
      process.stdin.destroy();
    });
}

/** In a process of its own, whose end frees what it takes: some 100 MB would stay in this one. */
async function writeApart(folder: string): Promise<void> {
  const told: ModelToWrite = { writesInto: folder };
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [process.argv[1] ?? '', JSON.stringify(told)], (error, reason) =>
      error ? reject(reason === '' ? error : new Error(reason, { cause: error })) : resolve(),
    );
  });
}

function serve(setup: ModelSetup): void {
  // Ctrl-C and systemd signal the whole group; the program may still need an answer to end in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const channel = new Socket({ fd: channelFd, readable: true, writable: true });
  // A program that is gone reads nothing more; that it is gone ends this one.
  channel.on('error', () => undefined);

  const say: Say = (message, floats) => {
    if (!channel.destroyed) writeFrame(channel, message, floats);
  };
  const onDownload = (file: string, loadedBytes: number, totalBytes: number): void =>
    say({ kind: 'download', file, loadedBytes, totalBytes });
  const opening = openLocalModel(setup, { onDownload, write: writeApart }).catch((error: unknown) => {
    // Then it waits for its end: what was said must arrive before.
    say({ kind: 'unavailable', reason: messageOf(error) });
    return null;
  });
  const inTurn = createMutex();
  readFrames(channel, (message) => {
    inTurn(async () => {
      const model = await opening;
      if (model && !channel.destroyed) await answer(model, message as ToModel, say);
    }).catch((error: Error) => channel.destroy(error));
  });
}

type Say = (message: FromModel, floats?: readonly Float32Array[]) => void;

async function answer(model: LocalModel, asked: ToModel, say: Say): Promise<void> {
  try {
    if ('pairs' in asked) {
      say({ kind: 'compared', logOdds: await model.compare(asked.pairs, asked.model) });
      return;
    }
    const { texts, tokens, as } = asked;
    const packed = packEmbeddings(await model.embed(texts, tokens, as));
    say({ kind: 'embedded', texts: packed.texts }, packed.floats);
  } catch (error) {
    say({ kind: 'failed', reason: messageOf(error) });
  }
}
