// Writes down what the model that reads two texts together is taught with, as numbers of tokens, for scripts/learn-pairs.py:
//   npm run build && npx tsc -p tsconfig.bench.json && node dist-bench/scripts/pair-rows.js rows.json
// Of each topic (test/eval/pairs, test/eval/succession) the older line beside each later one: does it replace it? Of each message beside
// each line that was made of it: is it true by the message? Of each life's messages beside the lines that help, and those that are near.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandom } from '../bench/salad.ts';
import { silentLog } from '../src/base/log.ts';
import { packageRoot } from '../src/base/package-root.ts';
import { ensureBuiltInModel } from '../src/memory/embed/built-in/folder.ts';
import { builtInModel } from '../src/memory/embed/built-in/model.ts';
import { createTokenizer } from '../src/memory/embed/built-in/tokenizer.ts';
import type { Embedder } from '../src/memory/embed/embedder.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { helps, type RecallSet, recallSets } from '../test/eval/recall-sets.ts';
import { lifeSets, readTopics } from '../test/eval/succession-vault.ts';

/** What a pair is taught: the place of a relation among the model's answers. */
const heads = { replaces: 0, bears: 1, helps: 2 } as const;

interface Row {
  first: string;
  second: string;
  head: keyof typeof heads;
  isSo: boolean;
  weight: number;
}

/** How much a pair counts of two lines that have nothing to do with each other, or of two later ones. */
const weightOfStrangers = 0.5;
/** Of the lines that don't help, the nearest ones, and one of the others. */
const nearest = 3;

const data = (file: string): string => readFileSync(path.join(packageRoot(), 'test/eval/pairs', file), 'utf8');
const linesOf = <Line>(file: string): Line[] =>
  data(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

interface Topic {
  older: string;
  newer: readonly string[];
  other: readonly string[];
}

function successions(topics: readonly Topic[], random: () => number): Row[] {
  const head = 'replaces';
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return topics.flatMap((topic): Row[] => {
    const { older: first, newer, other } = topic;
    const stranger = oneOf(topics);
    return [
      ...newer.map((second) => ({ first, second, head, isSo: true, weight: 1 }) as const),
      ...other.map((second) => ({ first, second, head, isSo: false, weight: 1 }) as const),
      { first: oneOf(newer), second: oneOf(other), head, isSo: false, weight: weightOfStrangers },
      ...(stranger === topic
        ? []
        : [{ first, second: oneOf(stranger.newer), head, isSo: false, weight: weightOfStrangers } as const]),
    ];
  });
}

interface Message {
  said: string;
  /** What the assistant had asked, or nothing. */
  question: string;
  honest: readonly string[];
  untrue: readonly string[];
}

const claims = (messages: readonly Message[]): Row[] =>
  messages.flatMap(({ said, question, honest, untrue }) => {
    const first = [question, said].filter(Boolean).join(' ');
    const row = (isSo: boolean) => (second: string) => ({ first, second, head: 'bears', isSo, weight: 1 }) as const;
    return [...honest.map(row(true)), ...untrue.map(row(false))];
  });

async function helping({ notes, messages }: RecallSet, embedder: Embedder, random: () => number): Promise<Row[]> {
  const lines = Object.values(notes).flat();
  const embeddings = await embedder.embed([...lines, ...messages.map(([message = '']) => message)]);
  const vectorOf = (at: number): Float32Array => embeddings[at]?.pooled ?? new Float32Array();
  const cosine = (one: number, other: number): number => {
    const beside = vectorOf(other);
    return vectorOf(one).reduce((sum, value, i) => sum + value * (beside[i] ?? 0), 0);
  };
  return messages.flatMap(([message = '', ...helpful], at) => {
    const row = (second: string, isSo: boolean): Row => ({ first: message, second, head: 'helps', isSo, weight: 1 });
    const others = lines
      .map((line, i) => ({ line, cosine: cosine(i, lines.length + at) }))
      .filter(({ line }) => !helps(line, helpful))
      .sort((a, b) => b.cosine - a.cosine);
    const far = others.slice(nearest);
    const chosen = [...others.slice(0, nearest), ...far.splice(Math.floor(random() * far.length), 1)];
    return [
      ...lines.filter((line) => helps(line, helpful)).map((line) => row(line, true)),
      ...chosen.map(({ line }) => row(line, false)),
    ];
  });
}

async function main(file: string): Promise<void> {
  const random = createRandom(7);
  const folder = mkdtempSync(path.join(tmpdir(), 'pair-rows-'));
  await ensureBuiltInModel(path.join(folder, builtInModel.name));
  const tokenizer = createTokenizer(readFileSync(path.join(folder, builtInModel.name, builtInModel.vocabularyFile)));
  const embedder = openEmbedder({ model: builtInModel.name, cacheDir: folder, log: silentLog });
  if (!embedder) throw new Error('no embedder');
  const lives = [
    ...Array.from({ length: 16 }, (_, i) => JSON.parse(data(`lives/life-${String(i + 1).padStart(2, '0')}.json`))),
    ...Object.values(recallSets),
  ] as RecallSet[];
  const rows = [
    ...successions(linesOf<Topic>('successions.jsonl'), random),
    ...successions(linesOf<Topic>('plain-successions.jsonl'), random),
    ...lifeSets.flatMap((set) => successions(readTopics(set), random)),
    ...claims(linesOf<Message>('claims.jsonl')),
  ];
  for (const life of lives) rows.push(...(await helping(life, embedder, random)));
  await embedder.close();
  rmSync(folder, { recursive: true });
  const idsOf = (text: string): number[] => tokenizer.encode(text).slice(1, -1);
  const written = rows.map(({ first, second, head, isSo, weight }) => ({
    first: idsOf(first),
    second: idsOf(second),
    head: heads[head],
    isSo,
    weight,
  }));
  writeFileSync(file, JSON.stringify(written));
  process.stdout.write(`${rows.length} pairs\n`);
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write.');
await main(file);
