// The index on disk: one SQLite file that may be deleted at any time. Holds the chunks of each note, their terms, their
// vectors (sqlite-vec) and their token vectors. Knows no files and ranks nothing. All calls are short and block.
import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { checkDatabase } from './index-check.ts';
import { dataVersion, openIndexFile } from './index-file.ts';
import { createMeta } from './meta.ts';
import { createNoteTables } from './note-tables.ts';
import { createSnapshotName } from './snapshot-name.ts';
import { createTermTable } from './term-table.ts';
import { createTransaction } from './transaction.ts';
import { createVectorTables } from './vector-tables.ts';

export type Store = ReturnType<typeof openStore>;

/** @throws when the file is not a sound index of this version; remove it and open again */
export function openStore(file: string) {
  const db = openIndexFile(file);
  try {
    return storeOn(db, file);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Free pages are used again; they are given back when they are more than these and this share of the file. */
const fewPages = 250;
const maxFreeShare = 0.1;

// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
function storeOn(db: Database.Database, file: string) {
  const meta = createMeta(db);
  const snapshot = createSnapshotName(db, meta);
  const transaction = createTransaction(
    db,
    (change) => snapshot.note(change),
    () => {
      terms.forget();
      vectors.recount();
    },
  );
  const terms = createTermTable(db, transaction);
  const vectors = createVectorTables(db, { transaction, meta });
  const notes = createNoteTables(db, { transaction, terms, vectors });
  const version = dataVersion(db);
  const inode = statSync(file).ino;
  const inOneTransaction = db.transaction((work: () => unknown) => work());

  return {
    file,
    transaction,
    /**
     * Calls work that reads much and writes nothing: without this SQLite locks the file for each statement, and a search reads some
     * hundred times. Ninety texts take 0.07 ms for 1.0.
     */
    reading: <Result>(work: () => Result): Result => inOneTransaction(work) as Result,
    files: notes.files,
    fileAt: notes.fileAt,
    pathOf: notes.pathOf,
    counts: notes.counts,
    /** No line has a higher number. Some have none any more, but to count the lines takes long where there are many. */
    lastChunk: notes.lastChunk,
    linesOf: notes.linesOf,
    partsOf: notes.partsOf,
    text: notes.text,
    /** Whether any line went since this was opened: its content may have none any more. */
    hasDropped: notes.hasDropped,
    replaceFile: notes.replaceFile,
    touchFile: notes.touchFile,
    removeFile: notes.removeFile,

    /** The id of a term, where any line has ever held it. */
    termId: terms.find,
    /** The ids of the terms that begin so, at most `most`. */
    termsFrom: terms.findFrom,
    /** The ids of the terms that hold this inside or at their end, at most `most`. Reads all terms: some ms in a big vault. */
    termsAround: terms.findAround,
    /** Terms that begin with the same letter, are about as long and share its beginning or its end, at most `most`: among them all that are one slip away. */
    termsAlike: terms.findAlike,

    /** Says whose vectors the index holds; those of any other model are deleted. */
    useModel: vectors.useModel,
    /** Contents without vectors whose id is above `after`, in order: rows that are added in order fill their pages. */
    pending: vectors.pending,
    lastContent: vectors.lastContent,
    /** The number of lines without vectors. */
    pendingCount: vectors.pendingCount,
    /** All contents are to be embedded again; until then they keep the vectors that they have. */
    pendAll: vectors.pendAll,
    putVectors: vectors.putVectors,
    /** Marks contents that the model refuses: they stay without vectors until another model is used. */
    giveUp: vectors.giveUp,
    vector: vectors.vector,
    /** The token vectors of some contents, as token-bytes.ts packs them; null for one without. To be read before the next call. */
    tokens: vectors.tokens,
    /** All vectors, on a connection of its own, so that writing may go on between two of them. */
    allVectors: vectors.allVectors,
    /**
     * Deletes the contents that no chunk refers to any more, among the `span` ids after `after`.
     * @returns where to go on; 0 at the end
     */
    removeOrphans: vectors.removeOrphans,

    /**
     * A short step towards a file without holes.
     * @returns whether there is more to do
     */
    tidy(): boolean {
      if (vectors.closeHoles()) return true;
      const free = Number(db.pragma('freelist_count', { simple: true }));
      if (free <= fewPages + maxFreeShare * Number(db.pragma('page_count', { simple: true }))) return false;
      db.pragma(`incremental_vacuum(${fewPages})`);
      return true;
    },

    meta: meta.get,
    setMeta: meta.set,

    /**
     * Names the snapshot that fits the rows as they are (index/snapshot.ts). Until it is written, every change of them takes the name back.
     * @returns false where another process has written meanwhile, or writes now
     */
    nameSnapshot(id: string): boolean {
      try {
        return db.transaction(() => {
          snapshot.give(id);
          if (dataVersion(db) !== version) throw new Error('Another process has written.');
          return true;
        })();
      } catch {
        // A snapshot without a name is ignored.
        return false;
      }
    },

    /** From now on it fits together with the rows of the files that change. */
    snapshotWritten: (id: string) => db.transaction(() => snapshot.written(id)).immediate(),
    /** The snapshot that fits, with the ids of the files that changed since; null where there is none. */
    snapshot: snapshot.get,

    /** Writes the file again without what was deleted, terms that no line has any more included: until then its words can be read from it. */
    compact(): void {
      terms.prune(notes.usedTerms());
      db.exec('VACUUM');
    },

    /** The journal still has what was deleted. @returns false while another program reads what it read before */
    emptyJournal: (): boolean => db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0,

    /** @throws where the file is damaged; reads all of it */
    check(): void {
      const damage = checkDatabase(db);
      if (damage !== null) throw new Error(`The index is damaged: ${damage}`);
    },

    /** Nothing may be written meanwhile. All that is read is of one moment, whatever another process writes. */
    async atOneMoment<Result>(read: () => Promise<Result>): Promise<Result> {
      db.exec('BEGIN');
      try {
        return await read();
      } finally {
        db.exec('COMMIT');
      }
    },

    /** Whether another process has written to the file or replaced it, so that the state in memory must be read again. */
    isStale(): boolean {
      return dataVersion(db) !== version || statSync(file, { throwIfNoEntry: false })?.ino !== inode;
    },

    close(): void {
      db.close();
    },
  };
}
