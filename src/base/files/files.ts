// Writes files that are only ever whole, and appends lines that are on disk when the call returns. It knows nothing of their content.
import { requireRegular } from './regular-file.ts';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, renameIn } from '../errors.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { ifThere } from './if-there.ts';

/** Modes of all files that Scrubjay writes: only their owner may read a person's memory. */
export const privateFile = 0o600;
export const privateFolder = 0o700;

/**
 * Makes a folder with all above it, or leaves the one that is there. One call for each: Node's own `recursive` says ENOENT
 * where the disk is failing, out of quota or read-only, and so hides whether that may pass.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: privateFolder });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && path.dirname(folder) !== folder) {
      makePrivateFolder(path.dirname(folder));
      // The parent folder exists now. A file system in which no folder can be made, such as /proc, answers ENOENT once more.
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(folder, { mode: privateFolder });
    } else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Makes the names in a folder durable (a new file, a rename). */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface PlaceOptions {
  /**
   * Called when the new bytes are on disk under their temporary name, and calls the renaming, which gives them their own; a throw
   * before that leaves the old file.
   */
  around?: (renaming: () => Promise<void>) => Promise<void>;
  /** The file that is replaced: the new one gets its mode, and its owner and group where the system allows it. Without it only the owner may read the file. */
  like?: Pick<Stats, 'mode' | 'uid' | 'gid'>;
}

/**
 * Replaces a file: readers see the old bytes or the new ones, never a part, and after return the new ones survive a
 * power cut. A symbolic link at `file` is replaced by a file; resolve it first where that matters.
 */
export async function writeFileAtomic(
  file: string,
  bytes: string | Uint8Array | AsyncIterable<Uint8Array>,
  options?: PlaceOptions,
): Promise<void> {
  await placeFile(file, bytes, options);
  await syncFolder(path.dirname(file));
}

/** As {@link writeFileAtomic}; the caller then flushes the folder, by {@link syncFolder}, once for all files of it. */
export async function placeFile(
  file: string,
  bytes: string | Uint8Array | AsyncIterable<Uint8Array>,
  { around = async (renaming) => await renaming(), like }: PlaceOptions = {},
): Promise<void> {
  const temporary = path.join(path.dirname(file), temporaryName(path.basename(file)));
  try {
    const handle = await open(temporary, 'wx', privateFile);
    try {
      await writeFile(handle, bytes);
      // The mode given to open() passes through the umask, which may only take bits away; this says what is meant.
      await handle.chmod(like ? await ownAs(handle, like) : privateFile);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await around(async () => await rename(temporary, file));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    renameIn(error, temporary, file);
    throw error;
  }
}

/** Characters of a long name that its temporary name keeps: a name may have 255 bytes, and on some encrypted disks 143. */
const keptCharacters = 25;

/** The end of a long name stays, and with it the extension, by which what a crash leaves is known for a note. */
const temporaryName = (name: string): string =>
  `.${Buffer.byteLength(name) > 4 * keptCharacters ? [...name].slice(-keptCharacters).join('') : name}.${randomBytes(6).toString('hex')}.tmp`;

/** Whether a file has such a name: it is just being written, or a crash left it. */
export const isTemporaryName = (name: string): boolean => /^\..+\.[0-9a-f]{12}\.tmp$/.test(name);

/** Gives a file the owner and the group of another one, as far as this user may. @returns the mode that it should have */
async function ownAs(handle: FileHandle, { mode, uid, gid }: NonNullable<PlaceOptions['like']>): Promise<number> {
  const own = await handle.stat();
  const isGiven = async (user: number): Promise<boolean> =>
    (own.uid === user && own.gid === gid) ||
    (await handle.chown(user, gid).then(
      () => true,
      () => false,
    ));
  const hasGroup = (await isGiven(uid)) || (await isGiven(own.uid));
  // Where the group could not be kept, the file has another group, which must not get the rights of the old one.
  return mode & (hasGroup ? 0o777 : 0o707);
}

/** Appends whole lines, each on disk when its promise resolves. One appender a file: it does not lock. */
export interface LineAppender {
  /** @param line without its newline. Rejects when it could not be written; the file then ends where it ended before. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens (or makes) a file for appending. A torn last line that a crash left is closed with a newline, never joined. */
export async function openLineAppender(file: string): Promise<LineAppender> {
  requireRegular(file);
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, privateFile);
  let end: number;
  let torn: boolean;
  try {
    end = (await handle.stat()).size;
    torn = end > 0 && (await lastByte(handle, end)) !== newline;
    await syncFolder(path.dirname(file));
  } catch (error) {
    await handle.close();
    throw error;
  }
  const inTurn = createMutex();

  async function write(line: string): Promise<void> {
    const bytes = Buffer.from(`${torn ? '\n' : ''}${line}\n`);
    try {
      await handle.appendFile(bytes);
      await handle.datasync();
    } catch (error) {
      // A full disk leaves half a line; cut it off, so that the next append starts clean. If even that fails, the next
      // one begins with a newline and the reader skips the damaged line.
      await handle.truncate(end).then(
        () => undefined,
        () => {
          torn = true;
        },
      );
      throw error;
    }
    torn = false;
    end += bytes.length;
  }

  return {
    append: (line) => inTurn(() => write(line)),
    close: () => inTurn(() => handle.close()),
  };
}

const newline = 0x0a;

async function lastByte(handle: FileHandle, size: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 ? buffer[0] : undefined;
}

/** Replaces a file by an edited copy, atomically. A missing file stays missing, and one that the edit leaves alone is not written. */
export async function editFile(file: string, edit: (bytes: Buffer) => Buffer): Promise<void> {
  const bytes = await ifThere(readFile(file));
  if (!bytes) return;
  const edited = edit(bytes);
  if (!edited.equals(bytes)) await writeFileAtomic(file, edited);
}

/**
 * Reads a file whose path somebody wrote down. Synchronous, like the reading of the configuration.
 * @throws Error for a file that is larger, and for what has no end or no beginning to read: a pipe, a device
 */
export function readRegularFile(file: string, maxBytes: number): Buffer {
  // NONBLOCK: opening a pipe would wait for its writer.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new Error('this is not a regular file');
    if (stat.size > maxBytes) throw new Error(`this file is larger than ${maxBytes} bytes`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
