// Single values that are kept of the index, by their names.
import type Database from 'better-sqlite3';

export type Meta = ReturnType<typeof createMeta>;

export function createMeta(db: Database.Database) {
  const get = db.prepare<[string]>('SELECT value FROM meta WHERE key = ?').pluck();
  const set = db.prepare<[string, unknown]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  const drop = db.prepare<[string]>('DELETE FROM meta WHERE key = ?');
  return {
    /** Undefined where there is none. */
    get: (key: string) => get.get(key),
    set: (key: string, value: string | number | Buffer) => void set.run(key, value),
    drop: (key: string) => void drop.run(key),
  };
}
