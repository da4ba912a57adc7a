import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it('a slim install keeps the runtime of its own platform, and all that is not one of another', () => {
  const modules = mkdtempSync(path.join(tmpdir(), 'slim-'));
  const runtime = path.join(modules, 'onnxruntime-node');
  for (const file of [
    'dist/index.js',
    'bin/napi-v6/linux/x64/a.node',
    'bin/napi-v6/linux/arm64/a.node',
    'bin/napi-v6/darwin/arm64/a.node',
  ]) {
    mkdirSync(path.join(runtime, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(runtime, file), '');
  }
  const dates = path.join(modules, 'date-fns');
  mkdirSync(path.join(dates, 'fp'), { recursive: true });
  for (const file of ['add.js', 'add.cjs', 'add.d.ts', 'add.d.cts', 'fp/add.js'])
    writeFileSync(path.join(dates, file), '');
  const said = execFileSync(process.execPath, ['scripts/slim.js', modules, 'linux', 'x64'], { encoding: 'utf8' });
  const left = readdirSync(runtime, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left.map((entry) => path.relative(runtime, path.join(entry.parentPath, entry.name))).toSorted()).toEqual([
    'bin/napi-v6/linux/x64/a.node',
    'dist/index.js',
  ]);
  expect(said).toBe('Taken away: the embedding runtime of darwin/arm64, linux/arm64.\n');
  expect(readdirSync(dates).toSorted(), 'of four builds, the one that is imported').toEqual(['add.d.ts', 'add.js']);
  expect(() =>
    execFileSync(process.execPath, ['scripts/slim.js', path.join(modules, 'nowhere')], { stdio: 'pipe' }),
  ).toThrow('onnxruntime-node');
  rmSync(modules, { recursive: true });
});
