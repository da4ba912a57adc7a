// The way back from a backup: it is read twice, first to check every file, then to write them into empty folders.
import { openDatabase } from '../../base/files/database.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { UserError, messageOf } from '../../base/errors.ts';
import { privateFile, privateFolder, writeFileAtomic } from '../../base/files/files.ts';
import { type ArchiveEntry, filesOfTarGz } from '../../base/files/tar.ts';
import { quantity } from '../../base/text/text.ts';
import { setInToml } from '../../config/toml-edit.ts';
import {
  type BackupPlaces,
  configName,
  isSafeName,
  type Manifest,
  manifestName,
  manifestSchema,
} from './backup-format.ts';

/** Opens the archive from its beginning, decrypted. */
export type OpenArchive = () => Promise<Readable>;

const maxManifestBytes = 256 * 1024 * 1024;

/**
 * Reads the whole backup and checks every file before anything is written.
 * @throws UserError for one that is not whole
 */
export async function checkBackup(openArchive: OpenArchive): Promise<Manifest> {
  try {
    const found = new Map<string, { bytes: number; sha256: string }>();
    let manifest: Manifest | null = null;
    for await (const entry of entriesOf(openArchive)) {
      if (entry.name === manifestName) {
        if (entry.size > maxManifestBytes) throw new Error('its list of files is too large');
        manifest = manifestSchema.parse(JSON.parse((await wholeOf(entry)).toString('utf8')));
        continue;
      }
      if (!isSafeName(entry.name)) throw new Error(`"${entry.name}" would lie outside of the folders`);
      const hash = createHash('sha256');
      for await (const part of entry.bytes) hash.update(part);
      found.set(entry.name, { bytes: entry.size, sha256: hash.digest('hex') });
    }
    if (!manifest) throw new Error('it has no list of its files');
    const listed = Object.entries(manifest.files);
    if (listed.length !== found.size)
      throw new Error(`${quantity(listed.length, 'file')} in the list and ${found.size} there`);
    for (const [name, known] of listed) {
      const there = found.get(name);
      if (there?.bytes !== known.bytes || there.sha256 !== known.sha256)
        throw new Error(`${name} is not what was backed up`);
    }
    return manifest;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`This is no whole backup of Scrubjay: ${messageOf(error)}. Nothing was restored.`, {
      cause: error,
    });
  }
}

/** The configuration that a backup brought along. */
export interface BroughtConfig {
  file: string;
  /** Whether it names the folders that were restored to; false where it writes them in a way that can't be changed safely. */
  namesFolders: boolean;
}

/**
 * Writes a backup that was checked into folders that are empty or not there.
 * @returns the configuration of the old machine; null where the backup has none, or one is in use here already
 * @throws UserError where something is there already, or the file was changed since it was checked
 */
export async function restoreBackup(
  openArchive: OpenArchive,
  manifest: Manifest,
  places: BackupPlaces,
): Promise<BroughtConfig | null> {
  const { memoryDir, stateDir, configFile } = places;
  for (const folder of [memoryDir, stateDir])
    if (existsSync(folder) && (await readdir(folder)).length > 0)
      throw new UserError(
        `${folder} is not empty, and nothing is overwritten. Move it away first, or choose another one.`,
      );
  const broughtConfig = path.join(stateDir, 'config.from-backup.toml');
  for await (const entry of entriesOf(openArchive)) {
    const [room = '', ...rest] = entry.name.split('/');
    const target = { memory: memoryDir, state: stateDir }[room];
    const known = manifest.files[entry.name];
    if (known === undefined || !isSafeName(entry.name)) continue;
    if (target !== undefined) await place(path.join(target, ...rest), entry, known.sha256);
    else if (entry.name === configName && configFile === null) await place(broughtConfig, entry, known.sha256);
  }
  for (const { name } of await readdir(stateDir, { withFileTypes: true }).catch(() => []))
    if (name.endsWith('.db')) checkDatabase(path.join(stateDir, name));
  if (!manifest.files[configName] || configFile !== null) return null;
  return { file: broughtConfig, namesFolders: await setFolders(broughtConfig, places) };
}

/**
 * Its own folders are those of the old machine, or beside where it lay: whoever used it as it is would begin an empty
 * memory beside the restored one.
 */
async function setFolders(file: string, { memoryDir, stateDir }: BackupPlaces): Promise<boolean> {
  let text: string | null = await readFile(file, 'utf8');
  try {
    for (const [section, value] of [
      ['memory', memoryDir],
      ['state', stateDir],
    ] as const)
      text = text === null ? null : setInToml(text, { section, key: 'dir', value });
  } catch {
    // No TOML: the person hears of that when they name the file.
    return false;
  }
  if (text === null) return false;
  await writeFileAtomic(file, text);
  return true;
}

async function* entriesOf(openArchive: OpenArchive): AsyncGenerator<ArchiveEntry> {
  yield* filesOfTarGz(await openArchive());
}

async function wholeOf({ bytes }: ArchiveEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

async function place(file: string, { bytes, modified }: ArchiveEntry, sha256: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', privateFile);
  try {
    for await (const part of bytes) {
      hash.update(part);
      await handle.write(part);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== sha256)
    throw new UserError(`The backup was changed while it was restored: ${file} is not what was backed up.`);
  await utimes(file, modified, modified);
}

function checkDatabase(file: string): void {
  const db = openDatabase(file, { readonly: true });
  try {
    const answer = String(db.pragma('quick_check(1)', { simple: true }));
    if (answer !== 'ok') throw new UserError(`${file} is damaged in the backup: ${answer}`);
  } finally {
    db.close();
  }
}
