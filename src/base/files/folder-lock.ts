// A lock on a folder for the moment in which a process compares a file with what it read and replaces it: processes that know nothing
// of each other would else replace what the other one has just written. It is a file that only one of them can make, which also
// works between machines that share the folder, where the locks of the kernel do not.
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { codeOf } from '../errors.ts';
import { privateFile } from './files.ts';
import { ifThere } from './if-there.ts';

/** No note, as it is hidden; git leaves all such names out. */
export const folderLockName = '.scrubjay-lock.tmp';

/** Whether a file is such a lock, or one that was taken away: a process that was killed meanwhile leaves either. */
export const isFolderLock = (name: string): boolean => /^\.scrubjay-lock\.(?:[0-9a-f]{12}\.)?tmp$/.test(name);

const pollMs = 10;
/** It is held for some ms: a process that has had it for this long was killed. */
const staleMs = 5_000;

/** Does work while no other process does such work in the folder. The work has to be short. */
export async function whileLocked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const file = path.join(folder, folderLockName);
  await take(file);
  const takenAt = performance.now();
  const mine = await madeAt(file);
  try {
    return await work();
  } finally {
    // After so long (the machine slept) another process may have it.
    if (performance.now() - takenAt < staleMs / 2 || (await madeAt(file)) === mine) await rm(file, { force: true });
  }
}

async function take(file: string): Promise<void> {
  let met: bigint | null = null;
  let metAt = 0;
  while (!(await isMade(file))) {
    const held = await madeAt(file);
    // By our own clock, as that of a server may be another one.
    if (held !== met) [met, metAt] = [held, performance.now()];
    else if (held !== null && performance.now() - metAt > staleMs) await removeStaleLock(file, held);
    await delay(pollMs * (1 + Math.random()));
  }
}

async function isMade(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', privateFile)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** When the lock was made, by which it is told from another one; null where there is none. */
const madeAt = async (file: string): Promise<bigint | null> =>
  (await ifThere(stat(file, { bigint: true })))?.mtimeNs ?? null;

/**
 * Removes a lock that was left behind. Several that wait for it may come to that at once: a younger one goes back.
 * @param stale when it was made, in ns
 */
export async function removeStaleLock(file: string, stale: bigint): Promise<void> {
  const aside = path.join(path.dirname(file), `.scrubjay-lock.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await madeAt(aside)) === stale) await rm(aside, { force: true });
  else await rename(aside, file);
}
