// The built-in model: time to write it, time to load it, texts a second by length with one thread and two, memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '../src/base/log.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { modelProcessMb } from './processes.ts';

const words =
  'the garden of my sister needs water every second day because the old pump is broken and rain is rare'.split(' ');
const textOf = (length: number, from: number) =>
  Array.from({ length }, (_, i) => words[(i * 7 + from) % words.length]).join(' ');
const rssMb = () => Math.round(process.memoryUsage.rss() / 1e6);
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const cacheDir = await mkdtemp(path.join(tmpdir(), 'bench-embed-'));
console.log(`memory before: ${rssMb()} MB`);
for (const threads of [1, 2]) {
  const embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir, log: silentLog, threads });
  if (!embedder) throw new Error('no embedder');
  console.log(
    `first text, ${threads === 1 ? 'model written' : 'model there'}: ${(await timed(() => embedder.embed(['hello']))).toFixed(0)} ms`,
  );
  await embedder.release();
  console.log(`first text, model loaded again: ${(await timed(() => embedder.embed(['hello']))).toFixed(0)} ms`);
  const single: number[] = [];
  for (let i = 0; i < 200; i += 1) single.push(await timed(() => embedder.embed([textOf(8, i)], { tokens: true })));
  console.log(`${threads} thread(s), a query of 8 words: ${median(single).toFixed(2)} ms (median of 200)`);
  for (const length of [8, 16, 32, 64, 128, 250]) {
    const texts = Array.from({ length: Math.round(16_000 / length) }, (_, i) => textOf(length, i));
    const runs: number[] = [];
    for (let i = 0; i < 3; i += 1) runs.push(await timed(() => embedder.embed(texts)));
    console.log(
      `${threads} thread(s), ${length} words: ${((texts.length / median(runs)) * 1000).toFixed(0)} texts/s (median of 3 runs of ${texts.length})`,
    );
  }
  console.log(`memory with the model: ${rssMb()} MB, and its process: ${modelProcessMb().toFixed(0)} MB`);
  await embedder.close();
  await delay(1_000);
  console.log(`memory after: ${rssMb()} MB`);
}
await rm(cacheDir, { recursive: true });
