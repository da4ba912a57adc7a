import { expect, test } from 'vitest';
import { missingBinary } from '../../../src/base/files/native-library.ts';

test('a binary that is missing, or of another Node.js, is told with what to install and run', () => {
  for (const message of [
    'Could not locate the bindings file. Tried:\n → /opt/x/better_sqlite3.node',
    "The module '/opt/x/better_sqlite3.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 127.",
    'state.dir: /x can’t be written: Could not locate the bindings file. Tried:',
  ])
    expect(missingBinary(new Error(message))).toMatch(/better-sqlite3.*python3.*npm rebuild better-sqlite3/);
  for (const message of [
    "Cannot find package 'sqlite-vec-linux-x64' imported from /opt/x/sqlite-vec/index.mjs",
    'Loadble extension for sqlite-vec not found. Was the sqlite-vec-linux-x64 package installed? Avoid using the --no-optional flag.',
  ])
    expect(missingBinary(new Error(message))).toMatch(/sqlite-vec.*--include=optional/);
  expect(missingBinary(new Error('SQLITE_BUSY'))).toBeNull();
});
