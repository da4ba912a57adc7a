// Compares two results that must agree: the comparison of vectors in memory, and sqlite-vec's own on disk. Where they do not, the vectors in memory
// are not those of the index, or one of the two is wrong.
import { vectorLength } from '../kernel/vector-math.ts';
import type { Generation } from './loaded-index.ts';
import type { ChunkTable } from './chunk-table.ts';

export interface VectorCheck {
  /** Lines whose nearest ten were looked up in both ways. */
  asked: number;
  /** How many of these have equally near lines in both. */
  agreeing: number;
}

const asked = 8;
const compared = 10;
/** Cosines of int8 vectors; the two round otherwise. */
const tolerance = 1e-3;

/** Null where there is nothing to compare: no vectors, or all of them on disk only. */
export async function checkVectors({ lines, store, nearest }: Generation): Promise<VectorCheck | null> {
  const slots = Array.from({ length: asked }, (_, i) => Math.floor((i * lines.top) / asked)).filter(
    (slot) => (lines.columns.scale[slot] ?? 0) > 0,
  );
  if (lines.onDisk || slots.length === 0) return null;
  let agreeing = 0;
  for (const slot of slots) {
    const query = store.vector(lines.columns.content[slot] as number);
    if (!query) continue;
    const found = await nearest.find(query, compared);
    const onDisk = found.map((content) => cosineWith(query, lines.contentSlots(content)[0] ?? slot, lines));
    const inMemory = bestCosines(query, lines).slice(0, found.length);
    if (found.length > 0 && inMemory.every((cosine, i) => Math.abs(cosine - (onDisk[i] as number)) < tolerance))
      agreeing += 1;
  }
  return { asked: slots.length, agreeing };
}

const cosineWith = (query: Int8Array, slot: number, lines: ChunkTable): number =>
  ((lines.dotsAt(query, [slot])[0] ?? 0) * (lines.columns.scale[slot] as number)) / vectorLength(query);

/** The cosines of all contents, each once and the highest first. */
function bestCosines(query: Int8Array, lines: ChunkTable): number[] {
  const { scale, content } = lines.columns;
  const length = vectorLength(query);
  const dots = lines.dots(query);
  const best = new Map<number, number>();
  for (let slot = 0; slot < Math.min(lines.top, dots.length); slot += 1)
    if ((scale[slot] as number) > 0)
      best.set(content[slot] as number, ((dots[slot] as number) * (scale[slot] as number)) / length);
  return [...best.values()].sort((a, b) => b - a);
}
