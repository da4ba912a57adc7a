// How likely a line is to help, by its features: some hundred small trees, each with a question, a second one by its answer, and a number
// behind each answer to that; the sum of the numbers is the logarithm of the odds. Learnt from made-up lives by
// scripts/learn-recall.ts into assets/recall-trees.json.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../base/package-root.ts';
import { featureNames, type Features } from './features.ts';

/** A feature, and the value up to which the answer is the first of the two. */
export type Split = readonly [feature: number, upTo: number];
/** The first question, the one behind each of its answers, and what each of the four ends adds. */
export type Tree = readonly [
  first: Split,
  second: readonly [Split, Split],
  adds: readonly [number, number, number, number],
];

export interface Trees {
  /** The features that the trees were learnt with: the numbers of the splits are places among them. */
  features: readonly string[];
  /** The logarithm of the odds of any line. */
  base: number;
  trees: readonly Tree[];
}

/** The probability that a line helps, 0..1. */
export type Helpfulness = (features: Features) => number;

/** @throws when the file is missing, or was learnt with other features */
export function loadHelpfulness(file: string = path.join(packageRoot(), 'assets/recall-trees.json')): Helpfulness {
  const trees = JSON.parse(readFileSync(file, 'utf8')) as Trees;
  if (trees.features.join(' ') !== featureNames.join(' '))
    throw new Error(`${file} was learnt with other features: run scripts/learn-recall.ts again`);
  return helpfulnessBy(trees);
}

export const valuesOf = (features: Features): number[] => featureNames.map((name) => features[name]);

function helpfulnessBy(trees: Trees): Helpfulness {
  const likelihood = likelihoodBy(trees);
  return (features) => likelihood(valuesOf(features));
}

/** @returns the probability by the values of the features */
export function likelihoodBy({ base, trees }: Trees): (values: readonly number[]) => number {
  return (values) => {
    const isBeyond = ([feature, upTo]: Split): 0 | 1 => ((values[feature] ?? 0) <= upTo ? 0 : 1);
    let sum = base;
    for (const [first, second, adds] of trees) {
      const side = isBeyond(first);
      sum += adds[2 * side + isBeyond(second[side])] ?? 0;
    }
    return 1 / (1 + Math.exp(-sum));
  };
}
