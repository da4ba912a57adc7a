// Which snapshot of the table in memory fits the rows (index/snapshot.ts), and which files have changed since it was written: those are
// read of their rows again. Changes that are more than a few files make it fit no longer.
import type Database from 'better-sqlite3';

/** What a transaction changes of what a snapshot holds: the rows of a file, the vectors of contents, or more than that. */
export type Change = { file: number } | { contents: readonly number[] } | 'more';

const nameKey = 'snapshot';
/** The ids of the files, as JSON. Missing while the snapshot is being written: then it fits only where nothing changes meanwhile. */
const changedKey = 'changed-since-snapshot';
/** At each start the rows of at most so many files are read beside the snapshot. */
const maxChanged = 32;

export function createSnapshotName(db: Database.Database) {
  const get = db.prepare<[string]>('SELECT value FROM meta WHERE key = ?').pluck();
  const set = db.prepare<[string, string]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  const drop = db.prepare<[string]>('DELETE FROM meta WHERE key = ?');
  const filesOf = db.prepare<[number], number>('SELECT DISTINCT file_id FROM chunk WHERE content_id = ?').pluck();

  const idsOf = (text: unknown): number[] => (typeof text === 'string' ? (JSON.parse(text) as number[]) : []);

  return {
    /** @returns null where none fits */
    get(): { id: string; changed: readonly number[] } | null {
      const id = get.get(nameKey);
      return typeof id === 'string' ? { id, changed: idsOf(get.get(changedKey)) } : null;
    },

    /** To be called in the transaction that makes the change. */
    note(change: Change): void {
      if (get.get(nameKey) === undefined) return;
      const text = get.get(changedKey);
      const known = new Set(idsOf(text));
      const before = known.size;
      if (change !== 'more')
        for (const file of 'file' in change ? [change.file] : change.contents.flatMap((id) => filesOf.all(id)))
          known.add(file);
      if (change === 'more' || text === undefined || known.size > maxChanged) drop.run(nameKey);
      else if (known.size > before) set.run(changedKey, JSON.stringify([...known]));
    },

    /** To be called in a transaction, before the snapshot is written. */
    give(id: string): void {
      set.run(nameKey, id);
      drop.run(changedKey);
    },

    /** To be called in a transaction: the snapshot is all written. */
    written(id: string): void {
      if (get.get(nameKey) === id) set.run(changedKey, '[]');
    },
  };
}
