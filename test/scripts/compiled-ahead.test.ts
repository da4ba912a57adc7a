// The code that the build leaves beside each file of the program (scripts/build.js, src/main.ts).
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { program } from '../support/daemon.ts';

const dist = path.dirname(program);

test('the engine takes all of it, under the options that the program sets', () => {
  const source = `
    const { scripts } = await import(${JSON.stringify(pathToFileURL(program).href)});
    process.on('exit', () => console.log(JSON.stringify([...scripts].map(([file, script]) => [file, script.cachedDataRejected]))));`;
  const args = ['--input-type=module', '--eval', source, 'scrubjay', 'start', '--help'];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const loaded = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as [file: string, isRejected?: boolean][];
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter(([, isRejected]) => isRejected !== false)).toEqual([]);
});

test('the program runs without it where it is torn or of another engine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-compiled-'));
  const copy = path.join(folder, 'dist');
  try {
    for (const name of ['package.json', 'assets', 'node_modules'])
      symlinkSync(path.join(path.dirname(dist), name), path.join(folder, name));
    cpSync(dist, copy, { recursive: true });
    const files = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.code'));
    for (const name of files) truncateSync(path.join(copy, name), 100);
    const output = execFileSync(process.execPath, [path.join(copy, 'main.js'), 'search', '--help'], {
      encoding: 'utf8',
    });
    expect(output).toContain('Usage: scrubjay search');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
