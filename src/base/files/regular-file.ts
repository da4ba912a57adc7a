// Opens files of the state, at whose place something else may stand: opening a pipe waits for its other end, for ever.
import {
  type Stats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError, codeOf } from '../errors.ts';

export class IrregularFile extends ConfigError {
  readonly code = 'EFTYPE';
  constructor(file: string, kind: string) {
    super('state.dir', `${file} is ${kind}, where a file of the program belongs.`, `Move it away, then try again.`);
  }
}

const kindOf = (stat: Stats): string =>
  stat.isDirectory() ? 'a folder' : stat.isFIFO() ? 'a pipe' : stat.isSocket() ? 'a socket' : 'a device';

/** For what is opened by its path. One that is not there passes. @throws IrregularFile */
export function requireRegular(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat && !stat.isFile()) throw new IrregularFile(file, kindOf(stat));
}

/** Opens a file for reading. @throws IrregularFile */
export async function openRegular(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const stat = await handle.stat();
  if (stat.isFile()) return handle;
  await handle.close();
  throw new IrregularFile(file, kindOf(stat));
}

/** Reads a file. @throws IrregularFile */
export async function readRegular(file: string): Promise<Buffer> {
  const handle = await openRegular(file);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** As {@link readRegular}. @param read what is done with the open file */
export function readRegularSync<Result = Buffer>(
  file: string,
  read: (handle: number) => Result = (handle) => readFileSync(handle) as Result,
): Result {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new IrregularFile(file, kindOf(stat));
    return read(handle);
  } finally {
    closeSync(handle);
  }
}

/** Deletes what stands at the place of a file that can be made anew. @throws IrregularFile for a folder that holds something */
export function clearPlace(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(file, { force: true });
    return;
  }
  try {
    rmdirSync(file);
  } catch (error) {
    throw ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '') ? new IrregularFile(file, 'a folder') : error;
  }
}
