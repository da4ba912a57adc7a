// A memory over made-up notes, searched by words alone. Its folder goes with the run's (temp-folder.ts).
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/base/time/clock.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { openPlainMemory } from './plain-memory.ts';

export interface WordMemoryOptions {
  /** Asked at each search; by default the system's time. */
  now?: () => Date;
  timezone?: string;
}

/** @param notes the text of each, or the lines of its list, by path. To be closed. */
export async function openWordMemory(
  notes: Record<string, string | readonly string[]>,
  { now = systemClock.now, timezone = 'UTC' }: WordMemoryOptions = {},
): Promise<Memory> {
  const folder = mkdtempSync(path.join(tmpdir(), 'word-memory-'));
  const dir = path.join(folder, 'memory');
  mkdirSync(dir);
  for (const [name, note] of Object.entries(notes))
    writeFileSync(path.join(dir, name), typeof note === 'string' ? note : listOf(note));
  return await openPlainMemory({
    dir,
    indexFile: path.join(folder, 'index.db'),
    timezone: () => timezone,
    clock: { ...systemClock, now },
  });
}

const listOf = (lines: readonly string[]): string => `${lines.map((line) => `- ${line}`).join('\n')}\n`;
