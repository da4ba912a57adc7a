// Learns by what a newer line is told that says what became of an older one (assets/succession.json). Run by hand when the signals of
// rank/pair-signals.ts, the words of the languages or the sets below test/eval/ change:
//   npm run build && npx tsc -p tsconfig.bench.json && node dist-bench/scripts/learn-succession.js
// Every topic is searched for in notes, by meaning and by words only; each pair of lines that such a search compares is a row. What is
// printed is cross-validated: the trees that judge a topic have not seen it, and in the second table none of its author either.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandom } from '../bench/salad.ts';
import { systemClock } from '../src/base/time/clock.ts';
import { probabilityOf, type Tree } from '../src/base/decision-trees.ts';
import { silentLog } from '../src/base/log.ts';
import { logOddsOfVector, type VectorWeights } from '../src/base/vector-weights.ts';
import { packageRoot } from '../src/base/files/package-root.ts';
import type { Embedder, Embedding } from '../src/memory/embed/embedder.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { loadProjection } from '../src/memory/embed/projection.ts';
import { poolTokens } from '../src/memory/embed/token-vectors.ts';
import { createWordpieces } from '../src/memory/index/wordpieces.ts';
import { questionIn, signalNames, signalsOfPair, statementIn } from '../src/memory/rank/pair-signals.ts';
import { scoreOf, type SuccessionModel } from '../src/memory/rank/succession-model.ts';
import { inputOf } from '../src/memory/text/chunk-features.ts';
import { wordsOfLine } from '../src/memory/text/validity.ts';
import { openCachedEmbedder } from '../test/eval/embedding-cache.ts';
import * as pairs from '../test/eval/newer-first-set.ts';
import { clearPairs } from '../test/eval/clear-pairs.ts';
import { lifeSets, readTopics, turns, vaultOf } from '../test/eval/succession-vault.ts';
import { openPlainMemory } from '../test/support/plain-memory.ts';
import { learnVectorWeights } from './vector-weights.ts';

interface Row {
  topic: string;
  set: string;
  /** In the order of `signalNames()`. */
  signals: readonly number[];
  isNewer: boolean;
  weight: number;
  /** Of the topic's own two lines, found by meaning: what the tables count. */
  counts: boolean;
  /** The words of the newer line; null where it was found by words only. */
  newer: string | null;
}

/** A later line of a topic, as what `news` is learnt from. */
interface Line {
  topic: string;
  set: string;
  words: string;
  isNews: boolean;
  /** Of unit length, as the index stores it in a small vault, in a large one, and without the vectors of words. */
  vectors: readonly Float32Array[];
}

interface Asked {
  topic: string;
  set: string;
  older: string;
  later: string;
  isNewer: boolean;
  questions: readonly string[];
}

/** How much a row counts: of the topic's own lines, of those with words only, of lines that have nothing to do with each other. */
const weights = { own: 1, ofPairs: 4, wordsOnly: 0.5, strangers: 0.5, clear: 12 };
/** Of the pairs of strangers so many are kept. */
const shareOfStrangers = 0.06;
const learning = {
  trees: 300,
  depth: 4,
  rate: 0.08,
  ofRows: 0.7,
  ofSignals: 0.4,
  damping: 5,
  leastWeight: 1.5,
  bounds: 23,
};

