// Writes down what a model that reads two texts together is taught with, as numbers of tokens, for scripts/learn-pairs.py:
//   npm run build && npx tsc -p tsconfig.bench.json && node dist-bench/scripts/pair-rows.js relation rows.json    # or help
// Of each topic (test/eval/pairs, test/eval/succession) the older line beside each later one: does it replace it? Of each message beside
// each line that was made of it: is it true by the message? Of the lives (test/eval/recall-sets.ts) each message beside the lines that
// recall would think of first: does it help? What is held for tuning is in it too, and marked.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandom } from '../bench/salad.ts';
import { packageRoot } from '../src/base/files/package-root.ts';
import { ensureBuiltInModel } from '../src/memory/embed/built-in/folder.ts';
import { builtInModel } from '../src/memory/embed/built-in/model.ts';
import { createTokenizer } from '../src/memory/embed/built-in/tokenizer.ts';
import { helpRows } from './help-rows.ts';
import { lifeSets, readTopics } from '../test/eval/succession-vault.ts';

/** What a pair is taught: the place of a relation among the model's answers. */
const heads = { replaces: 0, bears: 1, helps: 0 } as const;

interface Row {
  first: string;
  second: string;
  head: keyof typeof heads;
  isSo: boolean;
  weight: number;
}

/** How much a pair counts of two lines that have nothing to do with each other, or of two later ones. */
const weightOfStrangers = 0.5;

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

function helped({ taught, held }: Awaited<ReturnType<typeof helpRows>>): { taught: Row[]; held: Row[] } {
  const rowOf = ({ message: first, line: second, helps: isSo }: (typeof taught)[number]): Row => ({
    first,
    second,
    head: 'helps',
    isSo,
    weight: 1,
  });
  return { taught: taught.map(rowOf), held: held.map(rowOf) };
}

function relationRows(): { taught: Row[]; held: Row[] } {
  const random = createRandom(7);
  const taught = [
    ...successions(linesOf<Topic>('successions.jsonl'), random),
    ...successions(linesOf<Topic>('plain-successions.jsonl'), random),
    ...lifeSets.flatMap((set) => successions(readTopics(set), random)),
    ...claims(linesOf<Message>('claims.jsonl')),
  ];
  const held = [
    ...successions(linesOf<Topic>('successions-for-tuning.jsonl'), random),
    ...claims(linesOf<Message>('claims-for-tuning.jsonl')),
  ];
  return { taught, held };
}

async function main(model: string, file: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pair-rows-'));
  await ensureBuiltInModel(path.join(folder, builtInModel.name));
  const { encode } = createTokenizer(readFileSync(path.join(folder, builtInModel.name, builtInModel.vocabularyFile)));
  rmSync(folder, { recursive: true });
  const { taught, held } = model === 'help' ? helped(await helpRows()) : relationRows();
  const idsOf = (text: string): number[] => encode(text).slice(1, -1);
  const written = [...taught, ...held].map(({ first, second, head, isSo, weight }, i) => ({
    first: idsOf(first),
    second: idsOf(second),
    head: heads[head],
    isSo,
    weight,
    isHeld: i >= taught.length,
  }));
  writeFileSync(file, JSON.stringify(written));
  process.stdout.write(`${taught.length} pairs, and ${held.length} that are held\n`);
}

const [model = '', file] = process.argv.slice(2);
if (file === undefined || !['relation', 'help'].includes(model))
  throw new Error('Name the model, relation or help, and the file to write.');
await main(model, file);
