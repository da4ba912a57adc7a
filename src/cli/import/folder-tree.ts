// A folder that is imported, read by handles from its root down, so that no link inside it is ever followed and what was
// looked at is what is read. Pipes and devices are refused, and depth and count are bounded.
import { constants, type Dirent } from 'node:fs';
import { access, type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf, UserError } from '../../base/errors.ts';
import { type ImportTree, type TreeFile, type TreeLimits, treeLimits } from './tree.ts';

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
// With NONBLOCK a pipe that took the file's place can't block the import.
const fileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const readBytes = 256 * 1024;

/** @param folder may itself be a link: the person named it */
export async function openFolderTree(folder: string, limits = treeLimits): Promise<ImportTree> {
  const root = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const { files, skipped } = await listTree(root, folder, limits);
    return {
      files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      skipped,
      open: (name) => readBelow(root, folder, name.split('/')),
      close: () => root.close(),
    };
  } catch (error) {
    await root.close();
    throw error;
  }
}

/** One file that the person named. Reading it throws UserError where it can't be read to its end. */
export async function openFileTree(file: string): Promise<ImportTree> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const { size } = await handle.stat();
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* bytesOf(handle);
    } catch (error) {
      throw new UserError(`${file} can't be read: ${messageOf(error)}`, { cause: error });
    }
  }
  return {
    files: [{ name: path.basename(file), bytes: size }],
    skipped: [],
    open: bytes,
    close: () => handle.close(),
  };
}

async function listTree(root: FileHandle, rootPath: string, { maxDepth, maxFiles }: TreeLimits) {
  const files: TreeFile[] = [];
  const skipped: string[] = [];
  const folders: string[][] = [[]];
  let entriesSeen = 0;
  for (let names = folders.pop(); names !== undefined; names = folders.pop()) {
    for (const { entry, bytes } of await readFolder(root, rootPath, names, skipped)) {
      entriesSeen += 1;
      if (entriesSeen > maxFiles) {
        skipped.push(`all after the first ${maxFiles} files and folders: import a smaller folder`);
        return { files, skipped };
      }
      const name = [...names, entry.name].join('/');
      if (entry.name.startsWith('.')) skipped.push(`${name}: hidden`);
      else if (entry.isFile()) files.push({ name, bytes });
      else if (!entry.isDirectory()) skipped.push(`${name}: not a file`);
      else if (names.length + 1 >= maxDepth) skipped.push(`${name}: more than ${maxDepth} folders deep`);
      else folders.push([...names, entry.name]);
    }
  }
  return { files, skipped };
}

async function readFolder(
  root: FileHandle,
  rootPath: string,
  names: string[],
  skipped: string[],
): Promise<{ entry: Dirent; bytes: number }[]> {
  let folder: Pinned | null = null;
  try {
    folder = await pinBelow(root, rootPath, names);
    const found: { entry: Dirent; bytes: number }[] = [];
    for (const entry of folder === null ? [] : await readdir(folder.path, { withFileTypes: true })) {
      const stat = entry.isFile() ? await lstat(path.join(folder?.path ?? '', entry.name)).catch(() => null) : null;
      found.push({ entry, bytes: stat?.size ?? 0 });
    }
    return found;
  } catch (error) {
    skipped.push(`${names.join('/')}: the folder can't be read (${codeOf(error) ?? messageOf(error)})`);
    return [];
  } finally {
    await folder?.close();
  }
}

async function* readBelow(root: FileHandle, rootPath: string, names: string[]): AsyncGenerator<Buffer> {
  const folder = await pinBelow(root, rootPath, names.slice(0, -1));
  if (folder === null) throw new Error('its folder has gone');
  let file: FileHandle | null = null;
  try {
    file = await openPlain(path.join(folder.path, names.at(-1) ?? ''));
    yield* bytesOf(file);
  } finally {
    await file?.close();
    await folder.close();
  }
}

async function openPlain(place: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(place, fileFlags);
  } catch (error) {
    throw new Error(isGone(error) ? 'it has gone' : `it can't be read (${codeOf(error) ?? messageOf(error)})`, {
      cause: error,
    });
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('no regular file');
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(readBytes), 0, readBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
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
    // Its message would name the path by the handle.
    throw Object.assign(
      new Error(`its folder can't be read (${codeOf(error) ?? messageOf(error)})`, { cause: error }),
      {
        code: codeOf(error),
      },
    );
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
