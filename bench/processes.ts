// What the kernel says of processes: memory and processor time of one, or of one with all below it (Linux, proc(5)).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Fields of /proc/PID/stat, counted from the one after the name, which may hold blanks. */
const parentField = 1;
const ownTime = [11, 12];
const timeOfEnded = [13, 14];
/** The kernel counts in hundredths of a second for every program. */
const tickMs = 10;

/** Resident memory in MB (VmRSS). */
export const residentMb = (pid: number): number => kilobytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m) / 1024;

/** In MB: pages that several processes share count for each by its part (PSS). */
export const proportionalMb = (pid: number): number =>
  kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB/m) / 1024;

/** A process and all below it. */
function treeOf(root: number): number[] {
  const below = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))[parentField]);
    below.set(parent, [...(below.get(parent) ?? []), Number(name)]);
  }
  const walk = (pid: number): number[] => [pid, ...(below.get(pid) ?? []).flatMap(walk)];
  return walk(root);
}

/** Of a process and all below it, in MB; `resident` counts pages that several of them share for each, `proportional` once. */
export function treeMemory(root: number): { resident: number; proportional: number } {
  const sum = (sizeOf: (pid: number) => number): number => treeOf(root).reduce((total, pid) => total + sizeOf(pid), 0);
  return { resident: sum(residentMb), proportional: sum(proportionalMb) };
}

/** Processor time that a process and all below it have used, in ms, to 10 ms. */
export const treeCpuMs = (root: number): number =>
  treeOf(root).reduce((total, pid) => total + timeIn(pid, [...ownTime, ...timeOfEnded]), 0);

/** Processor time of the commands that this program ran and that have ended, with all below them, in ms. */
export const endedCpuMs = (): number => timeIn(process.pid, timeOfEnded);

/** Of the process that this one's embedding model lives in; 0 where there is none. */
export function modelProcessMb(): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const line = children.split('\n').find((child) => child.includes('model-process'));
  return line === undefined ? 0 : residentMb(Number.parseInt(line, 10));
}

function timeIn(pid: number, fields: readonly number[]): number {
  const stat = statOf(pid);
  return fields.reduce((ms, field) => ms + Number(stat[field] ?? 0) * tickMs, 0);
}

const statOf = (pid: number): string[] => (orNothing(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ');

const kilobytesIn = (file: string, pattern: RegExp): number => Number(pattern.exec(orNothing(file))?.[1] ?? 0);

/** Empty where the process has ended meanwhile. */
function orNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
