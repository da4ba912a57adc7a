// The consolidation killed at its system calls, and its undo: MEMORY.md is wholly old or wholly new, and the next run
// ends where one that nobody killed ends.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provenLine } from '../../src/memory/write/long-term.ts';
import { builtForTests, program } from '../support/daemon.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;
/**
 * All calls take some minutes (SCRUBJAY_KILL_SWEEP=full); the gate takes every so many-th of each kind that makes something last, the
 * last of them always, and none of the kinds that open files or change modes and lengths.
 */
const isFull = process.env['SCRUBJAY_KILL_SWEEP'] === 'full';
const strides: Record<string, number> = {
  openat: 90,
  mkdir: 27,
  chmod: 27,
  fchmod: 12,
  write: 450,
  pwrite64: 200,
  fsync: 32,
  ftruncate: 54,
  unlink: 20,
  rename: 3,
  close: 240,
};

const inGate = {
  consolidate: ['write', 'pwrite64', 'fsync', 'unlink', 'rename'],
  undo: ['pwrite64', 'fsync', 'rename'],
};

const commands = ['consolidate', 'undo'] as const;
type Command = (typeof commands)[number];
/** The thread that runs JavaScript and SQLite, and the one that works on files for it. A count of calls is a thread's own. */
const threads = ['main', 'worker'] as const;
type Thread = (typeof threads)[number];

const day = '# 2026-11-20\n\n- 09:00 Anna moved to Bonn #keep\n- 10:00 just a rainy day\n';
const old = provenLine('- Tom sings', {
  kind: 'fact',
  importance: 0.1,
  said: '2026-11-01',
  sources: ['2026-11-01.md#L3-L3'],
});
const hand = `# Memory\n\n- by hand\n${old}\n`;

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'killed-'));
  folder = path.join(root, 'home');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What the person has, by name. */
const notes = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path.join(folder, 'memory'))
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => [name, readFileSync(path.join(folder, 'memory', name), 'utf8')]),
  );

/** Begins again from the folder as it was before the command. */
function restore(from: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(from, folder, { recursive: true });
}

const env = { PATH: process.env['PATH'], HOME: tmpdir(), UV_THREADPOOL_SIZE: '1' };
const run = (command: Command) =>
  spawnSync(process.execPath, [program, command], { cwd: folder, env, encoding: 'utf8' });

/** Runs the command with strace on threads of it, from its first step on. Resolves with the signal that ended it. */
async function runUnder(
  command: Command,
  straces: readonly { thread: Thread; args: readonly string[] }[],
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [builtForTests('steady-command'), command], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const traced: Promise<unknown>[] = [];
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const [main = '', worker = ''] = said.toString().trim().split(' ');
  for (const { thread, args } of straces) {
    const strace = spawn('strace', ['-p', thread === 'main' ? main : worker, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    traced.push(once(strace, 'exit'));
    // It says when it is attached.
    await once(strace.stderr, 'data');
  }
  child.stdin.write('\n');
  const [, signal] = await ended;
  await Promise.all(traced);
  return signal;
}

describe.skipIf(!hasStrace)('killed at a system call (skipped where strace is missing)', () => {
  const before: Record<Command, string> = { consolidate: '', undo: '' };
  const after: Record<Command, Record<string, string>> = { consolidate: {}, undo: {} };
  /** How often each thread makes each call in a run that nobody kills: `consolidate main fsync`. */
  const counts = new Map<string, number>();

  async function count(command: Command): Promise<void> {
    restore(before[command]);
    const fileOf = (thread: Thread): string => path.join(root, `trace-${thread}`);
    expect(
      await runUnder(
        command,
        threads.map((thread) => ({
          thread,
          args: ['-o', fileOf(thread), '-e', `trace=${Object.keys(strides).join(',')}`],
        })),
      ),
    ).toBe(null);
    for (const thread of threads) {
      const lines = readFileSync(fileOf(thread), 'utf8').split('\n');
      for (const call of Object.keys(strides))
        counts.set(`${command} ${thread} ${call}`, lines.filter((line) => line.startsWith(`${call}(`)).length);
    }
    after[command] = notes();
  }

  beforeAll(async () => {
    before.consolidate = path.join(root, 'new');
    mkdirSync(path.join(before.consolidate, 'memory'), { recursive: true });
    // So little room that the old line goes to the archive: all files that a run writes are in it.
    writeFileSync(
      path.join(before.consolidate, 'config.toml'),
      `[provider]\nprimary = "offline"\n[consolidation]\nmax_chars = ${hand.length + 60}\n`,
    );
    writeFileSync(path.join(before.consolidate, 'memory/2026-11-20.md'), day);
    writeFileSync(path.join(before.consolidate, 'memory/MEMORY.md'), hand);
    await count('consolidate');
    expect(Object.keys(after.consolidate)).toEqual(['2026-11-20.md', 'MEMORY-archive.md', 'MEMORY.md']);
    before.undo = path.join(root, 'consolidated');
    cpSync(folder, before.undo, { recursive: true });
    await count('undo');
    expect(after.undo['MEMORY.md']).toBe(hand);
  });

  /**
   * Kills the command at the nth call of its kind. The number of wake-ups between the threads, and with it of calls,
   * differs from run to run: where the nth never comes, an earlier one is taken, and the first is waited for in a few runs.
   */
  async function killAt(command: Command, thread: Thread, call: string, nth: number): Promise<boolean> {
    const places = [];
    for (let when = nth; when > 0; when -= Math.ceil(nth / 10)) places.push(when);
    for (const when of [...places, 1, 1, 1]) {
      restore(before[command]);
      const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${when}`];
      if ((await runUnder(command, [{ thread, args: ['-o', '/dev/null', ...inject] }])) === 'SIGKILL') return true;
    }
    return false;
  }

  const cases = commands
    .flatMap((command) =>
      threads.flatMap((thread) => Object.keys(strides).map((call) => [command, thread, call] as const)),
    )
    .filter(([command, , call]) => isFull || inGate[command].includes(call));

  it.each(cases)('%s, its %s thread at %s', { timeout: 900_000 }, async (command, thread, call) => {
    const total = counts.get(`${command} ${thread} ${call}`) ?? 0;
    const stride = isFull ? 1 : (strides[call] ?? 1);
    const chosen = Array.from({ length: total }, (_, i) => i + 1).filter((nth) => (total - nth) % stride === 0);
    let kills = 0;
    for (const nth of chosen) {
      if (!(await killAt(command, thread, call, nth))) continue;
      kills += 1;
      const left = notes();
      expect([hand, after.consolidate['MEMORY.md']]).toContain(left['MEMORY.md']);
      expect([undefined, after.consolidate['MEMORY-archive.md'], after.undo['MEMORY-archive.md']]).toContain(
        left['MEMORY-archive.md'],
      );
      expect(left['2026-11-20.md']).toBe(day);

      const again = run(command);
      const isDone =
        command === 'undo' && left['MEMORY.md'] === hand && again.stderr.includes('no consolidation to undo');
      expect([again.stderr, isDone ? 0 : again.status]).toEqual([again.stderr, 0]);
      expect(notes()).toEqual(after[command]);
    }
    if (isFull) console.log(`${command}, ${thread}: killed at ${kills} of ${total} calls of ${call}`);
    // A thread may also get by without a single wake-up.
    expect(kills).toBeGreaterThanOrEqual(call === 'write' ? 0 : chosen.length);
  });
});
