// An editor that writes into the very file that is about to be replaced, after the last look at it: strace holds the
// renaming up for long enough.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtForTests } from '../../support/daemon.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const commit = builtForTests('commit');

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'late-'));
  file = path.join(dir, 'n.md');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Puts `ours` into the note in place of what stands there, and `theirs` in place while that is being renamed. */
async function meet(before: string, ours: string, theirs: string): Promise<string> {
  writeFileSync(file, before);
  const edit = `bytes.equals(Buffer.from(${JSON.stringify(before)})) ? Buffer.from(${JSON.stringify(ours)}) : Buffer.concat([bytes, Buffer.from('again')])`;
  const script = `const { commitEdit } = await import(${JSON.stringify(commit)}); await commitEdit(${JSON.stringify(file)}, (bytes) => ${edit});`;
  const args = [
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    'trace=rename',
    '-e',
    'inject=rename:delay_enter=1500000:when=1',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ];
  const child = spawn('strace', args, { stdio: 'inherit', env: { ...process.env, UV_THREADPOOL_SIZE: '1' } });
  const ended = once(child, 'exit');
  await expect
    .poll(
      () =>
        readdirSync(dir).some((name) => name.endsWith('.tmp') && readFileSync(path.join(dir, name), 'utf8') === ours),
      { interval: 5 },
    )
    .toBe(true);
  await delay(300);
  writeFileSync(file, theirs);
  expect(await ended).toEqual([0, null]);
  return readFileSync(file, 'utf8');
}

describe.skipIf(!hasStrace)('written in place after the last look (skipped where strace is missing)', () => {
  test('a line in the middle stands beside ours', async () => {
    expect(
      await meet(
        '# n\n\n- one\n- two\n- three\n',
        '# n\n\n- one\n- two, ours\n- three\n',
        '# n\n\n- one, by hand\n- two\n- three\n',
      ),
    ).toBe('# n\n\n- one, by hand\n- two, ours\n- three\n');
  });

  test('a line that we changed as well stands there both ways, marked', async () => {
    expect(await meet('- one\n- two\n', '- one, ours\n- two\n', '- one, by hand\n- two\n')).toMatch(
      /^- one, ours\n<!-- scrubjay: edited by hand .*-->\n- one, by hand\n- two\n$/,
    );
  });

  test('lines at the end are all kept, also when they are alike', async () => {
    expect(await meet('- one\n', '- one\n- more\n', '- one\n- more\n- last\n')).toBe('- one\n- more\n- more\n- last\n');
  });
});
