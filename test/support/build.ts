// Builds the product, and the programs of the tests that run in processes of their own, when their sources are newer.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Milliseconds since 1970, or 0 where there is no such file. */
function newest(folder: string, ending: RegExp): number {
  try {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
    return Math.max(
      0,
      ...names.filter((name) => ending.test(name)).map((name) => statSync(path.join(root, folder, name)).mtimeMs),
    );
  } catch {
    return 0;
  }
}

export function setup(): void {
  const source = newest('src', /\.ts$/);
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [path.join(root, 'scripts/build.js'), ...args], { cwd: root, stdio: 'inherit' });
  if (source > newest('dist', /\.js$/)) run();
  if (Math.max(source, newest('test/support', /\.m?[jt]s$/)) > newest('dist-test', /\.js$/)) run('tests');
}
