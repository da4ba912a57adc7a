// What was typed before, for the arrow keys: a file in the state folder, its owner's only, with one line for each entry. A
// line break within an entry is stored as U+2028, so that a text search finds its words. Knows no terminal.
import { readRegular } from '../../base/files/regular-file.ts';
import { type LineAppender, openLineAppender, writeFileAtomic } from '../../base/files/files.ts';
import { ifThere } from '../../base/files/if-there.ts';
import { createMutex } from '../../base/concurrency/mutex.ts';

export interface InputHistory {
  /** The newest first; an entry may have several lines. */
  readonly entries: readonly string[];
  /** Resolves when it is on disk. The same entry twice in a row is one. */
  add(entry: string): Promise<void>;
}

export const maxEntries = 500;

const lineBreak = '\u2028';

/** @param file is made where it is missing; its oldest lines go when there are many */
export async function openInputHistory(file: string): Promise<InputHistory> {
  const kept = (await readLines(file)).slice(-maxEntries);
  if ((await readLines(file)).length > 2 * maxEntries)
    await writeFileAtomic(file, kept.map((line) => `${line}\n`).join(''));
  let last = kept.at(-1);
  // Opened for each line: the file may be written again meanwhile, when something is forgotten.
  const inTurn = createMutex();

  async function append(line: string): Promise<void> {
    const appender: LineAppender = await openLineAppender(file);
    try {
      await appender.append(line);
    } finally {
      await appender.close();
    }
  }

  return {
    entries: kept.toReversed().map((line) => line.replaceAll(lineBreak, '\n')),
    async add(entry) {
      const line = entry.replaceAll(/\r?\n/g, lineBreak);
      if (line.trim() === '' || line === last) return;
      last = line;
      await inTurn(() => append(line));
    },
  };
}

const readLines = async (file: string): Promise<string[]> =>
  (await ifThere(readRegular(file)))
    ?.toString()
    .split('\n')
    .filter((line) => line !== '') ?? [];
