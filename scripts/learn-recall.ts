// Learns when a line of the notes helps with a message (assets/recall-trees.json), from the made-up lives of test/eval. Run by hand when
// the features of recall, the search or the lives change:
//   npm run build && npx tsc -p tsconfig.bench.json && node dist-bench/scripts/learn-recall.js
// It first learns without a part of the lives, each part in turn, and says what recall would show in those, which is how good it is on
// lives that it never saw; what is written is learnt from all. With SCRUBJAY_RECALL_FOUND what the searches find is kept in that file, for the next run.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { logOddsOf, probabilityOf, type Tree, type TreeSum } from '../src/base/decision-trees.ts';
import { logOddsOfVector, type VectorWeights } from '../src/base/vector-weights.ts';
import { writeFileAtomic } from '../src/base/files/files.ts';
import { packageRoot } from '../src/base/files/package-root.ts';
import { featureNames, featuresOf, type Found } from '../src/features/recall/line-signals.ts';
import { type RecallModel, valuesOf } from '../src/features/recall/helpfulness.ts';
import { eachOnce, recallSearch } from '../src/features/recall/recall.ts';
import { sentencesOf } from '../src/features/recall/sentence.ts';
import { foundByWords, recallCases } from '../test/eval/recall-cases.ts';
import { helps, notesOf, recallSets } from '../test/eval/recall-sets.ts';
import { openMeaningMemory } from '../test/support/meaning-memory.ts';
import { learnVectorWeights } from './vector-weights.ts';

const rounds = 250;
const rate = 0.06;
/** The share of the features that each question is chosen from: trees that differ are better together. */
const shareOfFeatures = 0.4;
const minRows = 20;
const smoothing = 5;
const maxCuts = 40;
/** How much a line counts that was found by words only, as before the model is there. */
const weightOfWordsOnly = 0.3;
/** How much a line of the unit tests counts: there are few of them, and all have to be right. */
const weightOfCases = 90;
const maxShown = 4;
/** Into how many parts the lives are divided. */
const parts = 8;
/** From which probability a line is shown in the figures of single lives. */
const leastShown = 0.7;

interface Message {
  life: string;
  message: string;
  wanted: boolean;
  wordsOnly: boolean;
  weight?: number;
  sentences: {
    sentence: string;
    /** Where it was searched for by meaning. */
    vector: readonly number[] | null;
    results: (Found & { path: string; startLine: number; helps: boolean })[];
  }[];
}

async function search(): Promise<Message[]> {
  const messages: Message[] = [];
  for (const [life, set] of Object.entries(recallSets)) {
    const { memory, close } = await openMeaningMemory(notesOf(set));
    for (const [message = '', ...lines] of set.messages) {
      for (const wordsOnly of [false, true]) {
        const sentences: Message['sentences'] = [];
        for (const sentence of sentencesOf(message)) {
          const { results, vector } = await memory.search(sentence, { ...recallSearch, wordsOnly });
          sentences.push({
            sentence,
            vector: vector ? Array.from(vector, round) : null,
            results: results.map((one) => ({ ...one, helps: helps(one.text, lines) })),
          });
        }
        messages.push({ life, message, wanted: lines.some((line) => line !== ''), wordsOnly, sentences });
      }
    }
    await close();
  }
  return messages;
}

/** The cases of the unit tests, as if a search had found their lines. */
const cases = recallCases.map(([message, ...lines]): Message => ({
  life: '',
  message,
  wanted: lines.some(([, , comes]) => comes),
  wordsOnly: true,
  weight: weightOfCases,
  sentences: sentencesOf(message).map((sentence) => ({
    sentence,
    vector: null,
    results: lines.map(([line, score, comes], at) => ({
      ...foundByWords(score, `- ${line}`),
      startLine: at,
      helps: comes,
    })),
  })),
}));

interface Row {
  message: Message;
  /** Of the sentence that found the line. */
  vector: Float32Array | null;
  text: string;
  hit: { path: string; startLine: number; score: number };
  values: number[];
  helps: boolean;
  weight: number;
}

const rowsOf = (message: Message): Row[] =>
  eachOnce(
    message.sentences.flatMap(({ sentence, vector, results }) =>
      featuresOf(message.message, { sentence, seeksNotes: 0 }, results).map((features, at) => ({
        message,
        vector: vector && Float32Array.from(vector),
        text: results[at]?.text ?? '',
        hit: results[at] ?? { path: '', startLine: 0, score: 0 },
        values: valuesOf(features),
        helps: results[at]?.helps ?? false,
        weight: message.weight ?? (message.wordsOnly ? weightOfWordsOnly : 1),
      })),
    ),
  );

