// A backup: everything a new machine needs to go on, in one archive with a checksum of each file. It is taken while the daemon
// runs: SQLite copies its databases page by page as of one moment, and all is copied again when a file of the state changed
// meanwhile. Not in it: what can be made anew (the index, the embedding model) and what belongs to a running process (locks).
// Files pass through piece by piece: a memory of any size is backed up in little memory.
import { openDatabase } from '../../base/files/database.ts';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { UserError, codeOf, messageOf } from '../../base/errors.ts';
import { isTemporaryName } from '../../base/files/files.ts';
import { isFolderLock } from '../../base/files/folder-lock.ts';
import { type ArchiveEntry, tarOf } from '../../base/files/tar.ts';
import { type BackupPlaces, configName, isSafeName, type Manifest, manifestName } from './backup-format.ts';

export interface BackupSummary {
  notes: number;
  files: number;
  /** The size of the backup itself. */
  bytes: number;
  /** The files that the backup leaves out, each with the reason. */
  skipped: string[];
}

const leftOut = [
  // Rebuilt from the notes, or downloaded again.
  /^index\.db/,
  /^rebuild/,
  /^cache(?:\/|$)/,
  // Of this machine, or of a process that runs.
  /^memory-folder$/,
  /^daemon\.(?:json|sock)$/,
  /\.lock(?:\.pid)?$/,
  // Of SQLite: a database is copied whole, without them.
  /-(?:wal|shm|journal)$/,
  // Half-written files, and what an unfinished backup or a restore left.
  /\.tmp$/,
  /^backup-/,
  // A database as it was before an upgrade, which only serves a downgrade.
  /\.schema-\d+$/,
];
const isLeftOut = (name: string): boolean => leftOut.some((kind) => kind.test(name));

const attempts = 5;

/** What happens to the archive on its way to the disk: encryption, or nothing. */
export type Transform = (archive: Readable) => Promise<Readable> | Readable;

/**
 * @param target an empty file, open for writing
 * @throws UserError where something can't be read
 */
export async function makeBackup(
  places: BackupPlaces,
  target: FileHandle,
  now: Date,
  transform: Transform = (archive) => archive,
): Promise<BackupSummary> {
  await requireReadable(places);
  for (let attempt = 1; ; attempt += 1) {
    await target.truncate(0);
    const before = await stampOf(places.stateDir);
    const copying = new BackupCopy(places, now);
    try {
      const archive = createGzip();
      const filled = pipeline(Readable.from(tarOf(copying.entries()), { objectMode: false }), archive);
      // A failure of this stream also ends the archive, which reports it.
      filled.catch(() => undefined);
      await writeAll(target, await transform(archive));
      await filled;
      if (before !== (await stampOf(places.stateDir)) && attempt < attempts) continue;
    } catch (error) {
      if (error instanceof UserError || attempt === attempts) throw error;
      continue;
    }
    return { ...copying.summary, bytes: (await target.stat()).size };
  }
}

