// The one place that opens a database of SQLite: where a pipe stands in the place of the file, SQLite waits for its other end.
import Database from 'better-sqlite3';
import { requireRegular } from './regular-file.ts';

/** @throws IrregularFile; what SQLite throws */
export function openDatabase(file: string, options?: Database.Options): Database.Database {
  for (const ending of ['', '-wal', '-shm', '-journal']) requireRegular(file + ending);
  return new Database(file, options);
}
