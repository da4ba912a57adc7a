// What the program itself needs to run: Node.js, and the two native libraries, which an install on a machine without a compiler
// may lack.
import { messageOf } from '../../base/errors.ts';
import { missingBinary } from '../../base/files/native-library.ts';
import type { Check } from './check.ts';

export async function checkParts(): Promise<Check[]> {
  return [checkNode(process.version), await checkSqlite()];
}

/** @param version as `process.version` has it */
export function checkNode(version: string): Check {
  const name = 'node';
  if (/^v2[0-3]\./u.test(version)) return { name, status: 'ok', detail: version };
  const detail = `${version}: use Node.js 20.19 or 22. Under 24.19 and later the SQLite library (better-sqlite3 12) can end the program at any time.`;
  return { name, status: 'warning', detail };
}

async function checkSqlite(): Promise<Check> {
  const name = 'sqlite';
  try {
    const [{ default: Database }, { load }] = await Promise.all([import('better-sqlite3'), import('sqlite-vec')]);
    const db = new Database(':memory:');
    try {
      load(db);
      const versions = db.prepare('SELECT sqlite_version() AS sqlite, vec_version() AS vec').get() as {
        sqlite: string;
        vec: string;
      };
      return { name, status: 'ok', detail: `${versions.sqlite}, sqlite-vec ${versions.vec}` };
    } finally {
      db.close();
    }
  } catch (error) {
    return { name, status: 'failed', detail: missingBinary(error) ?? messageOf(error) };
  }
}
