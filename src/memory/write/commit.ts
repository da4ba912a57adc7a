// Changing a file that a person may be changing at the same moment. Compare-and-swap on bytes: the edit is made on what
// was read, and made again whenever the file turns out to hold something else. The person's bytes always win.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, ToolError } from '../../base/errors.ts';
import { writeFileAtomic } from '../../base/files.ts';
import { whileLocked } from '../../base/folder-lock.ts';
import { mergeNotes } from './merge.ts';

/** @returns the new bytes, or null to leave the file as it is. Called again for every content the file turns out to have. */
export type Edit = (bytes: Buffer | null) => Buffer | null;

export interface CommitOptions {
  /** Called with the bytes before and after, before the file has them, and again when the edit is made again. */
  keep?: (before: Buffer | null, after: Buffer) => Promise<void>;
  /** Called where the file never got what `keep` was told of last. */
  drop?: () => Promise<void>;
  /** Called when the new bytes are on disk, before they take the file's place; a throw leaves the file as it is. */
  beforeRename?: () => Promise<void>;
}

const maxTries = 8;
/** An editor takes less time than this between emptying a file and filling it. */
const settleMs = 50;
const settleTries = 40;

class ChangedMeanwhile extends Error {}

/**
 * Applies an edit to a file, durable on return. A change by someone else before the new bytes are in place makes the
 * edit run again on what they wrote.
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
  { keep, drop, beforeRename }: CommitOptions,
  told: Told,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await openOrNull(file);
    try {
      const bytes = before && (await readWhole(before));
      const next = edit(bytes);
      if (next === null || (bytes && next.equals(bytes))) {
        if (told.after) await drop?.();
        return;
      }
      const like = await before?.stat();
      if (like && (like.mode & ownerMayWrite) === 0) throw markedReadOnly(file);
      await keep?.(bytes, next);
      told.after = next;
      await writeFileAtomic(file, next, {
        like,
        around: async (renaming) =>
          await whileLocked(path.dirname(file), async () => {
            if (!sameBytes(await readOrNull(file), bytes)) throw new ChangedMeanwhile();
            await beforeRename?.();
            await renaming();
          }),
      });
      told.after = null;
      // An editor that writes in place may have hit the old file between the comparison and the rename. Its words are
      // still in the file that we hold open, and are brought into the new one, which may have been written to as well.
      const late = before && bytes && (await readSettled(before, bytes));
      if (late) return await commitEdit(file, (now) => rejoin(bytes, late, now ?? Buffer.alloc(0)), { beforeRename });
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

const ownerMayWrite = 0o200;

const markedReadOnly = (file: string): ToolError =>
  new ToolError(
    `${path.basename(file)} is marked read-only for its owner, so nothing was written. Whoever owns it can allow that again: chmod u+w.`,
    { failure: 'read_only' },
  );

/** What an editor made of the bytes that it read, on what stands there now. */
function rejoin(read: Buffer, late: Buffer, now: Buffer): Buffer {
  // Byte for byte, as two additions that are alike are two.
  if (late.subarray(0, read.length).equals(read)) return Buffer.concat([now, late.subarray(read.length)]);
  return mergeNotes(read, late, now).bytes;
}

/**
 * What was written to an open file since `bytes` were read from it, or null when nothing was. An editor empties the file
 * before it writes: only what stays the same for a moment counts, and a beginning alone says nothing new.
 */
async function readSettled(handle: FileHandle, bytes: Buffer): Promise<Buffer | null> {
  let last = await readWhole(handle);
  if (last.equals(bytes)) return null;
  for (let tries = 0; tries < settleTries; tries += 1) {
    await delay(settleMs);
    const now = await readWhole(handle);
    if (now.equals(last)) break;
    last = now;
  }
  return bytes.subarray(0, last.length).equals(last) ? null : last;
}

/** The bytes of a file, or null where there is none. Follows no link. */
export async function readOrNull(file: string): Promise<Buffer | null> {
  const handle = await openOrNull(file);
  try {
    return handle && (await readWhole(handle));
  } finally {
    await handle?.close();
  }
}

async function openOrNull(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

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
