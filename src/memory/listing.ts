// Lists the notes before every search, so it is made to be cheap when nothing changed. With a watch that is known to work it
// looks only at what the kernel reported. Without one it sweeps: a folder is read again only when its own stamp moved, and each
// note costs one stat. Opens no note.
import { type BigIntStats, type Dir, lstatSync, opendirSync, type Stats } from 'node:fs';
import { createPace, type Pace } from '../base/concurrency/cooperative.ts';
import { codeOf } from '../base/errors.ts';
import { sortedInSteps } from '../base/lists.ts';
import { createMutex } from '../base/concurrency/mutex.ts';
import { isNoteName, isReadablePath } from './note-path.ts';
import { noteProblem, type NoteProblem, problemOf } from './note-problem.ts';
import type { VaultWatch } from './watch.ts';

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
  /** Of each file that looks like a note and is skipped. */
  problems: NoteProblem[];
}

/** Larger notes are skipped with a warning: such a file is hardly written by hand, and reading it must not exhaust the memory. */
export const maxNoteBytes = 8 * 1024 * 1024;

/** Some disks stamp changes this coarsely: what was written so shortly before it was looked at may have changed since. */
export const stampMs = 100;

const sliceMs = 10;
/** Some 20 µs. */
const statsBetweenLooks = 16;
/** How many entries of a folder the system is asked for at once; some 100 µs. */
const entriesPerRead = 64;
const orNothing = { throwIfNoEntry: false } as const;

interface Entry {
  /** The absolute path. It is stored because joining it for a thousand notes takes a tenth of the time of a listing. */
  full: string;
  note: NoteStat;
  /** What tells a change beside the size and the time of the note. The whole `Stats` of each note would take 10 MB of 20,000. */
  inode: number;
  ctimeMs: number;
  links: number;
}

/** A folder as it was last read. */
interface Folder {
  /** Empty when its stamp was too fresh to be trusted. */
  signature: string;
  /** Relative to the vault, as the notes are. */
  folders: string[];
  notes: string[];
  problems: NoteProblem[];
}

export class NoteLister {
  readonly #watch: VaultWatch | null;
  readonly #oneAtATime = createMutex();
  #root = '';
  #rootInode = '';
  #folders = new Map<string, Folder>();
  #entries = new Map<string, Entry>();
  /** The paths of the entries, sorted. */
  #order: string[] = [];
  #isSorted = true;
  /** Notes with a second name elsewhere: a change that is made by that name is not reported. */
  #hardLinked: string[] = [];
  #listed: VaultListing | null = null;
  /** What could not be looked at since the last sweep, by its absolute path. */
  #refused = new Map<string, NoteProblem>();

  /** @param watch null: every listing sweeps */
  constructor(watch: VaultWatch | null) {
    this.#watch = watch;
  }

  /**
   * What lies below `root` when this is called; as long as nothing changes, it is the very same listing.
   * @param options.sweep look at everything, whatever the watch says
   */
  async list(root: string, { sweep = false } = {}): Promise<VaultListing> {
    return await this.#oneAtATime(async () => {
      const { dev, ino } = this.#look(root) ?? { dev: 0, ino: 0 };
      const isOther = root !== this.#root || this.#rootInode !== `${dev}:${ino}`;
      if (isOther) this.#forget(root, `${dev}:${ino}`);
      const changes = this.#watch?.distrusted === null ? await this.#watch.take() : null;
      try {
        if (!this.#listed || isOther || sweep || !changes || changes.everything)
          return await this.#sweep(changes?.paths);
        if (changes.paths.size === 0 && this.#hardLinked.length === 0) return this.#listed;
        return await this.#apply(changes.paths);
      } catch (error) {
        if (changes) this.#watch?.putBack({ everything: true, paths: changes.paths });
        throw error;
      }
    });
  }

  /** Forgets all that is known, the watches included: the folder was away, and they may be dead. */
  reset(): void {
    this.#forget('', '');
    this.#watch?.keepOnly(new Set());
  }

