// A new file or folder for the output of a command. A file is opened before root becomes the owner of the state (see `actAsOwner`): the file is
// the caller's, wherever the caller may write.
import { statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError, codeOf, messageOf, remedyOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files/files.ts';
import type { ArchiveFile } from '../base/files/tar.ts';
import type { OutputPlace } from '../app/output-place.ts';

/**
 * Makes a file and lets `write` fill it. It is on disk afterwards, and taken away again where that fails.
 * @throws UserError where there is such a file already, or where it can't be made
 */
export async function writeOutputFile<T>(file: OutputPlace, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await openNew(file);
  try {
    const result = await write(handle);
    await handle.sync();
    return result;
  } catch (error) {
    throw await withoutFile(file, handle, error);
  } finally {
    await handle.close();
  }
}

/** @throws UserError where the folder can't be made, or holds something already */
export async function writeOutputFolder(folder: OutputPlace, files: readonly ArchiveFile[]): Promise<void> {
  await makeEmptyFolder(folder);
  for (const { name, bytes } of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
    await writeFile(file, bytes, { flag: 'wx', mode: privateFile });
  }
}

async function makeEmptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: privateFolder });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? ''))
      throw new UserError(
        `${folder} is no folder, or lies in none. Give the path of a new folder, or of a new archive that ends in .tar.gz.`,
        { cause: error },
      );
    const remedy = remedyOf(error);
    throw new UserError(`${folder} can't be written: ${messageOf(error)}.${remedy === null ? '' : ` ${remedy}`}`, {
      cause: error,
    });
  }
  throw new UserError(`${folder} is not empty. Choose another folder.`);
}

function reasonOf(file: string, error: unknown): string {
  if (codeOf(error) === 'EEXIST')
    return statSync(file, { throwIfNoEntry: false })?.isDirectory()
      ? `${file} is a folder. Give the name of a new file, such as one in it.`
      : `${file} is there already. Choose another name.`;
  const folder = path.dirname(file);
  if (codeOf(error) === 'ENOENT')
    return `There is no folder ${folder} to write into. Make it first: mkdir -p ${folder}`;
  if (codeOf(error) === 'ENOTDIR') return `${folder} is no folder. Choose another place for ${path.basename(file)}.`;
  const remedy = remedyOf(error);
  return `${file} can't be written: ${messageOf(error)}.${remedy === null ? '' : ` ${remedy}`}`;
}

/** @returns the error; it says so where root has become another user, who may not take the file away, which is then empty */
async function withoutFile(file: string, handle: FileHandle, error: unknown): Promise<unknown> {
  try {
    await rm(file, { force: true });
    return error;
  } catch {
    await handle.truncate(0).catch(() => undefined);
    return error instanceof UserError ? new UserError(`${error.message} Delete ${file} too, which is empty.`) : error;
  }
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', privateFile);
  } catch (error) {
    throw new UserError(reasonOf(file, error), { cause: error });
  }
}
