// A session's file: appended line by line, each on disk before anyone goes on; read in whatever state a crash, a full
// disk or a hand left it. Nothing is ever cut from it.
import { readFile } from 'node:fs/promises';
import { codeOf, messageOf } from '../base/errors.ts';
import { openLineAppender, writeFileAtomic } from '../base/files.ts';
import type { Log } from '../base/log.ts';
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

/** Thrown when a file does not begin with its `session` line: whose conversation it is cannot be known. */
export class HeadlessTranscript extends Error {
  override readonly name = 'HeadlessTranscript';
}

/**
 * Reads the entries of a file. A missing or empty file has none; a torn last line is dropped; a damaged line elsewhere
 * is skipped. Both are logged with file and line.
 * @throws HeadlessTranscript
 */
export async function loadTranscript(file: string, log: Log): Promise<Entry[]> {
  const lines = (await readText(file)).split('\n');
  const torn = lines.pop();
  if (torn) lines.push(torn);
  const entries: Entry[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    try {
      entries.push(parseEntry(line));
    } catch (error) {
      const where = `${file}:${index + 1}`;
      const isLast = torn && index === lines.length - 1;
      if (index === 0) throw new HeadlessTranscript(`${where} is damaged: ${messageOf(error)}`);
      if (isLast) log.warn({ file, line: index + 1 }, `${where}: torn last line dropped`);
      else log.warn({ file, line: index + 1, reason: messageOf(error) }, `${where}: damaged line skipped`);
    }
  }
  if (entries[0] && entries[0].type !== 'session') throw new HeadlessTranscript(`${file}:1 is not a session line`);
  return entries;
}

/** Opens (or makes) a file for reading and appending. One writer a file. */
export async function openTranscript(file: string, log: Log): Promise<Transcript> {
  const entries = await loadTranscript(file, log);
  let appender = await openLineAppender(file);
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  return {
    entries,
    append: (...added) =>
      inTurn(async () => {
        await appender.append(added.map(formatEntry).join('\n'));
        entries.push(...added);
      }),
    rewrite: (change) =>
      inTurn(async () => {
        // The file gets another inode: what is appended must go to that.
        await appender.close();
        try {
          if (await rewriteTranscript(file, change))
            entries.splice(0, entries.length, ...entries.map(change.entry), ...change.after);
        } finally {
          appender = await openLineAppender(file);
        }
      }),
    close: () => inTurn(() => appender.close()),
  };
}

/** The same without a file: what is in it is gone with the process. */
export function createMemoryTranscript(...entries: Entry[]): Transcript {
  return {
    entries,
    append: (...added) => Promise.resolve(void entries.push(...added)),
    rewrite: ({ entry, after }) =>
      Promise.resolve(void entries.splice(0, entries.length, ...entries.map(entry), ...after)),
    close: () => Promise.resolve(void entries.splice(0)),
  };
}

/**
 * Writes a file again, line by line, whole or not at all; a line that is not changed stays byte for byte. Nobody may have
 * it open for appending. @returns whether anything was changed
 */
export async function rewriteTranscript(file: string, { entry: change, damaged, after }: Rewrite): Promise<boolean> {
  const before = await readText(file);
  const lines = before.split('\n').map((line) => {
    if (line === '') return line;
    let entry: Entry;
    try {
      entry = parseEntry(line);
    } catch {
      return damaged(line);
    }
    const changed = formatEntry(change(entry));
    return changed === formatEntry(entry) ? line : changed;
  });
  const text = lines.join('\n');
  if (text === before) return false;
  await writeFileAtomic(
    file,
    `${text}${text.endsWith('\n') ? '' : '\n'}${after.map((entry) => `${formatEntry(entry)}\n`).join('')}`,
  );
  return true;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
