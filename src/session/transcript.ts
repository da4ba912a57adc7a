// A session's file: appended line by line, each on disk before the program goes on; read in whatever state a crash, a full
// disk or a hand left it. Nothing is ever cut from it.
import { openRegular } from '../base/files/regular-file.ts';
import { stat } from 'node:fs/promises';
import { createPace } from '../base/concurrency/cooperative.ts';
import { messageOf } from '../base/errors.ts';
import { openLineAppender, writeFileAtomic } from '../base/files/files.ts';
import { ifThere } from '../base/files/if-there.ts';
import type { Log } from '../base/log.ts';
import { createMutex } from '../base/concurrency/mutex.ts';
import { append, replaceAll } from '../base/lists.ts';
import { type Entry, formatEntry, parseEntry } from './entry.ts';

export interface Transcript {
  readonly entries: readonly Entry[];
  /** On disk, together, when it resolves. When it rejects, none of them is in `entries`. */
  append(...entries: Entry[]): Promise<void>;
  /** See {@link rewriteTranscript}; what is appended meanwhile comes after it. */
  rewrite(change: Rewrite): Promise<void>;
  close(): Promise<void>;
}

/** How a file is written again where something in it must not stand any more. */
export interface Rewrite {
  entry(entry: Entry): Entry;
  /** A line that is no entry. */
  damaged(line: string): string;
  /** Put at the end of what was changed. */
  after: readonly Entry[];
}

/** Thrown when a file does not begin with its `session` line: the conversation that it belongs to is not known. */
export class HeadlessTranscript extends Error {
  override readonly name = 'HeadlessTranscript';
}

/**
 * Reads the entries of a file. A missing or empty file has none; a torn last line is dropped; a damaged line elsewhere
 * is skipped. Both are logged with file and line. The event loop turns in between, however long the file is.
 * @throws HeadlessTranscript
 */
export async function loadTranscript(file: string, log: Log): Promise<Entry[]> {
  return await readEntries(file, log, () => true);
}

/**
 * The same for what the next request needs of a long file: of all but its newest part, the messages and what they cost
 * are passed over unread, because a compaction stands in their place or the window does not reach back to them.
 * @throws HeadlessTranscript
 */
async function loadRecent(file: string, log: Log): Promise<Entry[]> {
  const size = await sizeOf(file);
  const recentFrom = size - recentBytes;
  return await readEntries(file, log, (line, start) => start >= recentFrom || start === 0 || !isPassedOver(line));
}

/** Far more than the window of a conversation with its attachments. */
const recentBytes = 16 * 1024 * 1024;

const passedOver = ['message', 'usage', 'turn', 'retry'].map((type) => Buffer.from(`{"type":"${type}"`));
const isPassedOver = (line: Buffer): boolean =>
  passedOver.some((beginning) => line.subarray(0, beginning.length).equals(beginning));

const sliceMs = 20;

async function readEntries(file: string, log: Log, isRead: (line: Buffer, start: number) => boolean): Promise<Entry[]> {
  const entries: Entry[] = [];
  const pace = createPace(sliceMs);
  let number = 0;
  for await (const lines of readLines(file)) {
    for (const { bytes, start, isOpen } of lines) {
      number += 1;
      if (bytes.length === 0 || !isRead(bytes, start)) continue;
      try {
        entries.push(parseEntry(bytes.toString('utf8')));
      } catch (error) {
        const where = `${file}:${number}`;
        if (start === 0) throw new HeadlessTranscript(`${where} is damaged: ${messageOf(error)}`);
        if (isOpen) log.warn({ file, line: number }, `${where}: torn last line dropped`);
        else log.warn({ file, line: number, reason: messageOf(error) }, `${where}: damaged line skipped`);
      }
      if (pace.due) await pace.rest();
    }
  }
  if (entries[0] && entries[0].type !== 'session') throw new HeadlessTranscript(`${file}:1 is not a session line`);
  return entries;
}

/**
 * The lines of a file as entries, those of one chunk at a time, for a reader to whom the places of lines matter: null for a
 * line that is no entry. The event loop turns in between. None for a file that is not there.
 */
export async function* readEntryLines(file: string): AsyncGenerator<(Entry | null)[]> {
  const pace = createPace(sliceMs);
  for await (const lines of readLines(file)) {
    const entries: (Entry | null)[] = [];
    for (const { bytes } of lines) {
      entries.push(bytes.length === 0 ? null : entryOrNull(bytes.toString('utf8')));
      if (pace.due) await pace.rest();
    }
    yield entries;
  }
}

