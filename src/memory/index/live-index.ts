// The index in use, and how it is replaced: damaged, outdated or on demand, it is built again beside the one in use, which
// answers meanwhile, and swapped in. Other processes may use the same file. Knows no query.
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { EmbedError } from '../embed/embedder.ts';
import { findDamage } from '../store/index-check.ts';
import { isBusy, isDamage, OtherSchema, removeStore } from '../store/index-file.ts';
import { type Generation, type GenerationOptions, openGeneration } from './loaded-index.ts';
import type { Lines } from './chunk-table.ts';
import { openRebuildFolder, removeAbandonedRebuilds } from './rebuild-folder.ts';
import type { Embedded } from './vectors.ts';

export interface CurrentIndex {
  /** Resolves to whether the index is in memory, as soon as it is, or when the time is over. */
  isReadyWithin(ms: number): Promise<boolean>;
  /** Runs work on the index. Where it turns out to be damaged, the work is done again on the one that replaces it. */
  use<Result>(work: (index: Generation) => Promise<Result>): Promise<Result>;
  /** Builds the index anew, with its vectors. Rejects, and leaves the old one, when the embedder fails. */
  rebuild(onProgress?: (done: number, total: number) => void): Promise<Embedded>;
  /** Reads all of the file in another process, and has it built again when it is damaged. Never rejects. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Another process writes: short waits, some seconds in all. */
const busyMs = 50;
const busyTimes = 60;
/** A file up to this is looked at in whole as it is opened: some ms. */
const smallBytes = 4_000_000;

function isDatabase(file: string): boolean {
  try {
    const handle = openSync(file, 'r');
    const head = Buffer.alloc(15);
    readSync(handle, head, 0, 15, 0);
    closeSync(handle);
    return head.toString('latin1') === 'SQLite format 3';
  } catch {
    // Gone, or not to be read: nothing to open in either case.
    return false;
  }
}

export function openCurrentIndex(file: string, options: GenerationOptions): CurrentIndex {
  const { log } = options;
  const inUse = new Set<Promise<unknown>>();
  const stop = new AbortController();
  let current = open();
  let isReady = false;
  let renewing: Promise<Embedded> | null = null;
  let reloading: Promise<void> | null = null;
  let swapping: Promise<void> | null = null;
  current
    .then(() => {
      isReady = true;
      removeAbandonedRebuilds(file);
    })
    .catch((error: unknown) =>
      log.warn({ err: error }, `What a broken-off rebuild of the index left could not be removed: ${messageOf(error)}`),
    );

  /** The index at its place, or an empty one where that can't be used. @param lines of it, where they are in memory already */
  async function open(lines?: Lines): Promise<Generation> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const small = !lines && existsSync(file) && statSync(file).size <= smallBytes;
        return await openGeneration(file, { ...options, check: small, ...(lines ? { lines } : {}) });
      } catch (error) {
        if (isBusy(error) && attempt < busyTimes) {
          await delay(busyMs, undefined, { signal: stop.signal });
          continue;
        }
        if (attempt > 0 && !isBusy(error)) throw error;
        if (error instanceof OtherSchema)
          log.info(`The index is of another version and is built again: ${messageOf(error)}.`);
        else log.warn({ err: error }, `The index can't be used and is built again: ${messageOf(error)}`);
        removeStore(file);
      }
    }
  }

  /** Waits until nobody is at the index, and puts another one in its place. */
  function swap(make: (old: Generation) => Promise<Generation>): Promise<void> {
    const before = swapping ?? Promise.resolve();
    const mine = before
      .catch(() => undefined)
      .then(async () => {
        const old = await current;
        await Promise.allSettled(inUse);
        current = make(old);
        await current;
      })
      .finally(() => {
        if (swapping === mine) swapping = null;
      });
    swapping = mine;
    return mine;
  }

  /**
   * Another process has written to the file, or put another one in its place: that is read beside what is in memory, which
   * answers meanwhile.
   */
  function reload(): void {
    reloading ??= (async () => {
      // Opening what is no database would take the journal away from under the one in use.
      const next = isDatabase(file) ? await openGeneration(file, options).catch(tell) : null;
      if (next)
        await swap(async (old) => {
          await old.close();
          return next;
        });
      else await renewWhole();
    })()
      .catch((error: unknown) => {
        if (!isBusy(error) && !stop.signal.aborted) log.error({ err: error }, 'The index could not be read again.');
      })
      .finally(() => {
        reloading = null;
      });
  }

  function tell(error: unknown): null {
    if (isBusy(error)) throw error;
    log.warn({ err: error }, `The index in its place can't be used and is built again: ${messageOf(error)}`);
    return null;
  }

  /** With its vectors, unless they can't be had. */
  async function renewWhole(): Promise<void> {
    await renew(true).catch(async (error: unknown) => {
      if (!(error instanceof EmbedError)) throw error;
      await renew(false);
    });
  }

  /** @param withVectors false: swapped in as soon as it knows all words; its vectors follow in the background */
  function renew(withVectors: boolean, onProgress?: (done: number, total: number) => void): Promise<Embedded> {
    renewing ??= (async () => {
      removeAbandonedRebuilds(file);
      const folder = openRebuildFolder(file);
      try {
        const next = await openGeneration(folder.file, { ...options, check: false });
        let made: Embedded = { embedded: 0, tookMs: 0 };
        try {
          await next.sync.refresh();
          if (withVectors && next.vectors) made = await next.vectors.complete(onProgress);
        } finally {
          await next.close();
        }
        stop.signal.throwIfAborted();
        // SQLite names its journal after the file, so the old one has to be closed before the new one takes its name.
        await swap(async (old) => {
          await old.close();
          removeStore(file, { journalOnly: true });
          renameSync(folder.file, file);
          return await open(next.lines);
        });
        return made;
      } finally {
        folder.remove();
      }
    })().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function use<Result>(work: (index: Generation) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      await swapping;
      const used = await current;
      if (used.store.isStale() && !renewing) reload();
      const running = work(used);
      inUse.add(running);
      try {
        return await running;
      } catch (error) {
        inUse.delete(running);
        if (stop.signal.aborted) throw error;
        if (isBusy(error) && attempt < busyTimes) await delay(busyMs, undefined, { signal: stop.signal });
        else if (isDamage(error) && attempt < 2) {
          log.warn({ err: error }, `The index is damaged and is built again: ${messageOf(error)}`);
          if (used === (await current)) await renew(false);
        } else throw error;
      } finally {
        inUse.delete(running);
      }
    }
  }

  return {
    async isReadyWithin(ms) {
      if (isReady) return true;
      const timeout = new AbortController();
      const late = delay(ms, false, { signal: timeout.signal, ref: false }).catch(() => false);
      const opened = current.then(
        () => true,
        () => true,
      );
      const first = await Promise.race([opened, late]);
      timeout.abort();
      return first;
    },
    use,
    rebuild: async (onProgress) => {
      // One under way was begun for another reason, and perhaps before the last note was saved.
      await renewing?.catch(() => undefined);
      return await renew(true, onProgress);
    },
    async check() {
      try {
        await current;
        const damage = await findDamage(file, stop.signal);
        if (damage === null || stop.signal.aborted) return;
        log.warn({ damage }, 'The index is damaged and is built again; searches are answered meanwhile.');
        await renewWhole();
      } catch (error) {
        if (!stop.signal.aborted) log.error({ err: error }, 'The index could not be checked.');
      }
    },
    async close() {
      stop.abort(new Error('The memory is closing.'));
      await renewing?.catch(() => undefined);
      await reloading;
      await swapping?.catch(() => undefined);
      await (await current.catch(() => null))?.close();
    },
  };
}
