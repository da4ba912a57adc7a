// The folder of Markdown notes, and the one gate to it: every path that comes from a model or a person passes here, and
// no byte from outside the folder gets out. Reads only; writing is built on `resolve`.
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, ToolError } from '../base/errors.ts';
import { privateFolder, syncFolder } from '../base/files/files.ts';
import { HomeFolder } from './home-folder.ts';
import { largest } from '../base/lists.ts';
import { cutText } from '../base/text/text.ts';
import { maxNoteBytes, megabytes, NoteLister, type NoteStat, noteStat, stampMs, type VaultListing } from './listing.ts';
import { namedError, NoteError, type NoteProblem, noteProblem, problemOf } from './note-problem.ts';
import { notePathParts } from './note-path.ts';
import { lstatOrNull, namingPlace, openFileIn, type PinnedFolder, pinFolder } from './pinned-folder.ts';
import { linesOf, type NoteText, parseNote } from './text/note.ts';
import type { VaultWatch } from './watch.ts';

export interface Note extends NoteStat, NoteText {
  bytes: Buffer;
}

export interface Vault {
  /**
   * As given; may be a link itself, and may not exist yet. Once it was there and is gone, or may not be read, everything but
   * `longTerm` rejects with NoteError until it is back.
   */
  readonly dir: string;
  /**
   * The gate. The absolute path of a note, existing or to be made, or null where the name is not that of a note in the
   * vault: outside it, through a link, hidden, not `*.md`, or not a file. `memory.md` and `MEMORY.md` are one note.
   */
  resolve(notePath: string): Promise<string | null>;
  /**
   * The same gate for writing: the note's folder, held by its handle, and its name there. Makes the folders that are missing.
   * Null where the name is not that of a note in the vault. To be closed.
   */
  pin(notePath: string): Promise<PinnedNote | null>;
  /** A note, or null where there is none by that name. Throws for one that exists and can't be read or is too large: NoteError for what the person has to mend. */
  read(notePath: string): Promise<Note | null>;
  /** The long-term memory, empty where there is none yet. Where it can't be read, `problem` says why; never rejects for that. */
  longTerm(): Promise<{ text: string; problem: NoteProblem | null }>;
  /**
   * All notes, sorted by path; the very same listing while nothing changes. A folder that was never there is an empty vault. Gives way to the event loop every few ms.
   * @param how.sweep look at every note, whatever a watch says
   */
  list(how?: { sweep: boolean }): Promise<VaultListing>;
  /**
   * What the model reads of a note: `MEMORY.md` (missing: empty), a day `YYYY-MM-DD`, or a note's path; in pages.
   * @param range first line (1-based) and number of lines
   * @throws ToolError for anything else
   */
  get(key: string, range?: { from?: number; lines?: number }): Promise<string>;
}

/** A note, for work over many that one which can't be read must not end: `problem` says why there is none. Rejects where the whole memory is away. */
export async function readIfPossible<Read>(
  vault: { read(notePath: string): Promise<Read | null> },
  notePath: string,
): Promise<{ note: Read | null; problem: NoteProblem | null }> {
  try {
    return { note: await vault.read(notePath), problem: null };
  } catch (error) {
    if (error instanceof NoteError && error.failure === 'away') throw error;
    return { note: null, problem: problemOf(notePath, error) };
  }
}

export interface PinnedNote {
  folder: PinnedFolder;
  name: string;
}

/** What one `get` gives at most, so that a long note can't fill a model's context. */
const pageLines = 400;
const pageChars = 20_000;
/** How much of a wrong key the message about it shows. */
const maxShownKey = 200;