/** The same of a whole file at once. */
export const entryLinesOf = (text: string): (Entry | null)[] =>
  text.split('\n').map((line) => (line === '' ? null : entryOrNull(line)));

interface Line {
  /** The line without its newline. */
  bytes: Buffer;
  /** Its place in the file, in bytes. */
  start: number;
  /** The last line of a file that does not end with a newline. */
  isOpen: boolean;
}

const chunkBytes = 1024 * 1024;
const newline = 0x0a;
const newlineBytes = Buffer.of(newline);

/** The lines of a file, those of one chunk at a time; none for a file that is not there. */
async function* readLines(file: string): AsyncGenerator<Line[]> {
  const handle = await ifThere(openRegular(file));
  if (!handle) return;
  try {
    // The parts read so far of a line that continues in the next chunk.
    let begun: Buffer[] = [];
    let start = 0;
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      const lines: Line[] = [];
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        const rest = chunk.subarray(from, end);
        const bytes = begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
        lines.push({ bytes, start, isOpen: false });
        start += bytes.length + 1;
        begun = [];
        from = end + 1;
      }
      if (from < chunk.length) begun.push(chunk.subarray(from));
      yield lines;
    }
    if (begun.length > 0) yield [{ bytes: Buffer.concat(begun), start, isOpen: true }];
  } finally {
    await handle.close();
  }
}

const sizeOf = async (file: string): Promise<number> => (await ifThere(stat(file)))?.size ?? 0;

/** Opens (or makes) a file for appending, with the entries that the next request needs. One writer a file. */
export async function openTranscript(file: string, log: Log): Promise<Transcript> {
  const entries = await loadRecent(file, log);
  let appender = await openLineAppender(file);
  const inTurn = createMutex();

  return {
    entries,
    append: (...added) =>
      inTurn(async () => {
        await appender.append(added.map(formatEntry).join('\n'));
        append(entries, added);
      }),
    rewrite: (change) =>
      inTurn(async () => {
        // The file gets another inode: what is appended must go to that.
        await appender.close();
        try {
          if (await rewriteTranscript(file, change))
            replaceAll(entries, [...entries.map(change.entry), ...change.after]);
        } finally {
          appender = await openLineAppender(file);
        }
      }),
    close: () => inTurn(() => appender.close()),
  };
}

/** A transcript without a file, which is gone with the process. */
export function createMemoryTranscript(...entries: Entry[]): Transcript {
  return {
    entries,
    append: (...added) => Promise.resolve(append(entries, added)),
    rewrite: ({ entry, after }) => Promise.resolve(replaceAll(entries, [...entries.map(entry), ...after])),
    close: () => Promise.resolve(void entries.splice(0)),
  };
}

/**
 * Writes a file again, line by line, whole or not at all; a line that is not changed stays byte for byte. It must not
 * be open for appending. The event loop turns in between, however long the file is. @returns whether anything was changed
 */
export async function rewriteTranscript(file: string, change: Rewrite): Promise<boolean> {
  for await (const lines of changedLines(file, change)) {
    if (!lines.some(({ changed }) => changed !== null)) continue;
    await writeFileAtomic(file, rewritten(file, change));
    return true;
  }
  return false;
}

async function* rewritten(file: string, change: Rewrite): AsyncGenerator<Buffer> {
  for await (const lines of changedLines(file, change))
    yield Buffer.concat(lines.flatMap(({ bytes, changed }) => [changed ?? bytes, newlineBytes]));
  yield Buffer.from(change.after.map((entry) => `${formatEntry(entry)}\n`).join(''));
}

/** The lines of a file, those of one chunk at a time, each with what it becomes; null where it stays. */
async function* changedLines(
  file: string,
  change: Rewrite,
): AsyncGenerator<{ bytes: Buffer; changed: Buffer | null }[]> {
  const pace = createPace(sliceMs);
  for await (const lines of readLines(file)) {
    const read = [];
    for (const { bytes } of lines) {
      read.push({ bytes, changed: changedLine(bytes, change) });
      if (pace.due) await pace.rest();
    }
    yield read;
  }
}

function entryOrNull(line: string): Entry | null {
  try {
    return parseEntry(line);
  } catch {
    return null;
  }
}

function changedLine(bytes: Buffer, { entry: change, damaged }: Rewrite): Buffer | null {
  if (bytes.length === 0) return null;
  const line = bytes.toString('utf8');
  const entry = entryOrNull(line);
  const before = entry ? formatEntry(entry) : line;
  const after = entry ? formatEntry(change(entry)) : damaged(line);
  return after === before ? null : Buffer.from(after);
}
