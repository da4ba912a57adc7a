// The built-in model's folder in the cache, written once in the form of the hub: 8-bit ONNX, tokenizer, configuration. It is
// disposable, and is checked before each use: all its bytes once a day, and else whether a file is another one since.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { codeOf } from '../../../base/errors.ts';
import { packageRoot } from '../../../base/files/package-root.ts';
import { privateFile, privateFolder, syncFolder } from '../../../base/files/files.ts';
import { builtInModel } from './model.ts';

/** Raise the number when the files get another form: the cache becomes old, the vectors stay. */
const form = 7;
/** Of a learnt file so much is another one whenever it was learnt anew: its table, and what each layer adds. */
const tellingBytes = 64 * 1024;
const manifestFile = 'manifest.json';

interface Manifest {
  readonly id: string;
  /** What is in each file; which files there are changes only together with the id. */
  readonly sha256: Readonly<Record<string, string>>;
}

/** Names what this version writes: the model, the form of its files, and what was learnt for it. */
async function currentId(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of Object.values(builtInModel.pairWeightFiles))
    hash.update(await beginningOf(path.join(packageRoot(), 'assets', file)));
  return `${builtInModel.id}/${form}/${hash.digest('hex').slice(0, 16)}`;
}

async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(tellingBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Makes sure that `folder` holds the whole model, and nothing but what this version writes. Several processes may do so at once.
 * Throws when the package with the weights is not installed, or when the folder cannot be written.
 * @param write writes the files into a folder that it makes
 */
export async function ensureBuiltInModel(folder: string, write = writeBuiltInModel): Promise<void> {
  if (await isWhole(folder)) return;
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true, mode: privateFolder });
  await removeAbandoned(parent, path.basename(folder));
  const temporary = temporaryFolder(folder);
  try {
    await write(temporary);
    await replaceFolder(folder, temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function isWhole(folder: string): Promise<boolean> {
  try {
    // A schema's library would cost the model's process 14 MB; whatever else this holds, no sum of a file is equal to it.
    const { id, sha256 }: Manifest = JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8'));
    if (id !== (await currentId())) return false;
    const stamps = await stampsOf(folder, [manifestFile, ...Object.keys(sha256)]);
    if (await wasChecked(folder, stamps)) return true;
    for (const [name, sum] of Object.entries(sha256)) {
      if ((await sumOf(path.join(folder, name))) !== sum) return false;
    }
    await noteChecked(folder, stamps);
    return true;
  } catch {
    // Missing, unreadable or not ours: in each case it is written anew, and that fails loudly if it cannot be done.
    return false;
  }
}

/** What a check of all bytes has found whole, and when. To read 33 MB takes some 50 ms of a start of the model on a slow machine. */
interface Checked {
  readonly stamps: Stamps;
  readonly atMs: number;
}

/** What the system changes with each change of a file, by the file's name. */
type Stamps = Readonly<Record<string, string>>;

const checkedFile = 'checked.json';
/** A disk can lose bytes that nobody wrote: all of them are read again after this time. */
const checkedForMs = 24 * 60 * 60_000;
/** Of a file that was changed just now, another change could have the same times. */
const settledMs = 2_000;

async function stampsOf(folder: string, names: readonly string[]): Promise<Stamps> {
  const stamps: [string, string][] = [];
  for (const name of names) {
    const { size, mtimeNs, ctimeNs, dev, ino } = await stat(path.join(folder, name), { bigint: true });
    if (Date.now() - Number(ctimeNs / 1_000_000n) < settledMs) return {};
    stamps.push([name, [size, mtimeNs, ctimeNs, dev, ino].join(' ')]);
  }
  return Object.fromEntries(stamps);
}

async function wasChecked(folder: string, stamps: Stamps): Promise<boolean> {
  try {
    const checked: Checked = JSON.parse(await readFile(path.join(folder, checkedFile), 'utf8'));
    const ageMs = Date.now() - checked.atMs;
    return (
      Object.keys(stamps).length > 0 && isDeepStrictEqual(checked.stamps, stamps) && ageMs >= 0 && ageMs < checkedForMs
    );
  } catch {
    return false;
  }
}

/** A folder that can't be written is checked in full each time; so is one whose note was torn by a kill. */
async function noteChecked(folder: string, stamps: Stamps): Promise<void> {
  if (Object.keys(stamps).length === 0) return;
  const checked: Checked = { stamps, atMs: Date.now() };
  await writeFile(path.join(folder, checkedFile), JSON.stringify(checked), { mode: privateFile }).catch(
    () => undefined,
  );
}

/** Writes the files of the model into a new folder. It takes some 100 MB, much of which stays with its process. */
export async function writeBuiltInModel(folder: string): Promise<void> {
  const { loadBuiltInFiles } = await import('./files.ts');
  const files = await loadBuiltInFiles();
  await mkdir(path.join(folder, path.dirname(builtInModel.graphFile)), { recursive: true, mode: privateFolder });
  for (const [name, bytes] of Object.entries(files)) await writeDurably(path.join(folder, name), bytes);
  const sums = Object.entries(files).map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]);
  const manifest: Manifest = { id: await currentId(), sha256: Object.fromEntries(sums) };
  await writeDurably(path.join(folder, manifestFile), Buffer.from(JSON.stringify(manifest)));
}

/** Puts the finished folder in its place. When another process was faster, and what it wrote is whole, that one stays. */
async function replaceFolder(folder: string, finished: string): Promise<void> {
  for (;;) {
    try {
      await rename(finished, folder);
      await syncFolder(path.dirname(folder));
      return;
    } catch (error) {
      // A folder with something in it cannot be renamed over; a file in its place neither.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
    }
    if (await isWhole(folder)) return;
    const old = temporaryFolder(folder);
    await rename(folder, old);
    await rm(old, { recursive: true, force: true });
  }
}

const temporaryFolder = (folder: string) =>
  path.join(path.dirname(folder), `.${path.basename(folder)}.${randomBytes(6).toString('hex')}.tmp`);

const abandonedAfterMs = 60 * 60_000;

/** Removes what a process that was killed while writing has left. */
async function removeAbandoned(parent: string, name: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(`.${name}.`) || !entry.endsWith('.tmp')) continue;
    const left = path.join(parent, entry);
    const { mtimeMs } = await stat(left);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(left, { recursive: true, force: true });
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', privateFile);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Piece by piece: a model in one piece would stay in the process's memory long after. */
async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(1 << 20);
  const handle = await open(file);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
