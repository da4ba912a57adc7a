// One import from beginning to end: what the person named is opened, recognised and taken in.
import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf, remedyOf, UserError } from '../../base/errors.ts';
import { privateFolder } from '../../base/files/files.ts';
import { isNoteName } from '../../memory/note-path.ts';
import { openFileTree, openFolderTree } from './folder-tree.ts';
import { createProgress } from './progress.ts';
import { recognise } from './recognise.ts';
import { type Taken, takeIn } from './take-in.ts';
import { openTarTree } from './tar-tree.ts';
import type { ImportTree } from './tree.ts';
import { openZipTree } from './zip-tree.ts';

export interface ImportOptions {
  memoryDir: string;
  timezone: string;
  dryRun: boolean;
  /** A terminal for the progress bar; null for none. */
  screen: { write(text: string): unknown } | null;
}

/**
 * @returns what it was, in words, and what was taken
 * @throws UserError for what can't be imported at all
 */
export async function importPath(given: string, options: ImportOptions): Promise<Taken & { what: string }> {
  const { memoryDir, timezone, dryRun, screen } = options;
  const { tree, name, isSingle } = await openGiven(given);
  const progress = createProgress(screen);
  try {
    const watched = progress.watch(tree);
    const source = recognise(watched, name, timezone, isSingle);
    if (!dryRun) await mkdir(memoryDir, { recursive: true, mode: privateFolder });
    const taken = await takeIn(source, { memoryDir, dryRun, onItem: progress.items });
    return { what: source.what, ...taken };
  } finally {
    progress.end();
    await tree.close();
  }
}

interface Given {
  tree: ImportTree;
  name: string;
  isSingle: boolean;
}

/** @throws UserError for what is neither a file nor a folder */
async function openGiven(given: string): Promise<Given> {
  try {
    const place = await realpath(given);
    const found = await stat(place);
    const name = path.basename(place);
    if (found.isDirectory()) return { tree: await openFolderTree(place), name, isSingle: false };
    if (!found.isFile())
      throw new UserError(`${given} is neither a file nor a folder. Give a folder of notes, or an export.`);
    if (/\.zip$/i.test(name)) return { tree: await openZipTree(place), name, isSingle: false };
    if (/\.(?:tar\.gz|tgz)$/i.test(name)) return { tree: await openTarTree(place), name, isSingle: false };
    if (found.size === 0 && !isNoteName(name)) throw new UserError(`${given} is empty.`);
    return { tree: await openFileTree(place), name, isSingle: true };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const remedy = codeOf(error) === 'EACCES' ? ` ${remedyOf(error)}` : '';
    throw new UserError(
      codeOf(error) === 'ENOENT' ? `There is no ${given}.` : `${given} can't be read: ${messageOf(error)}.${remedy}`,
    );
  }
}
