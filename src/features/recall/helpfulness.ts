// How likely a line is to help, by its features, and by what a model says that reads it together with the message. Learnt from made-up
// lives by scripts/learn-recall.ts and scripts/learn-pairs.py.
import { loadTrees, logOddsOf, type TreeSum } from '../../base/decision-trees.ts';
import { logOddsOfVector, type VectorWeights } from '../../base/vector-weights.ts';
import { featureNames, type Features } from './line-signals.ts';

const file = 'recall-trees.json';

/** The trees, and by which weights the vector of a sentence tells how likely it is that notes help with it. */
export interface RecallModel extends TreeSum {
  seeksNotes: VectorWeights;
}

export interface Helpfulness {
  /** That a line helps, as log odds. */
  of(features: Features): number;
  /** The same for a line that was also read. @param odds by its features @param read what the reading says, as log odds */
  withReading(odds: number, read: number): number;
  /** Of a sentence, as log odds; 0 without its vector. */
  seeksNotes(vector: Float32Array | undefined): number;
}

/**
 * What the features and the reading weigh: a logistic regression on three lives that neither of them had learnt from. The
 * base is such that of the lines beyond 0.7 three of four help.
 */
const weights = { features: 0.66, reading: 0.52, base: 1 };

/** @throws when the file is missing, or was learnt with other features */
export function loadHelpfulness(): Helpfulness {
  const trees = loadTrees<RecallModel>(file);
  if (trees.names.join(' ') !== featureNames.join(' '))
    throw new Error(`assets/${file} was learnt with other features: run scripts/learn-recall.ts again`);
  return {
    of: (features) => logOddsOf(valuesOf(features), trees),
    withReading: (odds, read) => weights.features * odds + weights.reading * read + weights.base,
    seeksNotes: (vector) => (vector ? logOddsOfVector(trees.seeksNotes, vector) : 0),
  };
}

export const valuesOf = (features: Features): number[] => featureNames.map((name) => features[name]);
