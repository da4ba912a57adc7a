// How likely a newer line says what became of an older one, by the signals of the pair. Learnt by scripts/learn-succession.ts.
import { loadTrees, logOddsOf, type TreeSum } from '../../base/decision-trees.ts';

let model: TreeSum | null = null;

/** The logarithm of the odds. @param signals in the order of the model's, which is that of `signalNames()` */
export const scoreOf = (signals: readonly number[], by: TreeSum = (model ??= loadTrees('succession.json'))): number =>
  logOddsOf(signals, by);
