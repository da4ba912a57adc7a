// The changes of the notes, each with the note before and after it, so that one can be undone by its number, also
// after a restart. It knows bytes and texts; how a change is taken back stands in undo.ts.
import type { Database } from 'better-sqlite3';
import type { Eraser } from '../../assistant/feature.ts';
import type { TableDefinition } from '../../state/table.ts';

/** What was done to the text: it was added, it took the place of another one, or it was taken out. */
export type RevisionVerb = 'saved' | 'changed' | 'forgotten';

export interface RevisionHead {
  id: number;
  at: Date;
  verb: RevisionVerb;
  /** The text that was written or removed. */
  text: string;
  /** Relative to the memory folder. */
  path: string;
  undoneAt: Date | null;
  /** The message that undoes it, noted before anything is undone. */
  undoneBy: string | null;
}

export interface Revision extends RevisionHead {
  /** Null: there was no such note. */
  before: Buffer | null;
  after: Buffer;
}

export interface NewRevision {
  at: Date;
  /** The message in whose turn it was made. */
  cause: string;
  verb: RevisionVerb;
  text: string;
  path: string;
  before: Buffer | null;
  after: Buffer;
}

/** All methods are synchronous; call those that write inside `State.write`. */
export interface Revisions {
  /** @returns its number; numbers are never given twice within one file */
  add(revision: NewRevision): number;
  /** Replaces the notes of a revision, when the change had to be made again on a note that had changed. */
  renew(id: number, version: Pick<Revision, 'before' | 'after'>): void;
  /** Takes out one that was noted and never made. */
  remove(id: number): void;
  find(id: number): Revision | null;
  /** The revisions of a note that a message is the cause of, the newest first: its turn may be made again after a crash. */
  ofCause(cause: string, path: string): RevisionHead[];
  /** The newest first. */
  last(count: number, options?: { standing: boolean }): RevisionHead[];
  /** Notes which message undoes the revision, before anything is undone. */
  begin(id: number, request: string): void;
  undone(id: number, at: Date): void;
  /** Drops the revisions of forgotten text, and takes that text out of the notes that other revisions keep. */
  erase(eraser: Pick<Eraser, 'text' | 'note'>): void;
}

interface Stored {
  id: number;
  at: number;
  verb: RevisionVerb;
  text: string;
  path: string;
  before: Buffer | null;
  after: Buffer;
  undone_at: number | null;
  undone_by: string | null;
}

/** How many revisions are kept; each holds a note twice. */
const maxKept = 200;

/** The table of the state database. */
export const revisionsTable: TableDefinition<Revisions> = {
  name: 'undo',
  migrations: [
    `
    CREATE TABLE change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      cause TEXT NOT NULL,
      receipt TEXT NOT NULL,
      text TEXT NOT NULL,
      path TEXT NOT NULL,
      before BLOB,
      after BLOB NOT NULL,
      undone_at INTEGER,
      undone_by TEXT
    ) STRICT;
    `,
    `
    ALTER TABLE change RENAME TO revision;
    `,
    `
    ALTER TABLE revision ADD COLUMN verb TEXT NOT NULL DEFAULT 'changed';
    UPDATE revision SET verb = 'saved' WHERE receipt LIKE 'Saved: %';
    UPDATE revision SET verb = 'forgotten' WHERE receipt LIKE 'Forgotten: %';
    `,
    `
    ALTER TABLE revision DROP COLUMN receipt;
    `,
  ],
  sharedVersions: [7, 13],
  create: createRevisions,
};

function createRevisions(db: Database): Revisions {
  const head = 'id, at, verb, text, path, undone_at, undone_by';
  const add = db.prepare(
    'INSERT INTO revision (at, cause, verb, text, path, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const prune = db.prepare<[number]>('DELETE FROM revision WHERE id <= ?');
  const renew = db.prepare<[Buffer | null, Buffer, number]>('UPDATE revision SET before = ?, after = ? WHERE id = ?');
  const find = db.prepare<[number], Stored>('SELECT * FROM revision WHERE id = ?');
  const ofCause = db.prepare<[string, string], Stored>(
    `SELECT ${head} FROM revision WHERE cause = ? AND path = ? ORDER BY id DESC`,
  );
  const last = db.prepare<[number], Stored>(`SELECT ${head} FROM revision ORDER BY id DESC LIMIT ?`);
  const standing = db.prepare<[number], Stored>(
    `SELECT ${head} FROM revision WHERE undone_at IS NULL ORDER BY id DESC LIMIT ?`,
  );
  const begin = db.prepare<[string, number]>('UPDATE revision SET undone_by = ? WHERE id = ?');
  const undone = db.prepare<[number, number]>('UPDATE revision SET undone_at = ? WHERE id = ?');

  const all = db.prepare<[], Pick<Stored, 'id' | 'path' | 'text' | 'before' | 'after'>>(
    'SELECT id, path, text, before, after FROM revision',
  );
  const drop = db.prepare<[number]>('DELETE FROM revision WHERE id = ?');
  const setNotes = db.prepare<[Buffer | null, Buffer, number]>(
    'UPDATE revision SET before = ?, after = ? WHERE id = ?',
  );

  return {
    erase({ text, note }) {
      for (const row of all.all()) {
        if (text(row.path) !== row.path || text(row.text) !== row.text) drop.run(row.id);
        else setNotes.run(row.before && note(row.before), note(row.after), row.id);
      }
    },
    add({ at, cause, verb, text, path, before, after }) {
      const id = Number(add.run(at.getTime(), cause, verb, text, path, before, after).lastInsertRowid);
      prune.run(id - maxKept);
      return id;
    },
    renew: (id, { before, after }) => void renew.run(before, after, id),
    remove: (id) => void drop.run(id),
    find(id) {
      const row = find.get(id);
      return row ? { ...headOf(row), before: row.before, after: row.after } : null;
    },
    ofCause: (cause, path) => ofCause.all(cause, path).map(headOf),
    last: (count, options) => (options?.standing ? standing : last).all(count).map(headOf),
    begin: (id, request) => void begin.run(request, id),
    undone: (id, at) => void undone.run(at.getTime(), id),
  };
}

const headOf = ({ id, at, verb, text, path, undone_at, undone_by }: Stored): RevisionHead => ({
  id,
  at: new Date(at),
  verb,
  text,
  path,
  undoneAt: undone_at === null ? null : new Date(undone_at),
  undoneBy: undone_by,
});