async function search(notes: Readonly<Record<string, string>>, asked: readonly Asked[], embedder: Embedder | null) {
  const dir = mkdtempSync(path.join(tmpdir(), 'succession-'));
  mkdirSync(path.join(dir, 'memory'));
  for (const [name, text] of Object.entries(notes)) writeFileSync(path.join(dir, 'memory', name), text);
  const clock = { ...systemClock, now: () => new Date('2026-11-22T12:00:00Z') };
  const memory = await openPlainMemory({
    dir: path.join(dir, 'memory'),
    indexFile: path.join(dir, 'index.db'),
    clock,
    embedder,
  });
  await memory.index();
  const random = createRandom(9);
  const rowsOf = async (topic: Asked, question: string): Promise<Row[]> => {
    const { results } = await memory.search(question, {
      explain: true,
      passages: false,
      limit: 20,
      embedWaitMs: 60_000,
    });
    // A newer line is not always among the results.
    const textAt = (place: string): string => {
      const [, file = '', line = ''] = /^(.*)#L(\d+)-/.exec(place) ?? [];
      return notes[file]?.split('\n')[Number(line) - 1] ?? '';
    };
    return results.flatMap(({ text, explain }) =>
      (explain?.successors ?? []).flatMap(({ newer, signals }): Row[] => {
        const isOwn = text.includes(topic.older) && textAt(newer).includes(topic.later);
        if (!isOwn && random() > shareOfStrangers) return [];
        const weight = (isOwn ? weights.own : weights.strangers) * (embedder ? 1 : weights.wordsOnly);
        const { set } = topic;
        return [
          {
            topic: topic.topic,
            set,
            signals: signalNames().map((name) => signals[name] ?? 0),
            isNewer: isOwn && topic.isNewer,
            weight,
            counts: isOwn && embedder !== null,
            newer: embedder && wordsOfLine(textAt(newer)),
          },
        ];
      }),
    );
  };
  const rows: Row[] = [];
  const questions = asked.flatMap((topic) => topic.questions.map((question) => ({ topic, question })));
  for (let i = 0; i < questions.length; i += 40)
    rows.push(
      ...(
        await Promise.all(questions.slice(i, i + 40).map(async ({ topic, question }) => await rowsOf(topic, question)))
      ).flat(),
    );
  await memory.close();
  rmSync(dir, { recursive: true });
  return rows;
}

/** The pairs of newer-first-set.ts: each in the notes of two days, or, undated, in a note of its own. */
function pairVault(set: string, topics: readonly pairs.Topic[], isNewer: boolean, isDated: boolean) {
  const notes: Record<string, string> = {};
  const day = (from: number, i: number): string => new Date(Date.UTC(2026, from, 1 + i)).toISOString().slice(0, 10);
  for (const [i, [older, newer]] of topics.entries())
    if (isDated) {
      notes[`${day(2, i)}.md`] = `# Notes\n\n- 09:10 ${older}\n- 12:00 Rain all day\n- 15:00 Soup and bread\n`;
      notes[`${day(7, i)}.md`] = `# Notes\n\n- 08:00 Cleaned up\n- 18:40 ${newer}\n`;
    } else notes[`topic-${i}.md`] = `# Topic ${i}\n\n- ${older}\n- Rain all day\n- ${newer}\n`;
  const asked = topics.map(([older, later, question]) => ({
    topic: older,
    set,
    older,
    later,
    isNewer,
    questions: [question],
  }));
  return { notes, asked };
}

const newsFolds = 5;

const pairSets: readonly (readonly [string, readonly pairs.Topic[], readonly pairs.Topic[]])[] = [
  ['pairs', pairs.replaced, pairs.others],
  ['pairs again', pairs.replacedAgain, pairs.othersAgain],
  ['third pairs', pairs.replacedThird, pairs.othersThird],
  ['fourth pairs', pairs.replacedFourth, pairs.othersFourth],
  ['pairs of another author', pairs.replacedBlind, pairs.othersBlind],
];

async function collect(embedder: Embedder): Promise<Row[]> {
  const rows: Row[] = [];
  const topics = lifeSets.flatMap(readTopics);
  for (const how of [embedder, null]) {
    for (let turn = 0; turn < turns; turn += 1) {
      const { notes, asked } = vaultOf(topics, turn);
      rows.push(
        ...(await search(
          notes,
          asked.map((one) => ({ ...one, topic: one.older })),
          how,
        )),
      );
    }
    for (const [set, newer, others] of pairSets)
      for (const isNewer of [true, false])
        for (const isDated of [true, false]) {
          const { notes, asked } = pairVault(set, isNewer ? newer : others, isNewer, isDated);
          rows.push(...(await search(notes, asked, how)));
        }
  }
  return rows;
}

