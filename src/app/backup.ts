// A backup: everything a new machine needs to go on, in one archive with a checksum of each file. Taken while the daemon
// runs: SQLite copies its databases page by page as of one moment, and the rest is copied again when it changed meanwhile.
// Not in it: what can be made anew (the index, the embedding model) and what belongs to a running process (locks).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { UserError, codeOf, messageOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files.ts';
import { type ArchiveFile, buildTar, parseTar } from '../base/tar.ts';

export interface BackupPlaces {
  memoryDir: string;
  stateDir: string;
  /** Null where there is none. */
  configFile: string | null;
}

export interface BackupSummary {
  notes: number;
  files: number;
  bytes: number;
  skipped: string[];
}

const manifestName = 'manifest.json';
const manifestSchema = z.object({
  format: z.literal('scrubjay-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});

/** Made anew by themselves, or of a process that runs. */
const isLeftOut = (name: string): boolean =>
  /^index\.db|^cache(?:\/|$)|^daemon\.json$|\.lock(?:\.pid)?$|^daemon\.sock$|-(?:wal|shm|journal)$|\.tmp$|^rebuild/.test(
    name,
  );

const attempts = 5;

/** @throws UserError where something can't be read */
export async function makeBackup(
  { memoryDir, stateDir, configFile }: BackupPlaces,
  now: Date,
): Promise<{ archive: Buffer; summary: BackupSummary }> {
  for (let attempt = 1; ; attempt += 1) {
    const skipped: string[] = [];
    const before = await stampOf(stateDir);
    // The databases last: a message they call answered is then surely in the conversations, or both are as before it.
    const notes = await readTree(
      memoryDir,
      'memory',
      (name) => name.split('/').some((part) => part === '.git'),
      skipped,
    );
    const plain = await readTree(stateDir, 'state', (name) => isLeftOut(name) || name.endsWith('.db'), skipped);
    const databases = await copyDatabases(stateDir);
    if (before !== (await stampOf(stateDir)) && attempt < attempts) continue;
    const config =
      configFile === null ? [] : [{ name: 'config.toml', bytes: await readFile(configFile), modified: now }];
    const files = [...notes, ...plain, ...databases, ...config];
    const manifest = {
      format: 'scrubjay-backup',
      version: 1,
      createdAt: now.toISOString(),
      files: Object.fromEntries(
        files.map(({ name, bytes }) => [name, { bytes: bytes.length, sha256: checksumOf(bytes) }]),
      ),
    };
    const first = { name: manifestName, bytes: Buffer.from(`${JSON.stringify(manifest)}\n`), modified: now };
    const archive = gzipSync(buildTar([first, ...files]));
    return { archive, summary: { notes: notes.length, files: files.length, bytes: archive.length, skipped } };
  }
}

/** Reads the whole backup and checks every file before anything is written. @throws UserError for one that is not whole */
export function readBackup(archive: Buffer): { createdAt: string; files: ArchiveFile[] } {
  try {
    const [first, ...files] = parseTar(gunzipSync(archive, { maxOutputLength: maxBackupBytes }));
    if (first?.name !== manifestName) throw new Error('it has no list of its files');
    const manifest = manifestSchema.parse(JSON.parse(first.bytes.toString('utf8')));
    const listed = Object.keys(manifest.files);
    if (listed.length !== files.length)
      throw new Error(`${listed.length} files are listed and ${files.length} are there`);
    for (const { name, bytes } of files) {
      if (!isSafeName(name)) throw new Error(`"${name}" would lie outside of the folders`);
      const known = manifest.files[name];
      if (!known || known.bytes !== bytes.length || known.sha256 !== checksumOf(bytes))
        throw new Error(`${name} is not what was backed up`);
    }
    return { createdAt: manifest.createdAt, files };
  } catch (error) {
    throw new UserError(`This is no whole backup of Scrubjay: ${messageOf(error)}. Nothing was restored.`, {
      cause: error,
    });
  }
}

const maxBackupBytes = 4 * 1024 ** 3;

/**
 * Writes a backup into folders that are empty or not there.
 * @returns where the configuration was put
 * @throws UserError where something is there already
 */
export async function restoreBackup(files: readonly ArchiveFile[], places: BackupPlaces): Promise<string | null> {
  const { memoryDir, stateDir, configFile } = places;
  for (const folder of [memoryDir, stateDir])
    if (existsSync(folder) && (await readdir(folder)).length > 0)
      throw new UserError(
        `${folder} is not empty, and nothing is overwritten. Move it away first, or choose another one.`,
      );
  const oldConfig = configFile ?? path.join(stateDir, 'config.from-backup.toml');
  for (const { name, bytes, modified } of files) {
    const [room = '', ...rest] = name.split('/');
    const target = { memory: memoryDir, state: stateDir }[room];
    if (target !== undefined) await place(path.join(target, ...rest), bytes, modified);
    else if (name === 'config.toml' && !existsSync(oldConfig)) await place(oldConfig, bytes, modified);
  }
  for (const { name } of await entriesOf(stateDir)) if (name.endsWith('.db')) checkDatabase(path.join(stateDir, name));
  return files.some(({ name }) => name === 'config.toml') ? oldConfig : null;
}

async function place(file: string, bytes: Buffer, modified: Date): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
  await writeFile(file, bytes, { flag: 'wx', mode: privateFile, flush: true });
  await utimes(file, modified, modified);
}

function checkDatabase(file: string): void {
  const db = new Database(file, { readonly: true });
  try {
    const answer = String(db.pragma('quick_check(1)', { simple: true }));
    if (answer !== 'ok') throw new UserError(`${file} is damaged in the backup: ${answer}`);
  } finally {
    db.close();
  }
}

const isSafeName = (name: string): boolean =>
  (name === 'config.toml' || /^(?:memory|state)\//.test(name)) &&
  !name.includes('\\') &&
  !name.includes('\0') &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const checksumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Only regular files: a link would take along what it points to. */
async function readTree(
  root: string,
  room: string,
  leavesOut: (name: string) => boolean,
  skipped: string[],
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(path.join(root, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (leavesOut(name)) continue;
      if (entry.isDirectory()) folders.push(name);
      else if (!entry.isFile()) skipped.push(`${room}/${name}: not a file`);
      else files.push(await readOne(path.join(root, name), `${room}/${name}`));
    }
  }
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new UserError(`${folder} can't be read: ${messageOf(error)}`, { cause: error });
  }
}

async function readOne(file: string, name: string): Promise<ArchiveFile> {
  try {
    return { name, bytes: await readFile(file), modified: (await lstat(file)).mtime };
  } catch (error) {
    throw new UserError(`${file} can't be read: ${messageOf(error)}`, { cause: error });
  }
}

async function copyDatabases(stateDir: string): Promise<ArchiveFile[]> {
  const names = (await entriesOf(stateDir)).filter((entry) => entry.isFile()).map((entry) => entry.name);
  const wanted = names.filter((name) => name.endsWith('.db') && !isLeftOut(name)).toSorted();
  if (wanted.length === 0) return [];
  const folder = await mkdtemp(path.join(stateDir, 'backup-'));
  try {
    const files: ArchiveFile[] = [];
    for (const name of wanted) {
      const copy = path.join(folder, name);
      const db = new Database(path.join(stateDir, name), { readonly: true });
      try {
        await db.backup(copy);
      } finally {
        db.close();
      }
      files.push(await readOne(copy, `state/${name}`));
    }
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Changes when a conversation or another plain file of the state does. */
async function stampOf(stateDir: string): Promise<string> {
  const stamps: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of await entriesOf(path.join(stateDir, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isLeftOut(name) || name.endsWith('.db') || name.startsWith('backup-')) continue;
      if (entry.isDirectory()) folders.push(name);
      else
        stamps.push(
          await lstat(path.join(stateDir, name)).then(
            (at) => `${name}:${at.size}:${at.mtimeMs}`,
            () => name,
          ),
        );
    }
  return stamps.toSorted().join('\n');
}
