// Follows changes in the vault by the kernel's reports (inotify), with one watch for each folder. As long as it is known to work, a listing need not
// look at every note again; where it can't be trusted, `distrusted` says why, and the listing looks for itself.
import { type BigIntStats, type FSWatcher, readFileSync, statfsSync, watch as watchFolder } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf, messageOf } from '../base/errors.ts';

/** File systems of this machine, which report every change that is made through them; by the magic number of statfs(2). */
const localFileSystems = new Set([
  0xef53, // ext2, ext3, ext4
  0x5846_5342, // XFS
  0x9123_683e, // Btrfs
  0x0102_1994, // tmpfs
  0x8584_58f6, // ramfs
  0xf2f5_2010, // F2FS
  0x2fc1_2fc1, // ZFS
  0xca45_1a4e, // bcachefs
  0x794c_7630, // overlayfs, of containers
]);

const maxFolders = 4096;
const queueSetting = '/proc/sys/fs/inotify/max_queued_events';
const defaultQueue = 16_384;
/** This share of the kernel's queue: when so many events arrive at once, there may have been more, which the kernel dropped. */
const suspiciousShare = 0.25;

export interface Changes {
  /** True where events may have been lost: every note must be looked at. */
  everything: boolean;
  /** Relative to the vault: notes, folders, or what is neither, that came, went or changed. */
  paths: Set<string>;
}

interface WatchedFolder {
  watcher: FSWatcher;
  inode: string;
}

export class VaultWatch {
  readonly #onEvent: () => void;
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #maxAtOnce: number;
  #changes: Changes = { everything: true, paths: new Set() };
  #eventsOfTurn = 0;
  #distrusted: string | null;

  /** @param onEvent called for each event; must be cheap */
  constructor(onEvent: () => void) {
    this.#onEvent = onEvent;
    this.#maxAtOnce = suspiciousShare * queueLength();
    this.#distrusted = process.platform === 'linux' ? null : 'this system reports changes late';
  }

  /** Why the watch can't be relied on; null while it can. */
  get distrusted(): string | null {
    return this.#distrusted;
  }

  /** For good. The watch goes on as well as it can: what it reports is still a reason to look. */
  distrust(reason: string): void {
    this.#distrusted ??= reason;
  }

  /**
   * Watches a folder, or goes on doing so where it is still the same one. To be called before the folder is read, so that what
   * comes in between is not missed.
   * @param folder relative to the vault
   */
  add(folder: string, full: string, stat: BigIntStats): void {
    const inode = `${stat.dev}:${stat.ino}`;
    const known = this.#folders.get(folder);
    if (known?.inode === inode) return;
    known?.watcher.close();
    try {
      if (this.#folders.size >= maxFolders) throw new Error(`there are more than ${maxFolders} folders`);
      const { type } = statfsSync(full);
      if (!localFileSystems.has(type))
        this.distrust(`its file system (0x${type.toString(16)}) may not report all changes`);
      const watcher = watchFolder(full, { persistent: false }, (_, name) => this.#hear(folder, name));
      watcher.on('error', (error) => this.distrust(`watching it failed: ${messageOf(error)}`));
      this.#folders.set(folder, { watcher, inode });
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return;
      this.distrust(`${folder === '' ? 'it' : folder} can't be watched: ${messageOf(error)}`);
    }
  }

  /** Ends the watch of all other folders. */
  keepOnly(folders: { has(folder: string): boolean }): void {
    for (const [folder, { watcher }] of this.#folders) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
  }

  /** What changed since the last call, all that happened before this call included. */
  async take(): Promise<Changes> {
    // The kernel queues an event before the change that it is about returns to the program that made it. The first turn ends the
    // poll that may be under way; the second one begins with a poll of its own, in which libuv reads the queue to its end.
    await nextTurn();
    await nextTurn();
    const changes = this.#changes;
    this.#changes = { everything: false, paths: new Set() };
    return changes;
  }

  /** Puts reported changes back for the next call. */
  putBack({ everything, paths }: Changes): void {
    this.#changes.everything ||= everything;
    for (const name of paths) this.#changes.paths.add(name);
  }

  close(): void {
    this.#distrusted ??= 'it is closed';
    this.keepOnly(new Set());
  }

  #hear(folder: string, name: string | null): void {
    this.#onEvent();
    if (this.#eventsOfTurn === 0) setImmediate(() => (this.#eventsOfTurn = 0)).unref();
    this.#eventsOfTurn += 1;
    // libuv says nothing of an overflow of the queue.
    if (this.#eventsOfTurn > this.#maxAtOnce) this.#changes.everything = true;
    if (name === null) this.#changes.everything = true;
    else if (!name.startsWith('.')) this.#changes.paths.add(folder === '' ? name : path.posix.join(folder, name));
  }
}

function queueLength(): number {
  try {
    return Number(readFileSync(queueSetting, 'utf8')) || defaultQueue;
  } catch {
    // No such file: another system, or one that hides it.
    return defaultQueue;
  }
}