async function writeAll(target: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let at = 0;
  for await (const part of bytes) {
    for (let from = 0; from < part.length;) {
      const { bytesWritten } = await target.write(part, from, part.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
  }
}

interface ListedFile {
  /** In the archive. */
  name: string;
  place: string;
}

/** One try: the files in their order, and the manifest of what was read. */
class BackupCopy {
  readonly summary: Omit<BackupSummary, 'bytes'> = { notes: 0, files: 0, skipped: [] };
  readonly #places: BackupPlaces;
  readonly #manifest: Manifest;
  readonly #now: Date;

  constructor(places: BackupPlaces, now: Date) {
    this.#places = places;
    this.#now = now;
    this.#manifest = { format: 'scrubjay-backup', version: 1, createdAt: now.toISOString(), files: {} };
  }

  async *entries(): AsyncGenerator<ArchiveEntry> {
    const { memoryDir, stateDir, configFile } = this.#places;
    const { skipped } = this.summary;
    const notes = await listTree(memoryDir, 'memory', isNoNote, skipped);
    const isPlain = (name: string): boolean => !isLeftOut(name) && !name.endsWith('.db');
    const plain = await listTree(stateDir, 'state', (name) => !isPlain(name), skipped);
    const config = configFile === null ? [] : [{ name: configName, place: configFile }];
    for (const one of [...notes, ...plain, ...config]) yield* this.#entry(one);
    // The databases last: a message they call answered is then surely in the conversations, or both are as before it.
    yield* this.#databases();
    this.summary.notes = notes.length;
    this.summary.files = Object.keys(this.#manifest.files).length;
    const bytes = Buffer.from(`${JSON.stringify(this.#manifest)}\n`);
    yield { name: manifestName, size: bytes.length, modified: this.#now, bytes: Readable.from([bytes]) };
  }

  async *#databases(): AsyncGenerator<ArchiveEntry> {
    const { stateDir } = this.#places;
    const names = (await entriesOf(stateDir)).filter((entry) => entry.isFile()).map((entry) => entry.name);
    const wanted = names.filter((name) => name.endsWith('.db') && !isLeftOut(name)).toSorted();
    if (wanted.length === 0) return;
    const folder = await mkdtemp(path.join(stateDir, 'backup-'));
    try {
      for (const name of wanted) {
        const copy = path.join(folder, name);
        const db = openDatabase(path.join(stateDir, name), { readonly: true });
        try {
          await db.backup(copy);
        } finally {
          db.close();
        }
        yield* this.#entry({ name: `state/${name}`, place: copy });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async *#entry({ name, place }: ListedFile): AsyncGenerator<ArchiveEntry> {
    let handle: FileHandle;
    try {
      handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch (error) {
      throw new UserError(`${place} can't be read: ${messageOf(error)}`, { cause: error });
    }
    try {
      const { size, mtime: modified } = await handle.stat();
      const hash = createHash('sha256');
      const bytes = hashed(handle, size, hash);
      yield { name, size, modified, bytes };
      this.#manifest.files[name] = { bytes: size, sha256: hash.digest('hex') };
    } finally {
      await handle.close();
    }
  }
}

const chunkBytes = 256 * 1024;

/** As many bytes as the file had when it was opened: what is added meanwhile is for the next try. */
async function* hashed(
  handle: FileHandle,
  size: number,
  hash: { update(bytes: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const length = Math.min(chunkBytes, size - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) return;
    const part = buffer.subarray(0, bytesRead);
    at += bytesRead;
    hash.update(part);
    yield part;
  }
}

/** How many places a message names. */
const maxNamed = 5;

/** A backup is whole or there is none: what can't be read is named before anything is written, all of it. @throws UserError */
async function requireReadable({ memoryDir, stateDir, configFile }: BackupPlaces): Promise<void> {
  const closed: string[] = [];
  const files = [
    ...(await listTree(memoryDir, 'memory', isNoNote, [], closed)),
    ...(await listTree(stateDir, 'state', isLeftOut, [], closed)),
    ...(configFile === null ? [] : [{ place: configFile }]),
  ];
  for (const { place } of files)
    await access(place, constants.R_OK).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') closed.push(place);
    });
  if (closed.length === 0) return;
  const more = closed.length > maxNamed ? ` and ${closed.length - maxNamed} more` : '';
  throw new UserError(
    `These can't be read, and nothing was backed up, as they would be missing: ${closed.slice(0, maxNamed).join(', ')}${more}. Give them to the user ${process.getuid?.() ?? ''}, under whom Scrubjay runs (chown, chmod u+rX), or move them away; then back up again.`,
  );
}

/** Among the notes: their version history, and what is just being written. */
const isNoNote = (name: string): boolean =>
  name.split('/').includes('.git') || isTemporaryName(path.basename(name)) || isFolderLock(path.basename(name));

/** Only regular files: a link would take along what it points to. */
async function listTree(
  root: string,
  room: string,
  leavesOut: (name: string) => boolean,
  skipped: string[],
  /** Folders that can't be read are added to it; where it is missing, such a folder is an error. */
  closed?: string[],
): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(path.join(root, folder), closed)) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (leavesOut(name)) continue;
      if (!entry.isText || !isSafeName(`${room}/${name}`)) {
        skipped.push(`${room}/${name}: rename it, as its name is not valid text`);
        continue;
      }
      if (entry.isDirectory()) folders.push(name);
      else if (!entry.isFile()) skipped.push(`${room}/${name}: not a file`);
      else files.push({ name: `${room}/${name}`, place: path.join(root, name) });
    }
  }
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function entriesOf(folder: string, closed?: string[]) {
  try {
    return (await readdir(folder, { withFileTypes: true, encoding: 'buffer' })).map((entry) => {
      const name = entry.name.toString();
      return {
        name,
        // By another name it could not be opened.
        isText: entry.name.equals(Buffer.from(name)),
        isFile: () => entry.isFile(),
        isDirectory: () => entry.isDirectory(),
      };
    });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    if (closed && codeOf(error) === 'EACCES') return (closed.push(folder), []);
    throw new UserError(`${folder} can't be read: ${messageOf(error)}`, { cause: error });
  }
}

/** Changes when a conversation or another plain file of the state does. */
async function stampOf(stateDir: string): Promise<string> {
  const files = await listTree(stateDir, 'state', (name) => isLeftOut(name) || name.endsWith('.db'), []);
  const stamps = files.map(({ name, place }) =>
    lstat(place).then(
      (at) => `${name}:${at.size}:${at.mtimeMs}`,
      () => name,
    ),
  );
  return (await Promise.all(stamps)).join('\n');
}
