// Where an index is built anew: a folder of its own beside the one in use, so that two processes that rebuild at once never
// write to the same file. What a killed one leaves is told by its lock, which died with it, and removed by the next.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Lock, takeLock } from '../../base/files/lock.ts';

export interface RebuildFolder {
  /** The path of the index to build. The caller that moves it out of the folder owns it. */
  readonly file: string;
  remove(): void;
}

const ending = '.rebuild-';
const attempts = 5;

/** @param indexFile the index in use; its folder is there */
export function openRebuildFolder(indexFile: string): RebuildFolder {
  for (let attempt = 1; ; attempt += 1) {
    const folder = mkdtempSync(`${indexFile}${ending}`);
    try {
      const lock = takeLock(path.join(folder, 'lock'));
      if ('release' in lock)
        return { file: path.join(folder, path.basename(indexFile)), remove: () => remove(folder, lock) };
    } catch (error) {
      if (attempt === attempts) throw error;
    }
    // Another process took it for abandoned in the moment before it was locked.
  }
}

/** Removes the folders of rebuilds whose process has ended. */
export function removeAbandonedRebuilds(indexFile: string): void {
  for (const folder of foldersOf(indexFile)) {
    const lock = takeLock(path.join(folder, 'lock'));
    if ('release' in lock) remove(folder, lock);
  }
}

/** Whether this or another process builds the index anew. */
export function isRebuildRunning(indexFile: string): boolean {
  removeAbandonedRebuilds(indexFile);
  return foldersOf(indexFile).length > 0;
}

function foldersOf(indexFile: string): string[] {
  const parent = path.dirname(indexFile);
  return readdirSync(parent).flatMap((name) =>
    name.startsWith(`${path.basename(indexFile)}${ending}`) ? [path.join(parent, name)] : [],
  );
}

/** Holds the lock to the end: another process that waits for it must not get it for a folder that is about to go. */
function remove(folder: string, lock: Lock): void {
  rmSync(folder, { recursive: true, force: true });
  lock.release();
}
