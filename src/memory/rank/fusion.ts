// Several queries for one thing, each ranked by itself, made one ranking: what stands high in any of them stands high, what stands
// high in several stands higher. G. V. Cormack et al., "Reciprocal rank fusion", SIGIR 2009.
import type { Hit } from './hit.ts';
import { fusionOffset, leastShareInFusion } from '../weights.ts';

export interface Ranking {
  /** Best first. */
  hits: readonly Hit[];
  /** How well the model knows the words of the query, 0..1. */
  familiar: number;
}

/** @returns the hits of all, each once, best first; one that answers any of the queries answers */
export function fuse(rankings: readonly Ranking[]): readonly Hit[] {
  const [only] = rankings;
  if (rankings.length === 1 && only) return only.hits;
  const fused = new Map<number, { hit: Hit; score: number }>();
  for (const { hits, familiar } of rankings)
    for (const [at, hit] of hits.entries()) {
      // A line that is no answer to one query is not to rise for being one of the many that are none.
      const score = hit.answers ? shareOf(hit, familiar) / (fusionOffset + at) : 0;
      const known = fused.get(hit.slot);
      if (!known) fused.set(hit.slot, { hit, score });
      else {
        known.score += score;
        if (hit.answers && (!known.hit.answers || hit.confidence > known.hit.confidence)) known.hit = hit;
      }
    }
  const all = [...fused.values()].sort((a, b) => b.score - a.score || b.hit.confidence - a.hit.confidence);
  for (const { hit, score } of all) hit.rank = score;
  return all.map(({ hit }) => hit);
}

/**
 * How much a place in a ranking counts. By the place alone, what stands first for Spanish words, which the built-in model ranks by chance,
 * counted as much as the line with every word of another query. There the words that the line holds tell how sure it is.
 */
const shareOf = ({ confidence, coverage }: Hit, familiar: number): number =>
  leastShareInFusion + (1 - leastShareInFusion) * Math.max(familiar * confidence, coverage);
