// The vectors of single words as they are stored for late interaction (rank/max-sim.ts): projected, normalised, int8. Pure arithmetic.
// O. Khattab, M. Zaharia, "ColBERT", SIGIR 2020; here over an ordinary sentence model, its mean removed.
import { createProjector, type Projector } from '../kernel/projector.ts';
import type { Projection } from './projection.ts';

/** Token vectors as they are stored. */
export interface Tokens {
  /** Wordpiece ids. */
  ids: Uint16Array;
  /** ids.length × dimensions, each of length about `unit`. */
  vectors: Int8Array;
}

/** A unit vector's length in int8. Components beyond ±.5 are rare in 64 dimensions and are cut. */
export const unit = 254;

const projectors = new WeakMap<Projection, Projector>();

function projectorOf(by: Projection): Projector {
  const known = projectors.get(by);
  if (known) return known;
  const made = createProjector(by.matrix, by.inputDimensions);
  projectors.set(by, made);
  return made;
}

/** Projects raw token vectors, leaving out those for which `keep` says no. */
export function projectTokens(
  raw: { ids: Int32Array; vectors: Float32Array },
  by: Projection,
  keep: (id: number) => boolean,
): Tokens {
  const kept: number[] = [];
  for (let t = 0; t < raw.ids.length; t += 1) if (keep(raw.ids[t] ?? 0)) kept.push(t);
  const ids = new Uint16Array(kept.length);
  const vectors = new Int8Array(kept.length * by.dimensions);
  const project = projectorOf(by);
  const centred = new Float32Array(by.inputDimensions);
  for (const [k, t] of kept.entries()) {
    ids[k] = raw.ids[t] ?? 0;
    // As number: indices below the length, and a test in the innermost loop takes as long as the difference.
    for (let d = 0; d < by.inputDimensions; d += 1)
      centred[d] = (raw.vectors[t * by.inputDimensions + d] as number) - (by.mean[d] as number);
    const projected = project(centred);
    let square = 0;
    for (const x of projected) square += x * x;
    const factor = square > 0 ? unit / Math.sqrt(square) : 0;
    for (let r = 0; r < by.dimensions; r += 1)
      vectors[k * by.dimensions + r] = Math.max(
        -127,
        Math.min(127, Math.round(Math.fround(projected[r] ?? 0) * factor)),
      );
  }
  return { ids, vectors };
}

/**
 * One unit vector for a whole text: the weighted sum of its token vectors, without what all tokens share. All zeros where no
 * token counts. Better than the model's own mean (LoCoMo dev lines R@10 83.3 -> 84.0), which is mostly of common words.
 */
export function poolTokens(
  raw: { ids: Int32Array; vectors: Float32Array },
  mean: Float32Array,
  weightOf: (id: number) => number,
): Float32Array {
  const size = mean.length;
  const sum = new Float32Array(size);
  for (let t = 0; t < raw.ids.length; t += 1) {
    const weight = weightOf(raw.ids[t] ?? 0);
    if (weight === 0) continue;
    for (let d = 0; d < size; d += 1)
      sum[d] = (sum[d] as number) + weight * ((raw.vectors[t * size + d] as number) - (mean[d] as number));
  }
  let square = 0;
  for (const value of sum) square += value * value;
  return square > 0 ? sum.map((value) => value / Math.sqrt(square)) : sum;
}

/** Inverse document frequency, never negative: a word in every line of a small vault still counts a little. */
export const idf = (lines: number, having: number): number =>
  Math.log(1 + (Math.max(lines, having) - having + 0.5) / (having + 0.5));
