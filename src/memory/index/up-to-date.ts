// Whether an index has all that lies in the vault, as its file says, without reading it into memory.
import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { type NoteStat, stampMs, type VaultListing } from '../listing.ts';
import { isOurs, openIndexReader } from '../store/index-file.ts';

/** What an index has and lacks. */
export type IndexState =
  | { files: number; chunks: number }
  /** Notes that it has not, or not as they are; none is gone, and it lacks nothing else. */
  | { changed: readonly NoteStat[] };

/**
 * @param listing of the vault
 * @param modelKey of the vectors that every line must have; null where none needs any
 * @returns null where something else may be missing
 */
export function stateOf(
  indexFile: string,
  { notes, problems }: VaultListing,
  modelKey: string | null,
): IndexState | null {
  if (!existsSync(indexFile)) return null;
  let reader: Database.Database | null = null;
  try {
    reader = openIndexReader(indexFile);
    if (!isOurs(reader) || !hasAllVectors(reader, modelKey)) return null;
    const known = new Map(
      reader
        .prepare<[], { path: string; signature: string; readAtMs: number }>(
          'SELECT path, signature, read_at_ms AS readAtMs FROM file',
        )
        .all()
        .map((file) => [file.path, file]),
    );
    if (problems.length > 0 || notes.filter(({ path }) => known.has(path)).length < known.size) return null;
    const changed = notes.filter(({ path, signature, mtimeMs }) => {
      const file = known.get(path);
      return file?.signature !== signature || file.readAtMs - mtimeMs <= stampMs;
    });
    if (changed.length > 0) return { changed };
    const chunks = reader.prepare<[], number>('SELECT count(*) FROM chunk').pluck().get() ?? 0;
    return { files: known.size, chunks };
  } catch {
    // Whatever is wrong with the file is found, and mended, where it is opened.
    return null;
  } finally {
    reader?.close();
  }
}

/** Whether any line has a vector, so that a search will want one of its query. */
export function hasAnyVector(indexFile: string): boolean {
  if (!existsSync(indexFile)) return false;
  let reader: Database.Database | null = null;
  try {
    reader = openIndexReader(indexFile);
    return isOurs(reader) && reader.prepare('SELECT 1 FROM content WHERE embedded = 1 LIMIT 1').get() !== undefined;
  } catch {
    return false;
  } finally {
    reader?.close();
  }
}

function hasAllVectors(reader: Database.Database, modelKey: string | null): boolean {
  if (modelKey === null) return true;
  const model = reader.prepare<[]>("SELECT value FROM meta WHERE key = 'model'").pluck().get();
  const pending = reader.prepare<[], number>('SELECT 1 FROM content WHERE embedded = 0 LIMIT 1').get();
  return model === modelKey && pending === undefined;
}
