// The SQLite file of the index: its schema, how it is opened and thrown away, and what SQLite's errors say about it.
import { clearPlace } from '../../base/files/regular-file.ts';
import { openDatabase } from '../../base/files/database.ts';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { privateFolder } from '../../base/files/files.ts';
import { readingRevision } from '../text/reading-revision.ts';

/** How long SQLite waits for another process, and the event loop with it; after that the caller waits. */
const busyMs = 30;

/** SQLite's own cache is small: what search needs often is in memory anyway, and the system caches the file. With 8 MB no search was faster. */
const cacheKb = 2_000;
const readerCacheKb = 1_000;

/** The number is raised whenever the tables become others; a file with another number is built anew, with its vectors. */
const schemaVersion = 10;

/** Names in `meta` by which revision the notes were read. */
const readingKey = 'reading';

/** @throws when the file is not an index of this version; {@link removeStore} and open again */
export function openIndexFile(file: string): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: privateFolder });
  const db = openDatabase(file, { timeout: busyMs });
  try {
    prepareFile(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens another connection, so that a slow reader does not delay the writer. */
export function openIndexReader(file: string): Database.Database {
  const db = openDatabase(file, { readonly: true });
  sqliteVec.load(db);
  db.pragma(`cache_size = -${readerCacheKb}`);
  return db;
}

/** Whether the rows are those that this version writes. */
export const isOurs = (db: Database.Database): boolean =>
  db.pragma('user_version', { simple: true }) === schemaVersion &&
  db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(readingKey) === readingRevision;

/** Deletes an index with its journal and its snapshot, or its journal alone. */
export function removeStore(file: string, { journalOnly = false } = {}): void {
  for (const ending of [...(journalOnly ? [] : ['', '-table', '-table.new']), '-wal', '-shm', '-journal'])
    clearPlace(file + ending);
}

/** The number changes when another connection has written. */
export const dataVersion = (db: Database.Database): unknown => db.pragma('data_version', { simple: true });

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
};

/** Whether an error says that the disk is full: the file is sound, and a later try may succeed. */
export const isFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL';

/** Whether an error says that the index itself is unusable, as opposed to one note, a full disk or another process. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB|FORMAT|ERROR|IOERR|MISMATCH|CONSTRAINT)/.test(codeOf(error));

/** The file was written by another version of this program and is sound. */
export class OtherSchema extends Error {}

function prepareFile(db: Database.Database): void {
  sqliteVec.load(db);
  // With it the file can shrink in small steps. SQLite heeds it only in an empty file, and writes to any other each time, which then is
  // flushed four times until it is closed.
  if (db.pragma('page_count', { simple: true }) === 0) db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma('journal_mode = WAL');
  db.pragma(`cache_size = -${cacheKb}`);
  // The index is derived: after a power cut the last changes are made again, so no fsync a transaction.
  db.pragma('synchronous = NORMAL');
  if (isPrepared(db)) {
    readAgainWhereOutdated(db);
    return;
  }
  // Another process may open the same new file: whether it has made the tables meanwhile is known only while no other process writes.
  const prepare = db.transaction(() => {
    if (isPrepared(db)) return;
    // AUTOINCREMENT: an id is never given twice, so what is remembered under one can't be mistaken for another's.
    db.exec(`
      CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;
      CREATE TABLE file (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, signature TEXT NOT NULL, read_at_ms REAL NOT NULL, hash TEXT NOT NULL, warning TEXT);
      CREATE TABLE term (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL UNIQUE);
      CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, file_id INTEGER NOT NULL, terms BLOB NOT NULL);
      CREATE INDEX part_of_file ON part (file_id);
      CREATE TABLE chunk (
        id INTEGER PRIMARY KEY AUTOINCREMENT, file_id INTEGER NOT NULL, content_id INTEGER NOT NULL, section INTEGER NOT NULL, part_id INTEGER NOT NULL,
        start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, from_char INTEGER, to_char INTEGER, day INTEGER, asking REAL NOT NULL,
        flags INTEGER NOT NULL, chars INTEGER NOT NULL, key BLOB NOT NULL, subject TEXT NOT NULL, terms BLOB NOT NULL, text TEXT NOT NULL, input TEXT NOT NULL);
      CREATE INDEX chunk_of_file ON chunk (file_id, start_line, from_char);
      CREATE INDEX chunk_of_content ON chunk (content_id);
      CREATE TABLE content (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, embedded INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX content_pending ON content (id) WHERE embedded = 0;
      CREATE TABLE token (content_id INTEGER PRIMARY KEY, vectors BLOB NOT NULL);
      PRAGMA user_version = ${schemaVersion};
    `);
    nameReading(db);
  });
  prepare.immediate();
}

const nameReading = (db: Database.Database): void =>
  void db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(readingKey, readingRevision);

/**
 * Where another version has read the notes, all are recorded as unread. Their rows are replaced when they are read (the key of a row has
 * the revision in it), and text that stayed keeps its vectors.
 */
function readAgainWhereOutdated(db: Database.Database): void {
  const isCurrent = (): boolean => isOurs(db);
  if (isCurrent()) return;
  const renew = db.transaction(() => {
    if (isCurrent()) return;
    db.exec("UPDATE file SET signature = '', hash = ''; DELETE FROM meta WHERE key = 'snapshot'");
    nameReading(db);
  });
  renew.immediate();
}

/** Whether the file has its tables. @throws OtherSchema where they are those of another version */
function isPrepared(db: Database.Database): boolean {
  const version = db.pragma('user_version', { simple: true });
  const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_master').get()?.n ?? 0;
  if (version !== schemaVersion && (version !== 0 || tables > 0))
    throw new OtherSchema(`it has schema ${String(version)}, not ${schemaVersion}`);
  return tables > 0;
}

/** A stable key of any texts: 16 bytes of SHA-256. */
export function keyOf(...texts: string[]): Buffer {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest().subarray(0, 16);
}
