// How likely a newer line says what became of an older one: a sum of small decision trees over the signals of the pair, learnt by
// scripts/learn-succession.ts and shipped as a file. Pure but for reading that.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../base/package-root.ts';

/** Either a leaf or a question: whether a signal, by its number, is at most a bound; then what to ask next. */
export type Tree = number | readonly [signal: number, bound: number, yes: Tree, no: Tree];

export interface SuccessionModel {
  /** The names of the signals, in the order of their numbers. */
  signals: readonly string[];
  base: number;
  trees: readonly Tree[];
}

let model: SuccessionModel | null = null;

function loadModel(): SuccessionModel {
  model ??= JSON.parse(readFileSync(path.join(packageRoot(), 'assets/succession.json'), 'utf8')) as SuccessionModel;
  return model;
}

/** The logarithm of the odds. @param signals in the order of the model's, which is that of `signalNames()` */
export function scoreOf(signals: readonly number[], { base, trees } = loadModel()): number {
  let score = base;
  for (let tree of trees) {
    while (typeof tree !== 'number') tree = (signals[tree[0]] as number) <= tree[1] ? tree[2] : tree[3];
    score += tree;
  }
  return score;
}
