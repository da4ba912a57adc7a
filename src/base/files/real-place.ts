// Where a path leads: links and ".." followed as far as the path exists, and whether one folder is or lies in another one.
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../errors.ts';

/** A path with the links in it followed, as far as it exists. */
export function realPlace(place: string): string {
  try {
    return realpathSync(place);
  } catch (error) {
    const parent = path.dirname(place);
    if (codeOf(error) !== 'ENOENT' || parent === place) return place;
    return path.join(realPlace(parent), path.basename(place));
  }
}

/** Disks of these systems take two names for one that differ in case or in the form of their accents only. */
const foldsNames = ['darwin', 'win32'].includes(process.platform);

/**
 * Whether a folder is `outer` or lies in it, through links and by another spelling too. What is there already is compared by its inode.
 * @param options.folds whether names that differ in case only are one, for what is not there yet
 */
export function isSameOrIn(outer: string, inner: string, { folds = foldsNames }: { folds?: boolean } = {}): boolean {
  const top = nameOf(outer, folds);
  const topInode = inodeOf(outer);
  for (let folder = realPlace(inner); ; folder = path.dirname(folder)) {
    if (nameOf(folder, folds) === top || (topInode !== null && inodeOf(folder) === topInode)) return true;
    if (path.dirname(folder) === folder) return false;
  }
}

function nameOf(folder: string, folds: boolean): string {
  const real = realPlace(folder);
  return folds ? real.normalize('NFC').toLowerCase() : real;
}

/** Null where it can't be looked at. */
function inodeOf(folder: string): string | null {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
