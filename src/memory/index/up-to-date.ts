// Whether an index has all that lies in the vault, as its file says, without reading it into memory: what `scrubjay index` mostly finds.
import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { stampMs } from '../listing.ts';
import { isOurs, openIndexReader } from '../store/index-file.ts';
import type { Vault } from '../vault.ts';

/**
 * @param modelKey of the vectors that every line must have; null where none needs any
 * @returns how much it has; null where something may be missing, and it has to be opened
 */
export async function countsIfCurrent(
  indexFile: string,
  vault: Vault,
  modelKey: string | null,
): Promise<{ files: number; chunks: number } | null> {
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
    const { notes, problems } = await vault.list();
    const isCurrent = notes.every(({ path, signature, mtimeMs }) => {
      const file = known.get(path);
      return file?.signature === signature && file.readAtMs - mtimeMs > stampMs;
    });
    if (!isCurrent || notes.length !== known.size || problems.length > 0) return null;
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