  #forget(root: string, inode: string): void {
    this.#root = root;
    this.#rootInode = inode;
    this.#folders = new Map();
    this.#entries = new Map();
    this.#order = [];
    this.#hardLinked = [];
    this.#listed = null;
  }

  /** @param reported what the watch said changed; taken for changed even where its stamps are the same */
  async #sweep(reported: ReadonlySet<string> = new Set()): Promise<VaultListing> {
    const pace = createPace(sliceMs);
    this.#refused.clear();
    const folders = new Map<string, Folder>();
    const isMoved = await this.#readBelow('', folders, pace);
    this.#watch?.keepOnly(folders);
    const paths =
      isMoved || folders.size !== this.#folders.size
        ? await pace.walk(sortedInSteps([...folders.values()].flatMap((folder) => folder.notes)))
        : this.#order;
    const entries = new Map<string, Entry>();
    const changed: string[] = [];
    for (const [i, notePath] of paths.entries()) {
      const before = this.#entries.get(notePath);
      const entry = this.#statNote(notePath, reported.has(notePath) ? undefined : before);
      if (entry !== before) changed.push(notePath);
      if (entry) entries.set(notePath, entry);
      if (i % statsBetweenLooks === 0 && pace.due) await pace.rest();
    }
    const isOther = !this.#listed || changed.length > 0 || entries.size !== this.#entries.size || isMoved;
    const before = this.#listed;
    this.#folders = folders;
    this.#entries = entries;
    this.#order = paths.length === entries.size ? paths : [...entries.keys()];
    if (isOther || !before) this.#listed = this.#listingNow();
    if (before) await this.#checkWatch(changed.filter((notePath) => !reported.has(notePath)));
    return this.#listed ?? this.#listingNow();
  }

  /** A change that the sweep found and the watch did not report shows that the watch does not see all. */
  async #checkWatch(changed: readonly string[]): Promise<void> {
    const watch = this.#watch;
    if (!watch || watch.distrusted !== null || changed.length === 0) return;
    const { everything, paths } = await watch.take();
    const missed = changed.find((notePath) => !everything && !isReported(notePath, paths));
    // Changes that were reported meanwhile belong to the next listing.
    watch.putBack({ everything, paths });
    if (missed !== undefined) watch.distrust(`a change of ${missed} was not reported`);
  }

  /** Reads the folders below one, itself included, into `folders`. @returns whether any of them is not as it was */
  async #readBelow(from: string, folders: Map<string, Folder>, pace: Pace): Promise<boolean> {
    let isMoved = false;
    const waiting = [from];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const known = this.#folders.get(folder);
      const found = await this.#readFolder(folder, known, pace);
      isMoved ||= found !== known;
      folders.set(folder, found);
      for (const name of found.folders) waiting.push(name);
      if (pace.due) await pace.rest();
    }
    return isMoved;
  }

  async #readFolder(folder: string, before: Folder | undefined, pace: Pace): Promise<Folder> {
    const full = this.#fullOf(folder);
    const stat = this.#look(full, (name) => lstatSync(name, { ...orNothing, bigint: true }));
    if (stat?.isDirectory()) this.#watch?.add(folder, full, stat);
    const signature = stat ? folderSignature(stat) : '';
    if (before && before.signature !== '' && before.signature === signature) return before;
    const isOld = stat !== undefined && Date.now() - Number(stat.mtimeMs) > stampMs;
    const found: Folder = { signature: isOld ? signature : '', folders: [], notes: [], problems: [] };
    // A link that took the folder's place since the one above was read is not entered.
    if (stat?.isDirectory() === false) return found;
    let open: Dir | null = null;
    try {
      open = opendirSync(full, { bufferSize: entriesPerRead });
      for (let entry = open.readSync(); entry; entry = open.readSync()) {
        if (pace.due) await pace.rest();
        if (entry.name.startsWith('.')) continue;
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) found.folders.push(name);
        else if (isNoteName(entry.name)) {
          if (!entry.isFile()) found.problems.push(noteProblem('irregular', name));
          else if (isReadablePath(name)) found.notes.push(name);
          else found.problems.push(noteProblem('bad_name', name));
        }
      }
    } catch (error) {
      found.signature = '';
      const code = codeOf(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') found.problems.push(problemOf(folder === '' ? full : folder, error));
    } finally {
      open?.closeSync();
    }
    return found;
  }

  #statNote(notePath: string, before: Entry | undefined): Entry | undefined {
    const full = before?.full ?? this.#fullOf(notePath);
    const stat = this.#look(full);
    if (!stat?.isFile()) return undefined;
    if (before && isSame(before, stat)) return before;
    return { full, note: noteStat(notePath, stat), inode: stat.ino, ctimeMs: stat.ctimeMs, links: stat.nlink };
  }

  /** Looks only at the reported paths. */
  async #apply(reported: ReadonlySet<string>): Promise<VaultListing> {
    const pace = createPace(sliceMs);
    let isOther = false;
    for (const notePath of this.#hardLinked) {
      const before = this.#entries.get(notePath);
      const entry = this.#statNote(notePath, before);
      if (entry === before || !entry) continue;
      this.#entries.set(notePath, entry);
      isOther = true;
    }
    const unclear = new Set<string>();
    for (const name of reported) {
      if (await this.#applyOne(name, unclear, pace)) isOther = true;
      if (pace.due) await pace.rest();
    }
    for (const folder of unclear)
      if (this.#folders.has(folder)) this.#folders.set(folder, await this.#readFolder(folder, undefined, pace));
    if (!isOther) return this.#listed ?? this.#listingNow();
    this.#order = this.#isSorted
      ? this.#order.filter((notePath) => this.#entries.has(notePath))
      : await pace.walk(sortedInSteps([...this.#entries.keys()]));
    this.#isSorted = true;
    this.#listed = this.#listingNow();
    return this.#listed;
  }

  /**
   * @param unclear gets the folders whose problems may be others now. Each is read once, however many of its notes went
   * @returns whether the listing is another one now
   */
  async #applyOne(name: string, unclear: Set<string>, pace: Pace): Promise<boolean> {
    const parent = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
    const folder = this.#folders.get(parent);
    // The folder is gone, or it is new and below a folder that is read as a whole.
    if (!folder) return false;
    const stat = this.#look(this.#fullOf(name));
    const known = this.#entries.has(name);
    if (stat?.isFile() && isNoteName(name) && isReadablePath(name)) {
      const entry = this.#statNote(name, undefined);
      if (!entry) return this.#entries.delete(name);
      this.#entries.set(name, entry);
      if (!known) {
        this.#isSorted = false;
        folder.signature = '';
      }
      return true;
    }
    if (known) folder.signature = '';
    const isGone = this.#entries.delete(name);
    const isFolder = this.#folders.has(name);
    if (isFolder) this.#dropFolder(name);
    if (stat?.isDirectory()) await this.#addFolder(name, pace);
    if (isFolder || stat?.isDirectory()) folder.signature = '';
    // Neither a note nor a folder, under a note's name: the folder's problems tell of it, or told.
    if (isNoteName(name) && !stat?.isDirectory()) unclear.add(parent);
    return isGone || isFolder || stat?.isDirectory() === true || isNoteName(name);
  }

  async #addFolder(name: string, pace: Pace): Promise<void> {
    const below = new Map<string, Folder>();
    await this.#readBelow(name, below, pace);
    for (const [folder, found] of below) {
      this.#folders.set(folder, found);
      for (const notePath of found.notes) {
        const entry = this.#statNote(notePath, undefined);
        if (entry) {
          this.#entries.set(notePath, entry);
          this.#isSorted = false;
        }
        if (pace.due) await pace.rest();
      }
    }
  }

  #dropFolder(name: string): void {
    const inside = `${name}/`;
    for (const folder of this.#folders.keys())
      if (folder === name || folder.startsWith(inside)) this.#folders.delete(folder);
    for (const notePath of this.#entries.keys()) if (notePath.startsWith(inside)) this.#entries.delete(notePath);
    this.#watch?.keepOnly(this.#folders);
  }

  #listingNow(): VaultListing {
    const notes: NoteStat[] = [];
    const problems = [...this.#folders.values()].flatMap((folder) => folder.problems);
    for (const problem of this.#refused.values()) problems.push(problem);
    this.#hardLinked = [];
    for (const notePath of this.#order) {
      const entry = this.#entries.get(notePath);
      if (!entry) continue;
      if (entry.links > 1) this.#hardLinked.push(notePath);
      if (entry.note.sizeBytes > maxNoteBytes)
        problems.push(noteProblem('too_large', notePath, megabytes(entry.note.sizeBytes)));
      else notes.push(entry.note);
    }
    return { notes, problems };
  }

  /** What stands there, no link followed; undefined where there is nothing, or nothing that may be looked at. */
  #look<Found = Stats>(
    full: string,
    stat = (name: string) => lstatSync(name, orNothing) as Found | undefined,
  ): Found | undefined {
    try {
      return stat(full);
    } catch (error) {
      // A folder above it has become a note, or was closed to us: the other notes must be found all the same.
      if (codeOf(error) !== 'ENOTDIR') this.#refused.set(full, problemOf(full, error));
      return undefined;
    }
  }

  #fullOf = (name: string): string => (name === '' ? this.#root : `${this.#root}/${name}`);
}

/** Whether the path, or a folder above it, was reported. */
function isReported(notePath: string, paths: ReadonlySet<string>): boolean {
  for (let end = notePath.length; end > 0; end = notePath.lastIndexOf('/', end - 1))
    if (paths.has(notePath.slice(0, end))) return true;
  return false;
}

const isSame = ({ note, inode, ctimeMs }: Entry, stat: Stats): boolean =>
  inode === stat.ino && note.sizeBytes === stat.size && note.mtimeMs === stat.mtimeMs && ctimeMs === stat.ctimeMs;

const folderSignature = ({ dev, ino, mtimeNs, ctimeNs }: BigIntStats): string => `${dev}:${ino}:${mtimeNs}:${ctimeNs}`;

const signatureOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino}:${size}:${mtimeMs}:${ctimeMs}`;

export function noteStat(notePath: string, stat: Stats): NoteStat {
  return { path: notePath, sizeBytes: stat.size, mtimeMs: stat.mtimeMs, signature: signatureOf(stat) };
}

export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
