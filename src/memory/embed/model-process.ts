// The program of the process in which a local model lives. process-embedder.ts starts it; it answers batch by batch, and its end frees
// the memory. It ends when the pipe to the program that started it closes, also when that one was killed.
import { Socket } from 'node:net';
import { messageOf } from '../../base/errors.ts';
import { createMutex } from '../../base/mutex.ts';
import { readFrames, writeFrame } from './frames.ts';
import { type LocalModel, openLocalModel } from './local-model.ts';
import { type FromModel, type ModelSetup, type ToModel, channelFd, packEmbeddings } from './protocol.ts';

// Ctrl-C and systemd signal the whole group; the program may still need an answer to end in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const { source, threads } = JSON.parse(process.argv[2] ?? '') as ModelSetup;
const channel = new Socket({ fd: channelFd, readable: true, writable: true });
// A program that is gone reads nothing more; that it is gone ends this one.
channel.on('error', () => undefined);

function say(message: FromModel, floats?: readonly Float32Array[]): void {
  if (!channel.destroyed) writeFrame(channel, message, floats);
}

const opening = openLocalModel(source, threads, (file, loadedBytes, totalBytes) =>
  say({ kind: 'download', file, loadedBytes, totalBytes }),
).catch((error: unknown) => {
  // Then it waits for its end: what was said must arrive before.
  say({ kind: 'unavailable', reason: messageOf(error) });
  return null;
});
const inTurn = createMutex();
readFrames(channel, (message) => {
  inTurn(async () => {
    const model = await opening;
    if (model && !channel.destroyed) await answer(model, message as ToModel);
  }).catch((error: Error) => channel.destroy(error));
});

async function answer(model: LocalModel, asked: ToModel): Promise<void> {
  try {
    if ('pairs' in asked) {
      say({ kind: 'compared', relations: await model.compare(asked.pairs) });
      return;
    }
    const { texts, tokens, as } = asked;
    const packed = packEmbeddings(await model.embed(texts, tokens, as));
    say({ kind: 'embedded', texts: packed.texts }, packed.floats);
  } catch (error) {
    say({ kind: 'failed', reason: messageOf(error) });
  }
}
