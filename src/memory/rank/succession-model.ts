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

/** The logarithm of the odds. @param signals by their names */
export function scoreOf(
  signals: Readonly<Record<string, number>>,
  { signals: names, base, trees } = loadModel(),
): number {
  const values = names.map((name) => signals[name] ?? 0);
  return trees.reduce<number>((sum, tree) => sum + leafOf(tree, (signal) => values[signal] ?? 0), base);
}

/** What a tree says. @param valueOf a signal, by its number */
export function leafOf(tree: Tree, valueOf: (signal: number) => number): number {
  let at = tree;
  while (typeof at !== 'number') at = valueOf(at[0]) <= at[1] ? at[2] : at[3];
  return at;
}
