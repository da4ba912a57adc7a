// How much the lines around a line have to do with it. In talk each line goes on with what was said before it; in a list of facts
// it does not, and there its neighbours say nothing of what it is about. Measured by the lines' vectors, not by the format.
import { type ChunkTable, none } from '../index/chunk-table.ts';
import { cohesion, context as measured } from '../weights.ts';

const { reach, pairsOfVault } = measured;

/** 0..1. Where nothing has a vector, 1. */
export function contextOf(slot: number, lines: ChunkTable): number {
  return contextsOf(Int32Array.of(slot), lines)[0] as number;
}

/** The same of several lines, in their order. */
export function contextsOf(slots: Int32Array, { columns, averages }: ChunkTable): Float64Array {
  const { tie, next, previous } = columns;
  const { unrelated, related } = cohesion;
  const contexts = new Float64Array(slots.length).fill(1);
  const ofVault = averages.tie;
  if (ofVault === null) return contexts;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    let sum = 0;
    let pairs = 0;
    for (let at = slot, step = 0; at !== none && step < reach; step += 1) {
      if ((tie[at] as number) > -1) {
        sum += tie[at] as number;
        pairs += 1;
      }
      at = next[at] as number;
    }
    for (let at = previous[slot] as number, step = 0; at !== none && step < reach; step += 1) {
      if ((tie[at] as number) > -1) {
        sum += tie[at] as number;
        pairs += 1;
      }
      at = previous[at] as number;
    }
    const mean = (sum + pairsOfVault * ofVault) / (pairs + pairsOfVault);
    contexts[i] = Math.max(0, Math.min(1, (mean - unrelated) / (related - unrelated)));
  }
  return contexts;
}
