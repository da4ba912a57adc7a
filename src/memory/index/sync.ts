// Keeps the index in step with the vault: which notes changed, and what in them, in short steps. Knows no embedding and no ranking.
import type { Clock } from '../../base/time/clock.ts';
import { isBusy, messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createPace } from '../../base/concurrency/cooperative.ts';
import { type NoteStat, stampMs, type VaultListing } from '../listing.ts';
import { type NoteProblem, noteProblem, problemOf } from '../note-problem.ts';
import { isDamage, isFull, keyOf } from '../store/index-file.ts';
import type { FileRow } from '../store/note-tables.ts';
import type { Store } from '../store/store.ts';
import { chunkInSteps } from '../text/chunk.ts';
import { rowsOf } from '../text/chunk-features.ts';
import type { Reading } from '../reading.ts';
import type { Vault } from '../vault.ts';
import type { ChunkTable } from './chunk-table.ts';
import { loadFile } from './load-file.ts';
import type { Scheduler } from './scheduler.ts';

export interface SyncResult {
  changed: number;
  removed: number;
}

export interface RefreshOptions {
  /** Look at every note, whatever a watch says. */
  sweep?: boolean;
}

export interface Sync {
  /** What lies in the vault when this is called is in the index when it resolves. Calls that overlap share the work. */
  refresh(how?: RefreshOptions): Promise<SyncResult>;
  /** Whether the pass under way has so much to take in that it needs more than a second or so. */
  readonly isLong: boolean;
  /** False while a note is replaced, and for good where that was broken off: what is in memory is not what is stored. */
  readonly isWhole: boolean;
  /** One sentence for each note that is passed over or not quite readable. */
  problems(): NoteProblem[];
}

/** A pass is long while the notes before it have more bytes than this. */
const longBytes = 1_000_000;
/** The last step of a slice comes on top of it. */
const sliceMs = 5;

