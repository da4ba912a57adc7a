// Removes what a program that was killed while it wrote a note or imported a file left: the new bytes under their temporary
// name, and the lock of the folder. It runs once, at the start, and touches no file of another name.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isTemporaryName } from '../base/files/files.ts';
import { folderLockName, isFolderLock, removeStaleLock } from '../base/files/folder-lock.ts';
import { lstatOrNull, namingPlace, type PinnedFolder, pinFolder } from './pinned-folder.ts';

const ending = /\.[0-9a-f]{12}\.tmp$/;
/** As `writeFileAtomic` names it, for a note or an imported picture: `.NAME.EXTENSION.<12 hex digits>.tmp`. */
const isLeftover = (name: string): boolean =>
  isFolderLock(name) || (isTemporaryName(name) && path.extname(name.replace(ending, '')) !== '');

/** Younger files stay, because another process may still be writing them, or hold the lock, which takes some ms. */
const minAgeMs = 10 * 60_000;

/**
 * @param root the vault
 * @returns how many were removed
 */
export async function removeLeftovers(root: string, now: Date): Promise<number> {
  let removed = 0;
  const folders: string[][] = [[]];
  for (let names = folders.pop(); names; names = folders.pop()) {
    const folder = await pinFolder(root, names);
    if (!folder) continue;
    try {
      const found = await namingPlace(folder, () => removeFrom(folder, now));
      removed += found.removed;
      for (const name of found.folders) folders.push([...names, name]);
    } finally {
      await folder.close();
    }
  }
  return removed;
}

async function removeFrom(folder: PinnedFolder, now: Date): Promise<{ removed: number; folders: string[] }> {
  const folders: string[] = [];
  let removed = 0;
  for (const entry of await readdir(folder.path, { withFileTypes: true })) {
    if (entry.isDirectory() && !entry.name.startsWith('.')) folders.push(entry.name);
    if (!entry.isFile() || !isLeftover(entry.name)) continue;
    const file = path.join(folder.path, entry.name);
    const stat = await lstatOrNull(file);
    if (!stat?.isFile() || now.getTime() - Number(stat.mtimeMs) < minAgeMs) continue;
    if (entry.name === folderLockName) await removeStaleLock(file, stat.mtimeNs);
    else await rm(file, { force: true });
    removed += 1;
  }
  return { removed, folders };
}
