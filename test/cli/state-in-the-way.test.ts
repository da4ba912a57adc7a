// What a command says and does where something else stands in the place of a file of the state, or where its output can't be written.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, createHome, program } from '../support/daemon.ts';

let home: Home;
beforeEach(() => {
  home = createHome('[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n');
  mkdirSync(home.memory);
  mkdirSync(home.state, { mode: 0o700 });
  writeFileSync(path.join(home.memory, 'tea.md'), '- tea is green\n');
});
afterEach(() => home.close());

const inState = (name: string): string => path.join(home.state, name);
const makePipe = (name: string): void => void execFileSync('mkfifo', [inState(name)]);

test.runIf(existsSync('/dev/full'))(
  'output that can’t be written is a failure, and a reader that has gone is none',
  () => {
    for (const [line, code] of [
      ['status --json > /dev/full', 1],
      ['search tea > /dev/full', 1],
      ['--version > /dev/full', 1],
      ['search tea | true', 0],
    ] as const) {
      const script = `"${process.execPath}" "${program}" ${line}; exit \${PIPESTATUS[0]}`;
      const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: home.folder, encoding: 'utf8' });
      expect([line, status]).toEqual([line, code]);
      expect(stderr).toMatch(code === 0 ? /^$/ : /^scrubjay: The output could not be written: ENOSPC[^\n]*\n$/);
    }
  },
);

test('a pipe in the place of the queue is told, and nothing waits for its other end', async () => {
  makePipe('queue.db');
  for (const command of [['status'], ['ask', 'hello'], ['start']]) {
    const { code, stderr } = await home.run(command, { timeoutMs: 30_000 });
    expect([command[0], code]).toEqual([command[0], 78]);
    expect(stderr).toMatch(/queue\.db is a pipe, where a file of the program belongs\. Move it away, then try again\./);
    expect(stderr).not.toMatch(/ {4}at /);
  }
  const { code, stdout } = await home.run(['doctor'], { timeoutMs: 30_000 });
  expect(code).toBe(1);
  expect(stdout).toMatch(/FAILED +messages: .*queue\.db is a pipe/);
  expect(stdout).not.toContain('is damaged');
});

test('pipes in the place of what can be made anew are no obstacle', async () => {
  makePipe('index.db');
  makePipe('memory-folder');
  const { code, stdout } = await home.run(['search', 'tea'], { timeoutMs: 30_000 });
  expect([code, stdout]).toEqual([0, expect.stringContaining('tea is green')]);
});

test('a folder in the place of the index is removed where it is empty, and else told', async () => {
  mkdirSync(inState('index.db'));
  expect((await home.run(['search', 'tea'])).stdout).toContain('tea is green');
  rmSync(inState('index.db'));
  mkdirSync(path.join(inState('index.db'), 'kept'), { recursive: true });
  const { code, stderr } = await home.run(['search', 'tea']);
  expect(code).toBe(78);
  expect(stderr).toMatch(/^scrubjay: state\.dir: .*index\.db is a folder, where a file of the program belongs\./m);
  expect(stderr.split('\n').at(-2)).not.toMatch(/ {4}at /);
});

test('a folder in the place of the daemon’s socket ends a start with what to do', async () => {
  mkdirSync(path.join(inState('daemon.sock'), 'kept'), { recursive: true });
  const { code, stderr } = await home.run(['start'], { timeoutMs: 30_000 });
  expect(code).toBe(78);
  expect(stderr).toContain('daemon.sock is a folder, where a file of the program belongs.');
  expect(stderr).not.toMatch(/ {4}at /);
});

const asNobody = ['--reuid=65534', '--clear-groups', process.execPath, program];
const canBeNobody = spawnSync('setpriv', [...asNobody, '--version']).status === 0;

test.runIf(canBeNobody)(
  'a state that this user may not read is told as that by doctor, with the other checks',
  async () => {
    await home.run(['ask', 'remember that tea is green']);
    chmodSync(path.dirname(home.folder), 0o711);
    execFileSync('chown', ['-R', '65534', home.folder]);
    const run = (...args: string[]) =>
      spawnSync('setpriv', [...asNobody, ...args], {
        cwd: home.folder,
        env: { ...process.env, HOME: home.folder },
        encoding: 'utf8',
      });
    chmodSync(home.state, 0o500);
    const readOnly = run('doctor');
    expect(readOnly.stdout).toMatch(/FAILED +messages: .*queue\.db can't be opened/);
    expect(readOnly.stdout).not.toContain('is damaged');
    chmodSync(home.state, 0o000);
    const closed = run('doctor');
    expect(closed.stdout).toMatch(/ok +model: offline/);
    expect(closed.stdout).toMatch(/FAILED +state folder: .*EACCES/);
    const status = run('status');
    expect(status.stderr).not.toMatch(/ {4}at /);
    chmodSync(home.state, 0o700);
  },
);

test('a folder in the place of MEMORY.md is told by its name, and no run counts as cut off', async () => {
  mkdirSync(path.join(home.memory, 'MEMORY.md'));
  writeFileSync(
    path.join(home.memory, '2026-03-01.md'),
    '# 2026-03-01\n\n- remember: Anna likes tea\n- Tea is green #keep\n',
  );
  await home.run(['ask', 'remember that Anna likes figs']);
  for (const _ of [1, 2]) {
    const { code, stderr } = await home.run(['consolidate']);
    expect([code, stderr]).toEqual([1, 'scrubjay: MEMORY.md is not a regular file. Move it away, then try again.\n']);
  }
});

test('an option without its value, or with one that looks like an option, is told in our words', async () => {
  for (const [args, words] of [
    [['status', '--config'], '--config takes a value'],
    [['search', 'tea', '--limit', '-1'], '--limit takes a value; one that begins with "-" is given as --limit=-…'],
    [['status', '--json=yes'], '--json takes no value'],
  ] as const) {
    const { code, stderr } = await home.run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`scrubjay: ${words}`)]);
  }
});

test('a secret that is taken from a variable which is not set is told, but for those that are looked at anyway', async () => {
  const own = '[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n[telegram]\ntoken = ';
  const told = 'The configuration takes a secret from the variable NO_SUCH_TOKEN, which is not set';
  home.configure(`${own}{env = "TELEGRAM_BOT_TOKEN"}\n`);
  expect((await home.run(['status'])).stdout).not.toContain('which is not set');
  home.configure(`${own}{env = "NO_SUCH_TOKEN"}\n`);
  expect((await home.run(['status'])).stdout).toContain(told);
  expect((await home.run(['start'])).stderr).toContain(told);
  const { code, stdout } = await home.run(['doctor']);
  expect([code, stdout]).toEqual([1, expect.stringContaining(`FAILED   secrets: ${told}`)]);
});
