// Files in the memory folder that are no notes and hold what is to be forgotten: copies of editors, trash, canvases, attachments. The
// program only names them; they are the person's to delete.
import { openRegular } from '../../base/files/regular-file.ts';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Eraser } from '../../assistant/feature.ts';
import { createPace } from '../../base/concurrency/cooperative.ts';
import { codeOf } from '../../base/errors.ts';
import { isNoteName } from '../../memory/note-path.ts';
import { parseNote } from '../../memory/text/note.ts';

/** So many files are looked at, and so much of each: a folder of films must not hold up the answer. */
const maxFiles = 20_000;
const maxFileBytes = 1024 * 1024;
const maxBytes = 32 * 1024 * 1024;
/** Pictures, sound, films and archives have no words that could be read: of them the names are looked at. */
const wordless =
  /\.(?:jpe?g|png|gif|webp|heic|avif|bmp|tiff?|mp[34]|m4[av]|mov|webm|ogg|opus|wav|flac|zip|gz|7z|pdf)$/i;
const sliceMs = 10;

export interface FilesBeside {
  /** Relative to the folder, sorted. */
  holding: string[];
  /** False where some were too many or too large, or could not be read. */
  isComplete: boolean;
}

export async function filesBeside(dir: string, { matches }: Pick<Eraser, 'matches'>): Promise<FilesBeside> {
  const pace = createPace(sliceMs);
  const holding: string[] = [];
  let isComplete = true;
  let files = 0;
  let bytes = 0;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(path.join(dir, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') isComplete = false;
      return [];
    });
    for (const entry of entries) {
      const name = path.posix.join(folder, entry.name);
      // The history of git is told of by itself.
      if (entry.isDirectory() && name !== '.git') folders.push(name);
      if (!entry.isFile() || isNote(name)) continue;
      files += 1;
      if (files > maxFiles) return { holding: holding.toSorted(), isComplete: false };
      const isNamed = matches(asWords(name));
      const beginning =
        isNamed || wordless.test(name)
          ? null
          : await readBeginning(path.join(dir, name), Math.min(maxFileBytes, maxBytes - bytes));
      bytes += beginning?.bytes.length ?? 0;
      if (beginning?.isWhole === false) isComplete = false;
      if (isNamed || (beginning && matches(parseNote(beginning.bytes).text))) holding.push(name);
      if (pace.due) await pace.rest();
    }
  }
  return { holding: holding.toSorted(), isComplete };
}

/** The name of a file as what it says. */
export const asWords = (name: string): string => name.replaceAll(/\.\w{1,10}$|[/_.-]/g, ' ');

const isNote = (name: string): boolean => isNoteName(name) && name.split('/').every((part) => !part.startsWith('.'));

async function readBeginning(file: string, maxLength: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const handle = await openRegular(file).catch(() => null);
  try {
    const size = (await handle?.stat())?.size ?? 0;
    const read = await handle?.read(Buffer.alloc(Math.min(size, maxLength)), 0, undefined, 0);
    const bytes = read?.buffer.subarray(0, read.bytesRead) ?? Buffer.alloc(0);
    return { bytes, isWhole: handle !== null && bytes.length === size };
  } finally {
    await handle?.close();
  }
}
