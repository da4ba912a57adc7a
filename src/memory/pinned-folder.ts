// A folder of the vault held by its handle, so that what is read or written in it lies in it: each folder of the path is opened
// from the handle of the one above and never through a link. A folder that replaces it meanwhile is ignored.
// On Linux a name below a handle is reached by /proc/self/fd. Elsewhere the path itself has to do: the chain of folders is
// compared, by device and inode, before and after.
import { type BigIntStats, constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, renameIn } from '../base/errors.ts';
import { privateFolder, syncFolder } from '../base/files/files.ts';

export interface PinnedFolder {
  /** Its path; on Linux it names this very folder, wherever it is moved, until it is closed. */
  readonly path: string;
  /** Its path as the person knows it, for messages: `path` says nothing to them. */
  readonly place: string;
  /** Whether the folder still lies at its place in the vault, reached without a link. */
  isInPlace(): Promise<boolean>;
  close(): Promise<void>;
}

const handles = '/proc/self/fd';
const canOpenByHandle = existsSync(handles);
const openFolder = constants.O_RDONLY | constants.O_DIRECTORY;
const notThere = ['ENOENT', 'ENOTDIR', 'ELOOP'];

/**
 * @param root the vault; may be a link itself
 * @param names of the folders below it, from the top down
 * @param options.make make the folders that are missing; durable on return
 * @returns null where there is no such folder, or a link in its place
 */
export async function pinFolder(
  root: string,
  names: readonly string[],
  { make = false, byHandle = canOpenByHandle }: { make?: boolean; byHandle?: boolean } = {},
): Promise<PinnedFolder | null> {
  return byHandle ? await pinByHandle(root, names, make) : await pinByPath(root, names, make);
}

async function pinByHandle(root: string, names: readonly string[], make: boolean): Promise<PinnedFolder | null> {
  let handle = await openOrNull(root, openFolder);
  let known = root;
  let opened: FileHandle | null = handle;
  try {
    for (const name of names) {
      if (!handle) return null;
      const above: FileHandle = handle;
      opened = above;
      const place = path.join(pathOf(above), name);
      handle = await openOrNull(place, openFolder | constants.O_NOFOLLOW);
      if (!handle && make && (await makeFolderIn(pathOf(above), name)))
        handle = await openOrNull(place, openFolder | constants.O_NOFOLLOW);
      await above.close();
      known = path.join(known, name);
    }
  } catch (error) {
    if (opened) renameIn(error, pathOf(opened), known);
    await opened?.close();
    throw error;
  }
  if (!handle) return null;
  const pinned = handle;
  return {
    path: pathOf(pinned),
    place: known,
    isInPlace: async () =>
      isSameName(await readlink(pathOf(pinned)), path.join(await realpath(root).catch(() => ''), ...names)),
    close: async () => await pinned.close(),
  };
}

const pathOf = (handle: FileHandle): string => path.join(handles, String(handle.fd));

async function pinByPath(root: string, names: readonly string[], make: boolean): Promise<PinnedFolder | null> {
  const top = await realpath(root).catch(() => null);
  if (top === null) return null;
  async function chain(): Promise<string | null> {
    const stats: string[] = [];
    let folder = top ?? '';
    for (const name of ['', ...names]) {
      folder = path.join(folder, name);
      const stat = await lstatOrNull(folder);
      if (!stat?.isDirectory()) return null;
      stats.push(`${stat.dev}:${stat.ino}`);
    }
    return stats.join('/');
  }
  let folder = top;
  for (const name of make ? names : []) {
    await makeFolderIn(folder, name);
    folder = path.join(folder, name);
  }
  const before = await chain();
  if (before === null) return null;
  return {
    path: path.join(top, ...names),
    place: path.join(root, ...names),
    isInPlace: async () => (await chain()) === before,
    close: async () => undefined,
  };
}

/** @returns whether something of that name is there now */
async function makeFolderIn(folder: string, name: string): Promise<boolean> {
  try {
    await mkdir(path.join(folder, name), { mode: privateFolder });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (notThere.includes(codeOf(error) ?? '')) return false;
    throw error;
  }
  await syncFolder(folder);
  return true;
}

/** Opens a file of the folder for reading, or null where there is none: not through a link, and nothing but a plain file. */
export async function openFileIn(folder: PinnedFolder, name: string): Promise<FileHandle | null> {
  const file = path.join(folder.path, name);
  // NONBLOCK: a pipe that took the file's place must not hang us.
  const handle = await openOrNull(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (!handle) return null;
  try {
    const opened = await handle.stat({ bigint: true });
    if (opened.isFile() && (await folder.isInPlace()) && (await isAt(file, opened))) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return null;
}

/** Does work in a folder, whose errors name the place that a person knows, and not the path by the handle. */
export async function namingPlace<Result>(folder: PinnedFolder, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    renameIn(error, folder.path, folder.place);
    throw error;
  }
}

/** A file that was opened by its path may have been reached through a link that is gone by now. */
async function isAt(file: string, opened: BigIntStats): Promise<boolean> {
  if (file.startsWith(handles)) return true;
  const there = await lstatOrNull(file);
  return there !== null && there.isFile() && there.ino === opened.ino && there.dev === opened.dev;
}

async function openOrNull(file: string, flags: number): Promise<FileHandle | null> {
  try {
    return await open(file, flags);
  } catch (error) {
    if ([...notThere, 'ENXIO', 'ENAMETOOLONG'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/** Null where the file does not exist. */
export async function lstatOrNull(file: string): Promise<BigIntStats | null> {
  try {
    return await lstat(file, { bigint: true });
  } catch (error) {
    if ([...notThere, 'ENAMETOOLONG'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

const isSameName = (a: string, b: string): boolean => foldName(a) === foldName(b);
/** Equal for names that a case-insensitive or normalising disk takes for one. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();
