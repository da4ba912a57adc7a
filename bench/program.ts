// The built program as a child process on a folder of its own; SCRUBJAY_BENCH_PROGRAM names the main.js of another build, to be
// measured beside this one.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** npm runs scripts from the package's folder. */
export const program = process.env['SCRUBJAY_BENCH_PROGRAM'] ?? path.join(process.cwd(), 'dist', 'main.js');

export interface Place {
  folder: string;
  configure(toml: string): void;
  /** Runs to the end and returns stdout. */
  run(args: readonly string[], input?: string): Promise<string>;
  /** @param under a program and its arguments to run it under */
  start(under?: readonly string[], args?: readonly string[]): ChildProcessWithoutNullStreams;
  close(): void;
}

export function createPlace(notes: Readonly<Record<string, string>> = {}): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-bench-'));
  for (const [name, text] of Object.entries({ ...notes })) {
    const file = path.join(folder, 'memory', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mkdirSync(path.join(folder, 'memory'), { recursive: true });
  const open = (args: readonly string[], under: readonly string[] = []) => {
    const [command = process.execPath, ...rest] = [...under, process.execPath, program, ...args];
    return spawn(command, rest, { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, TZ: 'UTC' } });
  };
  return {
    folder,
    configure: (toml) => writeFileSync(path.join(folder, 'config.toml'), toml),
    async run(args, input = '') {
      const child = open(args);
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.stdin.end(input);
      const code = await new Promise((resolve) => child.on('close', resolve));
      if (code !== 0) throw new Error(`scrubjay ${args.join(' ')} ended with ${String(code)}: ${stderr}`);
      return stdout;
    },
    start: (under, args = ['start']) => open(args, under),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Resolves when the stream has said it, from now on. */
export function heard(stream: NodeJS.ReadableStream, word: string): Promise<void> {
  return new Promise((resolve) => {
    let said = '';
    const listen = (data: Buffer | string) => {
      said += data.toString();
      if (!said.includes(word)) return;
      stream.off('data', listen);
      resolve();
    };
    stream.on('data', listen);
  });
}

/** Resolves to the line of the stream that says it, from now on. */
export function nextLine(stream: NodeJS.ReadableStream, word: string): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const listen = (data: Buffer) => {
      said += data.toString();
      const line = said
        .split('\n')
        .slice(0, -1)
        .find((one) => one.includes(word));
      if (line === undefined) return;
      stream.off('data', listen);
      resolve(line);
    };
    stream.on('data', listen);
  });
}

/** Closes the input of a process and waits for its end. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  const closed = new Promise((resolve) => child.on('close', resolve));
  child.stdin.end();
  await closed;
}

/** Resident memory in MB, as the kernel counts it (VmRSS). */
export function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Of a process and all below it, in MB; pages that several of them share are counted for each. */
export function treeMb(root: number | undefined): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/PPid:\s+(\d+)/.exec(status)?.[1]));
      sizes.set(Number(name), Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It ended meanwhile.
    }
  }
  let sum = 0;
  for (const [pid, size] of sizes) {
    let at: number | undefined = pid;
    while (at !== undefined && at !== root && at > 1) at = parents.get(at);
    if (at === root) sum += size;
  }
  return sum;
}

/** Of the process that this one's embedding model lives in; 0 where there is none. */
export function modelProcessMb(): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const line = children.split('\n').find((child) => child.includes('model-process'));
  return line === undefined ? 0 : residentMb(Number.parseInt(line, 10));
}
