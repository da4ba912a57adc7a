// Measures search on public data: the real index and the real search, one vault a conversation. `npm run eval`, some
// minutes; what the model says of the texts is kept in the system's temporary folder, so that the next run is quicker.
// SCRUBJAY_EVAL_ONLY=locomo,xquad-en takes some of the sets, SCRUBJAY_EVAL_ABLATION=0 leaves the ablation out.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import { type Memory, openMemory, type SearchOptions } from '../../src/memory/memory.ts';
import { fullWeights, keywordWeights, liteWeights, type Weights } from '../../src/memory/weights.ts';
import { type GradedQuery, haveData, type Workspace, workspaces } from './data.ts';
import { openCachedEmbedder } from './embedding-cache.ts';
import { createPlainBm25 } from './plain-bm25.ts';
import { type Run, runEntry, scoreRun, type Table } from './score.ts';

/** Most results that are scored: R@2000tok needs about so many single lines. */
const depth = 60;
/** Queries of each other conversation that a vault is asked for rejection. */
const unrelatedQueries = 25;

/** In this order each signal is added to those before it. */
const ladder = [
  'words',
  'section',
  'window',
  'tokens',
  'subject',
  'length',
  'opening',
  'asking',
  'time',
  'kind',
] as const;
const pick = (names: readonly string[]): Weights =>
  Object.fromEntries(Object.entries(fullWeights).filter(([name]) => names.includes(name)));

const ablation: [string, Weights][] = [
  ['keywords: the line and its neighbours', { words: 1 }],
  ['keywords: all signals without vectors', keywordWeights],
  ['vector of the line alone', { pooled: 1 }],
  ['hybrid: 0.3 keywords + 0.7 vector', { words: 0.3, pooled: 0.7 }],
  ['tokens (MaxSim) alone', { tokens: 1 }],
  ['without token vectors (lite)', liteWeights],
  ...ladder.slice(1).map((name, i): [string, Weights] => [`... + ${name}`, pick(ladder.slice(0, i + 2))]),
  ...Object.keys(fullWeights).map((left): [string, Weights] => [
    `all but ${left}`,
    pick(Object.keys(fullWeights).filter((name) => name !== left)),
  ]),
];

const [plain, all, passages, shown] = [
  'plain BM25 of its lines',
  'all signals',
  'all signals, as passages',
  'as the tool returns it, with the threshold',
];
const only = process.env['SCRUBJAY_EVAL_ONLY']?.split(',');
const withAblation = process.env['SCRUBJAY_EVAL_ABLATION'] !== '0';
/** Not adversarial: LoCoMo's category 5 asks for what was never said. */
const answerable = ({ category }: GradedQuery): boolean => category !== 5;

