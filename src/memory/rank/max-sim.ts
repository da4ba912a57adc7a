// Late interaction: a line scored by its single words against those of the query (MaxSim). Pure arithmetic.
// O. Khattab, M. Zaharia, "ColBERT", SIGIR 2020; here over an ordinary sentence model, its mean removed.
import { type Tokens, unit } from '../embed/token-vectors.ts';
import type { TokenMatches } from '../kernel/token-matches.ts';
import { tokenShares } from '../weights.ts';

/** How well each token of a query is matched in each of some lines. */
export interface Matches {
  /** The best cosine (0 or more) of each query token among the tokens of a line, line by line; after the last one all are 0. */
  cosines: Float32Array;
  /** Where the numbers of a line begin, by the caller's key of the line. */
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
  const before = context * (tokenShares.previous + (1 - tokenShares.previous) * asked);
  const after = context * (tokenShares.next + (1 - tokenShares.next) * asking);
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
