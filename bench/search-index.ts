// Writes the notes and the index that search.ts measures, in the folder it is given: `run.js search-index FOLDER LINES`. Up to
// 10,000 lines every vector is the model's; a million would take it half an hour, so beyond they are made (made-vectors.ts).
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../src/base/time/clock.ts';
import { silentLog } from '../src/base/log.ts';
import type { Embedder } from '../src/memory/embed/embedder.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { loadProjection } from '../src/memory/embed/projection.ts';
import { openGeneration } from '../src/memory/index/loaded-index.ts';
import { quantize } from '../src/memory/index/vectors.ts';
import { createInt8Matrix } from '../src/memory/kernel/int8-matrix.ts';
import { createVault } from '../src/memory/vault.ts';
import { storeMadeVectors } from './made-vectors.ts';
import { createRandom, createSalad, type Salad } from './salad.ts';
import { openPlainMemory } from '../test/support/plain-memory.ts';

export interface IndexFigures {
  lines: number;
  files: number;
  perNote: number;
  textBytes: number;
  indexBytes: number;
  keywordLinesPerSecond: number;
  /** Null where the vectors were made. */
  embeddedLinesPerSecond: number | null;
  /** Longest time that the event loop did not turn, in ms. */
  blockedIndexingMs: number;
  /** Share of the ten nearest by floats that int8 vectors find, among those of the model. */
  int8Recall: number;
}

const mostEmbedded = 10_000;
/** A day's note in a small vault; a large one is large because its notes are. */
const linesPerNote = (lines: number): number => (lines <= 10_000 ? 20 : lines <= 100_000 ? 100 : 200);

export const dayName = (i: number): string => new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10);

function writeNotes(dir: string, files: number, perNote: number, salad: Salad): number {
  mkdirSync(dir, { recursive: true });
  let bytes = 0;
  for (let i = 0; i < files; i += 1) {
    const text = salad.note(dayName(i), perNote);
    bytes += text.length;
    writeFileSync(path.join(dir, `${dayName(i)}.md`), text);
  }
  return bytes;
}

export async function build(folder: string, lines: number): Promise<IndexFigures> {
  const dir = path.join(folder, 'memory');
  const indexFile = path.join(folder, 'state', 'index.db');
  const salad = createSalad(createRandom(7));
  const perNote = linesPerNote(lines);
  const files = Math.ceil(lines / perNote);
  const textBytes = writeNotes(dir, files, perNote, salad);
  const embedder = openEmbedder({
    model: 'all-MiniLM-L6-v2',
    cacheDir: path.join(tmpdir(), 'scrubjay-bench-model'),
    log: silentLog,
  });
  if (!embedder) throw new Error('no embedder');
  try {
    const { keywordMs, blockedIndexingMs } = await indexWords(dir, indexFile);
    const embedMs = lines <= mostEmbedded ? await indexVectors(dir, indexFile, embedder) : null;
    if (embedMs === null) await makeVectors(dir, indexFile, embedder, salad);
    return {
      lines,
      files,
      perNote,
      textBytes,
      blockedIndexingMs,
      indexBytes: statSync(indexFile).size,
      keywordLinesPerSecond: lines / (keywordMs / 1000),
      embeddedLinesPerSecond: embedMs === null ? null : lines / ((keywordMs + embedMs) / 1000),
      int8Recall: await measureInt8(embedder, salad),
    };
  } finally {
    await embedder.close();
  }
}

const openIndex = (dir: string, indexFile: string) =>
  openGeneration(indexFile, {
    vault: createVault(dir),
    embedder: null,
    projection: null,
    relatedWords: () => [],
    clock: systemClock,
    log: silentLog,
  });

async function indexWords(dir: string, indexFile: string): Promise<{ keywordMs: number; blockedIndexingMs: number }> {
  const index = await openIndex(dir, indexFile);
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const from = performance.now();
  await index.sync.refresh();
  const keywordMs = performance.now() - from;
  delay.disable();
  await index.close();
  return { keywordMs, blockedIndexingMs: delay.max / 1e6 };
}

async function indexVectors(dir: string, indexFile: string, embedder: Embedder): Promise<number> {
  const memory = await openPlainMemory({
    dir,
    indexFile,
    embedder,
  });
  const { embedMs } = await memory.index();
  await memory.close();
  return embedMs;
}

async function makeVectors(dir: string, indexFile: string, embedder: Embedder, salad: Salad): Promise<void> {
  const projection = await loadProjection();
  const index = await openIndex(dir, indexFile);
  await storeMadeVectors(index.store, embedder, projection, salad.bullet);
  await index.close();
}

/** The scan of int8 vectors against cosines of the floats. */
async function measureInt8(embedder: Embedder, salad: Salad): Promise<number> {
  const vectors = (await embedder.embed(Array.from({ length: 1000 }, salad.bullet))).map((one) => one.pooled);
  const matrix = createInt8Matrix(embedder.dimensions);
  const scales = vectors.map((vector, row) => {
    const int8 = quantize(vector);
    matrix.set(row, int8);
    return 1 / Math.hypot(...int8);
  });
  const topTen = (scores: ArrayLike<number>, not: number): number[] =>
    vectors
      .map((_, i) => i)
      .filter((i) => i !== not)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      .slice(0, 10);
  const probes = vectors.slice(0, 100);
  let found = 0;
  for (const [q, query] of probes.entries()) {
    const exact = topTen(
      vectors.map((vector) => vector.reduce((sum, x, d) => sum + x * (query[d] ?? 0), 0)),
      q,
    );
    const fast = new Set(
      topTen(
        Array.from(matrix.dots(quantize(query)), (dot, row) => dot * (scales[row] ?? 0)),
        q,
      ),
    );
    found += exact.filter((i) => fast.has(i)).length;
  }
  return found / (10 * probes.length);
}