it.runIf(haveData)('measures search', async () => {
  const cache = path.join(tmpdir(), 'scrubjay-eval');
  mkdirSync(cache, { recursive: true });
  const model = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: cache, log: silentLog, threads: 2 });
  if (!model) throw new Error('no embedder');
  const embedder = openCachedEmbedder(model, cache);
  const folder = await mkdtemp(path.join(tmpdir(), 'eval-'));
  const runs = new Map<string, Map<string, Run>>();
  const rejections = new Map<string, Rejection>();
  const wanted = workspaces().filter(({ set }) => !only || only.includes(set));
  try {
    for (const [i, workspace] of wanted.entries()) {
      const from = performance.now();
      const { set, name, queries } = workspace;
      if (!runs.has(set)) runs.set(set, new Map());
      if (!rejections.has(set)) rejections.set(set, { had: 0, kept: 0, unrelated: 0, empty: 0 });
      const others = wanted.filter((other) => other.set === set && other !== workspace);
      const lines = await measure(workspace, others, embedder, folder, runs.get(set)!, rejections.get(set)!);
      console.log(
        `[${i + 1}/${wanted.length}] ${set} ${name}: ${lines} lines, ${queries.length} queries, ${((performance.now() - from) / 1000).toFixed(0)} s`,
      );
    }
    for (const [set, ofSet] of runs)
      report(
        set,
        wanted.filter((one) => one.set === set).flatMap(({ queries }) => queries),
        ofSet,
        rejections.get(set)!,
        folder,
      );
  } finally {
    await embedder.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it.skipIf(haveData)('measures search', () => {
  console.log('No evaluation data: set SCRUBJAY_EVAL_DATA to the folder that holds locomo/, beam-100k/ and xquad/.');
});

interface Rejection {
  /** Queries whose evidence is among the first ten lines, and of these, those that keep it at the threshold. */
  had: number;
  kept: number;
  /** Queries of other conversations, and of these, those that return nothing. */
  unrelated: number;
  empty: number;
}

async function measure(
  { set, name, dir, prefix, queries }: Workspace,
  others: Workspace[],
  embedder: Embedder,
  folder: string,
  runs: Map<string, Run>,
  rejection: Rejection,
): Promise<number> {
  const memory = await openMemory({
    dir,
    indexFile: path.join(folder, `${set}-${name}.db`),
    timezone: () => 'UTC',
    clock: systemClock,
    log: silentLog,
    embedder,
    store: 'full',
  });
  const { chunks } = await memory.index();
  const bm25 = createPlainBm25(dir);
  const run = async (text: string, options: SearchOptions) =>
    (await memory.search(text, { limit: depth, reject: false, passages: false, ...options })).results;
  const put = (variant: string, { id }: GradedQuery, results: Awaited<ReturnType<typeof run>>): void => {
    if (!runs.has(variant)) runs.set(variant, new Map());
    runs.get(variant)!.set(id, runEntry(results, prefix));
  };
  for (const query of queries) {
    const { question } = query;
    const found = await run(question, {});
    put(all, query, found);
    put(plain, query, bm25(question, depth));
    put(passages, query, await run(question, { passages: true }));
    put(shown, query, await run(question, { passages: true, reject: true, limit: 20 }));
    if (!answerable(query)) continue;
    if (withAblation && !set.startsWith('xquad'))
      for (const [variant, weights] of ablation) put(variant, query, await run(question, { weights }));
    const hits = (results: typeof found): boolean =>
      runEntry(results, prefix).some((one) =>
        query.evidence.some(
          ({ file, startLine = 0, endLine = Infinity }) =>
            file === one.file && startLine <= one.endLine && one.startLine <= endLine,
        ),
      );
    if (!hits(found.slice(0, 10))) continue;
    rejection.had += 1;
    if (hits(await run(question, { limit: 10, reject: true }))) rejection.kept += 1;
  }
  if (set === 'locomo') await askUnrelated(memory, others, rejection);
  await memory.close();
  return chunks;
}

async function askUnrelated(memory: Memory, others: Workspace[], rejection: Rejection): Promise<void> {
  for (const { question } of others.flatMap(({ queries }) => queries.filter(answerable).slice(0, unrelatedQueries))) {
    rejection.unrelated += 1;
    if ((await memory.search(question)).results.length === 0) rejection.empty += 1;
  }
}

function report(
  set: string,
  queries: GradedQuery[],
  runs: Map<string, Run>,
  { had, kept, unrelated, empty }: Rejection,
  folder: string,
): void {
  const tables = new Map<string, Table>();
  for (const [i, [variant, run]] of [...runs].entries())
    tables.set(variant, scoreRun(`${set}-${i}`, queries, run, folder));
  for (const variant of [plain, all, passages, shown])
    console.log(`\n${set}, ${variant}\n${tables.get(variant)?.text ?? ''}`);
  console.log(`${set}, the signals one by one: ${measures.join('  ')}`);
  for (const [variant, table] of tables)
    console.log(
      `${variant.padEnd(42)} ${measures.map((measure) => (total(table)[measure] ?? 0).toFixed(1).padStart(measure.length)).join('  ')}`,
    );
  const share = (part: number, whole: number): string =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)} % of ${whole}`;
  console.log(
    `${set}, at the threshold: ${share(kept, had)} queries keep their true hit${unrelated > 0 ? `, ${share(empty, unrelated)} unrelated queries return nothing` : ''}`,
  );
  for (const measure of measures)
    expect
      .soft([set, measure, total(tables.get(all)!)[measure]! >= total(tables.get(plain)!)[measure]!])
      .toEqual([set, measure, true]);
}

const measures = ['R@5', 'hit@5', 'R@10', 'MRR', 'nDCG@10', 'R@2000tok'];

/** Over all answerable queries; the score program calls them so. */
const total = (table: Table): Record<string, number> => table.groups.get('cat1-4 / not adversarial') ?? {};
