// Which snapshot of the table in memory fits the rows (index/snapshot.ts), and which files have changed since it was written: those are
// read of their rows again. Changes that are more than a few files make it fit no longer.
import type Database from 'better-sqlite3';
import type { Meta } from './meta.ts';

/** What a transaction changes of what a snapshot holds: the rows of a file, the vectors of contents, or more than that. */
export type Change = { file: number } | { contents: readonly number[] } | 'more';

const nameKey = 'snapshot';
/** The ids of the files, as JSON. Missing while the snapshot is being written: then it fits only where nothing changes meanwhile. */
const changedKey = 'changed-since-snapshot';
/** At each start the rows of at most so many files are read beside the snapshot. */
const maxChanged = 32;

export function createSnapshotName(db: Database.Database, meta: Meta) {
  const filesOf = db.prepare<[number], number>('SELECT DISTINCT file_id FROM chunk WHERE content_id = ?').pluck();

  const idsOf = (text: unknown): number[] => (typeof text === 'string' ? (JSON.parse(text) as number[]) : []);

  return {
    /** @returns null where none fits */
    get(): { id: string; changed: readonly number[] } | null {
      const id = meta.get(nameKey);
      return typeof id === 'string' ? { id, changed: idsOf(meta.get(changedKey)) } : null;
    },

    /** To be called in the transaction that makes the change. */
    note(change: Change): void {
      if (meta.get(nameKey) === undefined) return;
      const text = meta.get(changedKey);
      const known = new Set(idsOf(text));
      const before = known.size;
      if (change !== 'more')
        for (const file of 'file' in change ? [change.file] : change.contents.flatMap((id) => filesOf.all(id)))
          known.add(file);
      if (change === 'more' || text === undefined || known.size > maxChanged) meta.drop(nameKey);
      else if (known.size > before) meta.set(changedKey, JSON.stringify([...known]));
    },

    /** To be called in a transaction, before the snapshot is written. */
    give(id: string): void {
      meta.set(nameKey, id);
      meta.drop(changedKey);
    },

    /** To be called in a transaction: the snapshot is all written. */
    written(id: string): void {
      if (meta.get(nameKey) === id) meta.set(changedKey, '[]');
    },
  };
}
