// One folder for all that the tests of a run put into the system's folder for temporary files, removed at its end. So no
// test has to remember what it made.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-tests-'));
  // What os.tmpdir() goes by, here and in the workers that inherit it.
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
