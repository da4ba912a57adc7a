// Search at scale: index rate, latency, the cost of an edit, memory and file size, each beside its limit. Made-up notes of
// twenty bullets a day over a vocabulary as skewed as a language's. Run: `npx tsc -p tsconfig.bench.json && node dist-bench/bench/search.js [lines…]`.
import { mkdtempSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../src/base/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { openMemory } from '../src/memory/memory.ts';

const sizes = process.argv.slice(2).map(Number).filter((count) => count > 0);
const linesPerNote = 20;
const queries = 200;

/** Numbers in 0..1, the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const percentile = (values: number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

async function measure(count: number, dense: boolean): Promise<Record<string, string | number>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  const dir = path.join(folder, 'memory');
  mkdirSync(dir);
  const random = createRandom(7);
  // Zipf: the word of rank r about 1/r as often as the first.
  const word = (): string => `w${Math.floor(Math.exp(random() * Math.log(20_000)))}x`;
  const sentence = (length: number): string => Array.from({ length }, word).join(' ');
  let textBytes = 0;
  for (let note = 0; note < count / linesPerNote; note += 1) {
    const day = new Date(Date.UTC(1990, 0, 1 + note)).toISOString().slice(0, 10);
    const text = `# ${day}\n\n${Array.from({ length: linesPerNote }, () => `- ${sentence(8 + Math.floor(random() * 10))}\n`).join('')}`;
    textBytes += text.length;
    writeFileSync(path.join(dir, `${day}.md`), text);
  }
  const indexFile = path.join(folder, 'index.db');
  const embedder = dense ? openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: path.join(tmpdir(), 'scrubjay-bench-model'), log: silentLog }) : null;
  const memory = await openMemory({ dir, indexFile, timezone: 'UTC', clock: systemClock, log: silentLog, embedder, store: 'full' });
  const built = await memory.index();
  const times: number[] = [];
  for (let i = 0; i < queries; i += 1) {
    const from = performance.now();
    await memory.search(sentence(5));
    if (i >= queries / 10) times.push(performance.now() - from);
  }
  const edits: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    writeFileSync(path.join(dir, '1990-01-05.md'), `# 1990-01-05\n\n${Array.from({ length: linesPerNote }, () => `- ${sentence(10)}\n`).join('')}- unique${i}word\n`);
    const from = performance.now();
    await memory.search(`unique${i}word`);
    edits.push(performance.now() - from);
  }
  await memory.close();
  await embedder?.close();
  const indexBytes = statSync(indexFile).size;
  const row = {
    lines: built.chunks,
    embedding: dense ? 'yes' : 'no',
    'lines/s indexed': Math.round((1000 * built.chunks) / built.tookMs),
    'search p50 ms': percentile(times, 0.5).toFixed(1),
    'search p95 ms': percentile(times, 0.95).toFixed(1),
    'edit to found ms': percentile(edits, 0.5).toFixed(1),
    'RSS MB': Math.round(process.memoryUsage.rss() / 1e6),
    'index bytes/line beside the text': Math.round((indexBytes - textBytes) / built.chunks),
  };
  rmSync(folder, { recursive: true, force: true });
  return row;
}

console.table([
  { lines: 'limits', embedding: '', 'lines/s indexed': '5000 without, 150 with', 'search p50 ms': '', 'search p95 ms': '8 at 10k, 15 at 100k', 'edit to found ms': 50, 'RSS MB': '350 at 100k', 'index bytes/line beside the text': 1500 },
  ...(await (async () => {
    const rows = [];
    for (const size of sizes.length > 0 ? sizes : [1000, 10_000]) for (const dense of [false, true]) rows.push(await measure(size, dense));
    return rows;
  })()),
]);