/** The probability that the line of a row helps, 0..1. */
const helpfulnessOf = ({ values }: Row, trees: TreeSum): number => probabilityOf(logOddsOf(values, trees));

const place = featureNames.indexOf('seeksNotes');

const seeking = (some: readonly Message[]): VectorWeights =>
  learnVectorWeights(
    some.flatMap(({ sentences, wanted }) =>
      sentences.flatMap(({ vector }) => (vector ? [{ vector: Float32Array.from(vector), isSo: wanted }] : [])),
    ),
  );

const withSeeking = (row: Row, weights: VectorWeights): Row =>
  row.vector ? { ...row, values: row.values.with(place, logOddsOfVector(weights, row.vector)) } : row;

/** The rows of some lives with what weights say of their sentences that were learnt from the other ones of these lives only. */
function withSeekingApart(rows: readonly Row[], some: readonly string[]): Row[] {
  const folds = 5;
  const foldOf = (life: string): number => some.indexOf(life) % folds;
  const weights = Array.from({ length: folds }, (_, fold) =>
    seeking(messages.filter(({ life }) => some.includes(life) && foldOf(life) !== fold)),
  );
  return rows.map((row) => withSeeking(row, weights[foldOf(row.message.life)] ?? []));
}

/** Numbers in [0, 1) that are the same each time (Numerical Recipes' linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The values between which a feature may be cut. */
function cutsOf(rows: readonly Row[], feature: number): number[] {
  const values = [...new Set(rows.map(({ values }) => values[feature] ?? 0))].sort((a, b) => a - b);
  const between = values.slice(1).map((value, at) => (value + (values[at] ?? 0)) / 2);
  return between.length <= maxCuts
    ? between
    : Array.from({ length: maxCuts }, (_, at) => between[Math.floor(((at + 0.5) * between.length) / maxCuts)] ?? 0);
}

/** Gradient boosting by Newton's steps on the logarithm of the odds (T. Chen, C. Guestrin, XGBoost, 2016, 2.2). */
function learn(rows: readonly Row[]): TreeSum {
  const random = createRandom(11);
  const cuts = featureNames.map((_, feature) => cutsOf(rows, feature));
  // Of each feature the number of cuts that a row is beyond.
  const bins = cuts.map((some, feature) =>
    Uint8Array.from(rows, ({ values }) => some.filter((cut) => (values[feature] ?? 0) > cut).length),
  );
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const good = rows.reduce((sum, { weight, helps }) => sum + (helps ? weight : 0), 0);
  const base = Math.log(good / (total - good));
  const sums = new Float64Array(rows.length).fill(base);
  const gradients = new Float64Array(rows.length);
  const curvatures = new Float64Array(rows.length);

  const worth = (gradient: number, curvature: number): number => gradient ** 2 / (curvature + smoothing);

  function bestSplit(members: Int32Array): { feature: number; bin: number } | null {
    let best: { feature: number; bin: number } | null = null;
    let most = 1e-6;
    for (let feature = 0; feature < cuts.length; feature += 1) {
      if (random() > shareOfFeatures) continue;
      const bin = bins[feature] ?? new Uint8Array();
      const size = (cuts[feature]?.length ?? 0) + 1;
      const [g, h, n] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
      let [allG, allH] = [0, 0];
      for (const at of members) {
        const of = bin[at] as number;
        g[of] = (g[of] as number) + (gradients[at] as number);
        h[of] = (h[of] as number) + (curvatures[at] as number);
        n[of] = (n[of] as number) + 1;
        allG += gradients[at] as number;
        allH += curvatures[at] as number;
      }
      let [leftG, leftH, leftN] = [0, 0, 0];
      for (let cut = 0; cut < size - 1; cut += 1) {
        leftG += g[cut] as number;
        leftH += h[cut] as number;
        leftN += n[cut] as number;
        if (leftN < minRows || members.length - leftN < minRows) continue;
        const gain = worth(leftG, leftH) + worth(allG - leftG, allH - leftH) - worth(allG, allH);
        if (gain > most) [best, most] = [{ feature, bin: cut }, gain];
      }
    }
    return best;
  }

  const parted = (members: Int32Array, split: { feature: number; bin: number } | null): [Int32Array, Int32Array] => {
    const bin = split && bins[split.feature];
    const isLow = (at: number): boolean => !split || (bin?.[at] ?? 0) <= split.bin;
    return [members.filter((at) => isLow(at)), members.filter((at) => !isLow(at))];
  };
  const asked = (split: { feature: number; bin: number } | null, yes: Tree, no: Tree): Tree =>
    split ? [split.feature, round(cuts[split.feature]?.[split.bin] ?? 0), yes, no] : yes;

  const trees: Tree[] = [];
  const everyone = Int32Array.from(rows.keys());
  for (let n = 0; n < rounds; n += 1) {
    for (const [at, { helps, weight }] of rows.entries()) {
      const likely = probabilityOf(sums[at] as number);
      gradients[at] = weight * (Number(helps) - likely);
      curvatures[at] = weight * likely * (1 - likely);
    }
    const first = bestSplit(everyone);
    const [low, high] = parted(everyone, first);
    const [ofLow, ofHigh] = [bestSplit(low), bestSplit(high)];
    const ends = [...parted(low, ofLow), ...parted(high, ofHigh)].map((members) => {
      let [gradient, curvature] = [0, 0];
      for (const at of members) {
        gradient += gradients[at] as number;
        curvature += curvatures[at] as number;
      }
      const adds = round((rate * gradient) / (curvature + smoothing));
      for (const at of members) sums[at] = (sums[at] as number) + adds;
      return adds;
    });
    const [a = 0, b = 0, c = 0, d = 0] = ends;
    trees.push(asked(first, asked(ofLow, a, b), asked(ofHigh, c, d)));
  }
  return { names: featureNames, base: round(base), trees };
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

interface Figures {
  wanted: number;
  helped: number;
  shown: number;
  useful: number;
}

/** What recall would show of rows that are judged so. */
function figuresOf(messages: readonly Message[], judged: ReadonlyMap<Row, number>, least: number): Figures {
  const figures = { wanted: messages.filter(({ wanted }) => wanted).length, helped: 0, shown: 0, useful: 0 };
  const byMessage = new Map<Message, Row[]>(messages.map((message) => [message, []]));
  for (const row of judged.keys()) byMessage.get(row.message)?.push(row);
  for (const message of messages) {
    const shown = (byMessage.get(message) ?? [])
      .filter((row) => (judged.get(row) ?? 0) >= least)
      .sort((a, b) => (judged.get(b) ?? 0) - (judged.get(a) ?? 0))
      .slice(0, maxShown);
    const useful = shown.filter(({ helps }) => helps).length;
    figures.shown += shown.length;
    figures.useful += useful;
    figures.helped += Number(useful > 0);
  }
  return figures;
}

const said = ({ wanted, helped, shown, useful }: Figures): string =>
  `helped ${helped} of ${wanted}; of ${shown} lines ${useful} help, ${((100 * (shown - useful)) / Math.max(1, shown)).toFixed(1)} % noise`;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const kept = process.env['SCRUBJAY_RECALL_FOUND'];
const messages =
  kept !== undefined && existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Message[]) : await search();
