// How likely a newer line says what became of an older one, by the signals of the pair. Learnt by scripts/learn-succession.ts.
import { loadTrees, logOddsOf, type TreeSum } from '../../base/decision-trees.ts';
import type { VectorWeights } from '../../base/vector-weights.ts';
import { quantize } from '../index/vectors.ts';

export interface SuccessionModel extends TreeSum {
  /** By which lines that tell what became of something ("is now at Bosch") are told from events, wishes, plans and questions. */
  news: VectorWeights;
}

let model: SuccessionModel | null = null;
const loaded = (): SuccessionModel => (model ??= loadTrees<SuccessionModel>('succession.json'));

/** The logarithm of the odds. @param signals in the order of the model's, which is that of `signalNames()` */
export const scoreOf = (signals: readonly number[], by: TreeSum = loaded()): number => logOddsOf(signals, by);

/** The weights as they are compared with the int8 vectors of lines, and what their dot product with a unit vector is multiplied with. */
export interface NewsVector {
  vector: Int8Array;
  factor: number;
  base: number;
}

let newsVector: NewsVector | null = null;

export function loadNewsVector(): NewsVector {
  if (newsVector) return newsVector;
  const [base = 0, ...weights] = loaded().news;
  const most = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0);
  newsVector = { vector: quantize(Float32Array.from(weights)), factor: most / 127, base };
  return newsVector;
}
