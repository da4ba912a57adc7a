// Whether the index on disk says of each note what the note holds: by reading every note, which a search never does.
import { openDatabase } from '../../base/files/database.ts';
import { existsSync } from 'node:fs';
import { readIfPossible, type Vault } from '../vault.ts';
import { keyOf } from './index-file.ts';

/** @returns the notes whose text the index does not have, or has although they are gone; empty where there is no index */
export async function indexDrift(indexFile: string, vault: Pick<Vault, 'list' | 'read'>): Promise<string[]> {
  if (!existsSync(indexFile)) return [];
  const indexed = readHashes(indexFile);
  const drifted: string[] = [];
  for (const { path } of (await vault.list()).notes) {
    // One that can't be read is a problem of the listing, which names it, and not of the index.
    const { note } = await readIfPossible(vault, path);
    const hash = indexed.get(path);
    indexed.delete(path);
    if (note && hash !== keyOf(note.bytes.toString('latin1')).toString('hex')) drifted.push(path);
  }
  return [...drifted, ...indexed.keys()];
}

function readHashes(indexFile: string): Map<string, string> {
  const db = openDatabase(indexFile, { readonly: true, fileMustExist: true });
  try {
    return new Map(
      db
        .prepare<[], { path: string; hash: string }>('SELECT path, hash FROM file')
        .all()
        .map(({ path, hash }) => [path, hash]),
    );
  } finally {
    db.close();
  }
}