/** The later lines of all topics, with their vectors. */
async function linesOf(embedder: Embedder): Promise<Line[]> {
  const all = [
    ...lifeSets
      .flatMap(readTopics)
      .flatMap(({ older, set, newer, other }) => [
        ...newer.map((words) => ({ topic: older, set, words, isNews: true })),
        ...other.map((words) => ({ topic: older, set, words, isNews: false })),
      ]),
    ...pairSets.flatMap(([set, newer, others]) => [
      ...newer.map(([older, words]) => ({ topic: older, set, words, isNews: true })),
      ...others.map(([older, words]) => ({ topic: older, set, words, isNews: false })),
    ]),
  ];
  const said = all.filter(({ words }) => !statementIn(words).reading.isForeign);
  const texts = said.map(({ words }) =>
    inputOf({ text: words, speaker: null, listener: null, above: '', subject: '' }),
  );
  const embeddings = await embedder.embed(texts, { tokens: true, as: 'passage' });
  const { mean } = await loadProjection();
  const pieces = createWordpieces();
  for (const { tokens } of embeddings) pieces.count(tokens?.ids ?? []);
  pieces.settle();
  return said.map((line, i) => {
    const { pooled, tokens } = embeddings[i] as Embedding;
    const whole = tokens ? [poolTokens(tokens, mean, () => 1)] : [];
    const cut = tokens ? [poolTokens(tokens, mean, (id) => (pieces.isCommon(id) ? 0 : 1))] : [];
    return { ...line, vectors: [...whole, ...cut, pooled] };
  });
}

const learnNews = (lines: readonly Line[]): VectorWeights =>
  learnVectorWeights(lines.flatMap(({ vectors, isNews }) => vectors.map((vector) => ({ vector, isSo: isNews }))));

const newsOf = (weights: VectorWeights, { vectors: [whole] }: Line): number =>
  whole ? logOddsOfVector(weights, whole) : 0;

/** The rows with what weights say of their newer lines that were learnt from the other topics only: of a line that was learnt from, they would say too much. */
function withNews(rows: readonly Row[], lines: readonly Line[]): Row[] {
  const place = signalNames().indexOf('likeNews');
  const said = new Map<string, number>();
  const foldOf = foldsOf(lines, newsFolds);
  for (let fold = 0; fold < newsFolds; fold += 1) {
    const weights = learnNews(lines.filter((line) => foldOf(line) !== fold));
    for (const line of lines) if (foldOf(line) === fold) said.set(line.words, newsOf(weights, line));
  }
  return rows.map((row) =>
    row.newer === null ? row : { ...row, signals: row.signals.with(place, said.get(row.newer) ?? 0) },
  );
}

/** By chance, all of a topic in one. */
function foldsOf(of: readonly { topic: string }[], count: number): (one: { topic: string }) => number {
  const random = createRandom(3);
  const folds = new Map<string, number>();
  for (const { topic } of of) if (!folds.has(topic)) folds.set(topic, Math.floor(random() * count));
  return ({ topic }) => folds.get(topic) ?? 0;
}

