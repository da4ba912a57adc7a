// Looks for damage in an index by reading all of it, which takes seconds for a large one: in a process of its own. This file
// is that process's program as well.
import { openDatabase } from '../../base/files/database.ts';
import { fork } from 'node:child_process';
import path from 'node:path';
import type Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { childEnvironment } from '../../base/child-environment.ts';
import { messageOf } from '../../base/errors.ts';
import { packageRoot } from '../../base/files/package-root.ts';

/** Node loads this file itself, so it is the built one, also when this module runs from the sources, as in the tests. */
const program = () => path.join(packageRoot(), 'dist/memory/store/index-check.cjs');

/** What is wrong with the file, or null; null also when the file could not be read, which is no damage. */
export async function findDamage(file: string, signal: AbortSignal): Promise<string | null> {
  const child = fork(program(), [file], {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    signal,
  });
  return await new Promise((resolve) => {
    child.once('message', (found) => resolve(typeof found === 'string' ? found : null));
    child.once('error', () => resolve(null));
    child.once('exit', () => resolve(null));
  });
}

/** @throws what SQLite throws when it can't even be read */
export function checkDatabase(db: Database.Database): string | null {
  const answer = String(db.pragma('quick_check(1)', { simple: true }));
  // The first line only names the database: "*** in database main ***".
  return answer === 'ok' ? null : answer.replace(/^\*{3}[^\n]*\n/, '').replaceAll('\n', '; ');
}

function checkFile(file: string): string | null {
  let db: Database.Database | null = null;
  try {
    db = openDatabase(file, { readonly: true, fileMustExist: true });
    sqliteVec.load(db);
    return checkDatabase(db);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' ? messageOf(error) : null;
  } finally {
    db?.close();
  }
}

const [, started, file] = process.argv;
if (process.send && started === program() && file !== undefined)
  process.send(checkFile(file), () => process.disconnect());
