// Learns weights by which a vector of the built-in model tells whether its text is of some kind (src/base/vector-weights.ts).
import { probabilityOf } from '../src/base/decision-trees.ts';
import type { VectorWeights } from '../src/base/vector-weights.ts';

export interface VectorExample {
  /** Of unit length. */
  vector: Float32Array;
  isSo: boolean;
}

const steps = 150;
const rate = 0.02;
/** On the squares of the weights. */
const penalty = 60;
/** The numbers of a unit vector are small beside the one that stands by itself. */
const spread = 10;

/** Logistic regression (J. Berkson, 1944) with a penalty, by gradient descent (Adam: D. Kingma, J. Ba, 2014). */
export function learnVectorWeights(examples: readonly VectorExample[]): VectorWeights {
  const inputs = examples.map(({ vector }) => Float64Array.of(1, ...vector.map((x) => x * spread)));
  const size = inputs[0]?.length ?? 0;
  const weights = new Float64Array(size);
  const slope = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let step = 1; step <= steps; step += 1) {
    for (let k = 0; k < size; k += 1) slope[k] = k === 0 ? 0 : penalty * (weights[k] as number);
    for (const [i, input] of inputs.entries()) {
      let sum = 0;
      for (let k = 0; k < size; k += 1) sum += (weights[k] as number) * (input[k] as number);
      const miss = probabilityOf(sum) - (examples[i]?.isSo ? 1 : 0);
      for (let k = 0; k < size; k += 1) slope[k] = (slope[k] as number) + miss * (input[k] as number);
    }
    for (let k = 0; k < size; k += 1) {
      const by = (slope[k] as number) / inputs.length;
      mean[k] = 0.9 * (mean[k] as number) + 0.1 * by;
      square[k] = 0.99 * (square[k] as number) + 0.01 * by ** 2;
      const [m, s] = [(mean[k] as number) / (1 - 0.9 ** step), (square[k] as number) / (1 - 0.99 ** step)];
      weights[k] = (weights[k] as number) - (rate * m) / (Math.sqrt(s) + 1e-8);
    }
  }
  return [...weights].map((weight, k) => Number((k === 0 ? weight : weight * spread).toPrecision(4)));
}
