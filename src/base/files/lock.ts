// One process at a time in a folder. The lock is SQLite's own (a byte range lock of the kernel): it is gone the moment
// its holder dies, however it dies, so there is no stale lock to clear and no process id to mistake for another.
import { readRegularSync, requireRegular } from './regular-file.ts';
import { openDatabase } from './database.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { isBusy } from '../errors.ts';
import { privateFile } from './files.ts';

export interface Lock {
  release(): void;
}

/**
 * Takes the lock, or returns who has it. Never waits.
 * @param file is made where it is missing and stays behind; beside it `<file>.pid` names the holder, for messages only
 */
export function takeLock(file: string): Lock | { heldBy: string } {
  const database = openDatabase(file, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    // Nothing is ever written; a journal file would be made and flushed all the same.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    return { heldBy: holder(file) };
  }
  requireRegular(`${file}.pid`);
  writeFileSync(`${file}.pid`, String(process.pid), { mode: privateFile });
  return {
    release() {
      rmSync(`${file}.pid`, { force: true });
      database.close();
    },
  };
}

function holder(file: string): string {
  try {
    return `process ${readRegularSync(`${file}.pid`).toString()}`;
  } catch {
    return 'another process';
  }
}
