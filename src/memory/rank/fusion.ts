// Several queries for one thing, each ranked by itself, made one ranking: what stands high in any of them stands high, what stands
// high in several stands higher. G. V. Cormack et al., "Reciprocal rank fusion", SIGIR 2009.
import type { Hit } from './hit.ts';
import { fusionOffset } from '../weights.ts';

/** @param rankings each best first @returns the hits of all, each once, best first; one that answers any of the queries answers */
export function fuse(rankings: readonly Hit[][]): Hit[] {
  const [only] = rankings;
  if (rankings.length === 1 && only) return only;
  const fused = new Map<number, { hit: Hit; score: number }>();
  for (const hits of rankings)
    for (const [at, hit] of hits.entries()) {
      // A line that is no answer to one query is not to rise for being one of the many that are none.
      const score = hit.answers ? 1 / (fusionOffset + at) : 0;
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
