// The index in use, and how it is replaced: damaged, outdated or on demand, it is built again beside the one in use, which
// answers meanwhile, and swapped in. Other processes may use the same file. Knows no query.
import { readRegularSync } from '../../base/files/regular-file.ts';
import { existsSync, readSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { inBackground } from '../../base/concurrency/background.ts';
import { missingBinary } from '../../base/files/native-library.ts';
import { isBusy, messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { settlesWithin } from '../../base/concurrency/settles-within.ts';
import { EmbedError } from '../embed/embedder.ts';
import { findDamage } from '../store/index-check.ts';
import { isDamage, OtherSchema, removeStore } from '../store/index-file.ts';
import { type Generation, type GenerationOptions, openGeneration } from './loaded-index.ts';
import type { ChunkTable } from './chunk-table.ts';
import type { Reading } from '../reading.ts';
import { openRebuildFolder, removeAbandonedRebuilds } from './rebuild-folder.ts';
import type { Embedded } from './vectors.ts';

/** While another process writes, the index is tried again after short waits, for some seconds in all. */
const busyMs = 50;
const busyTimes = 60;
/** An index that could not be opened is tried again by its next use after this time: the disk was full, say, and no longer is. */
const reopenAfterMs = 1_000;
/** A file of this size or less is checked completely when it is opened, which takes some ms. */
const smallBytes = 4_000_000;

function isDatabase(file: string): boolean {
  try {
    const head = Buffer.alloc(15);
    readRegularSync(file, (handle) => readSync(handle, head, 0, 15, 0));
    return head.toString('latin1') === 'SQLite format 3';
  } catch {
    // The file is gone or can't be read: in both cases there is nothing to open.
    return false;
  }
}

export class LiveIndex {
  readonly #file: string;
  readonly #options: GenerationOptions;
  readonly #log: Log;
  readonly #stop = new AbortController();
  /** What runs on the index in use. */
  readonly #inUse = new Set<Promise<unknown>>();
  /** Null until the index is used for the first time. */
  #current: Promise<Generation> | null = null;
  /** By the clock of `performance`; null where the index in use is open, or being opened. */
  #failedAtMs: number | null = null;
  #isReady = false;
  #renewing: Promise<Embedded> | null = null;
  #reloading: Promise<void> | null = null;
  #swapping: Promise<void> | null = null;
  /** How far the pass under way has come; null where no note is read. */
  reading: Reading | null = null;

  /** The caller closes it. */
  constructor(file: string, options: GenerationOptions) {
    this.#file = file;
    this.#options = { ...options, signal: this.#stop.signal, onReading: (reading) => (this.reading = reading) };
    this.#log = options.log;
  }

  /** Begins to read the index at its place into memory, as its first use does too. */
  begin(): Promise<Generation> {
    const isToOpenAgain =
      this.#failedAtMs !== null && !this.#stop.signal.aborted && performance.now() - this.#failedAtMs >= reopenAfterMs;
    return this.#current && !isToOpenAgain ? this.#current : this.#put(this.#open());
  }

  #put(opening: Promise<Generation>): Promise<Generation> {
    this.#current = opening;
    this.#failedAtMs = null;
    inBackground(this.#settle(opening), this.#log, 'opening the index');
    return opening;
  }

  async #settle(opening: Promise<Generation>): Promise<void> {
    try {
      await opening;
    } catch {
      // Each use of the index meets the failure and reports it.
      this.#failedAtMs = performance.now();
      return;
    }
    this.#isReady = true;
    try {
      removeAbandonedRebuilds(this.#file);
    } catch (error) {
      this.#log.warn(
        { err: error },
        `What a broken-off rebuild of the index left could not be removed: ${messageOf(error)}`,
      );
    }
  }

  /** The index at its place, or an empty one where that can't be used. @param lines of it, where they are in memory already */
  async #open(lines?: ChunkTable): Promise<Generation> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const small = !lines && existsSync(this.#file) && statSync(this.#file).size <= smallBytes;
        return await openGeneration(this.#file, { ...this.#options, check: small, lines });
      } catch (error) {
        if (isBusy(error) && attempt < busyTimes) {
          await delay(busyMs, undefined, { signal: this.#stop.signal });
          continue;
        }
        // Without its library no index can be opened, and the one that is there may be sound.
        if (missingBinary(error) !== null || (attempt > 0 && !isBusy(error))) throw error;
        if (error instanceof OtherSchema)
          this.#log.info(`The index is of another version and is built again: ${messageOf(error)}.`);
        else this.#log.warn({ err: error }, `The index can't be used and is built again: ${messageOf(error)}`);
        removeStore(this.#file);
      }
    }
  }

  /** Waits until no work runs on the index, and puts another one in its place. */
  #swap(make: (old: Generation) => Promise<Generation>): Promise<void> {
    const before = this.#swapping ?? Promise.resolve();
    const mine = before
      .catch(() => undefined)
      .then(async () => {
        const old = await this.begin();
        await Promise.allSettled(this.#inUse);
        await this.#put(make(old));
      })
      .finally(() => {
        if (this.#swapping === mine) this.#swapping = null;
      });
    this.#swapping = mine;
    return mine;
  }

  /**
   * Another process has written to the file, or put another one in its place: that is read beside what is in memory, which
   * answers meanwhile.
   */
  #reload(): void {
    this.#reloading ??= (async () => {
      // Opening a file that is no database would delete the journal of the index in use.
      const next = isDatabase(this.#file)
        ? await openGeneration(this.#file, this.#options).catch((error: unknown) => this.#tell(error))
        : null;
      if (next)
        await this.#swap(async (old) => {
          await old.close({ save: false });
          return next;
        });
      else await this.#renewWhole();
    })()
      .catch((error: unknown) => {
        if (!isBusy(error) && !this.#stop.signal.aborted)
          this.#log.error({ err: error }, 'The index could not be read again.');
      })
      .finally(() => {
        this.#reloading = null;
      });
  }

  #tell(error: unknown): null {
    if (isBusy(error)) throw error;
    this.#log.warn({ err: error }, `The index in its place can't be used and is built again: ${messageOf(error)}`);
    return null;
  }

  /** Builds the index with its vectors, unless the embedder fails. */
  async #renewWhole(): Promise<void> {
    await this.#renew(true).catch(async (error: unknown) => {
      if (!(error instanceof EmbedError)) throw error;
      await this.#renew(false);
    });
  }

  /** @param withVectors false: swapped in as soon as it knows all words; its vectors follow in the background */
  #renew(withVectors: boolean, onProgress?: (done: number, total: number) => void): Promise<Embedded> {
    this.#renewing ??= (async () => {
      removeAbandonedRebuilds(this.#file);
      const folder = openRebuildFolder(this.#file);
      try {
        const next = await openGeneration(folder.file, { ...this.#options, check: false });
        let made: Embedded = { embedded: 0, tookMs: 0 };
        try {
          await next.sync.refresh();
          if (withVectors && next.vectors) made = await next.vectors.complete(onProgress);
        } finally {
          await next.close({ save: false });
        }
        this.#stop.signal.throwIfAborted();
        // SQLite names its journal after the file, so the old one has to be closed before the new one takes its name.
        await this.#swap(async (old) => {
          await old.close({ save: false });
          removeStore(this.#file, { journalOnly: true });
          renameSync(folder.file, this.#file);
          return await this.#open(next.lines);
        });
        return made;
      } finally {
        folder.remove();
      }
    })().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** Runs work on the index. Where it turns out to be damaged, the work is done again on the one that replaces it. */
  async use<Result>(work: (index: Generation) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      await this.#swapping;
      const used = await this.begin();
      let running: Promise<Result> | null = null;
      try {
        if (used.store.isStale() && !this.#renewing) this.#reload();
        running = work(used);
        this.#inUse.add(running);
        return await running;
      } catch (error) {
        if (running) this.#inUse.delete(running);
        if (this.#stop.signal.aborted) throw error;
        if (isBusy(error) && attempt < busyTimes) await delay(busyMs, undefined, { signal: this.#stop.signal });
        else if (isDamage(error) && attempt < 2) {
          this.#log.warn({ err: error }, `The index is damaged and is built again: ${messageOf(error)}`);
          if (used === (await this.begin())) await this.#renew(false);
        } else throw error;
      } finally {
        if (running) this.#inUse.delete(running);
      }
    }
  }

  /** Resolves to whether the index is in memory, as soon as it is, or when the time is over. */
  async isReadyWithin(ms: number): Promise<boolean> {
    if (this.#isReady) return true;
    return await settlesWithin(
      this.begin().catch(() => undefined),
      ms,
    );
  }

  /** Builds the index anew, with its vectors. Rejects, and leaves the old one, when the embedder fails. */
  async rebuild(onProgress?: (done: number, total: number) => void): Promise<Embedded> {
    // A rebuild that is under way began for another reason, and perhaps before the last note was saved.
    await this.#renewing?.catch(() => undefined);
    return await this.#renew(true, onProgress);
  }

  /** Reads all of the file in another process, and has it built again when it is damaged. Never rejects. */
  async check(): Promise<void> {
    try {
      await this.begin();
      const damage = await findDamage(this.#file, this.#stop.signal);
      if (damage === null || this.#stop.signal.aborted) return;
      this.#log.warn({ damage }, 'The index is damaged and is built again; searches are answered meanwhile.');
      await this.#renewWhole();
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#log.error({ err: error }, 'The index could not be checked.');
    }
  }

  /** Breaks off what is under way, also a note that is being taken in: it is read again by the next index. */
  stop(): void {
    this.#stop.abort(new Error('The memory is closing.'));
  }

  async close(): Promise<void> {
    this.stop();
    await this.#renewing?.catch(() => undefined);
    await this.#reloading;
    await this.#swapping?.catch(() => undefined);
    await (await this.#current?.catch(() => null))?.close();
  }
}
