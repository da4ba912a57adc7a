// The program of the process that a local model lives in: started by process-embedder.ts, answers chunk by chunk, and its end
// gives the memory back. It ends when the channel to the program that started it does, however that one ended.
import { messageOf } from '../../base/errors.ts';
import { type LocalModel, openLocalModel } from './local-model.ts';
import type { FromModel, ModelSetup, ToModel } from './protocol.ts';

// Ctrl-C and systemd signal the whole group; the program may still need an answer to end in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const { source, threads } = JSON.parse(process.argv[2] ?? '') as ModelSetup;

function say(message: FromModel): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

const opening = openLocalModel(source, threads, (file, loadedBytes, totalBytes) => say({ kind: 'download', file, loadedBytes, totalBytes })).catch((error: unknown) => {
  // Then it waits for its end: what was said must arrive before.
  say({ kind: 'unavailable', reason: messageOf(error) });
  return null;
});
let last: Promise<void> = Promise.resolve();
process.on('message', (message) => {
  last = last.then(async () => {
    const model = await opening;
    if (model && process.connected) await answer(model, message as ToModel);
  });
});

async function answer(model: LocalModel, { texts, tokens, as }: ToModel): Promise<void> {
  try {
    say({ kind: 'embedded', texts: await model.embed(texts, tokens, as) });
  } catch (error) {
    say({ kind: 'failed', reason: messageOf(error) });
  }
}
