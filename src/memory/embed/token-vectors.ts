// Late interaction: a line scored by its single words against those of the query (MaxSim). Token vectors are stored
// small: projected, normalised, int8. Pure arithmetic.
// O. Khattab, M. Zaharia, "ColBERT", SIGIR 2020; here over an ordinary sentence model, its mean removed.
import type { TokenMatches } from '../kernel/token-matches.ts';
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
  const centred = new Float32Array(by.inputDimensions);
  const projected = new Float32Array(by.dimensions);
  for (const [k, t] of kept.entries()) {
    ids[k] = raw.ids[t] ?? 0;
    // As number here and below: indices below the length, and a test in the innermost loop takes as long as the product.
    for (let d = 0; d < by.inputDimensions; d += 1)
      centred[d] = (raw.vectors[t * by.inputDimensions + d] as number) - (by.mean[d] as number);
    const { matrix, inputDimensions: width } = by;
    let square = 0;
    // Four at a time share each load, and their sums do not wait for each other. There are a multiple of four.
    for (let r = 0; r < by.dimensions; r += 4) {
      const first = r * width;
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let i = 0; i < width; i += 1) {
        const x = centred[i] as number;
        a += (matrix[first + i] as number) * x;
        b += (matrix[first + width + i] as number) * x;
        c += (matrix[first + 2 * width + i] as number) * x;
        d += (matrix[first + 3 * width + i] as number) * x;
      }
      projected.set([a, b, c, d], r);
      square += a * a + b * b + c * c + d * d;
    }
    const factor = square > 0 ? unit / Math.sqrt(square) : 0;
    for (let r = 0; r < by.dimensions; r += 1)
      vectors[k * by.dimensions + r] = Math.max(-127, Math.min(127, Math.round((projected[r] ?? 0) * factor)));
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

/** How well each token of a query is matched in each of some lines. */
export interface Matches {
  /** The best cosine (0 or more) of each query token among the tokens of a line, line by line; after the last one all are 0. */
  cosines: Float32Array;
  /** Where those of a line begin, by what the caller calls it. */
  startOf(line: number): number;
}

/** @param tokensOf the token vectors of a line, as token-bytes.ts packs them; null where it has none */
export function bestMatches(
  query: Tokens,
  lines: Int32Array,
  tokensOf: (line: number) => Uint8Array | null,
  by: TokenMatches,
): Matches {
  const starts = new Map<number, number>();
  const packed: Uint8Array[] = [];
  const size = query.ids.length;
  for (const line of lines) {
    const tokens = tokensOf(line);
    if (tokens) starts.set(line, size * (packed.push(tokens) - 1));
  }
  const end = size * packed.length;
  const dots = by.best(query.vectors, packed);
  const cosines = new Float32Array(end + size);
  for (let i = 0; i < end; i += 1) cosines[i] = (dots[i] as number) / (unit * unit);
  return { cosines, startOf: (line) => starts.get(line) ?? end };
}

/** How much a query token counts when it is found in the line before or after. */
const previousShare = 0.8;
const nextShare = 0.6;

/** A line with those beside it. */
export interface Between {
  own: number;
  previous: number;
  next: number;
  /** The share of the line before that is questions. */
  asked: number;
  /** The share of the line itself. */
  asking: number;
  /** How much the lines beside it have to do with it, 0..1. */
  context: number;
}

/**
 * MaxSim of a line with its neighbours' help, 0..1: each query token by the best of the line, .8 of the line before and
 * .6 of the line after, weighted by how rare it is. A question and its answer are about the same, so there it is all of them
 * (LoCoMo dev MRR 68.9 -> 69.4, R@2000tok 93.6 -> 93.9; BEAM dev R@5 64.7 -> 65.3).
 */
export function maxSim(
  weights: Float32Array,
  { cosines, startOf }: Matches,
  { own, previous, next, asked, asking, context }: Between,
): number {
  const ofOwn = startOf(own);
  const ofPrevious = startOf(previous);
  const ofNext = startOf(next);
  const before = context * (previousShare + (1 - previousShare) * asked);
  const after = context * (nextShare + (1 - nextShare) * asking);
  let sum = 0;
  let total = 0;
  for (let i = 0; i < weights.length; i += 1) {
    const weight = weights[i] as number;
    sum +=
      weight *
      Math.max(
        cosines[ofOwn + i] as number,
        before * (cosines[ofPrevious + i] as number),
        after * (cosines[ofNext + i] as number),
      );
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Inverse document frequency, never negative: a word in every line of a small vault still counts a little. */
export const idf = (lines: number, having: number): number =>
  Math.log(1 + (Math.max(lines, having) - having + 0.5) / (having + 0.5));
