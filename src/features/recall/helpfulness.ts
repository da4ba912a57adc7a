// How likely a line is to help, by its features. Learnt from made-up lives by scripts/learn-recall.ts.
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
  /** Of a sentence, as log odds; 0 without its vector. */
  seeksNotes(vector: Float32Array | undefined): number;
}

/** @throws when the file is missing, or was learnt with other features */
export function loadHelpfulness(): Helpfulness {
  const trees = loadTrees<RecallModel>(file);
  if (trees.names.join(' ') !== featureNames.join(' '))
    throw new Error(`assets/${file} was learnt with other features: run scripts/learn-recall.ts again`);
  return {
    of: (features) => helpfulnessOf(valuesOf(features), trees),
    seeksNotes: (vector) => (vector ? logOddsOfVector(trees.seeksNotes, vector) : 0),
  };
}

export const valuesOf = (features: Features): number[] => featureNames.map((name) => features[name]);

/** @param values of the features, in their order */
export const helpfulnessOf = (values: readonly number[], trees: TreeSum): number =>
  probabilityOf(logOddsOf(values, trees));
