// How likely a line is to help, by its features. Learnt from made-up lives by scripts/learn-recall.ts.
import { loadTrees, logOddsOf, probabilityOf, type TreeSum } from '../../base/decision-trees.ts';
import { featureNames, type Features } from './features.ts';

const file = 'recall-trees.json';

/** The probability that a line helps, 0..1. */
export type Helpfulness = (features: Features) => number;

/** @throws when the file is missing, or was learnt with other features */
export function loadHelpfulness(): Helpfulness {
  const trees = loadTrees(file);
  if (trees.names.join(' ') !== featureNames.join(' '))
    throw new Error(`assets/${file} was learnt with other features: run scripts/learn-recall.ts again`);
  return (features) => helpfulnessOf(valuesOf(features), trees);
}

export const valuesOf = (features: Features): number[] => featureNames.map((name) => features[name]);

/** @param values of the features, in their order */
export const helpfulnessOf = (values: readonly number[], trees: TreeSum): number =>
  probabilityOf(logOddsOf(values, trees));
