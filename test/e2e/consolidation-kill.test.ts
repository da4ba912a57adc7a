// The consolidation killed at its system calls, and its undo: MEMORY.md is wholly old or wholly new, and the next run
// ends where one that nobody killed ends.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provenLine } from '../../src/memory/write/long-term.ts';
import { program } from '../support/daemon.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;
/** All calls take minutes (SCRUBJAY_KILL_SWEEP=full); the gate takes every so many-th of each kind. */
const isFull = process.env['SCRUBJAY_KILL_SWEEP'] === 'full';
const strides: Record<string, number> = { openat: 40, mkdir: 9, chmod: 9, fchmod: 4, write: 60, pwrite64: 40, fsync: 12, ftruncate: 9, unlink: 5, rename: 2, close: 40 };

const day = '# 2026-11-20\n\n- 09:00 Anna moved to Bonn #keep\n- 10:00 just a rainy day\n';
const old = provenLine('- Tom sings', { kind: 'fact', importance: 0.1, said: '2026-11-01', sources: ['2026-11-01.md#L3-L3'] });
const hand = `# Memory\n\n- by hand\n${old}\n`;

/** What the person has, by name. */
type Notes = Record<string, string>;

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'killed-'));
  folder = path.join(root, 'home');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (command: string, under: readonly string[] = []) => {
  const [file = process.execPath, ...args] = [...under, process.execPath, program, command];
  // One thread of libuv: the calls come in the same order each time.
  return spawnSync(file, args, { cwd: folder, env: { ...process.env, UV_THREADPOOL_SIZE: '1' }, encoding: 'utf8' });
};

const notes = (): Notes =>
  Object.fromEntries(
    readdirSync(path.join(folder, 'memory'))
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => [name, readFileSync(path.join(folder, 'memory', name), 'utf8')]),
  );

describe.skipIf(!hasStrace)('killed at a system call (skipped where strace is missing)', () => {
  const before: Record<'consolidate' | 'undo', string> = { consolidate: '', undo: '' };
  const after: Record<'consolidate' | 'undo', Notes> = { consolidate: {}, undo: {} };
  /** The lines of a run that nobody kills. */
  const traced: Record<'consolidate' | 'undo', string[]> = { consolidate: [], undo: [] };

  /** Begins again from the folder as it was before the command. */
  function restore(from: string): void {
    rmSync(folder, { recursive: true, force: true });
    cpSync(from, folder, { recursive: true });
  }

  function trace(command: 'consolidate' | 'undo'): string[] {
    const file = path.join(root, 'trace');
    expect(run(command, ['strace', '-f', '-qq', '-y', '-o', file, '-e', `trace=${Object.keys(strides).join(',')}`]).status).toBe(0);
    return readFileSync(file, 'utf8').split('\n');
  }

  beforeAll(() => {
    before.consolidate = path.join(root, 'new');
    mkdirSync(path.join(before.consolidate, 'memory'), { recursive: true });
    // So little room that the old line goes to the archive: all files that a run writes are in it.
    writeFileSync(path.join(before.consolidate, 'config.toml'), `[provider]\nprimary = "offline"\n[consolidation]\nmax_chars = ${hand.length + 60}\n`);
    writeFileSync(path.join(before.consolidate, 'memory/2026-11-20.md'), day);
    writeFileSync(path.join(before.consolidate, 'memory/MEMORY.md'), hand);
    restore(before.consolidate);
    traced.consolidate = trace('consolidate');
    after.consolidate = notes();
    expect(Object.keys(after.consolidate)).toEqual(['2026-11-20.md', 'MEMORY-archive.md', 'MEMORY.md']);
    before.undo = path.join(root, 'consolidated');
    cpSync(folder, before.undo, { recursive: true });
    traced.undo = trace('undo');
    after.undo = notes();
    expect(after.undo['MEMORY.md']).toBe(hand);
  });

  const cases = [
    ...Object.keys(strides).map((call) => ['consolidate', call] as const),
    ...(isFull ? Object.keys(strides) : ['rename', 'fsync', 'pwrite64']).map((call) => ['undo', call] as const),
  ];

  it.each(cases)('%s, at %s', { timeout: 900_000 }, (command, call) => {
    const calls = traced[command].filter((line) => line.includes(` ${call}(`));
    // Before the program turns to its folder there is only the program itself to be read.
    const first = calls.findIndex((line) => line.includes(`${folder}/`)) + 1;
    const stride = isFull ? 1 : (strides[call] ?? 1);
    const chosen = calls.flatMap((_, i) => (first > 0 && i + 1 >= first && (i + 1 - first) % stride === 0 ? [i + 1] : []));
    let kills = 0;
    for (const nth of chosen) {
      restore(before[command]);
      const killed = run(command, ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${nth}`]);
      if (killed.signal !== 'SIGKILL') continue;
      kills += 1;
      const left = notes();
      expect([hand, after.consolidate['MEMORY.md']]).toContain(left['MEMORY.md']);
      expect([undefined, after.consolidate['MEMORY-archive.md']]).toContain(left['MEMORY-archive.md']);
      expect(left['2026-11-20.md']).toBe(day);

      const again = run(command);
      const isDone = command === 'undo' && left['MEMORY.md'] === hand && again.stderr.includes('no consolidation to undo');
      expect([again.stderr, isDone ? 0 : again.status]).toEqual([again.stderr, 0]);
      expect(notes()).toEqual(after[command]);
      expect(existsSync(path.join(folder, 'state/queue.db'))).toBe(true);
    }
    if (isFull) console.log(`${command}: killed at ${kills} of ${calls.length - first + 1} calls of ${call}`);
  });
});
