// One opened index with all that is kept of it in memory. There is one at a time; a rebuild makes a second one beside it.
import type { Clock } from '../../base/time/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createPace } from '../../base/concurrency/cooperative.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { Projection } from '../embed/projection.ts';
import { type Nearest, openNearest } from '../store/nearest.ts';
import { openStore, type Store } from '../store/store.ts';
import type { RelatedWords } from '../text/related-words.ts';
import type { Vault } from '../vault.ts';
import { ChunkTable } from './chunk-table.ts';
import type { ReadVector } from './chunk-vectors.ts';
import { loadFile } from './load-file.ts';
import { hasSnapshot, loadSnapshot, removeSnapshot, saveSnapshot } from './snapshot.ts';
import type { Reading } from '../reading.ts';
import { createSync, type Sync } from './sync.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createVectors, type Vectors } from './vectors.ts';

export interface Generation {
  store: Store;
  lines: ChunkTable;
  sync: Sync;
  vectors: Vectors | null;
  relatedWords: RelatedWords;
  /** Compares a query with the vectors on disk. */
  nearest: Nearest;
  /** Runs what ranks its lines, and what changes them. */
  scheduler: Scheduler;
  /** Writes the state in memory to a file, when it has changed and is complete: the next process that opens the index reads that. Never rejects. */
  save(): Promise<void>;
  /** Saves the state too, unless the index is to be thrown away. */
  close(how?: { save: boolean }): Promise<void>;
}

export interface GenerationOptions {
  vault: Vault;
  embedder: Embedder | null;
  projection: Projection | null;
  relatedWords: RelatedWords;
  clock: Clock;
  log: Log;
  /** Whether a small file is read completely, so that a damaged one is refused. */
  check?: boolean;
  /** The content of the file, where it is in memory already. */
  lines?: ChunkTable;
  /** Whether the vectors stay on disk and are compared there. */
  onDisk?: boolean;
  /** Whether vectors are made only when the caller asks for them. */
  embedsWhenAsked?: boolean;
  /** Breaks off what is under way, as closing does. */
  signal?: AbortSignal;
  /** Told how far the reading of new notes has come; null: none are read. */
  onReading?: (reading: Reading | null) => void;
}

const sliceMs = 10;

/** Opens an index file and reads into memory what search needs of it. @throws when the file is damaged or not of this version */
// oxlint-disable-next-line max-lines-per-function -- the parts of a generation are made of each other, and closed together
export async function openGeneration(file: string, options: GenerationOptions): Promise<Generation> {
  const { vault, embedder, projection, clock, log, onReading } = options;
  const store = openStore(file);
  try {
    const stop = new AbortController();
    if (options.check) store.check();
    const readVector = options.onDisk ? store.vector : null;
    const lines = options.lines ?? (await store.atOneMoment(async () => await loadTable(store, readVector)));
    if (readVector) lines.readVectorsBy(readVector);
    const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
    const known = await createPace(sliceMs).walk(store.files());
    const common = { store, lines, clock, log, signal };
    const scheduler = createScheduler(() => lines.version, { reading: store.reading });
    const vectors = embedder ? createVectors({ ...common, embedder, projection }) : null;
    const nearest = openNearest(file, (error) =>
      log.warn({ err: error }, `The vectors on disk can't be compared, searching by words: ${messageOf(error)}`),
    );
    const sync = createSync({
      ...common,
      known,
      vault,
      scheduler,
      onReading,
      onPass: () => (options.embedsWhenAsked ? undefined : vectors?.poke()),
    });
    /** @param until none: to its end */
    async function save(until?: AbortSignal): Promise<void> {
      try {
        if (!sync.isWhole || hasSnapshot(store) || vectors?.isRunning() || store.isStale()) return;
        const writing = await scheduler.alone(async () => {
          const { walk } = createPace(sliceMs);
          await walk(lines.merge());
          const state = await walk(lines.state());
          // Vectors that came meanwhile are in the file before they are in memory.
          return { done: vectors?.isRunning() ? null : saveSnapshot(store, state, until) };
        });
        await writing.done;
      } catch (error) {
        // The snapshot only saves time: a full disk, or another process that writes, is no failure.
        log.debug({ err: error }, 'What is in memory of the index could not be written down.');
      }
    }
    return {
      store,
      lines,
      sync,
      vectors,
      relatedWords: options.relatedWords,
      nearest,
      scheduler,
      save: async () => await save(signal),
      async close({ save: isKept } = { save: true }) {
        stop.abort(new Error('The memory is closing.'));
        await vectors?.close();
        if (isKept) await save();
        await nearest.close();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** What the index holds, from its snapshot where one fits, else of its rows. */
async function loadTable(store: Store, readVector: ReadVector | null): Promise<ChunkTable> {
  const saved = await loadSnapshot(store, readVector);
  if (saved) return saved;
  // A damaged snapshot would keep the next one from being written.
  removeSnapshot(store.file);
  const lines = new ChunkTable({ expected: store.lastChunk(), readVector });
  await load(store, lines);
  return lines;
}

async function load(store: Store, lines: ChunkTable): Promise<void> {
  const pace = createPace(sliceMs);
  // Without vectors: all of them are read at once, which is faster.
  for (const { id } of await pace.walk(store.files())) await pace.walk(loadFile(store, lines, id));
  await pace.walk(lines.merge());
  const dimensions = store.meta('dimensions');
  if (typeof dimensions !== 'number') return;
  lines.resetVectors(dimensions);
  for (const { contentId, pooled } of store.allVectors()) {
    lines.setVector(contentId, pooled);
    if (pace.due) await pace.rest();
  }
  for (let slot = 0; slot < lines.top; slot += 256) {
    lines.rescaleAround(Array.from({ length: Math.min(256, lines.top - slot) }, (_, i) => slot + i));
    await pace.rest();
  }
}
