// The versions of MEMORY.md before and after each consolidation, and the lines that it moved to the archive, under
// `state/history/`, with a manifest; the old ones go. Undo takes a run back as a reverse patch: byte for byte where nothing
// came after it, and past any hand edit where something did.
import { readRegular } from '../../base/files/regular-file.ts';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Eraser } from '../../assistant/feature.ts';
import { codeOf, UserError } from '../../base/errors.ts';
import { editFile, privateFolder, writeFileAtomic } from '../../base/files/files.ts';
import { noFile } from '../../memory/write/commit.ts';
import { archiveFile, longTermFile } from '../../memory/write/long-term.ts';
import { mergeNotes } from '../../memory/write/merge.ts';
import { parseRaw, rawBytes } from '../../memory/write/raw-note.ts';
import type { Writer } from '../../memory/write/writer.ts';
import { reopenInArchive, takeFromArchive } from './archive.ts';

const entrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** `+3 ~1 -0` */
  summary: z.string(),
  undoneAt: z.iso.datetime().nullable(),
  /** The message that asked for it, so that the same request undoes once. */
  undoneBy: z.string().nullish(),
});
const manifestSchema = z.object({ entries: z.array(entrySchema) });

export type HistoryEntry = z.infer<typeof entrySchema>;

export interface Version {
  /** Null: there was no MEMORY.md. */
  before: Buffer | null;
  after: Buffer;
  /** The lines that the run moved to the archive. */
  archived: readonly string[];
  /** The lines of the archive that it closed, as they were. */
  closed: readonly string[];
}

export interface UndoOptions {
  to?: string;
  only?: string;
  request?: string;
}

export interface History {
  /** Oldest first. */
  list(): Promise<HistoryEntry[]>;
  /** Keeps both versions, and lets those go that are too old or too many. Done before the file is written, so that every written run can be undone. */
  add(entry: Pick<HistoryEntry, 'id' | 'at' | 'summary'>, version: Version): Promise<void>;
  /** Replaces the versions of a run that turned out to meet an edit by hand. */
  renew(id: string, version: Pick<Version, 'before' | 'after'>): Promise<void>;
  version(id: string): Promise<Version | null>;
  /** Takes an entry out whose run never reached the file. */
  drop(id: string): Promise<void>;
  /** Removes forgotten text from all versions. */
  erase(eraser: Pick<Eraser, 'note'>): Promise<void>;
  /**
   * Takes back the newest run that is not undone, or with `only` that run alone, or with `to` that run and all after it.
   * @param request names the message that asks; what this request undid before a crash is returned again, and nothing more undone
   * @throws UserError when there is none
   */
  undo(writer: Writer, at: Date, options?: UndoOptions): Promise<HistoryEntry[]>;
}

/** How far back an undo reaches: the newest few versions are kept whatever their age, because a clock may have been wrong. */
const maxKeptMs = 30 * 86_400_000;
const maxKept = 100;
const minKept = 10;

