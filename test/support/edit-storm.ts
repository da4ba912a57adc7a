// Searches a vault while another process edits it: each answer is compared with what the notes said when the question was asked.
// Used by a test for a sample, and at length by `npm run bench -- storm`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openPlainMemory } from './plain-memory.ts';

export interface StormReport {
  searches: number;
  /** Answers that lack what a note said before the question, or have what none said any more. */
  stale: string[];
  /** Listings with another number of notes than there were. */
  miscounted: number;
  /** Why the watch on the folder was given up; null where it was trusted to the end. */
  sweeps: string | null;
}

/** @param program the process that edits, where it is not beside this file */
export async function storm(
  rounds: number,
  { seed = 1, program = path.join(import.meta.dirname, 'editing-process.mjs') } = {},
): Promise<StormReport> {
  const base = mkdtempSync(path.join(tmpdir(), 'storm-'));
  const dir = path.join(base, 'memory');
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(base, 'state', 'index.db'),
    watch: true,
  });
  const child = spawn(process.execPath, [program, dir, String(seed)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const stale: string[] = [];
  let miscounted = 0;
  try {
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (let i = 0; i < rounds; i += 1) {
      child.stdin.write('go\n');
      const line = await answers.next();
      const truth = JSON.parse(String(line.value)) as { path: string; word: string; gone: string; notes: number };
      const { results } = await memory.search(truth.word, { wordsOnly: true });
      if (!results.some((hit) => hit.path === truth.path && hit.text.includes(truth.word)))
        stale.push(`${i}: ${truth.path} says ${truth.word}, found ${JSON.stringify(results.map((hit) => hit.path))}`);
      const { results: old } = await memory.search(truth.gone, { wordsOnly: true });
      if (old.some((hit) => hit.text.includes(truth.gone))) stale.push(`${i}: no note says ${truth.gone} any more`);
      if ((await memory.vault.list()).notes.length !== truth.notes) miscounted += 1;
    }
    return { searches: 2 * rounds, stale, miscounted, sweeps: (await memory.status()).sweeps ?? null };
  } finally {
    child.stdin.end();
    await memory.close();
    rmSync(base, { recursive: true, force: true });
  }
}
