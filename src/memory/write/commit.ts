// Changing a file that a person may be changing at the same moment. Compare-and-swap on bytes: the edit is made on what
// was read, and made again whenever the file turns out to hold something else. The person's bytes always win.
// An editor empties a file before it fills it, and on a network mount some 100 ms may lie in between: what may be half of a note is
// waited for, and so is what an editor writes into the file that was replaced under it.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '../../base/errors.ts';
import { syncFolder, writeFileAtomic } from '../../base/files/files.ts';
import { whileLocked } from '../../base/files/folder-lock.ts';
import { ifThere } from '../../base/files/if-there.ts';
import { mergeNotes } from './merge.ts';

/** What an edit gives for a file that is to be gone. An empty file is another thing. */
export const noFile = Symbol('no file');

/**
 * @returns the new bytes, or null to leave the file as it is, or {@link noFile}, of which `keep` is told nothing. Called again for every
 * content the file turns out to have.
 */
export type Edit = (bytes: Buffer | null) => Buffer | typeof noFile | null;

export interface CommitOptions {
  /** What the file held when it was last read or written here, where that is known; brought up to date by the commit. */
  known?: KnownContent;
  /** Called with the bytes before and after, before the file has them, and again when the edit is made again. */
  keep?: (before: Buffer | null, after: Buffer) => Promise<void>;
  /** Called where the file never got what `keep` was told of last. */
  drop?: () => Promise<void>;
  /** Called when the new bytes are on disk, before they take the file's place; a throw leaves the file as it is. */
  beforeRename?: () => Promise<void>;
  /** What is thrown where the file is there and can't be opened for reading. */
  readError?: (error: unknown) => unknown;
}

/** The last content of a file that is known for whole, as far as another one is compared with it. */
export class KnownContent {
  #size = 0;
  #hash: string | null = null;

  /** @param bytes null: there is no such file */
  set(bytes: Buffer | null): void {
    this.#size = bytes?.length ?? 0;
    this.#hash = bytes && hashOf(bytes);
  }