/** @param dir is made when something is kept */
// oxlint-disable-next-line max-lines-per-function -- the steps of an undo share the folder and the lock of its files
export function createHistory(dir: string): History {
  const manifestFile = path.join(dir, 'manifest.json');

  async function list(): Promise<HistoryEntry[]> {
    const bytes = await readOrNull(manifestFile);
    return bytes ? manifestSchema.parse(JSON.parse(bytes.toString())).entries : [];
  }

  const save = async (entries: readonly HistoryEntry[]): Promise<void> =>
    await writeFileAtomic(manifestFile, `${JSON.stringify({ entries }, null, 2)}\n`);

  const fileOf = (id: string, part: (typeof parts)[number]): string => path.join(dir, `${id}.${part}.md`);

  /** Lines of the archive, one below the other. */
  const linesKept = async (id: string, part: 'archived' | 'closed'): Promise<string[]> =>
    ((await readOrNull(fileOf(id, part)))?.toString().split('\n') ?? []).filter((line) => line !== '');

  const keepLines = async (id: string, part: 'archived' | 'closed', lines: readonly string[]): Promise<void> => {
    if (lines.length > 0) await writeFileAtomic(fileOf(id, part), `${lines.join('\n')}\n`);
  };

  async function version(id: string): Promise<Version | null> {
    const before = await readOrNull(fileOf(id, 'before'));
    const after = await readOrNull(fileOf(id, 'after'));
    return after && { before, after, archived: await linesKept(id, 'archived'), closed: await linesKept(id, 'closed') };
  }

  async function renew(id: string, { before, after }: Pick<Version, 'before' | 'after'>): Promise<void> {
    if (before) await writeFileAtomic(fileOf(id, 'before'), before);
    else await rm(fileOf(id, 'before'), { force: true });
    await writeFileAtomic(fileOf(id, 'after'), after);
  }

  /** Removes what the manifest does not name: what was let go, and what a crash left. */
  async function sweep(): Promise<void> {
    const kept = new Set((await list()).flatMap(({ id }) => parts.map((part) => fileOf(id, part))));
    for (const name of await readdir(dir)) {
      const file = path.join(dir, name);
      if (name.endsWith('.md') && !kept.has(file)) await rm(file, { force: true });
    }
  }

  return {
    list,
    version,
    renew,
    async add(entry, { before, after, archived, closed }) {
      await mkdir(dir, { recursive: true, mode: privateFolder });
      await renew(entry.id, { before, after });
      await keepLines(entry.id, 'archived', archived);
      await keepLines(entry.id, 'closed', closed);
      const all = [...(await list()), { ...entry, undoneAt: null }];
      const isKept = ({ at }: HistoryEntry, age: number): boolean =>
        age < minKept || (age < maxKept && Date.parse(entry.at) - Date.parse(at) < maxKeptMs);
      await save(all.filter((one, index) => isKept(one, all.length - 1 - index)));
      await sweep();
    },
    async erase({ note }) {
      for (const name of await namesIn(dir)) if (name.endsWith('.md')) await editFile(path.join(dir, name), note);
    },
    async drop(id) {
      const entries = await list();
      if (entries.some((entry) => entry.id === id)) await save(entries.filter((entry) => entry.id !== id));
      for (const part of parts) await rm(fileOf(id, part), { force: true });
    },
    async undo(writer, at, { to, only, request } = {}) {
      const entries = await list();
      const before = entries.filter((entry) => request !== undefined && entry.undoneBy === request);
      if (before.length > 0) return before.toReversed();
      const standing = entries.filter((entry) => entry.undoneAt === null);
      const named = to ?? only;
      const first = named === undefined ? standing.length - 1 : standing.findIndex((entry) => entry.id === named);
      if (first < 0 && entries.some((entry) => entry.id === named))
        throw new UserError(`The consolidation ${named} is undone already.`);
      if (first < 0)
        throw new UserError(
          named === undefined ? noneToUndo : `There is no consolidation ${named} to undo. See undo --list.`,
        );
      const undone = standing.slice(first, only === undefined ? undefined : first + 1).toReversed();
      const versions: Version[] = [];
      for (const { id } of undone) {
        const kept = await version(id);
        if (!kept) throw new UserError(`The versions of ${id} are missing in ${dir}: it can't be undone.`);
        versions.push(kept);
      }
      // A note that was deleted since stays deleted. A note that a night made is deleted when the undo leaves no line in it.
      let isThere = false;
      await writer.commit(longTermFile, (bytes) => {
        isThere = bytes !== null;
        if (bytes === null) return null;
        const left = versions.reduce((now, version) => without(version, now), bytes);
        const isMadeByNight = bytes.length > 0 && versions.some(({ before }) => before === null);
        return left.length === 0 && isMadeByNight ? noFile : left;
      });
      // The archive comes after MEMORY.md, to which its lines return: a crash in between then leaves a line in both, not in neither.
      const archived = versions.flatMap((version) => version.archived);
      const closed = versions.flatMap((version) => version.closed);
      if (isThere && archived.length + closed.length > 0)
        await writer.commit(
          archiveFile,
          // Reopen outdated lines before taking lines back: a night may have outdated a line that an earlier one moved to the archive.
          (bytes) => bytes && rawBytes(takeFromArchive(reopenInArchive(parseRaw(bytes), closed), archived)),
        );
      const marked = new Map(
        undone.map((entry) => [entry.id, { ...entry, undoneAt: at.toISOString(), undoneBy: request }] as const),
      );
      await save(entries.map((entry) => marked.get(entry.id) ?? entry));
      return [...marked.values()];
    },
  };
}

const without = ({ before, after }: Version, now: Buffer): Buffer =>
  mergeNotes(after, before ?? Buffer.alloc(0), now).bytes;

/** Single changes are no consolidation: they are taken back where they were made. */
export const noneToUndo =
  'There is no consolidation to undo. Single changes, such as a saved line, are taken back by `/undo` in the chat (`/undo list` shows them).';

const parts = ['before', 'after', 'archived', 'closed'] as const;

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readRegular(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
