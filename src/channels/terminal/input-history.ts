// What was typed before, for the arrow keys: a file of lines in the state folder, its owner's only. Knows no terminal.
import { readFile } from 'node:fs/promises';
import { codeOf } from '../../base/errors.ts';
import { type LineAppender, openLineAppender, writeFileAtomic } from '../../base/files.ts';

export interface Typed {
  /** The newest first, as readline wants it. */
  readonly lines: readonly string[];
  /** Resolves when it is on disk. The same line twice in a row is one. */
  add(line: string): Promise<void>;
}

export const mostTyped = 500;

/** @param file is made where it is missing; its oldest lines go when there are many */
export async function openTyped(file: string): Promise<Typed> {
  const kept = (await readLines(file)).slice(-mostTyped);
  if ((await readLines(file)).length > 2 * mostTyped)
    await writeFileAtomic(file, kept.map((line) => `${line}\n`).join(''));
  let last = kept.at(-1);
  // Opened for each line: the file may be written again meanwhile, when something is forgotten.
  let adding: Promise<void> = Promise.resolve();

  async function append(line: string): Promise<void> {
    const appender: LineAppender = await openLineAppender(file);
    try {
      await appender.append(line);
    } finally {
      await appender.close();
    }
  }

  return {
    lines: kept.toReversed(),
    async add(line) {
      if (line.trim() === '' || line === last) return;
      last = line;
      const done = adding.then(() => append(line));
      adding = done.catch(() => undefined);
      await done;
    },
  };
}

async function readLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
