// How likely a line is to help, by its features, and by what a model says that reads it together with the message. Learnt from made-up
// lives by scripts/learn-recall.ts and scripts/learn-pairs.py.
import { loadTrees, logOddsOf, probabilityOf, type TreeSum } from '../../base/decision-trees.ts';
import { logOddsOfVector, type VectorWeights } from '../../base/vector-weights.ts';
import { featureNames, type Features } from './features.ts';

const file = 'recall-trees.json';

/** The trees, and by which weights the vector of a sentence tells how likely it is that notes help with it. */
export interface RecallModel extends TreeSum {
  seeksNotes: VectorWeights;
}

export interface Helpfulness {
  /** The probability that a line helps, 0..1. */
  of(features: Features): number;
  /** The same for a line that was also read. @param likely by its features @param read that it helps, as log odds @returns 0..1 */
  withReading(likely: number, read: number): number;
  /** Of a sentence, as log odds; 0 without its vector. */
  seeksNotes(vector: Float32Array | undefined): number;
}

/**
 * What the log odds of the features and of the reading weigh: a logistic regression on 18 lives that neither of them had learnt from. The
 * base is such that of the lines beyond 0.7 as many help as without a reading, three of four.
 */
const weights = { features: 0.58, reading: 0.42, base: 0.66 };

/** Keeps the log odds of what is certain finite. */
const leastOdds = 1e-4;

/** @throws when the file is missing, or was learnt with other features */
export function loadHelpfulness(): Helpfulness {
  const trees = loadTrees<RecallModel>(file);
  if (trees.names.join(' ') !== featureNames.join(' '))
    throw new Error(`assets/${file} was learnt with other features: run scripts/learn-recall.ts again`);
  return {
    of: (features) => helpfulnessOf(valuesOf(features), trees),
    withReading: (likely, read) =>
      probabilityOf(weights.features * logOdds(likely) + weights.reading * read + weights.base),
    seeksNotes: (vector) => (vector ? logOddsOfVector(trees.seeksNotes, vector) : 0),
  };
}

const logOdds = (likely: number): number => Math.log(Math.max(likely, leastOdds) / Math.max(1 - likely, leastOdds));

export const valuesOf = (features: Features): number[] => featureNames.map((name) => features[name]);

/** @param values of the features, in their order */
export const helpfulnessOf = (values: readonly number[], trees: TreeSum): number =>
  probabilityOf(logOddsOf(values, trees));
