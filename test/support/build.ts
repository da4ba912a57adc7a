// Builds the product once before the tests that run it as a child process, when its sources are newer than the build.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export function setup(): void {
  const newest = (folder: string, ending: string) =>
    Math.max(
      0,
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(ending))
        .map((name) => statSync(path.join(folder, name)).mtimeMs),
    );
  let built = 0;
  try {
    built = newest(path.join(root, 'dist'), '.js');
  } catch {
    // Not built yet.
  }
  if (newest(path.join(root, 'src'), '.ts') > built)
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
}
