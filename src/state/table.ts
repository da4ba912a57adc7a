// A table that a feature brings to the state database: its steps from version to version, and how it is made of the database.
import type { Database } from 'better-sqlite3';
import { ConfigError } from '../base/errors.ts';
import { schemaVersion } from './schema.ts';
import { wayBack } from './upgrade-copy.ts';

/** A table of personal text forgets: a store without an eraser does not compile. */
export interface ErasableTable {
  /** Takes what is to be forgotten out of every row. Call it inside `State.write`. */
  erase(eraser: { text(text: string): string; note(bytes: Buffer): Buffer }): void;
}

export interface TableDefinition<Table extends ErasableTable> {
  /** Tells it apart from the tables of other features. */
  readonly name: string;
  /** Step N takes it from version N to N + 1. Steps that were released are never changed, only added to. */
  readonly migrations: readonly string[];
  /** For tables from before `table_version`: the `user_version` of the file to which each of their steps led. */
  readonly sharedVersions?: readonly number[];
  create(db: Database): Table;
}

/**
 * Brings the table up to date, in one transaction.
 * @param beforeUpgrade called before an older version of the table is changed, outside of any transaction
 * @throws ConfigError when a newer Scrubjay wrote it
 */
export function openTable<Table extends ErasableTable>(
  db: Database,
  definition: TableDefinition<Table>,
  beforeUpgrade: () => void,
): Table {
  const { name, migrations, sharedVersions = [] } = definition;
  const find = db.prepare<[string], { version: number }>('SELECT version FROM table_version WHERE name = ?');
  const versionNow = (): number => {
    const sharedVersion = find.get('')?.version ?? 0;
    return find.get(name)?.version ?? sharedVersions.filter((shared) => shared <= sharedVersion).length;
  };
  const migrate = db.transaction(() => {
    const version = versionNow();
    if (version > migrations.length)
      throw new ConfigError(
        'state.dir',
        `${db.name} was written by a newer Scrubjay (its table of "${name}" has version ${version}, this one knows ${migrations.length}).`,
        wayBack(db.name, schemaVersion),
      );
    if (version === migrations.length) return;
    for (const step of migrations.slice(version)) db.exec(step);
    db.prepare('INSERT OR REPLACE INTO table_version (name, version) VALUES (?, ?)').run(name, migrations.length);
  });
  const found = versionNow();
  if (found > 0 && found < migrations.length) beforeUpgrade();
  migrate.immediate();
  return definition.create(db);
}
