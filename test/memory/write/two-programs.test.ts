// Two programs that know nothing of each other write to one folder of notes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderLockName } from '../../../src/base/files/folder-lock.ts';
import { commitEdit } from '../../../src/memory/write/commit.ts';
import { builtForTests } from '../../support/daemon.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'two-'));
  file = path.join(dir, 'n.md');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a program that adds a line to the note, and is held up while it renames the new one. */
async function addSlowly(line: string): Promise<void> {
  const script = `
    const { commitEdit } = await import(${JSON.stringify(builtForTests('commit'))});
    await commitEdit(${JSON.stringify(file)}, (bytes) => Buffer.concat([bytes, Buffer.from(${JSON.stringify(line)})]));`;
  const slow = '-f -qq -o /dev/null -e trace=rename -e inject=rename:delay_enter=1500000:when=1'.split(' ');
  const args = [...slow, process.execPath, '--input-type=module', '-e', script];
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  expect(await once(spawn('strace', args, { stdio: 'inherit', env }), 'exit')).toEqual([0, null]);
}

const linesIn = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\n').toSorted();

test.skipIf(!hasStrace)(
  'a save between the last look of the other program and its renaming is not lost (skipped where strace is missing)',
  async () => {
    writeFileSync(file, '- by hand\n');
    const slow = addSlowly('- slow\n');
    await expect.poll(() => existsSync(path.join(dir, folderLockName)), { interval: 5, timeout: 10_000 }).toBe(true);
    await commitEdit(file, (bytes) => Buffer.concat([bytes ?? Buffer.alloc(0), Buffer.from('- quick\n')]));
    await slow;
    expect(linesIn()).toEqual(['- by hand', '- quick', '- slow']);
    expect(readdirSync(dir)).toEqual(['n.md']);
  },
  20_000,
);

test('what a program that was killed left of its lock holds the next save up for some seconds only', async () => {
  writeFileSync(path.join(dir, folderLockName), '');
  await Promise.all(
    ['a', 'b', 'c'].map((line) =>
      commitEdit(file, (bytes) => Buffer.concat([bytes ?? Buffer.alloc(0), Buffer.from(`- ${line}\n`)])),
    ),
  );
  expect(linesIn()).toEqual(['- a', '- b', '- c']);
  expect(readdirSync(dir)).toEqual(['n.md']);
}, 20_000);