// oxlint-disable-next-line max-lines-per-function -- one pass over the notes, in slices that share what is under way
export function createSync(options: {
  vault: Pick<Vault, 'list' | 'read'>;
  store: Store;
  lines: ChunkTable;
  /** The files as the store has them. */
  known: readonly FileRow[];
  scheduler: Scheduler;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** Called after each pass, which may have found new chunks. */
  onPass?: () => void;
  /** Told how far a pass has come, and null when none is under way. */
  onReading?: ((reading: Reading | null) => void) | undefined;
}): Sync {
  const { vault, store, lines, scheduler, clock, log, signal, onPass, onReading } = options;
  const known = new Map(options.known.map((file) => [file.path, file]));
  const failed = new Map<string, { signature: string; problem: NoteProblem }>();
  let listingProblems: NoteProblem[] = [];
  /** What the index is in step with: a listing in which nothing has to be looked at again. */
  let settled: VaultListing | null = null;
  /** The size of the notes that the running pass has still to read, with the one that it is reading. */
  let bytesBehind = 0;
  /** Notes that are being replaced or removed, and those of which that was broken off. */
  const inPart = new Set<string>();
  const isLong = (): boolean => bytesBehind > longBytes;
  let running: Promise<SyncResult> | null = null;
  let following: Promise<SyncResult> | null = null;
  const pace = createPace(sliceMs, signal, isLong);
  const { rest, walk } = pace;

  async function takeIn(stat: NoteStat): Promise<boolean> {
    const before = known.get(stat.path);
    const note = await vault.read(stat.path);
    if (!note) return false;
    const hash = keyOf(note.bytes.toString('latin1')).toString('hex');
    const row: Omit<FileRow, 'id'> = {
      path: note.path,
      signature: note.signature,
      readAtMs: clock.now().getTime(),
      hash,
      problem: note.valid ? null : 'not_text',
    };
    if (before?.hash === hash) {
      store.touchFile(row);
      known.set(note.path, { ...row, id: before.id });
      return false;
    }
    if (!note.valid) log.warn({ path: note.path, encoding: note.encoding }, 'the note holds bytes that are not text');
    await rest();
    const { chunks, parts } = await walk(rowsOf(note.path, await walk(chunkInSteps(note.text))));
    // Until it is done: one that is broken off is read again, also where it is as it was before by then.
    if (before) known.set(note.path, { ...before, signature: '', hash: '' });
    await scheduler.alone(async () => {
      inPart.add(note.path);
      try {
        await walk(store.replaceFile(row, chunks, parts));
      } finally {
        // Also of a note that is half replaced: what is in memory must be what is stored.
        const stored = signal.aborted ? undefined : store.fileAt(note.path);
        if (stored) {
          await walk(loadFile(store, lines, stored.id));
          known.set(note.path, stored);
        }
        if (!signal.aborted) inPart.delete(note.path);
      }
    });
    return true;
  }

  function missingFrom({ notes }: VaultListing): [path: string, file: FileRow][] {
    const there = new Set(notes.map((note) => note.path));
    return [...known].filter(([notePath]) => !there.has(notePath));
  }

  async function pass({ sweep = false }: RefreshOptions): Promise<SyncResult> {
    const listing = await vault.list({ sweep });
    if (listing === settled) return { changed: 0, removed: 0 };
    settled = null;
    listingProblems = listing.problems;
    const result: SyncResult = { changed: 0, removed: 0 };
    const doubtful: NoteStat[] = [];
    let met = 0;
    for (const stat of listing.notes) {
      const before = known.get(stat.path);
      if (before) met += 1;
      const isKnown = before?.signature === stat.signature && before.readAtMs - stat.mtimeMs > stampMs;
      if (!isKnown && failed.get(stat.path)?.signature !== stat.signature) doubtful.push(stat);
      if (pace.due) await rest();
    }
    bytesBehind = doubtful.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const gone = met === known.size ? [] : missingFrom(listing);
    // What is gone goes last: the chunks of a moved note are then already there under its new name, with their vectors.
    for (const [i, stat] of doubtful.entries()) {
      signal.throwIfAborted();
      try {
        if (await takeIn(stat)) result.changed += 1;
        failed.delete(stat.path);
      } catch (error) {
        signal.throwIfAborted();
        if (isDamage(error) || isBusy(error)) throw error;
        // The next search tries it again, and need not say so again.
        const full = isFull(error);
        const problem = full ? noteProblem('not_indexed', stat.path) : problemOf(stat.path, error);
        if (failed.get(stat.path)?.problem.kind !== problem.kind)
          log.warn(
            { ...problem, reason: messageOf(error) },
            full ? 'a note is not all in the index: the disk is full' : "a note can't be read",
          );
        failed.set(stat.path, { signature: full ? '' : stat.signature, problem });
      }
      bytesBehind -= stat.sizeBytes;
      onReading?.({ done: i + 1, total: doubtful.length });
      await rest();
    }
    for (const [notePath, file] of gone) {
      known.set(notePath, { ...file, signature: '', hash: '' });
      await scheduler.alone(async () => {
        inPart.add(notePath);
        await walk(lines.setFile(file.id, [], []));
        await walk(store.removeFile(file.id));
        inPart.delete(notePath);
      });
      known.delete(notePath);
      failed.delete(notePath);
      result.removed += 1;
    }
    if (doubtful.length === 0) settled = listing;
    return result;
  }

  async function start(how: RefreshOptions): Promise<SyncResult> {
    try {
      const result = await pass(how);
      onPass?.();
      return result;
    } finally {
      running = null;
      bytesBehind = 0;
      onReading?.(null);
    }
  }

  return {
    get isLong() {
      return isLong();
    },
    get isWhole() {
      return inPart.size === 0;
    },
    refresh(how = {}) {
      if (!running) {
        running = start(how);
        return running;
      }
      // The pass under way may have looked at a file before it was saved: one more, shared by all who wait.
      following ??= running
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => {
          following = null;
          running = start(how);
          return running;
        });
      return following;
    },
    problems: () => [
      ...listingProblems,
      ...[...failed.values()].map((one) => one.problem),
      ...[...known.values()].flatMap(({ path, problem }) => (problem === null ? [] : [noteProblem(problem, path)])),
    ],
  };
}