const longTerm = 'MEMORY.md';
/** What the system changes with each change of the long-term memory or of its folder; null where that could be too coarse, or is not known. */
function longTermStamp(dir: string): string | null {
  try {
    const folder = statSync(dir, { bigint: true });
    const file = lstatSync(path.join(dir, longTerm), { bigint: true, throwIfNoEntry: false });
    if (file && !file.isFile()) return null;
    const stats = file ? [folder, file] : [folder];
    const newestMs = largest(stats.flatMap(({ ctimeMs, mtimeMs }) => [Number(ctimeMs), Number(mtimeMs)]));
    if (Date.now() - newestMs <= stampMs) return null;
    return stats.map(({ dev, ino, size, mtimeNs, ctimeNs }) => [dev, ino, size, mtimeNs, ctimeNs].join(' ')).join('|');
  } catch {
    return null;
  }
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** @param watch tells what changes, so that a listing need not look at every note; the caller closes it @param known.wasThere it is known to have been there: where it is missing, it is gone @param known.indexFile the index of its notes, by which it is known at a start */
// oxlint-disable-next-line max-lines-per-function -- every way to a note stands here together, behind one gate
export function createVault(
  dir: string,
  watch: VaultWatch | null = null,
  { wasThere = false, indexFile = null }: { wasThere?: boolean; indexFile?: string | null } = {},
): Vault {
  const lister = new NoteLister(watch);
  const home = new HomeFolder(dir, { wasThere, indexFile, onReturn: () => lister.reset() });
  let listed: { all: VaultListing; ours: VaultListing } | null = null;
  let keptLongTerm: { stamp: string; text: string } | null = null;

  /** The absolute path where a note of this name is or would be; follows no link below the vault. */
  async function locate(notePath: string): Promise<{ root: string; file: string; exists: boolean } | null> {
    home.isThere();
    const names = notePathParts(notePath);
    const root = names && (await realpathOrNull(dir));
    if (!names || !root) return null;
    if (names.length === 1) names[0] = await longTermName(root, names[0] ?? '');
    let file = root;
    for (const [i, name] of names.entries()) {
      file = path.join(file, name);
      const stat = await lstatOrNull(file);
      if (!stat) return { root, file: path.join(root, ...names), exists: false };
      const fits = i === names.length - 1 ? stat.isFile() : stat.isDirectory();
      if (!fits) return null;
    }
    return { root, file, exists: true };
  }

  async function read(notePath: string): Promise<Note | null> {
    home.isThere();
    const names = notePathParts(notePath);
    if (!names) return null;
    const folder = await pinFolder(dir, names.slice(0, -1)).catch((error: unknown) => {
      throw namedError(notePath, error);
    });
    if (!folder) return null;
    let handle: FileHandle | null = null;
    try {
      return await namingPlace(folder, async () => {
        const name = await nameOnDisk(folder, names);
        handle = await openFileIn(folder, name);
        if (!handle) return null;
        const stat = await handle.stat();
        if (stat.size > maxNoteBytes)
          throw new NoteError(
            noteProblem('too_large', notePath, megabytes(stat.size)),
            `${notePath} is too large to read (${megabytes(stat.size)} MB).`,
          );
        const bytes = await readUpTo(notePath, handle, maxNoteBytes);
        return { ...noteStat([...names.slice(0, -1), name].join('/'), stat), bytes, ...parseNote(bytes) };
      });
    } catch (error) {
      throw namedError(notePath, error);
    } finally {
      await (handle as FileHandle | null)?.close();
      await folder.close();
    }
  }

  async function pin(notePath: string): Promise<PinnedNote | null> {
    const names = notePathParts(notePath);
    if (!names) return null;
    if (!home.isThere()) {
      const made = await mkdir(dir, { recursive: true, mode: privateFolder });
      if (made !== undefined) await syncFolder(path.dirname(made));
    }
    const folder = await pinFolder(dir, names.slice(0, -1), { make: true });
    // It may have gone in between.
    home.isThere();
    if (!folder) return null;
    try {
      const { name, isFree } = await namingPlace(folder, async () => {
        const name = await nameOnDisk(folder, names);
        const stat = await lstatOrNull(path.join(folder.path, name));
        return { name, isFree: !stat || stat.isFile() };
      });
      if (isFree) return { folder, name };
    } catch (error) {
      await folder.close();
      throw error;
    }
    await folder.close();
    return null;
  }

  /** The same note under another Unicode spelling: some disks store decomposed names, models write composed ones. */
  async function readAnySpelling(notePath: string): Promise<Note | null> {
    const note = await read(notePath);
    if (note || isAscii(notePath) || !notePathParts(notePath)) return note;
    const composed = notePath.normalize('NFC');
    const twin = (await list()).notes.find((other) => other.path.normalize('NFC') === composed);
    return twin ? await read(twin.path) : null;
  }

  /** Every message asks for it, and to read it by its folder takes ten calls through the thread pool, which wait for searches. */
  async function longTermText(): Promise<{ text: string; problem: NoteProblem | null }> {
    const stamp = longTermStamp(dir);
    if (stamp !== null && keptLongTerm?.stamp === stamp) return { text: keptLongTerm.text, problem: null };
    const { text, problem } = await readLongTerm();
    keptLongTerm = stamp !== null && problem === null ? { stamp, text } : null;
    return { text, problem };
  }

  async function readLongTerm(): Promise<{ text: string; problem: NoteProblem | null }> {
    const unread = (problem: NoteProblem) => ({ text: '', problem });
    try {
      const note = await read(longTerm);
      if (note) return { text: note.text, problem: null };
      const file = path.join(dir, await longTermName(dir, longTerm));
      return (await lstatOrNull(file)) === null
        ? { text: '', problem: null }
        : unread(noteProblem('irregular', longTerm));
    } catch (error) {
      if (isAbsent(error))
        return (await isNoFolder(dir)) ? unread(noteProblem('no_folder', dir)) : { text: '', problem: null };
      return unread(problemOf(longTerm, error));
    }
  }

  async function list(how?: { sweep: boolean }): Promise<VaultListing> {
    // Each search begins here: a call through the thread pool would take longer than all stat calls of a small vault.
    if (!home.isThere()) return { notes: [], problems: [] };
    const root = realpathNow(dir);
    if (root === null) return { notes: [], problems: [] };
    const all = await lister.list(root, how);
    // Notes that went with the folder meanwhile were not removed.
    home.isThere();
    if (all !== listed?.all) {
      listed = { all, ours: memoriesOf(all.notes, all.problems) };
      home.remember(notePathsOf(listed.ours));
    }
    return listed.ours;
  }

  return {
    dir,
    resolve: async (notePath) => (await locate(notePath))?.file ?? null,
    pin,
    read,
    longTerm: longTermText,
    list,
    async get(key, range = {}) {
      const day = dayPattern.exec(key.replace(/\.md$/, ''))?.[0];
      const notePath = day ? `${day}.md` : key;
      const note = await readAnySpelling(notePath);
      if (note) return page(note.text, range.from ?? 1, range.lines ?? pageLines);
      const place = await locate(notePath);
      const absent = place ? !place.exists : (await realpathOrNull(dir)) === null;
      if (absent && key === longTerm) return '';
      if (absent && day) return `No daily file for ${day}`;
      throw new ToolError(`Unknown memory key: ${cutText(key, maxShownKey)}. Use 'MEMORY.md' or 'YYYY-MM-DD'.`);
    },
  };
}

function* notePathsOf({ notes }: VaultListing): Generator<string> {
  for (const note of notes) yield note.path;
}

const isLongTermName = (name: string): boolean => name.toLowerCase() === longTerm.toLowerCase();

/** `MEMORY.md` as the disk spells it: the exact name wins, then the first in order. */
async function longTermName(root: string, name: string): Promise<string> {
  if (!isLongTermName(name)) return name;
  if ((await lstatOrNull(path.join(root, longTerm))) !== null) return longTerm;
  const spellings = (await readdir(root)).filter(isLongTermName).sort();
  return spellings[0] ?? longTerm;
}

/** The name of a note in its folder; that of the long-term memory as the disk spells it. @param names of its whole path */
export async function nameOnDisk(folder: PinnedFolder, names: readonly string[]): Promise<string> {
  return names.length === 1 ? await longTermName(folder.path, names[0] ?? '') : (names.at(-1) ?? '');
}

/**
 * The notes that are memory. Where a disk holds both `MEMORY.md` and `memory.md`, one is the long-term memory and the other is not
 * indexed.
 */
function memoriesOf(notes: NoteStat[], problems: NoteProblem[]): VaultListing {
  const spellings = notes
    .filter((note) => isLongTermName(note.path))
    .map((note) => note.path)
    .sort();
  if (spellings.length < 2) return { notes, problems };
  const [first = longTerm] = spellings;
  const winner = spellings.includes(longTerm) ? longTerm : first;
  const losers = spellings.filter((name) => name !== winner);
  const skipped = losers.map((name) => noteProblem('other_spelling', name, winner));
  return { notes: notes.filter((note) => !losers.includes(note.path)), problems: [...problems, ...skipped] };
}

async function readUpTo(notePath: string, handle: FileHandle, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, null);
    if (bytesRead === 0) return Buffer.concat(parts);
    total += bytesRead;
    if (total > limit) throw new NoteError(noteProblem('too_large', notePath, megabytes(total)));
    parts.push(buffer.subarray(0, bytesRead));
  }
}