/** Of each pair a row that says yes and one that says no, as far as each is likely. */
function clearRows(): Row[] {
  const told = (text: string, day: number, coverage: number) => ({
    statement: statementIn(text),
    day,
    coverage,
    likeNews: 0,
    rank: 2,
    file: day,
    line: 1,
  });
  return clearPairs.flatMap(({ older, newer, question: text, coverage, likely, cosine: given }) => {
    return (given === undefined ? [0.55, 0.7, null] : [given, given]).flatMap((cosine, i) => {
      // A line that holds less of the question may stand further down.
      const gap = coverage < 1 && i % 2 === 1 ? 1.5 : 0;
      const question = questionIn(text);
      const signals = signalsOfPair({
        newer: told(newer, 20, coverage),
        older: { ...told(older, 10, 1), rank: 2 + gap },
        cosine,
        question,
      });
      const row = { topic: older, set: 'clear pairs', signals, counts: false, newer: cosine === null ? null : newer };
      return [
        { ...row, isNewer: true, weight: weights.clear * likely },
        { ...row, isNewer: false, weight: weights.clear * (1 - likely) },
      ].filter(({ weight }) => weight > 0);
    });
  });
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const rounded = (x: number): number => Number(x.toPrecision(4));

/** The bounds that may part the values of a signal. */
function boundsOf(values: Float64Array): number[] {
  const sorted = values.toSorted();
  const distinct = [...new Set(sorted)];
  if (distinct.length <= learning.bounds + 1)
    return distinct.slice(1).map((value, i) => (value + (distinct[i] ?? 0)) / 2);
  const at = (k: number): number => sorted[Math.floor(((k + 1) * sorted.length) / (learning.bounds + 1))] ?? 0;
  return [...new Set(Array.from({ length: learning.bounds }, (_, k) => at(k)))];
}

/** Gradient boosting with the logistic loss (J. Friedman, Greedy function approximation, 2001). */
// oxlint-disable-next-line max-lines-per-function -- what grows a tree shares the rows
function learn(given: readonly Row[], lines: readonly Line[]): SuccessionModel {
  const rows = withNews(given, lines);
  const names = signalNames();
  const columns = names.map((_, j) => Float64Array.from(rows, ({ signals }) => signals[j] ?? 0));
  const bounds = columns.map((values) => boundsOf(values).map(rounded));
  const bins = columns.map((values, j) =>
    Uint8Array.from(values, (value) => {
      const at = bounds[j]?.findIndex((bound) => value <= bound) ?? -1;
      return at === -1 ? (bounds[j]?.length ?? 0) : at;
    }),
  );
  const random = createRandom(5);
  const sum = (of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const newer = sum(({ weight, isNewer }) => (isNewer ? weight : 0));
  const base = rounded(Math.log(newer / (sum(({ weight }) => weight) - newer)));
  const scores = new Float64Array(rows.length).fill(base);
  const slopes = new Float64Array(rows.length);
  const curves = new Float64Array(rows.length);
  const totals = (at: readonly number[]) => {
    let [slope, curve] = [0, 0];
    for (const i of at) {
      slope += slopes[i] as number;
      curve += curves[i] as number;
    }
    return { slope, curve };
  };
  const worth = (slope: number, curve: number): number => (slope * slope) / (curve + learning.damping);
  const grow = (at: readonly number[], signals: readonly number[], depth: number): Tree => {
    const { slope, curve } = totals(at);
    const leaf = rounded((learning.rate * slope) / (curve + learning.damping));
    if (depth === 0) return leaf;
    let best = { gain: 1e-3, signal: -1, bin: 0 };
    for (const signal of signals) {
      const cuts = bounds[signal]?.length ?? 0;
      const bin = bins[signal] as Uint8Array;
      const [slopeIn, curveIn] = [new Float64Array(cuts + 1), new Float64Array(cuts + 1)];
      for (const i of at) {
        slopeIn[bin[i] as number] = (slopeIn[bin[i] as number] as number) + (slopes[i] as number);
        curveIn[bin[i] as number] = (curveIn[bin[i] as number] as number) + (curves[i] as number);
      }
      let [slopeBelow, curveBelow] = [0, 0];
      for (let k = 0; k < cuts; k += 1) {
        slopeBelow += slopeIn[k] as number;
        curveBelow += curveIn[k] as number;
        if (Math.min(curveBelow, curve - curveBelow) < learning.leastWeight) continue;
        const gain =
          worth(slopeBelow, curveBelow) + worth(slope - slopeBelow, curve - curveBelow) - worth(slope, curve);
        if (gain > best.gain) best = { gain, signal, bin: k };
      }
    }
    if (best.signal === -1) return leaf;
    const bin = bins[best.signal] as Uint8Array;
    const [below, above] = [
      at.filter((i) => (bin[i] as number) <= best.bin),
      at.filter((i) => (bin[i] as number) > best.bin),
    ];
    return [
      best.signal,
      bounds[best.signal]?.[best.bin] ?? 0,
      grow(below, signals, depth - 1),
      grow(above, signals, depth - 1),
    ];
  };
  const trees: Tree[] = [];
  for (let count = 0; count < learning.trees; count += 1) {
    for (const [i, { isNewer, weight }] of rows.entries()) {
      const likely = probabilityOf(scores[i] as number);
      slopes[i] = weight * ((isNewer ? 1 : 0) - likely);
      curves[i] = weight * likely * (1 - likely);
    }
    const at = [...rows.keys()].filter(() => random() < learning.ofRows);
    const tree = grow(
      at,
      [...names.keys()].filter(() => random() < learning.ofSignals),
      learning.depth,
    );
    trees.push(tree);
    const one = { names, base: 0, trees: [tree] };
    for (let i = 0; i < rows.length; i += 1) scores[i] = (scores[i] as number) + scoreOf(rows[i]?.signals ?? [], one);
  }
  return { names, base, trees, news: learnNews(lines) };
}

/** How likely it is that a newer line has a higher score than another one. */
function areaOf(scored: readonly { score: number; isNewer: boolean }[]): number {
  const sorted = scored.toSorted((a, b) => a.score - b.score);
  const newer = sorted.filter(({ isNewer }) => isNewer).length;
  const ranks = sorted.reduce((sum, { isNewer }, i) => sum + (isNewer ? i + 1 : 0), 0);
  return (ranks - (newer * (newer + 1)) / 2) / (newer * (sorted.length - newer));
}

function crossValidate(
  rows: readonly Row[],
  lines: readonly Line[],
  foldOf: (row: Pick<Row, 'topic' | 'set'>) => string,
): void {
  const place = signalNames().indexOf('likeNews');
  const scored: (Row & { score: number })[] = [];
  for (const fold of new Set(rows.map(foldOf))) {
    const model = learn(
      rows.filter((row) => foldOf(row) !== fold),
      lines.filter((line) => foldOf(line) !== fold),
    );
    const said = new Map(lines.map((line) => [line.words, newsOf(model.news, line)]));
    for (const row of rows)
      if (row.counts && foldOf(row) === fold) {
        const signals = row.signals.with(place, said.get(row.newer ?? '') ?? 0);
        scored.push({ ...row, score: scoreOf(signals, model) });
      }
  }
  const share = (of: readonly { score: number }[], least: number): string =>
    `${((100 * of.filter(({ score }) => score >= least).length) / of.length).toFixed(1)} %`;
  for (const set of new Set(scored.map((row) => row.set))) {
    const ofSet = scored.filter((row) => row.set === set);
    const [newer, others] = [true, false].map((is) => ofSet.filter(({ isNewer }) => isNewer === is));
    const at = [0, 0.5, 1, 1.5, 2, 2.5].map(
      (least) => `${least}: ${share(newer ?? [], least)} ${share(others ?? [], least)}`,
    );
    say(`${set}: area ${areaOf(ofSet).toFixed(3)}; newer and others from ${at.join(', ')}`);
  }
}

async function main(): Promise<void> {
  // Searching takes most of the time: where this names a file, the rows are kept there for the next run.
  const kept = process.env['SCRUBJAY_LEARN_ROWS'];
  const cache = path.join(packageRoot(), 'node_modules/.cache/scrubjay-eval');
  mkdirSync(cache, { recursive: true });
  const model = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: cache, log: silentLog, threads: 2 });
  if (!model) throw new Error('no embedder');
  const embedder = openCachedEmbedder(model, cache);
  const lines = await linesOf(embedder);
  const isKept = kept !== undefined && existsSync(kept);
  const rows = isKept ? (JSON.parse(readFileSync(kept, 'utf8')) as Row[]) : await collect(embedder);
  await embedder.close();
  if (kept && !isKept) writeFileSync(kept, JSON.stringify(rows));
  learnFrom([...rows, ...clearRows()], lines);
}

function learnFrom(found: readonly Row[], lines: readonly Line[]): void {
  const isLife = (set: string): boolean => (lifeSets as readonly string[]).includes(set);
  const rows = found.map((row) =>
    row.counts && !isLife(row.set) ? { ...row, weight: row.weight * weights.ofPairs } : row,
  );
  say(`${rows.length} pairs, of which ${rows.filter(({ counts }) => counts).length} count`);
  writeFileSync(path.join(packageRoot(), 'assets/succession.json'), `${JSON.stringify(learn(rows, lines))}\n`);
  const foldOf = foldsOf(rows, 5);
  say('By topic:');
  crossValidate(rows, lines, (one) => String(foldOf(one)));
  say('By author:');
  crossValidate(rows, lines, ({ set }) => (isLife(set) ? set : 'pairs'));
}

await main();
