// A session's file: appended line by line, each on disk before anyone goes on; read in whatever state a crash, a full
// disk or a hand left it. Nothing is ever cut from it.
import { readFile } from 'node:fs/promises';
import { codeOf, messageOf } from '../base/errors.ts';
import { openLineAppender } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { type Entry, formatEntry, parseEntry } from './entry.ts';

export interface Transcript {
  readonly entries: readonly Entry[];
  /** On disk, together, when it resolves. When it rejects, none of them is in `entries`. */
  append(...entries: Entry[]): Promise<void>;
  close(): Promise<void>;
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
    const where = `${file}:${index + 1}`;
    const isLast = torn && index === lines.length - 1;
    try {
      entries.push(parseEntry(line));
    } catch (error) {
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
  const appender = await openLineAppender(file);
  return {
    entries,
    async append(...added) {
      await appender.append(added.map(formatEntry).join('\n'));
      entries.push(...added);
    },
    close: () => appender.close(),
  };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
