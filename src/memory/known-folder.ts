// How the memory folder is known again at a start: which folder it was, and some of the names in it, in a file beside the index. A
// disk that is not mounted leaves an empty folder at its place, or one with other files.
import { readRegularSync, requireRegular } from '../base/files/regular-file.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { privateFile } from '../base/files/files.ts';

/** More of them say no more. */
const maxNames = 64;

const fileOf = (indexFile: string): string => path.join(path.dirname(indexFile), 'memory-folder');
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16);
const placeOf = (dir: string): string => {
  const { dev, ino } = statSync(dir, { bigint: true });
  return `${dev}:${ino}`;
};

/** Whether the folder is neither the one that was indexed nor holds any of its notes. One without an index counts as new. */
export function isAnotherFolder(dir: string, indexFile: string): boolean {
  if (!existsSync(indexFile)) return false;
  const [place, ...names] = read(indexFile).split('\n');
  if (names.length === 0 || place === placeOf(dir)) return false;
  return !readdirSync(dir).some((name) => names.includes(hashOf(name)));
}

/** @param paths of the notes that are in it */
export function rememberFolder(dir: string, indexFile: string, paths: Iterable<string>): void {
  const names = new Set<string>();
  for (const notePath of paths) {
    if (names.size === maxNames) break;
    names.add(hashOf(notePath.split('/')[0] ?? ''));
  }
  try {
    const known = [placeOf(dir), ...names].join('\n');
    if (!existsSync(indexFile) || read(indexFile) === known) return;
    requireRegular(fileOf(indexFile));
    writeFileSync(fileOf(indexFile), known, { mode: privateFile });
  } catch {
    // The disk is full, or something else is at its place: what was known before serves as well.
  }
}

/** The place and then the names, a line each; empty where nothing is known. */
function read(indexFile: string): string {
  try {
    return readRegularSync(fileOf(indexFile)).toString();
  } catch {
    return '';
  }
}
