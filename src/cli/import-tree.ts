// A folder that is imported, read by handles from its root down, so that no link inside it is ever followed and what was
// looked at is what is read. Pipes and devices are refused, and depth, count and sizes are bounded.
import { type Dirent, constants } from 'node:fs';
import { access, lstat, open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf } from '../base/errors.ts';

/** What is imported: a folder, or an archive that looks like one. */
export interface ImportTree {
  /** Sorted names of the files, relative, with `/`. */
  files: readonly string[];
  /** What is not among them, and why, one sentence each. */
  skipped: readonly string[];
  /** @returns null where the file has gone, is no regular file any more or is larger than `maxBytes` */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
  close(): Promise<void>;
}

export interface TreeLimits {
  maxDepth: number;
  maxFiles: number;
}

export const treeLimits: TreeLimits = { maxDepth: 32, maxFiles: 200_000 };

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
// NONBLOCK: a pipe that took the file's place must not hang us.
const fileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** @param folder may itself be a link: the person named it */
export async function openFolderTree(folder: string, limits = treeLimits): Promise<ImportTree> {
  const root = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const found = await listTree(root, folder, limits);
    return {
      ...found,
      read: (name, maxBytes) => readBelow(root, folder, name.split('/'), maxBytes),
      close: () => root.close(),
    };
  } catch (error) {
    await root.close();
    throw error;
  }
}

async function listTree(root: FileHandle, rootPath: string, { maxDepth, maxFiles }: TreeLimits) {
  const files: string[] = [];
  const skipped: string[] = [];
  const folders: string[][] = [[]];
  let entriesSeen = 0;
  for (let names = folders.pop(); names !== undefined; names = folders.pop()) {
    for (const entry of await readFolder(root, rootPath, names, skipped)) {
      entriesSeen += 1;
      if (entriesSeen > maxFiles) {
        skipped.push(`all after the first ${maxFiles} files and folders: import a smaller folder`);
        return { files: files.toSorted(), skipped };
      }
      if (entry.name.startsWith('.')) continue;
      const name = [...names, entry.name].join('/');
      if (entry.isFile()) files.push(name);
      else if (!entry.isDirectory()) skipped.push(`${name}: not a file`);
      else if (names.length + 1 >= maxDepth) skipped.push(`${name}: more than ${maxDepth} folders deep`);
      else folders.push([...names, entry.name]);
    }
  }
  return { files: files.toSorted(), skipped };
}

async function readFolder(root: FileHandle, rootPath: string, names: string[], skipped: string[]): Promise<Dirent[]> {
  let folder: Pinned | null = null;
  try {
    folder = await pinBelow(root, rootPath, names);
    return folder === null ? [] : await readdir(folder.path, { withFileTypes: true });
  } catch (error) {
    skipped.push(`${names.join('/')}: the folder can't be read (${codeOf(error) ?? messageOf(error)})`);
    return [];
  } finally {
    await folder?.close();
  }
}

async function readBelow(
  root: FileHandle,
  rootPath: string,
  names: string[],
  maxBytes: number,
): Promise<Buffer | null> {
  const folder = await pinBelow(root, rootPath, names.slice(0, -1));
  if (folder === null) return null;
  let file: FileHandle | null = null;
  try {
    file = await open(path.join(folder.path, names.at(-1) ?? ''), fileFlags);
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > maxBytes) return null;
    return await readUpTo(file, maxBytes);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  } finally {
    await file?.close();
    await folder.close();
  }
}

/** Null for what grew beyond the limit while it was read: a file that is written to at the time has no end. */
async function readUpTo(file: FileHandle, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(256 * 1024), 0, 256 * 1024, null);
    if (bytesRead === 0) return Buffer.concat(parts);
    total += bytesRead;
    if (total > maxBytes) return null;
    parts.push(buffer.subarray(0, bytesRead));
  }
}

interface Pinned {
  /** Names this very folder, wherever it is moved, until it is closed. */
  path: string;
  close(): Promise<void>;
}

/** A folder below the root, reached without a link; null where it is not there any more. */
async function pinBelow(root: FileHandle, rootPath: string, names: readonly string[]): Promise<Pinned | null> {
  const opened: FileHandle[] = [];
  const close = async () => {
    for (const handle of opened) await handle.close();
  };
  try {
    let at = root;
    let plain = rootPath;
    for (const name of names) {
      plain = path.join(plain, name);
      const next = await open(path.join((await pathOf(at)) ?? path.dirname(plain), name), folderFlags);
      opened.push(next);
      at = next;
    }
    return { path: (await pathOf(at)) ?? (await unlinked(plain)), close };
  } catch (error) {
    await close();
    if (isGone(error)) return null;
    throw error;
  }
}

/** A path that names the opened folder itself; null where the system has none. */
async function pathOf(handle: FileHandle): Promise<string | null> {
  const own = `/proc/self/fd/${handle.fd}`;
  return await access(own).then(
    () => own,
    () => null,
  );
}

/** Without /proc the path has to do. */
async function unlinked(folder: string): Promise<string> {
  if ((await lstat(folder)).isDirectory()) return folder;
  throw Object.assign(new Error(`${folder} is no folder any more`), { code: 'ENOTDIR' });
}

const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EMLINK'].includes(codeOf(error) ?? '');
