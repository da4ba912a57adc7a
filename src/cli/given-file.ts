// A file that the person named on the command line, opened for reading. What is none (a folder, a pipe, a device) is refused with what to
// give, and before anything waits for it.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { UserError, codeOf, messageOf, remedyOf } from '../base/errors.ts';

/**
 * @param give says what the command takes, whole sentences, for one who named something else
 * @throws UserError for what is no regular file, is empty, or can't be read
 */
export async function openGivenFile(file: string, give: string): Promise<FileHandle> {
  // NONBLOCK: opening a pipe would wait for its writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new UserError(reasonOf(file, error), { cause: error });
  });
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw new UserError(`${file} is a folder. ${give}`);
    if (!found.isFile()) throw new UserError(`${file} is a pipe or a device, and not a file. ${give}`);
    if (found.size === 0) throw new UserError(`${file} is empty. ${give}`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function reasonOf(file: string, error: unknown): string {
  if (codeOf(error) === 'ENOENT') return `There is no ${file}.`;
  const remedy = codeOf(error) === 'EACCES' ? ` ${remedyOf(error)}` : '';
  return `${file} can't be read: ${messageOf(error)}.${remedy}`;
}
