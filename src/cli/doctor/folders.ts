// The folders of notes and state: there, closed to others, with room, and without what a crash left in them.
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { requireMemoryFolder } from '../../app/memory/memory-folder.ts';
import { codeOf, messageOf } from '../../base/errors.ts';
import { isTemporaryName, makePrivateFolder } from '../../base/files/files.ts';
import { quantity } from '../../base/text/text.ts';
import type { Config } from '../../config.ts';
import { NoteError } from '../../memory/note-problem.ts';
import type { Check } from './check.ts';

export const checkFolders = async (config: Config): Promise<Check[]> => [
  ...(await checkPlaces(config)),
  checkModes(config.state.dir),
  await checkDisk(config),
  checkLeftovers(config),
  await checkWatches(config.memory.dir),
];

/** Whether Scrubjay may use the folders of notes and state, or make them. */
export const checkPlaces = async (config: Config): Promise<Check[]> => [
  absentMemory(config) ?? (await checkFolder('memory folder', config.memory.dir)),
  await checkFolder('state folder', config.state.dir),
];

/** One that was there is not made anew: the notes are elsewhere. */
function absentMemory(config: Config): Check | null {
  try {
    requireMemoryFolder(config);
    return null;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return ['absent_folder', 'other_folder'].includes(error.problem.kind)
      ? { name: 'memory folder', status: 'failed', detail: error.message }
      : null;
  }
}

async function checkFolder(name: string, folder: string): Promise<Check> {
  try {
    const { mode } = await stat(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((mode & 0o077) === 0) return { name, status: 'ok', detail: folder };
    return {
      name,
      status: 'warning',
      detail: `${folder} can be read by others on this machine. Run: chmod 700 ${folder}`,
      fix() {
        chmodSync(folder, 0o700);
        return `${folder} is closed to others now`;
      },
    };
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? await whyNotMade(folder) : error;
    if (reason !== null)
      return {
        name,
        status: 'failed',
        detail: `${folder}: ${messageOf(reason)}. Make it a folder that Scrubjay may read and write.`,
      };
    return {
      name,
      status: 'ok',
      detail: `${folder} is not there yet and will be made`,
      fix() {
        makePrivateFolder(folder);
        return `${folder} is made`;
      },
    };
  }
}

/** The error that stands against making a folder that is not there; null where the nearest one above it may be written. */
async function whyNotMade(folder: string): Promise<unknown> {
  const above = path.dirname(folder);
  try {
    await access(above, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return codeOf(error) === 'ENOENT' && above !== folder ? await whyNotMade(above) : error;
  }
}

/** Every file and folder below, without following links. */
function* entriesBelow(folder: string): Generator<string> {
  let names;
  try {
    names = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Another check says why it can't be read.
    return;
  }
  for (const entry of names) {
    const place = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    yield place;
    if (entry.isDirectory()) yield* entriesBelow(place);
  }
}

function checkModes(stateDir: string): Check {
  const name = 'modes';
  const isOpen = (place: string): boolean => ((lstatSync(place, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  // The embedding model's own files hold no word of the person's.
  const open = [...entriesBelow(stateDir)].filter(
    (place) => !place.startsWith(path.join(stateDir, 'cache')) && isOpen(place),
  );
  const [first] = open;
  if (first === undefined) return { name, status: 'ok', detail: 'nothing in the state folder can be read by others' };
  return {
    name,
    status: 'warning',
    detail: `others can read ${quantity(open.length, 'file')} of the state, such as ${first}. Run: chmod -R go= ${stateDir}`,
    fix() {
      for (const place of open) chmodSync(place, lstatSync(place).mode & 0o700);
      return `${quantity(open.length, 'file')} of the state closed to others`;
    },
  };
}

const lowDiskBytes = 500 * 1024 * 1024;

async function checkDisk(config: Config): Promise<Check> {
  const name = 'disk';
  try {
    const { bavail, bsize, ffree, files } = await statfs(config.state.dir);
    const freeBytes = bavail * bsize;
    const detail = `${Math.round(freeBytes / 1024 / 1024)} MB free`;
    if (files > 0 && ffree < 1_000)
      return { name, status: 'warning', detail: `${detail}, but room for ${ffree} more files only: delete some` };
    return freeBytes < lowDiskBytes
      ? {
          name,
          status: 'warning',
          detail: `${detail}: make room, as nothing is confirmed when nothing can be written`,
        }
      : { name, status: 'ok', detail };
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return { name, status: 'ok', detail: 'not looked at, the state folder is not there yet' };
    return { name, status: 'warning', detail: messageOf(error) };
  }
}

/** After so long no process writes one any more. */
const staleAfterMs = 3_600_000;

function checkLeftovers({ memory, state }: Config): Check {
  const name = 'temporary files';
  const isStale = (place: string): boolean =>
    isTemporaryName(path.basename(place)) &&
    Date.now() - (lstatSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > staleAfterMs;
  const stale = [memory.dir, state.dir].flatMap((folder) => [...entriesBelow(folder)]).filter(isStale);
  if (stale.length === 0) return { name, status: 'ok', detail: 'none is left behind' };
  return {
    name,
    status: 'warning',
    detail: `a crash left ${stale.length} half-written files, such as ${stale[0]}; the files they were for are whole. They can be deleted.`,
    fix() {
      for (const file of stale) rmSync(file, { force: true });
      return `${stale.length} half-written files are deleted`;
    },
  };
}

/** Each folder of notes takes one of the kernel's watches, which all programs of the user share. */
async function checkWatches(memoryDir: string): Promise<Check> {
  const name = 'watches';
  const [most, instances] = await Promise.all(
    ['max_user_watches', 'max_user_instances'].map(async (file) =>
      Number(await readFile(`/proc/sys/fs/inotify/${file}`, 'utf8').catch(() => 'NaN')),
    ),
  );
  if (most === undefined || instances === undefined || Number.isNaN(most))
    return { name, status: 'ok', detail: 'not counted on this system' };
  const folders =
    1 +
    [...entriesBelow(memoryDir)].filter((place) => lstatSync(place, { throwIfNoEntry: false })?.isDirectory()).length;
  const detail = `${quantity(folders, 'folder')} of notes, ${most} watches and ${instances} instances allowed`;
  if (folders < most / 2 && instances >= 32) return { name, status: 'ok', detail };
  return {
    name,
    status: 'warning',
    detail: `${detail}: too few, and a search then looks at every note. Run: sysctl -w fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512`,
  };
}