if (kept !== undefined) writeFileSync(kept, JSON.stringify(messages));
const rows = [...messages, ...cases].flatMap(rowsOf);
const apart = new Map<Row, number>();
const lives = Object.keys(recallSets);
for (let part = 0; part < parts; part += 1) {
  const isApart = (life: string): boolean => lives.indexOf(life) % parts === part;
  const others = lives.filter((life) => !isApart(life));
  const weights = seeking(messages.filter(({ life }) => !isApart(life)));
  const trees = learn(
    withSeekingApart(
      rows.filter(({ message }) => !isApart(message.life)),
      others,
    ),
  );
  for (const row of rows)
    if (isApart(row.message.life)) apart.set(row, helpfulnessOf(withSeeking(row, weights), trees));
}
function report(title: string, judged: ReadonlyMap<Row, number>, wordsOnly: boolean): void {
  print(`${title}${wordsOnly ? ', by words only' : ''}:`);
  const some = messages.filter((message) => message.wordsOnly === wordsOnly);
  for (const least of [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8])
    print(`${least}: ${said(figuresOf(some, judged, least))}`);
  for (const life of lives) {
    const own = some.filter((message) => message.life === life);
    print(`${life}: ${said(figuresOf(own, judged, leastShown))}`);
  }
}

for (const wordsOnly of [false, true]) report('Each life by what was learnt from the others', apart, wordsOnly);
for (const [row, likely] of apart)
  if (likely >= leastShown && !row.helps && !row.message.wordsOnly)
    print(`noise ${likely.toFixed(2)}: ${row.message.message} <- ${row.text}`);
const seeksNotes = seeking(messages);
const model: RecallModel = { ...learn(withSeekingApart(rows, lives)), seeksNotes };
report('Learnt from all', new Map(rows.map((row) => [row, helpfulnessOf(withSeeking(row, seeksNotes), model)])), false);
await writeFileAtomic(path.join(packageRoot(), 'assets/recall-trees.json'), `${JSON.stringify(model)}\n`);