function page(text: string, from: number, count: number): string {
  const lines = linesOf(text);
  if (from <= 1 && count >= lines.length && lines.length <= pageLines && text.length <= pageChars) return text;
  const first = Math.max(1, Math.floor(from));
  if (first > lines.length) return `[The note has ${lines.length} lines; line ${first} is past its end.]`;
  const wanted = lines.slice(first - 1, first - 1 + Math.max(1, Math.floor(count)));
  const shown: string[] = [];
  let chars = 0;
  for (const line of wanted.slice(0, pageLines)) {
    chars += line.length + 1;
    if (chars > pageChars && shown.length > 0) break;
    const cut = cutText(line, pageChars);
    shown.push(cut.length < line.length ? `${cut} [${line.length - cut.length} more characters in this line]` : line);
  }
  const last = first + shown.length - 1;
  const body = shown.join('\n');
  return last < lines.length
    ? `${body}\n[Showing lines ${first}-${last} of ${lines.length}. Use from=${last + 1} to continue.]`
    : body;
}

// oxlint-disable-next-line no-control-regex -- the ASCII range begins with control characters
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

async function realpathOrNull(file: string): Promise<string | null> {
  return await orNull(realpath(file));
}

/** Whether something else than a folder has this name. */
const isNoFolder = async (dir: string): Promise<boolean> => (await orNull(stat(dir)))?.isDirectory() === false;

function realpathNow(file: string): string | null {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Null where the file does not exist; any other failure rejects. */
async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error) ?? '');
