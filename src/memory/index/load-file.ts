// A file's rows out of the index into the table in memory, with the vectors that they have.
import type { Store } from '../store/store.ts';
import type { ChunkTable } from './chunk-table.ts';

const vectorsPerStep = 100;

/** In steps of some ms, between which nothing may be ranked. */
export function* loadFile(store: Store, lines: ChunkTable, fileId: number): Generator<void> {
  const touched = yield* lines.setFile(fileId, yield* store.linesOf(fileId), yield* store.partsOf(fileId));
  if (lines.dimensions > 0) {
    for (const [i, slot] of touched.entries()) {
      if ((lines.columns.scale[slot] ?? 0) > 0) continue;
      const content = lines.columns.content[slot] ?? 0;
      const vector = store.vector(content);
      if (vector) lines.setVector(content, vector);
      if (i % vectorsPerStep === vectorsPerStep - 1) yield;
    }
    for (let i = 0; i < touched.length; i += vectorsPerStep) {
      lines.rescaleAround(touched.slice(i, i + vectorsPerStep));
      yield;
    }
  }
  if (lines.wantsMerge) yield* lines.merge();
}
