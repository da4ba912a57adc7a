// Search on made-up notes of one size: `npm run bench -- search 10000`. Prints its figures as one line of JSON, for scale.ts,
// which starts it once a size. The index is built by a process of its own (search-index.ts), so that only what searching
// needs is counted as memory.
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { silentLog } from '../src/base/log.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import type { Memory } from '../src/memory/memory.ts';
import { modelProcessMb, residentMb } from './processes.ts';
import { createRandom, createSalad, type Salad } from './salad.ts';
import { dayName, type IndexFigures } from './search-index.ts';
import { percentile } from './table.ts';
import { openPlainMemory } from '../test/support/plain-memory.ts';

export interface SearchFigures extends Omit<IndexFigures, 'textBytes' | 'indexBytes'> {
  openMs: number;
  warmUpMs: number;
  p50Ms: number;
  p95Ms: number;
  /** Of the first hundred after opening. */
  firstP95Ms: number;
  /** The same by the main process's own processor time: less sensitive to what else runs. */
  cpuP50Ms: number;
  /** Of a line that was added to a note. */
  editP50Ms: number;
  editP95Ms: number;
  /** Of a note of which every line is new, found by words and meaning. */
  rewriteP50Ms: number;
  /** The same, found by words alone. */
  rewriteByWordsP50Ms: number;
  mainMb: number;
  modelMb: number;
  indexBytesPerLine: number;
  /** Longest time that the event loop did not turn while up to a thousand notes changed at once. */
  blockedCheckoutMs: number;
  /** Share of the ten that a closer look at 3,000 candidates finds, with those of the product. Means nothing with made vectors. */
  candidateRecall: number;
}

const queries = 200;
/** In its first searches a program is still being compiled by the engine: they are measured by themselves. */
const warmUp = 100;
const edits = 12;
const run = promisify(execFile);

async function buildIndex(folder: string, lines: number): Promise<IndexFigures> {
  const { stdout } = await run(process.execPath, [
    path.join(import.meta.dirname, 'run.js'),
    'search-index',
    folder,
    String(lines),
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as IndexFigures;
}

export async function measure(lines: number): Promise<SearchFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  const dir = path.join(folder, 'memory');
  const indexFile = path.join(folder, 'state', 'index.db');
  const salad = createSalad(createRandom(7));
  const embedder = openEmbedder({
    model: 'all-MiniLM-L6-v2',
    cacheDir: path.join(tmpdir(), 'scrubjay-bench-model'),
    log: silentLog,
  });
  if (!embedder) throw new Error('no embedder');
  try {
    const { files, perNote, textBytes, indexBytes, ...built } = await buildIndex(folder, lines);
    const from = performance.now();
    const memory = await openPlainMemory({
      dir,
      indexFile,
      embedder,
    });
    try {
      await memory.search('first');
      const openMs = performance.now() - from;
      // As the daemon does when it is ready.
      await memory.warmUp();
      const warmUpMs = performance.now() - from - openMs;
      const asked = Array.from({ length: queries + warmUp }, () => salad.sentence(6));
      const searched = await timeSearches(memory, asked);
      const mainMb = residentMb(process.pid);
      const modelMb = modelProcessMb();
      const candidateRecall = await measureCandidates(memory, asked.slice(0, 60));
      const edited = await timeEdits(memory, dir, perNote, salad);
      const blockedCheckoutMs = await measureCheckout(memory, dir, Math.min(files, 1000), perNote, salad);
      return {
        files,
        perNote,
        ...built,
        openMs,
        warmUpMs,
        ...searched,
        ...edited,
        mainMb,
        modelMb,
        candidateRecall,
        blockedCheckoutMs,
        indexBytesPerLine: (indexBytes - textBytes) / lines,
      };
    } finally {
      await memory.close();
    }
  } finally {
    await embedder.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeSearches(memory: Memory, asked: readonly string[]) {
  const first: number[] = [];
  const times: number[] = [];
  const cpu: number[] = [];
  for (const [i, query] of asked.entries()) {
    const from = performance.now();
    const used = process.cpuUsage();
    const answer = await memory.search(query);
    const tookMs = performance.now() - from;
    const { user, system } = process.cpuUsage(used);
    if (answer.mode !== 'hybrid') throw new Error('A search had to do without vectors.');
    (i < warmUp ? first : times).push(tookMs);
    if (i < warmUp) continue;
    cpu.push((user + system) / 1000);
  }
  return {
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    firstP95Ms: percentile(first, 0.95),
    cpuP50Ms: percentile(cpu, 0.5),
  };
}

/** A note that is saved is found by its word in the next search. */
async function timeEdits(memory: Memory, dir: string, perNote: number, salad: Salad) {
  const file = path.join(dir, `${dayName(4)}.md`);
  async function time(word: string, save: (line: string) => void, wordsOnly = false): Promise<number> {
    save(`- ${word} ${salad.bullet()}\n`);
    const from = performance.now();
    const { results } = await memory.search(word, { limit: 1, wordsOnly });
    const tookMs = performance.now() - from;
    if (!results[0]?.text.includes(word)) throw new Error('An edit was not found.');
    // The next one finds the model at rest, as it does when a person saves a note.
    await memory.index();
    return tookMs;
  }
  const added: number[] = [];
  const rewritten: number[] = [];
  const byWords: number[] = [];
  const rewrite = (line: string): void => writeFileSync(file, salad.note(dayName(4), perNote - 1) + line);
  for (let i = 0; i < edits; i += 1) {
    rewritten.push(await time(`unheard${i}of`, rewrite));
    byWords.push(await time(`unread${i}of`, rewrite, true));
    added.push(await time(`unseen${i}of`, (line) => appendFileSync(file, line)));
  }
  return {
    editP50Ms: percentile(added, 0.5),
    editP95Ms: percentile(added, 0.95),
    rewriteP50Ms: percentile(rewritten, 0.5),
    rewriteByWordsP50Ms: percentile(byWords, 0.5),
  };
}

/** As many notes as a `git checkout` changes, all at once. */
async function measureCheckout(
  memory: Memory,
  dir: string,
  files: number,
  perNote: number,
  salad: Salad,
): Promise<number> {
  writeNotesAgain(dir, files, Math.min(perNote, 20), salad);
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  await memory.search('checkout');
  delay.disable();
  return delay.max / 1e6;
}

function writeNotesAgain(dir: string, files: number, perNote: number, salad: Salad): void {
  for (let i = 0; i < files; i += 1) writeFileSync(path.join(dir, `${dayName(i)}.md`), salad.note(dayName(i), perNote));
}

async function measureCandidates(memory: Memory, asked: readonly string[]): Promise<number> {
  let found = 0;
  let all = 0;
  for (const query of asked) {
    const top = async (candidates?: number): Promise<Set<string>> => {
      const { results } = await memory.search(query, {
        limit: 10,
        passages: false,
        reject: false,
        ...(candidates ? { candidates } : {}),
      });
      return new Set(results.map((hit) => `${hit.path}#${hit.startLine}`));
    };
    const [few, many] = [await top(), await top(3000)];
    all += many.size;
    found += [...many].filter((hit) => few.has(hit)).length;
  }
  return found / all;
}
