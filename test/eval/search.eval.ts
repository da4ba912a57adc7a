// Measures search on public data: the real index, the real search, one vault a conversation. `npm run eval`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Embedder, openEmbedder } from '../../src/memory/embed/embedder.ts';
import { type Memory, openMemory, type SearchOptions } from '../../src/memory/memory.ts';
import { fullWeights, keywordWeights, liteWeights, type Weights } from '../../src/memory/search.ts';
import { haveData, type Workspace, workspaces } from './data.ts';
import { rowOf, type Score, scoreOf } from './score.ts';

const without = (...names: (keyof Weights)[]): Weights => Object.fromEntries(Object.entries(fullWeights).filter(([name]) => !names.includes(name as keyof Weights)));

/** What is measured: the whole, then with one signal taken away, then the simple searches. */
const variants: [string, Weights | undefined][] = [
  ['all signals', undefined],
  ...Object.keys(fullWeights).filter((name) => !['day', 'superseded', 'recency'].includes(name)).map((name): [string, Weights] => [`without ${name}`, without(name as keyof Weights)]),
  ['pooled vectors only (lite)', liteWeights],
  ['keyword weights', keywordWeights],
  ['words alone', { words: 1 }],
  ['vector alone', { pooled: 1 }],
  ['tokens alone', { tokens: 1 }],
];

const categoryOf = ({ set }: Workspace, query: Workspace['queries'][number]): string =>
  set === 'locomo' ? (query.category === 5 ? 'adversarial' : `categories 1-4 / ${query.categoryName ?? ''}`) : 'all';

it.runIf(haveData)('measures search', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'eval-'));
  const embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: process.env['SCRUBJAY_EVAL_CACHE'] ?? folder, log: silentLog });
  if (!embedder) throw new Error('no embedder');
  const scores = new Map<string, Score[]>();
  const add = (key: string, score: Score): void => void scores.set(key, [...(scores.get(key) ?? []), score]);
  const kept = new Map<string, Kept>();
  try {
    const all = workspaces(5);
    for (const workspace of all) await measure(workspace, all, embedder, folder, add, keptIn(kept, workspace.set));
  } finally {
    await embedder.close();
    await rm(folder, { recursive: true, force: true });
  }
  for (const [key, rows] of [...scores].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(rowOf(key, rows));
  for (const [set, { hits, trueQueries, empty, unrelated }] of kept)
    console.log(`${set}: at the threshold ${share(hits, trueQueries)} of the queries keep their true hit, ${unrelated > 0 ? share(empty, unrelated) : '-'} of unrelated queries return nothing`);
});

it.skipIf(haveData)('measures search', () => {
  console.log('No evaluation data: set SCRUBJAY_EVAL_DATA to the folder that holds locomo/, beam-100k/ and xquad/.');
});

interface Kept {
  hits: number;
  trueQueries: number;
  empty: number;
  unrelated: number;
}

function keptIn(all: Map<string, Kept>, set: string): Kept {
  const kept = all.get(set) ?? { hits: 0, trueQueries: 0, empty: 0, unrelated: 0 };
  all.set(set, kept);
  return kept;
}

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

async function measure(workspace: Workspace, all: Workspace[], embedder: Embedder, folder: string, add: (key: string, score: Score) => void, kept: Kept): Promise<void> {
  const { set, dir, prefix, queries } = workspace;
  const memory = await openMemory({ dir, indexFile: path.join(folder, `${set}-${workspace.name}.db`), timezone: 'UTC', clock: systemClock, log: silentLog, embedder, store: 'full' });
  await memory.index();
  const run = async (text: string, options: SearchOptions) => (await memory.search(text, { limit: 60, reject: false, passages: false, ...options })).results;
  for (const query of queries) {
    const groups = [categoryOf(workspace, query), ...(set === 'locomo' && query.category !== 5 ? ['categories 1-4'] : [])];
    for (const [name, weights] of variants) {
      if (name !== 'all signals' && query.category === 5) continue;
      const score = scoreOf(await run(query.question, weights ? { weights } : {}), query.evidence, prefix);
      for (const group of name === 'all signals' ? groups : groups.slice(-1)) add(`${set} ${group}: ${name}`, score);
    }
    const passages = await run(query.question, { passages: true });
    for (const group of groups) add(`${set} ${group}: passages`, scoreOf(passages, query.evidence, prefix));
    if (query.category === 5) continue;
    const before = scoreOf(await run(query.question, { limit: 10 }), query.evidence, prefix);
    if (before['R@10'] === 0) continue;
    kept.trueQueries += 1;
    if (scoreOf(await run(query.question, { limit: 10, reject: true }), query.evidence, prefix)['R@10'] > 0) kept.hits += 1;
  }
  if (set === 'locomo') await unrelated(memory, all.filter((other) => other.set === set && other !== workspace), kept);
  await memory.close();
}

async function unrelated(memory: Memory, others: Workspace[], kept: Kept): Promise<void> {
  for (const query of others.flatMap((other) => other.queries.slice(0, 25))) {
    kept.unrelated += 1;
    if ((await memory.search(query.question)).results.length === 0) kept.empty += 1;
  }
}
