// One index with all that is hot in memory for it. The memory has one at a time; a rebuild makes a second one beside it.
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { createPace } from '../../base/cooperative.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { Projection } from '../embed/projection.ts';
import { openStore, type Store } from '../store/store.ts';
import type { RelatedWords } from '../text/related-words.ts';
import type { Vault } from '../vault.ts';
import { ChunkTable } from './chunk-table.ts';
import { createSync, type Sync } from './sync.ts';
import { createTurns, type Turns } from './scheduler.ts';
import { createVectors, type Vectors } from './vectors.ts';

export interface Generation {
  store: Store;
  lines: ChunkTable;
  sync: Sync;
  vectors: Vectors | null;
  relatedWords: RelatedWords;
  /** Of ranking its lines, and of changing them. */
  turns: Turns;
  close(): Promise<void>;
}

export interface GenerationOptions {
  vault: Vault;
  embedder: Embedder | null;
  projection: Projection | null;
  relatedWords: RelatedWords;
  clock: Clock;
  log: Log;
  /** Read all of a file that is there, and refuse a damaged one; only where it is small. */
  check?: boolean;
  /** What the file holds, where it is in memory already. */
  lines?: ChunkTable;
}

const sliceMs = 10;

/** Opens an index file and reads into memory what search needs of it. @throws when the file is damaged or not of this version */
export async function openGeneration(file: string, options: GenerationOptions): Promise<Generation> {
  const { vault, embedder, projection, clock, log } = options;
  const store = openStore(file);
  try {
    const stop = new AbortController();
    if (options.check) store.check();
    const lines = options.lines ?? new ChunkTable(store.lastChunk());
    if (!options.lines) await store.atOneMoment(async () => await load(store, lines));
    const common = { store, lines, clock, log, signal: stop.signal };
    const turns = createTurns(() => lines.version);
    const vectors = embedder ? createVectors({ ...common, embedder, projection }) : null;
    return {
      store,
      lines,
      sync: createSync({ ...common, vault, turns, onPass: () => vectors?.poke() }),
      vectors,
      relatedWords: options.relatedWords,
      turns,
      async close() {
        stop.abort(new Error('The memory is closing.'));
        await vectors?.close();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

async function load(store: Store, lines: ChunkTable): Promise<void> {
  const pace = createPace(sliceMs);
  function* read(file: number): Generator<void> {
    yield* lines.setFile(file, yield* store.linesOf(file), yield* store.partsOf(file));
    if (lines.wantsMerge) yield* lines.merge();
  }
  for (const { id } of store.files()) await pace.walk(read(id));
  await pace.walk(lines.merge());
  const dimensions = store.meta('dimensions');
  if (typeof dimensions !== 'number') return;
  lines.resetVectors(dimensions);
  for (const { contentId, pooled } of store.allVectors()) {
    lines.setVector(contentId, pooled);
    await pace.rest();
  }
  for (let slot = 0; slot < lines.top; slot += 256) {
    lines.rescaleAround(Array.from({ length: Math.min(256, lines.top - slot) }, (_, i) => slot + i));
    await pace.rest();
  }
}
