// The memory folder as an installation brings it: no note of it is kept by git, shipped in the package or copied into an image.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

describe('what a person keeps in a checkout', () => {
  it('is in no file of the memory folder that git, the package or an image takes', () => {
    const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { files: string[] };
    expect(files.filter((name) => name.startsWith('memory'))).toEqual(['memory/README.txt']);
    const image = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
    expect(image.filter((line) => line.includes('memory'))).toEqual(['memory/*', '!memory/README.txt']);
  });

  it.skipIf(!existsSync(path.join(root, '.git')))('is never what `git commit -a` or `git add .` takes', () => {
    expect(git('ls-files', 'memory', 'state').trim()).toBe('memory/README.txt');
    const kept = [
      'memory/MEMORY.md',
      'memory/2026-11-28.md',
      'memory/README.md',
      'state/index.db',
      'config.toml',
      'scrubjay-notes-2026-11-28.tar.gz',
      'docs/scrubjay-2026-11-28.tar.gz',
    ];
    expect(kept.filter((name) => spawnSync('git', ['check-ignore', '-q', name], { cwd: root }).status !== 0)).toEqual(
      [],
    );
  });
});
