// A sum of small decision trees over named numbers: the logarithm of the odds that something is so. The trees are learnt by gradient
// boosting (scripts/learn-recall.ts, scripts/learn-succession.ts) and shipped in assets/. Pure but for reading such a file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from './files/package-root.ts';

/** Either a leaf or a question: whether a number, by its place among the names, is at most a bound; then what to ask next. */
export type Tree = number | readonly [place: number, bound: number, yes: Tree, no: Tree];

export interface TreeSum {
  /** The names of the numbers, in the order of their places. */
  names: readonly string[];
  /** The logarithm of the odds where nothing is known. */
  base: number;
  trees: readonly Tree[];
}

/** @param name of a file in assets/ @throws when it is missing */
export const loadTrees = <Trees extends TreeSum>(name: string): Trees =>
  JSON.parse(readFileSync(path.join(packageRoot(), 'assets', name), 'utf8')) as Trees;

/** The logarithm of the odds. @param values in the order of the names */
export function logOddsOf(values: readonly number[], { base, trees }: Pick<TreeSum, 'base' | 'trees'>): number {
  let sum = base;
  for (let tree of trees) {
    while (typeof tree !== 'number') tree = (values[tree[0]] as number) <= tree[1] ? tree[2] : tree[3];
    sum += tree;
  }
  return sum;
}

export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
