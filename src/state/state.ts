// The one durable store: what arrived and what is to be said, in one SQLite file that is never thrown away. It opens the
// file, looks after its health and hands out its tables; the tables' meaning is in their own files.
import { requireRegular } from '../base/files/regular-file.ts';
import { openDatabase } from '../base/files/database.ts';
import { chmodSync, closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { Clock } from '../base/time/clock.ts';
import { ConfigError, codeOf, isBusy, isFlushFailure, messageOf } from '../base/errors.ts';
import { makePrivateFolder, privateFile } from '../base/files/files.ts';
import type { Log } from '../base/log.ts';
import { retry } from '../base/concurrency/retry.ts';
import { isPassing } from '../base/concurrency/transient.ts';
import { type Erasing, createErasing } from './erase.ts';
import { type Inbox, createInbox } from './inbox.ts';
import { type Outbox, createOutbox } from './outbox.ts';
import { type Privacy, createPrivacy } from './private-conversations.ts';
import { migrations, ownVersionsSince, schemaVersion } from './schema.ts';
import { moveAside } from './set-aside.ts';
import { type ErasableTable, openTable, type TableDefinition } from './table.ts';
import {
  beginUpgrade,
  endUpgrade,
  isUpgrading,
  keepUpgradeCopy,
  removeUpgradeCopies,
  wayBack,
} from './upgrade-copy.ts';

export interface State {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly privacy: Privacy;
  readonly erasing: Erasing;
  /** A feature's own table on this database, brought up to date. Its methods are synchronous; call what writes inside `write`. */
  table<Table extends ErasableTable>(definition: TableDefinition<Table>): Table;
  /** Where a damaged file was put when this one was opened; null when all was well. */
  readonly setAside: string | null;
  /**
   * Ends an upgrade, once every table was brought up to date. An upgrade that failed midway keeps its copy of the state: a second
   * start would otherwise put the half-upgraded state in its place.
   */
  endUpgrade(): void;
  /** Removes the copy that an upgrade kept: what is forgotten must not stay in it. */
  removeUpgradeCopies(): void;
  /**
   * Runs synchronous work as one transaction: all of it is on disk when the promise resolves, or none of it.
   * While another process holds the file it waits without blocking the program.
   */
  write<Result>(work: () => Result): Promise<Result>;
  close(): void;
}

const busyTimeoutMs = 200;
const busyPauseMs = 50;
const busyTries = 40;

/**
 * Opens (or makes) the file, readable by its owner only. A damaged file is renamed to `<file>.corrupt-<time>` and a new
 * one begun.
 * @param options.onFlushFailure told before a write rejects that may or may not be on disk
 * @param options.delivers false beside the process that does: what that one is sending now is then left alone
 * @throws ConfigError when a newer Scrubjay wrote it, or when it is not ours to open; any other error when the disk has failed
 */
export function openState(options: {
  file: string;
  clock: Clock;
  log: Log;
  delivers?: boolean;
  onFlushFailure?: (error: unknown) => void;
}): State {
  const { clock, log, delivers = true, onFlushFailure } = options;
  const { db, setAside, table } = openStateFile(options);
  const inbox = createInbox(db);
  const outbox = createOutbox(db);
  const privacy = createPrivacy(db);
  const recovered = delivers ? db.transaction(() => outbox.recover()).immediate() : 0;
  if (recovered > 0)
    log.warn({ recovered }, 'messages may have been sent just before the last stop; they go out again, marked');

  return {
    inbox,
    outbox,
    privacy,
    erasing: createErasing(db),
    table,
    setAside,
    endUpgrade: () => endUpgrade(db),
    removeUpgradeCopies: () => removeUpgradeCopies(options.file),
    async write(work) {
      const transaction = db.transaction(work);
      const writeOnce = async () => {
        const holdsPrivate = privacy.holdsText();
        const result = transaction.immediate();
        // Until the log is folded into the file, it still has what was taken out.
        if (holdsPrivate || privacy.holdsText()) db.pragma('wal_checkpoint(TRUNCATE)');
        return result;
      };
      return await retry(writeOnce, {
        clock,
        delayMs(error, tries) {
          if (isFlushFailure(error)) onFlushFailure?.(error);
          return isBusy(error) && tries < busyTries ? busyPauseMs : null;
        },
      });
    },
    close: () => void db.close(),
  };
}

export interface StateFile extends Pick<State, 'table' | 'setAside'> {
  readonly db: Database.Database;
}

/** The file alone, for a table with a connection of its own. As {@link openState}, but touches no row. */
export function openStateFile({ file, clock, log }: { file: string; clock: Clock; log: Log }): StateFile {
  try {
    makePrivateFolder(path.dirname(file));
    return { ...open(file), setAside: null };
  } catch (error) {
    if (!isDamage(error)) throw asConfigError(file, error);
    const setAside = moveAside(file, clock.now());
    log.error(
      { file, setAside, error: messageOf(error) },
      'the state database was damaged and has been renamed; a new one is in its place',
    );
    return { ...open(file), setAside };
  }
}

export class Damage extends Error {
  override readonly name = 'Damage';
}

function open(file: string): Omit<StateFile, 'setAside'> {
  // SQLite makes files by the umask, and gives the log files beside it the mode of the first.
  requireRegular(file);
  closeSync(openSync(file, 'a', privateFile));
  chmodSync(file, privateFile);
  const db = openDatabase(file, { timeout: busyTimeoutMs });
  try {
    // better-sqlite3 opens a WAL database at synchronous=NORMAL, which may lose what was committed last: each open says it.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    // What is taken out is overwritten, not left in free pages for anyone to read.
    db.pragma('secure_delete = ON');
    const verdict = db.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Damage(`quick_check: ${String(verdict)}`);
    // One copy is kept of what all steps of one upgrade begin with, not of what one of them left for the next.
    let isCopied = isUpgrading(db, file);
    const keepCopy = (): void => {
      if (isCopied) return;
      const schema = Number(db.pragma('user_version', { simple: true }));
      keepUpgradeCopy(db, file, schema);
      if (schema >= ownVersionsSince) beginUpgrade(db, schema);
      isCopied = true;
    };
    migrate(db, file, keepCopy);
    return { db, table: (definition) => openTable(db, definition, keepCopy) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: Database.Database, file: string, beforeUpgrade: () => void): void {
  const schemaOf = (): number => Number(db.pragma('user_version', { simple: true }));
  const found = schemaOf();
  if (found > 0 && found < schemaVersion) beforeUpgrade();
  const run = db.transaction(() => {
    const version = schemaOf();
    if (version > schemaVersion) throw newerSchema(file, version);
    if (version === schemaVersion) return;
    for (const step of migrations) if (step.version > version) db.exec(step.sql);
    // An older file counted the tables of features with its own.
    if (version < ownVersionsSince) {
      db.prepare("INSERT INTO table_version (name, version) VALUES ('', ?)").run(version);
      if (version > 0) beginUpgrade(db, version);
    }
    db.pragma(`user_version = ${schemaVersion}`);
  });
  run.immediate();
}

/** Nothing was changed. An upgrade of this file kept a copy of it beside it, unless something was forgotten since. */
const newerSchema = (file: string, schema: number): ConfigError =>
  new ConfigError(
    'state.dir',
    `${file} was written by a newer Scrubjay (schema ${schema}, this one knows ${schemaVersion}). It was left as it is.`,
    wayBack(file, schemaVersion),
  );

/** The file itself is no sound database, as opposed to one that can't be opened. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Damage || codeOf(error) === 'SQLITE_NOTADB' || codeOf(error)?.startsWith('SQLITE_CORRUPT') === true;

/** What the operator can mend is told to them; other trouble stays what it is. */
function asConfigError(file: string, error: unknown): unknown {
  const isOther = error instanceof ConfigError || codeOf(error) === undefined || isPassing(error, file);
  return isOther
    ? error
    : new ConfigError(
        'state.dir',
        `${file} can't be opened: ${messageOf(error)}.`,
        'Make the folder writable, or choose another one.',
      );
}
