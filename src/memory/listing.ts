// Looks through the folder of notes before every search, so it is made to be cheap when nothing changed: a folder is read
// again only when its own stamp moved, and each note costs one stat. Opens no note.
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { codeOf } from '../base/errors.ts';
import { createPace } from '../base/cooperative.ts';

export interface NoteStat {
  /** Relative to the vault, with `/`, as the disk spells it. */
  path: string;
  sizeBytes: number;
  mtimeMs: number;
  /** Changes whenever the file is written, replaced or restored, even with its old time: inode, size, mtime and ctime. */
  signature: string;
}

export interface VaultListing {
  /** Sorted by path. */
  notes: NoteStat[];
  /** What looks like a note and is not taken, one sentence each. */
  warnings: string[];
}

/** Larger notes are skipped with a warning: nobody writes them by hand, and one must not fill the memory. */
export const maxNoteBytes = 8 * 1024 * 1024;

export const isNoteName = (name: string): boolean => /\.md$/i.test(name);

/** Some disks stamp changes this coarsely: what was written so shortly before it was looked at may have changed since. */
export const stampMs = 100;

const sliceMs = 10;
/** Some 20 µs. */
const statsBetweenLooks = 16;
const orNothing = { throwIfNoEntry: false } as const;

interface Entry {
  /** Where it lies. Kept, because to put it together for each of a thousand notes takes a tenth of the time. */
  full: string;
  stat: Stats;
  note: NoteStat;
}

/** A folder as it was last read. */
interface Folder {
  /** Empty when its stamp was too fresh to be trusted. */
  signature: string;
  folders: string[];
  /** Relative to the vault. */
  notes: string[];
  warnings: string[];
}

/** @returns a function that lists what lies below `root` now; as long as nothing changes, it is the very same listing */
export function createListing(): (root: string) => Promise<VaultListing> {
  let seen = new Map<string, Folder>();
  let order: string[] = [];
  /** Of each in `order`; null for what is no note after all. */
  let entries: (Entry | null)[] = [];
  let listed: VaultListing | null = null;
  let listedRoot = '';

  function readFolder(root: string, folder: string, before: Folder | undefined): Folder {
    const full = folder === '' ? root : `${root}/${folder}`;
    const stat = lstatSync(full, orNothing);
    const signature = stat ? signatureOf(stat) : '';
    if (before && before.signature !== '' && before.signature === signature) return before;
    const found: Folder = {
      signature: stat && Date.now() - stat.mtimeMs > stampMs ? signature : '',
      folders: [],
      notes: [],
      warnings: [],
    };
    // A link that took the folder's place since the one above was read is not entered.
    if (stat?.isDirectory() === false) return found;
    try {
      for (const entry of readdirSync(full, { withFileTypes: true })) {
        if (entry.name.startsWith('.')) continue;
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) found.folders.push(name);
        else if (isNoteName(entry.name)) {
          if (entry.isFile()) found.notes.push(name);
          else found.warnings.push(`${name} is not a regular file and is skipped.`);
        }
      }
    } catch (error) {
      found.signature = '';
      const code = codeOf(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') found.warnings.push(`The folder ${full} can't be read (${code}).`);
    }
    return found;
  }

  function statNote(root: string, notePath: string, before: Entry | null): Entry | null {
    const full = before?.full ?? `${root}/${notePath}`;
    const stat = lstatSync(full, orNothing);
    if (!stat?.isFile()) return null;
    return before && isSame(before.stat, stat) ? before : { full, stat, note: noteStat(notePath, stat) };
  }

  async function list(root: string): Promise<VaultListing> {
    if (root !== listedRoot) {
      seen = new Map();
      [order, entries] = [[], []];
      listed = null;
      listedRoot = root;
    }
    // Two may run at once: each compares with one state, and leaves one.
    const before = { seen, order, entries };
    const pace = createPace(sliceMs);
    const now = new Map<string, Folder>();
    const folders = [''];
    let moved = false;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const known = before.seen.get(folder);
      const found = readFolder(root, folder, known);
      moved ||= found !== known;
      now.set(folder, found);
      folders.push(...found.folders);
      if (pace.due) await pace.rest();
    }
    moved ||= now.size !== before.seen.size;
    const paths = moved ? [...now.values()].flatMap((folder) => folder.notes).sort() : before.order;
    const known = moved ? new Map(before.order.map((notePath, i) => [notePath, before.entries[i] ?? null])) : null;
    let changed = moved || listed === null;
    const current: (Entry | null)[] = [];
    for (let i = 0; i < paths.length; i += 1) {
      const notePath = paths[i] as string;
      const last = (known ? known.get(notePath) : before.entries[i]) ?? null;
      const entry = statNote(root, notePath, last);
      changed ||= entry !== last;
      current.push(entry);
      if (i % statsBetweenLooks === 0 && pace.due) await pace.rest();
    }
    seen = now;
    order = paths;
    entries = current;
    if (changed || !listed)
      listed = listingOf(
        current,
        [...now.values()].flatMap((folder) => folder.warnings),
      );
    return listed;
  }

  return list;
}

function listingOf(entries: readonly (Entry | null)[], ofFolders: readonly string[]): VaultListing {
  const notes: NoteStat[] = [];
  const warnings = [...ofFolders];
  for (const entry of entries) {
    if (!entry) continue;
    if (entry.stat.size > maxNoteBytes)
      warnings.push(`${entry.note.path} is too large and is skipped (${megabytes(entry.stat.size)} MB).`);
    else notes.push(entry.note);
  }
  return { notes, warnings };
}

const isSame = (a: Stats, b: Stats): boolean =>
  a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

const signatureOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino}:${size}:${mtimeMs}:${ctimeMs}`;

export function noteStat(notePath: string, stat: Stats): NoteStat {
  return { path: notePath, sizeBytes: stat.size, mtimeMs: stat.mtimeMs, signature: signatureOf(stat) };
}

export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
