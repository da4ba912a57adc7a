// How much the lines around a line have to do with it. In talk each line goes on with what was said before it; in a list of facts
// it does not, and there its neighbours say nothing of what it is about. Measured by the lines' vectors, not by the format.
import { type ChunkTable, none } from '../index/chunk-table.ts';
import { cohesion, context as measured } from '../weights.ts';

const { reach, pairsOfVault } = measured;

/** 0..1. Where nothing has a vector, 1. */
export function contextOf(slot: number, { columns, averages }: ChunkTable): number {
  const { tie, next, previous } = columns;
  let [sum, pairs] = [0, 0];
  const add = (at: number): void => {
    const cosine = tie[at] as number;
    if (cosine <= -1) return;
    sum += cosine;
    pairs += 1;
  };
  for (let at = slot, i = 0; at !== none && i < reach; at = next[at] as number, i += 1) add(at);
  for (let at = previous[slot] as number, i = 0; at !== none && i < reach; at = previous[at] as number, i += 1) add(at);
  const { tie: ofVault } = averages;
  if (ofVault === null) return 1;
  const mean = (sum + pairsOfVault * ofVault) / (pairs + pairsOfVault);
  const { unrelated, related } = cohesion;
  return Math.max(0, Math.min(1, (mean - unrelated) / (related - unrelated)));
}
