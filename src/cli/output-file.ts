// A new file for the output of a command. It is opened before root becomes the owner of the state (see `actAsOwner`): the file is
// the caller's, wherever the caller may write.
import { statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { UserError, codeOf, messageOf, remedyOf } from '../base/errors.ts';
import { privateFile } from '../base/files/files.ts';

/**
 * Makes a file and lets `write` fill it. It is on disk afterwards, and taken away again where that fails.
 * @param write is given the handle and the absolute path
 * @throws UserError where there is such a file already, or where it can't be made
 */
export async function writeOutputFile<T>(
  target: string,
  write: (handle: FileHandle, file: string) => Promise<T>,
): Promise<T> {
  const file = path.resolve(target);
  const handle = await openNew(file);
  try {
    const result = await write(handle, file);
    await handle.sync();
    return result;
  } catch (error) {
    throw await withoutFile(file, handle, error);
  } finally {
    await handle.close();
  }
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
