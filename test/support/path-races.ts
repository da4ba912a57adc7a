// Reads and writes notes while another process swaps them, or folders above them, for links to the outside. Used by a test for
// a sample, and at length by `npm run bench -- races`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVault } from '../../src/memory/vault.ts';
import { createWriter } from '../../src/memory/write/writer.ts';

export const swaps = ['file', 'folder', 'chain'] as const;

export interface Races {
  reads: number;
  writes: number;
  /** Reads and writes that got through. The others met the swap and were refused. */
  readInside: number;
  writtenInside: number;
  /** Reads that returned a byte of a file outside; writes that changed, made or removed one. */
  readOutside: number;
  writtenOutside: number;
}

const secret = 'the password is hunter2\n';
const swapper = path.join(import.meta.dirname, '../../test/support/path-swaps.mjs');

/** @param times each of reads and of writes */
export async function race(what: (typeof swaps)[number], times: number, program = swapper): Promise<Races> {
  const base = mkdtempSync(path.join(tmpdir(), 'races-'));
  const note = what === 'chain' ? 'people/close/friends/anna.md' : 'people/anna.md';
  for (const [folder, text] of [
    ['memory', '- Anna likes tea\n'],
    ['outside', secret],
  ] as const) {
    const file = path.join(base, folder, note);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const child = spawn(process.execPath, [program, base, what], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    return await raceIn(base, note, times);
  } finally {
    child.stdin.end();
    await exited;
    rmSync(base, { recursive: true, force: true });
  }
}

async function raceIn(base: string, note: string, times: number): Promise<Races> {
  const vault = createVault(path.join(base, 'memory'));
  const writer = createWriter({ vault });
  const races: Races = {
    reads: times,
    writes: times,
    readInside: 0,
    writtenInside: 0,
    readOutside: 0,
    writtenOutside: 0,
  };
  const outside = (): string =>
    readdirSync(path.join(base, 'outside'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.name}=${readFileSync(path.join(entry.parentPath, entry.name), 'utf8')}`)
      .join('\n');
  const before = outside();
  for (let i = 0; i < times; i += 1) {
    const read = await vault.read(note).catch(() => null);
    if (read?.text.includes('hunter2')) races.readOutside += 1;
    else if (read) races.readInside += 1;
    const written = await writer
      .commit(note, () => Buffer.from(`- Anna likes tea ${i}\n`))
      .then(
        () => true,
        () => false,
      );
    if (written) races.writtenInside += 1;
    if (outside() !== before) races.writtenOutside += 1;
  }
  return races;
}
