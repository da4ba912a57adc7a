// What can be told of a child process that did not do what a test waits for: whether it lives, where it hangs, what it
// holds open, what lies in its folder and what it said last. For the message of a test that fails.
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';

const mostLogBytes = 8_000;

/** @param logFile where its output goes */
export function autopsy(child: ChildProcess | null, folder: string, logFile: string): string {
  return [
    ...life(child),
    ...listing(folder),
    'its last words:',
    attempt(() => readFileSync(logFile, 'utf8').slice(-mostLogBytes)),
  ].join('\n');
}

function life(child: ChildProcess | null): string[] {
  if (child === null) return ['no process was started, or it was killed'];
  if (child.exitCode !== null || child.signalCode !== null)
    return [`process ${child.pid} has ended: code ${child.exitCode}, signal ${child.signalCode}`];
  const proc = `/proc/${child.pid}`;
  const read = (name: string) => attempt(() => readFileSync(path.join(proc, name), 'utf8').trim());
  const threads = attempt(() =>
    readdirSync(path.join(proc, 'task'))
      .map(
        (id) =>
          `  thread ${id}: ${read(`task/${id}/comm`)}, ${read(`task/${id}/wchan`)}, ${read(`task/${id}/syscall`)}`,
      )
      .join('\n'),
  );
  const open = attempt(() =>
    readdirSync(path.join(proc, 'fd'))
      .map((fd) => `  ${fd} ${attempt(() => readlinkSync(path.join(proc, 'fd', fd)))}`)
      .join('\n'),
  );
  const state = read('status')
    .split('\n')
    .filter((line) => /^(State|Threads|VmRSS|voluntary|nonvoluntary)/.test(line));
  return [`process ${child.pid} lives: ${state.join(', ')}`, threads, 'open files:', open];
}

const listing = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    attempt(() => `${String(statSync(path.join(folder, name)).size).padStart(9)} ${name}`),
  );

/** The process may end, and a file go, while it is looked at. */
function attempt(look: () => string): string {
  try {
    return look();
  } catch (error) {
    return `(${(error as Error).message})`;
  }
}
