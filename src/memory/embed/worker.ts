// The thread that a local model lives in: started by thread-embedder.ts, answers chunk by chunk, and its end gives the memory back.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import { type LocalModel, openLocalModel } from './local-model.ts';
import type { FromThread, RawEmbedding, ThreadSetup, ToThread } from './protocol.ts';

if (!parentPort) throw new Error('This file is a worker thread, not a program.');
const port = parentPort;
const { source, threads } = workerData as ThreadSetup;

const say = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

let model: LocalModel | null = null;
try {
  model = await openLocalModel(source, threads, (file, loadedBytes, totalBytes) => say({ kind: 'download', file, loadedBytes, totalBytes }));
} catch (error) {
  say({ kind: 'unavailable', reason: messageOf(error) });
}
// Without a model nothing listens, and a thread that listens to nothing ends.
if (model) listen(model);

function listen(loaded: LocalModel): void {
  let last = Promise.resolve();
  port.on('message', (message: ToThread) => {
    last = last.then(() => answer(loaded, message));
  });
}

async function answer(model: LocalModel, message: ToThread): Promise<void> {
  if (message.kind === 'end') {
    await model.dispose();
    port.close();
    return;
  }
  try {
    const texts = await model.embed(message.texts, message.tokens);
    say({ kind: 'embedded', texts }, buffers(texts));
  } catch (error) {
    say({ kind: 'failed', reason: messageOf(error) });
  }
}

/** The memory of the vectors, which is handed over instead of copied. */
const buffers = (texts: readonly RawEmbedding[]): ArrayBuffer[] =>
  texts.flatMap(({ pooled, ids, vectors }) => [pooled, ids, vectors].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : [])));
