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
  const smallHeap = pathToFileURL(path.join(dist, 'base/small-heap.js')).href;
  const source = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { compileFunction } from 'node:vm';
    import { keepHeapSmall } from ${JSON.stringify(smallHeap)};
    keepHeapSmall();
    const names = readdirSync('.', { recursive: true }).filter((name) => name.endsWith('.cjs'));
    const inModule = ['exports', 'require', 'module', '__filename', '__dirname'];
    const isRejected = (name) => compileFunction(readFileSync(name, 'utf8'), inModule, {
      filename: name,
      cachedData: readFileSync(name + '.code'),
    }).cachedDataRejected;
    console.log(JSON.stringify({ files: names.length, rejected: names.filter(isRejected) }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: dist,
    encoding: 'utf8',
  });
  const { files, rejected } = JSON.parse(output) as { files: number; rejected: string[] };
  expect(files).toBeGreaterThan(10);
  expect(rejected).toEqual([]);
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
