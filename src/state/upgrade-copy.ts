// A copy of queue.db as it was before a newer version brought its tables forward: with it one can go back to the older version.
// One copy is kept, that of the last upgrade. An upgrade lasts until every table is up to date, however many starts that takes: the
// database notes that one is unfinished, so that a start after a failed one keeps the copy from before the first. It holds words of the person, so forgetting something removes it.
import { calledAs } from '../base/called-as.ts';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { privateFile } from '../base/files/files.ts';

const upgradeCopyName = (file: string, schema: number): string => `${file}.schema-${schema}`;

/**
 * Copies the whole database, as of its last transaction, in the place of an older copy.
 * @throws where it can't be written: the upgrade is then not begun
 */
export function keepUpgradeCopy(db: Database, file: string, schema: number): void {
  const target = upgradeCopyName(file, schema);
  const unfinished = `${target}.${process.pid}.tmp`;
  // SQLite would make the file by the umask; an empty one it takes as it is.
  const handle = openSync(unfinished, 'w', privateFile);
  try {
    db.prepare('VACUUM INTO ?').run(unfinished);
    fsyncSync(handle);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  removeUpgradeCopies(file);
  renameSync(unfinished, target);
}

/** The row of `table_version` that stands while an upgrade is unfinished; no table has this name. */
const unfinishedUpgrade = 'unfinished upgrade';

/** Notes that an upgrade from the state of this copy has begun. Call it once the table `table_version` is there. */
export function beginUpgrade(db: Database, schema: number): void {
  db.prepare('INSERT OR REPLACE INTO table_version (name, version) VALUES (?, ?)').run(unfinishedUpgrade, schema);
}

/** Whether an upgrade that began in an earlier start is unfinished, and its copy is still there. */
export function isUpgrading(db: Database, file: string): boolean {
  const schema = schemaOfUnfinished(db);
  return schema !== null && existsSync(upgradeCopyName(file, schema));
}

/** Writes only where an upgrade is unfinished: another process may hold the database. */
export function endUpgrade(db: Database): void {
  if (schemaOfUnfinished(db) !== null) db.prepare('DELETE FROM table_version WHERE name = ?').run(unfinishedUpgrade);
}

function schemaOfUnfinished(db: Database): number | null {
  const hasVersions = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'table_version'").get() !== undefined;
  if (!hasVersions) return null;
  const find = db.prepare<[string], { version: number }>('SELECT version FROM table_version WHERE name = ?');
  return find.get(unfinishedUpgrade)?.version ?? null;
}

/** What a person can do who started an older version again. @param schema that this version knows */
export function wayBack(file: string, schema: number): string {
  const copy = upgradeCopyName(file, schema);
  return existsSync(copy)
    ? `Start that version again. Or go back to the state before the upgrade, without what came in since: mv '${copy}' '${file}'`
    : `Start that version again, or restore a backup that this version made: ${calledAs()} restore FILE`;
}

export function removeUpgradeCopies(file: string): void {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.schema-`;
  for (const name of readdirSync(folder))
    if (name.startsWith(start) && !name.endsWith('.tmp')) rmSync(path.join(folder, name), { force: true });
}
