// The real program as a child process: a folder of its own, its output kept, killed as hard as a test wants.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');
export const program = path.join(root, 'dist/main.js');

/** The path of a program or module that a test runs in a process of its own, see `programs` in scripts/build.js. */
export const builtForTests = (name: string): string => path.join(root, 'dist-test', `${name}.js`);

/** A folder with a configuration, a memory and a state. */
export interface Home {
  readonly folder: string;
  readonly memory: string;
  readonly state: string;
  configure(toml: string): void;
  /** Runs a command to its end. */
  run(
    args: readonly string[],
    options?: { input?: string | Buffer; env?: NodeJS.ProcessEnv; timeoutMs?: number },
  ): Promise<Finished>;
  /** Starts the program and leaves it running. */
  start(options?: { args?: readonly string[]; env?: NodeJS.ProcessEnv }): Daemon;
  /** Starts the daemon under a clock that shows `at` (ISO) and is the test's to set. @param options.limits the time limits of its calls go by that clock too */
  startAt(at: string, options?: { limits?: boolean }): ClockedDaemon;
  /** Every file below the folder whose bytes hold the text. */
  filesHolding(text: string): string[];
  /** Ends what still runs and removes the folder. */
  close(): Promise<void>;
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Daemon {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves when the log says "ready"; rejects when the process ends before. */
  ready(timeoutMs?: number): Promise<void>;
  /** Resolves when the predicate holds of all output so far. */
  until(
    holds: (output: { stdout: string; stderr: string }) => boolean,
    what: string,
    timeoutMs?: number,
  ): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<Finished>;
  readonly finished: Promise<Finished>;
}

export interface ClockedDaemon extends Daemon {
  /** Resolves when its clock shows this time (ISO), and what slept until then or earlier is awake. */
  setClock(at: string): Promise<void>;
  /** Collects its garbage, and says what is left: bytes. */
  weigh(): Promise<{ rss: number; heapUsed: number }>;
}

/** Lets so much of the daemon's time go by, as slowly as it can follow. @param from what its clock shows now (ISO) */
export async function letPass(daemon: ClockedDaemon, from: string, seconds: number, stepSeconds = 5): Promise<void> {
  for (let second = stepSeconds; second <= seconds; second += stepSeconds) {
    await daemon.setClock(new Date(Date.parse(from) + second * 1_000).toISOString());
    await delay(20);
  }
}

/** Whether a mount namespace can be made, in which a test may fill a disk or take the name service away. */
export const canUnshare = (): boolean => spawnSync('unshare', ['-Urm', 'true'], { stdio: 'ignore' }).status === 0;

const clockedProgram = builtForTests('clocked-daemon');

export function createHome(toml = ''): Home {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-e2e-'));
  const daemons: Daemon[] = [];
  const home: Home = {
    folder,
    memory: path.join(folder, 'memory'),
    state: path.join(folder, 'state'),
    configure: (text) => writeFileSync(path.join(folder, 'config.toml'), text),
    async run(args, { input = '', env = {}, timeoutMs = 60_000 } = {}) {
      const daemon = open(args, env);
      daemon.process.stdin?.end(input);
      const timer = setTimeout(() => daemon.process.kill('SIGKILL'), timeoutMs);
      try {
        return await daemon.finished;
      } finally {
        clearTimeout(timer);
      }
    },
    start: ({ args = ['start'], env = {} } = {}) => open(args, env),
    startAt(at, { limits = false } = {}) {
      const daemon = spawnProgram(
        process.execPath,
        [clockedProgram, at, ...(limits ? ['limits'] : [])],
        folder,
        {},
        'ipc',
      );
      daemons.push(daemon);
      return {
        ...daemon,
        setClock: (at) =>
          new Promise((resolve, reject) => {
            daemon.process.once('message', () => resolve());
            daemon.process.send({ set: at }, (error) => error && reject(error));
          }),
        weigh: () =>
          new Promise((resolve, reject) => {
            daemon.process.once('message', ({ weight }: { weight: NodeJS.MemoryUsage }) => resolve(weight));
            daemon.process.send({ weigh: true }, (error) => error && reject(error));
          }),
      };
    },
    filesHolding: (text) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file).includes(text)),
    async close() {
      await Promise.all(daemons.map((daemon) => daemon.kill('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function open(args: readonly string[], env: NodeJS.ProcessEnv): Daemon {
    const daemon = spawnProgram(process.execPath, [program, ...args], folder, env);
    daemons.push(daemon);
    return daemon;
  }

  home.configure(toml);
  return home;
}

/** Nothing of the tester's own environment configures the program. */
export function spawnProgram(
  command: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = {},
  ...more: 'ipc'[]
): Daemon {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, TZ: 'UTC', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'pipe', ...more],
  });
  const { stdin, stdout: out, stderr: err } = child;
  if (!stdin || !out || !err) throw new Error('The streams of the child are piped.');
  // A program that ends before it has read its input is for the test to judge, not an error of its own.
  stdin.on('error', () => undefined);
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const seen = () => {
    for (const watcher of watchers) watcher();
  };
  out.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    seen();
  });
  err.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    seen();
  });
  let isOver = false;
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => {
      isOver = true;
      resolve({ code, stdout, stderr });
      seen();
    });
  });

  function until(
    holds: (output: { stdout: string; stderr: string }) => boolean,
    what: string,
    timeoutMs = 60_000,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) =>
        settle(() => reject(new Error(`${what}: ${why}\nstdout: ${stdout}\nstderr: ${stderr}`)));
      const timer = setTimeout(() => fail(`not within ${timeoutMs} ms`), timeoutMs);
      const settle = (end: () => void) => {
        clearTimeout(timer);
        watchers.delete(check);
        end();
      };
      const check = () => {
        if (holds({ stdout, stderr })) settle(resolve);
        else if (isOver) fail('the process has ended');
      };
      watchers.add(check);
      check();
    });
  }

  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    until,
    ready: (timeoutMs) => until((output) => output.stderr.includes('"msg":"ready"'), 'ready', timeoutMs),
    async kill(signal) {
      if (!isOver) child.kill(signal);
      return await finished;
    },
    finished,
  };
}
