// Measures search on public data: the real index and the real search, one vault a conversation. `npm run eval`, some
// minutes; what the model says of the texts is kept below node_modules, so that the next run is quicker.
// SCRUBJAY_EVAL_ONLY=locomo,xquad-en takes some of the sets, SCRUBJAY_EVAL_ABLATION=0 leaves the ablation out.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import type { Memory } from '../../src/memory/memory.ts';
import type { SearchOptions } from '../../src/memory/search.ts';
import { fullWeights, keywordWeights, liteWeights, type Weights } from '../../src/memory/weights.ts';
import { dataRoot, type GradedQuery, type Workspace, workspaces } from './data.ts';
import { openCachedEmbedder } from './embedding-cache.ts';
import { kinds } from './kinds-set.ts';
import { grown, withoutSpeakers } from './made-workspaces.ts';
import { measureChanges, measureKind } from './measure-kinds.ts';
import { createPlainBm25 } from './plain-bm25.ts';
import { answerable, type Unanswerable, unanswerableIn } from './rejection.ts';
import { type Run, runEntry, scoreRun, type Table } from './score.ts';
import { noRejection, type Rejection, sideBySide } from './side-by-side.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

/** Most results that are scored: R@2000tok needs about so many single lines. */
const depth = 60;
/** On a busy machine too a query is searched by its meaning. */
const patienceMs = 60_000;
/** The independent lines are asked for among so many as well. */
const manyLines = 20_000;

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
it('measures search', async () => {
  if (dataRoot === '')
    throw new Error('Set SCRUBJAY_EVAL_DATA to the folder that holds locomo/, beam-100k/, independent/ and xquad/.');
  // Not in the folder for temporary files: a run has one of its own, and removes it.
  const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/scrubjay-eval');
  mkdirSync(cache, { recursive: true });
  const model = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: cache, log: silentLog, threads: 2 });
  if (!model) throw new Error('no embedder');
  const embedder = openCachedEmbedder(model, cache);
  const folder = await mkdtemp(path.join(tmpdir(), 'eval-'));
  const runs = new Map<string, Map<string, Run>>();
  const rejections = new Map<string, Rejection>();
  const given = workspaces();
  const made = given.flatMap((workspace) =>
    workspace.set === 'locomo'
      ? [withoutSpeakers(workspace, folder)]
      : workspace.set === 'independent'
        ? [grown(workspace, manyLines, folder)]
        : [],
  );
  const wanted = [...given, ...made].filter(({ set }) => !only || only.includes(set));
  try {
    for (const [i, workspace] of wanted.entries()) {
      const from = performance.now();
      const { set, name, queries } = workspace;
      if (!runs.has(set)) runs.set(set, new Map());
      if (!rejections.has(set)) rejections.set(set, noRejection());
      const lines = await measure(workspace, given, embedder, folder, runs.get(set)!, rejections.get(set)!);
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
    console.log(`\n${await seen(wanted, runs, rejections, embedder)}`);
  } finally {
    await embedder.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** All kinds of notes side by side. */
async function seen(
  wanted: readonly Workspace[],
  runs: ReadonlyMap<string, ReadonlyMap<string, Run>>,
  rejections: ReadonlyMap<string, Rejection>,
  embedder: Embedder,
): Promise<string> {
  const sets = [...runs].map(([set, ofSet]) => ({
    set,
    queries: wanted.filter((one) => one.set === set).flatMap(({ queries }) => queries.filter(answerable)),
    run: ofSet.get(shown) ?? new Map(),
    rejection: rejections.get(set) ?? noRejection(),
  }));
  const small = only ? [] : Object.keys(kinds);
  const figures = [];
  for (const name of small) figures.push(await measureKind(name, embedder));
  if (!only) figures.push(await measureChanges(true, embedder), await measureChanges(false, embedder));
  return sideBySide(sets, figures);
}

async function measure(
  workspace: Workspace,
  given: readonly Workspace[],
  embedder: Embedder,
  folder: string,
  runs: Map<string, Run>,
  rejection: Rejection,
): Promise<number> {
  const { set, name, dir, prefix, queries } = workspace;
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(folder, `${set}-${name}.db`),
    embedder,
  });
  const { chunks } = await memory.index();
  const bm25 = createPlainBm25(dir);
  const run = async (text: string, options: SearchOptions) =>
    (await memory.search(text, { limit: depth, reject: false, passages: false, embedWaitMs: patienceMs, ...options }))
      .results;
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
    if (withAblation && (set === 'locomo' || set === 'beam'))
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
  await askWhatIsNotThere(memory, unanswerableIn(workspace, given), rejection);
  await memory.close();
  return chunks;
}

async function askWhatIsNotThere(memory: Memory, asked: Unanswerable, rejection: Rejection): Promise<void> {
  const emptyOf = async (questions: readonly string[]): Promise<number> => {
    let empty = 0;
    for (const question of questions)
      if ((await memory.search(question, { embedWaitMs: patienceMs })).results.length === 0) empty += 1;
    return empty;
  };
  rejection.unrelated += asked.unrelated.length;
  rejection.empty += await emptyOf(asked.unrelated);
  rejection.rightNames += asked.rightNames.length;
  rejection.emptyRightNames += await emptyOf(asked.rightNames);
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
  const ofAssistant = queries
    .map((query) => ({ ...query, evidence: query.evidence.filter((one) => one.ofAssistant) }))
    .filter(({ evidence }) => evidence.length > 0);
  for (const variant of ofAssistant.length > 0 ? [plain, all, shown] : [])
    console.log(
      `\n${set}, what the assistant wrote, ${variant}\n${scoreRun(`${set}-assistant`, ofAssistant, runs.get(variant) ?? new Map(), folder).text}`,
    );
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
