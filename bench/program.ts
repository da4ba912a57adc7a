// The built program as a child process on a folder of its own; SCRUBJAY_BENCH_PROGRAM names the main.js of another build, to be
// measured beside this one.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** npm runs scripts from the package's folder. */
export const program = process.env['SCRUBJAY_BENCH_PROGRAM'] ?? path.join(process.cwd(), 'dist', 'main.js');

/** Of what a program said before it ended, in an error. */
const maxShown = 1000;

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

/** Resolves when the stream has said it, from now on. Rejects where the stream ends first. */
export async function heard(stream: NodeJS.ReadableStream, word: string): Promise<void> {
  await said(stream, word, (text) => text.includes(word) || undefined);
}

/** Resolves to the line of the stream that says it, from now on. Rejects where the stream ends first. */
export async function nextLine(stream: NodeJS.ReadableStream, word: string): Promise<string> {
  const lineIn = (text: string): string | undefined =>
    text
      .split('\n')
      .slice(0, -1)
      .find((line) => line.includes(word));
  return await said(stream, word, lineIn);
}

function said<Found>(
  stream: NodeJS.ReadableStream,
  word: string,
  find: (text: string) => Found | undefined,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    let text = '';
    const forget = (): void => void stream.off('data', listen).off('end', end);
    const listen = (data: Buffer | string): void => {
      text += data.toString();
      const found = find(text);
      if (found === undefined) return;
      forget();
      resolve(found);
    };
    const end = (): void => {
      forget();
      reject(new Error(`The program ended before it said ${word}: ${text.slice(-maxShown)}`));
    };
    stream.on('data', listen).on('end', end);
  });
}

/** Closes the input of a process and waits for its end. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  const closed = new Promise((resolve) => child.on('close', resolve));
  child.stdin.end();
  await closed;
}