  /** For how long the file has to rest before it counts as whole: not at all where it is as it was, or old. */
  restMs({ bytes, modifiedMs }: Reading): number {
    if (bytes !== null && this.#hash === hashOf(bytes)) return 0;
    if (bytes === null || bytes.length === 0) return bytes === null && this.#hash === null ? 0 : emptiedRestMs;
    const ageMs = Math.abs(Date.now() - modifiedMs);
    if (bytes.length < this.#size && ageMs < recentMs) return emptiedRestMs;
    return ageMs < restMs ? restMs : 0;
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

interface Reading {
  /** Null where there is no such file. */
  bytes: Buffer | null;
  modifiedMs: number;
}

const maxTries = 8;
/** An editor takes less time than this between two writes. */
const restMs = 500;
/** The same of a file that has less than it had, as all the rest of it would be lost. */
const emptiedRestMs = 1_500;
/** What was cut so long ago was cut on purpose. More than what the clocks of two machines differ by. */
const recentMs = 60_000;
/** All that one commit waits for files to rest. */
const maxWaitMs = 6_000;
const pollMs = 25;

class ChangedMeanwhile extends Error {}

/**
 * Applies an edit to a file, durable on return. A change by someone else before the new bytes are in place makes the
 * edit run again on what they wrote. Where there is no file, an edit to nothing makes none.
 * @throws ToolError when the file keeps changing, or is marked read-only; whatever the edit throws leaves the file untouched
 */
export async function commitEdit(file: string, edit: Edit, options: CommitOptions = {}): Promise<void> {
  const told: Told = { after: null };
  try {
    await tryToCommit(file, edit, options, told);
  } catch (error) {
    // It may be in place although a later step failed, and then it stays in the record.
    if (told.after && !(await holds(file, told.after))) await options.drop?.();
    throw error;
  }
}

/** What `keep` was told of and the file is not known to have. */
interface Told {
  after: Buffer | null;
}

const holds = async (file: string, bytes: Buffer): Promise<boolean> =>
  await readOrNull(file).then(
    (now) => sameBytes(now, bytes),
    () => false,
  );

async function tryToCommit(
  file: string,
  edit: Edit,
  { known = new KnownContent(), keep, drop, beforeRename, readError = (error) => error }: CommitOptions,
  told: Told,
): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { handle: before, bytes, watchMs } = await openRested(file, known, deadline, readError);
    try {
      known.set(bytes);
      const next = edit(bytes);
      if (isAsItIs(next, bytes)) {
        if (told.after) await drop?.();
        return;
      }
      const like = await before?.stat();
      if (like && (like.mode & ownerMayWrite) === 0) throw markedReadOnly(file);
      const around = async (placing: () => Promise<void>): Promise<void> =>
        await whileLocked(path.dirname(file), async () => {
          if (!sameBytes(await readOrNull(file), bytes)) throw new ChangedMeanwhile();
          await beforeRename?.();
          await placing();
        });
      if (next === noFile) await removeFile(file, around);
      else {
        await keep?.(bytes, next);
        told.after = next;
        await writeFileAtomic(file, next, { like, around });
        told.after = null;
      }
      known.set(next === noFile ? null : next);
      // An editor that writes in place may have opened the old file before the renaming. Its words are still in the file that
      // we hold open, and are brought into the new one, which may have been written to as well.
      const late = before && bytes && (await writtenLate(before, bytes, watchMs));
      if (late)
        return await commitEdit(file, (now) => rejoin(bytes, late, now ?? Buffer.alloc(0)), { known, beforeRename });
      return;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    } finally {
      await before?.close();
    }
  }
  throw new ToolError(
    `${path.basename(file)} is being changed by someone else all the time. Nothing was written; try again.`,
    { failure: 'busy' },
  );
}

function isAsItIs(next: ReturnType<Edit>, bytes: Buffer | null): next is null {
  if (next === noFile) return bytes === null;
  return next === null || next.equals(bytes ?? Buffer.alloc(0));
}

async function removeFile(file: string, around: (placing: () => Promise<void>) => Promise<void>): Promise<void> {
  await around(async () => await rm(file));
  await syncFolder(path.dirname(file));
}

const ownerMayWrite = 0o200;

const markedReadOnly = (file: string): ToolError =>
  new ToolError(
    `${path.basename(file)} is marked read-only for its owner, so nothing was written. Whoever owns it can allow that again: chmod u+w.`,
    { failure: 'read_only' },
  );

/**
 * Opens a file once it has rested for as long as it has to.
 * @returns with the file for how long a program that emptied it may still write into it (`watchMs`)
 */
async function openRested(
  file: string,
  known: KnownContent,
  deadline: number,
  readError: (error: unknown) => unknown,
): Promise<{ handle: FileHandle | null; bytes: Buffer | null; watchMs: number }> {
  let last: Reading | null = null;
  let restsFrom = performance.now();
  for (;;) {
    const handle = await openOrNull(file).catch((error: unknown) => {
      throw readError(error);
    });
    try {
      const now: Reading = handle ? await readingOf(handle) : { bytes: null, modifiedMs: 0 };
      if (last && !sameReading(now, last)) restsFrom = performance.now();
      last = now;
      const neededMs = known.restMs(now);
      if (performance.now() - restsFrom >= neededMs || performance.now() > deadline)
        return { handle, bytes: now.bytes, watchMs: neededMs === emptiedRestMs ? neededMs : 0 };
    } catch (error) {
      await handle?.close();
      throw error;
    }
    await handle?.close();
    await delay(pollMs);
  }
}

/** What an editor made of the bytes that it read, on what stands there now. */
function rejoin(read: Buffer, late: Buffer, now: Buffer): Buffer {
  const endsLine = read.length === 0 || read.at(-1) === newline;
  // Byte for byte, as two additions that are alike are two.
  if (endsLine && late.subarray(0, read.length).equals(read)) return Buffer.concat([now, late.subarray(read.length)]);
  return mergeNotes(read, late, now).bytes;
}

const newline = 0x0a;

/**
 * What was written to an open file since `bytes` were read from it, once it rests; null when nothing was. A beginning alone says nothing new.
 * @param watchMs for how long something may be written to it yet
 */
async function writtenLate(handle: FileHandle, bytes: Buffer, watchMs: number): Promise<Buffer | null> {
  const known = new KnownContent();
  known.set(bytes);
  const from = performance.now();
  let restsFrom = from;
  let last = await readingOf(handle);
  for (;;) {
    const isSame = last.bytes?.equals(bytes) === true;
    const neededMs = isSame ? watchMs : known.restMs(last);
    if (performance.now() - restsFrom >= neededMs || performance.now() - from > maxWaitMs) break;
    await delay(pollMs);
    const now = await readingOf(handle);
    if (!sameReading(now, last)) restsFrom = performance.now();
    last = now;
  }
  const late = last.bytes ?? bytes;
  return bytes.subarray(0, late.length).equals(late) ? null : late;
}

async function readingOf(handle: FileHandle): Promise<Reading> {
  const bytes = await readWhole(handle);
  return { bytes, modifiedMs: (await handle.stat()).mtimeMs };
}

const sameReading = (a: Reading, b: Reading): boolean => a.modifiedMs === b.modifiedMs && sameBytes(a.bytes, b.bytes);

/** The bytes of a file, or null where there is none. Follows no link. */
export async function readOrNull(file: string): Promise<Buffer | null> {
  const handle = await openOrNull(file);
  try {
    return handle && (await readWhole(handle));
  } finally {
    await handle?.close();
  }
}

const openOrNull = (file: string): Promise<FileHandle | null> =>
  ifThere(open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));

/** From its beginning, wherever the handle stands. */
async function readWhole(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat();
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.max(size - at, 1024)), 0, undefined, at);
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

const sameBytes = (a: Buffer | null, b: Buffer | null): boolean => (a && b ? a.equals(b) : a === b);
