// Trouble that may be gone at the next start, told apart from what only the operator can mend: exit code 78 (a wrong
// configuration) keeps a supervisor from ever starting the program again.
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { codeOf, isDiskFull } from '../errors.ts';

const passing: ReadonlySet<string> = new Set([
  'EIO',
  'ENOMEM',
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'EBUSY',
  'ESTALE',
  'ETIMEDOUT',
  'ENODEV',
  'ENXIO',
]);

/**
 * True for a disk or a machine in trouble, and for a file that another process holds.
 * @param file that could not be used; SQLite gives one code for missing rights and for a failing disk, so the rights are looked at
 */
export function isPassing(error: unknown, file: string): boolean {
  const code = codeOf(error) ?? '';
  return (
    isDiskFull(error) ||
    passing.has(code) ||
    /^SQLITE_(?:IOERR|BUSY|LOCKED|NOMEM)/.test(code) ||
    (code.startsWith('SQLITE_CANTOPEN') && mayUse(file))
  );
}

function mayUse(file: string): boolean {
  try {
    for (const one of [path.dirname(file), file, `${file}-wal`, `${file}-shm`])
      if (existsSync(one)) accessSync(one, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
