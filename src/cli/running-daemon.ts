// The daemon that runs on the state of a command, and the memory as a command asks for it: the daemon's, which is warm, or its
// own where none runs. Modules for a command without a daemon are imported only then: they cost half of a command's time.
import type { AskedSearch, CallProgress, Daemon, DaemonCalls } from '../app/daemon/daemon-calls.ts';
import { connectDaemon } from '../app/daemon/daemon-socket.ts';
import { systemClock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import { indexFileOf } from '../app/memory/index-file.ts';
import type { Config } from '../config.ts';
import type { IndexReport, Memory, MemoryStatus } from '../memory/memory.ts';
import { type TellReading, whileReading } from '../memory/reading.ts';
import type { SearchAnswer } from '../memory/search.ts';
import { progressBar, readingNotes } from './progress.ts';

/** @returns null where no daemon runs on this state */
export const findDaemon = async (config: Config): Promise<Daemon | null> =>
  await connectDaemon<DaemonCalls>(config.state.dir);

export interface AskedMemory {
  search(query: string, options?: AskedSearch): Promise<SearchAnswer>;
  index(options?: { rebuild?: boolean; onProgress?: (done: number, total: number) => void }): Promise<IndexReport>;
  status(): Promise<MemoryStatus>;
  probe: Memory['probe'];
  checkVectors: Memory['checkVectors'];
  close(): Promise<void>;
}

/** @param how see {@link openOwnMemory} */
export async function openAskedMemory(config: Config, log: Log, how: OwnMemoryOptions = {}): Promise<AskedMemory> {
  const daemon = await findDaemon(config);
  return daemon ? memoryOf(daemon) : await openOwnMemory(config, log, how);
}

/** A search of it, and its status, show on a terminal how far new notes are read that they wait for. */
export function memoryOf(daemon: Daemon): AskedMemory {
  const onReading = toldParts(progressBar(readingNotes));
  return {
    search: (query, options) => daemon.call('search', { query, options }, onReading),
    index: ({ rebuild = false, onProgress } = {}) => daemon.call('index', { rebuild }, toldParts(onProgress)),
    status: () => daemon.call('memoryStatus', {}, onReading),
    probe: () => daemon.call('probeEmbedder', {}),
    checkVectors: () => daemon.call('checkVectors', {}),
    close: () => Promise.resolve(daemon.close()),
  };
}

/** What passes the progress of a call on to its caller. */
export const toldParts =
  (tell: TellReading | undefined) =>
  (progress: CallProgress): void =>
    tell?.(...progress);

export interface OwnMemoryOptions {
  /** Begins to load the embedding model at once, while the index is read: for a command that will need both. */
  wakesModel?: boolean;
  /** For a command that searches nothing: the vectors that the index has stay on disk, which saves reading them all. */
  searches?: boolean;
}

/** Shows as {@link memoryOf} does. */
export async function openOwnMemory(
  config: Config,
  log: Log,
  { wakesModel = false, searches = true }: OwnMemoryOptions = {},
): Promise<AskedMemory> {
  const { hasAnyVector } = await import('../memory/index/up-to-date.ts');
  const { openConfiguredEmbedder } = await import('../app/memory/embedder.ts');
  const embedder = openConfiguredEmbedder(config, systemClock, log);
  const hasVectors = embedder !== null && hasAnyVector(indexFileOf(config));
  // It loads in its own process, while this one loads what it needs of the memory. Where no line has a vector a search goes by words, and
  // the model may still have to be written.
  if (wakesModel && hasVectors) embedder.prepare();
  const { openConfiguredMemory } = await import('../app/memory/memory.ts');
  const memory = await openConfiguredMemory(config, systemClock, log, {
    watch: false,
    embedsWhenAsked: true,
    embedder,
    // An index that has none yet is made faster with them in memory.
    leavesVectors: !searches && hasVectors,
  });
  const tell = progressBar(readingNotes);
  return {
    search: async (...asked) => await whileReading(memory, tell, async () => await memory.search(...asked)),
    status: async () => await whileReading(memory, tell, async () => await memory.status()),
    index: async (options) => await memory.index(options),
    probe: async () => await memory.probe(),
    checkVectors: async () => await memory.checkVectors(),
    close: async () => await memory.close(),
  };
}
