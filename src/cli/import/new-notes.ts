// Writes notes that are new to the memory folder, many at a time: the flushes to the disk run side by side, and a folder is
// flushed once for all its notes. It replaces nothing.
import path from 'node:path';
import { placeFile, syncFolder } from '../../base/files/files.ts';
import { createLanes } from '../../base/concurrency/lanes.ts';
import { lstatOrNull, namingPlace, type PinnedFolder, pinFolder } from '../../memory/pinned-folder.ts';
import { notePathParts } from '../../memory/note-path.ts';
import { nameOnDisk } from '../../memory/vault.ts';

export interface NewNote {
  /** The path in the memory folder. */
  name: string;
  bytes: Buffer;
}

/** `there`: something has this name already and stays as it is. An Error says why the note could not be written. */
export type WriteOutcome = 'written' | 'there' | Error;

/** Files that are written at the same moment: more than the threads of libuv, so that none of them is idle. */
const width = 8;

/** @returns an outcome for each note, in their order; those that were written are durable then */
export async function writeNewNotes(memoryDir: string, notes: readonly NewNote[]): Promise<WriteOutcome[]> {
  const lanes = createLanes(width);
  const folders = new Map<string, Promise<PinnedFolder | null>>();
  const written = new Set<PinnedFolder>();
  function folderOf(names: readonly string[]): Promise<PinnedFolder | null> {
    const key = names.join('/');
    const folder = folders.get(key) ?? pinFolder(memoryDir, names, { make: true });
    folders.set(key, folder);
    return folder;
  }

  async function write({ name, bytes }: NewNote): Promise<WriteOutcome> {
    const parts = notePathParts(name);
    const folder = parts && (await folderOf(parts.slice(0, -1)));
    if (!parts || !folder) return new Error('no note can have this name');
    return await namingPlace(folder, () => writeIn(folder, parts, bytes));
  }

  async function writeIn(folder: PinnedFolder, parts: readonly string[], bytes: Buffer): Promise<WriteOutcome> {
    const file = path.join(folder.path, await nameOnDisk(folder, parts));
    if ((await lstatOrNull(file)) !== null) return 'there';
    await placeFile(file, bytes, {
      async around(renaming) {
        if (!(await folder.isInPlace())) throw new Error('its folder was moved meanwhile; import it again');
        if ((await lstatOrNull(file)) !== null) throw new Error('a note of this name was made meanwhile');
        await renaming();
      },
    });
    written.add(folder);
    return 'written';
  }

  try {
    const outcomes = await Promise.all(
      notes.map(async (note) => await lanes.run(note.name, async () => await write(note).catch(errorOf))),
    );
    await Promise.all([...written].map(async (folder) => await namingPlace(folder, () => syncFolder(folder.path))));
    return outcomes;
  } finally {
    for (const folder of folders.values()) await folder.then((one) => one?.close()).catch(() => undefined);
  }
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
