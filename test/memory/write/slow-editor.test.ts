// Saves that meet a program of another process which empties a note and fills it again only after a while, as on a network mount.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVault } from '../../../src/memory/vault.ts';
import { createWriter, type Writer } from '../../../src/memory/write/writer.ts';
import { propertyRuns } from '../../support/property-runs.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'slow-editor-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const editor = path.join(import.meta.dirname, '../../support/slow-editor.mjs');
const byHand = Array.from({ length: 200 }, (_, i) => `- by hand, line ${i}`);
const longAgo = new Date('2026-01-01');

/** Saves four lines, one after the other. @returns how many of the revisions lack lines of the person */
async function save(writer: Writer, date: string): Promise<number> {
  let torn = 0;
  const keep = async (_path: string, before: Buffer | null): Promise<void> => {
    if (!before?.toString().includes(byHand.join('\n'))) torn += 1;
  };
  for (const text of saved) {
    await writer.appendDaily(date, '09:12', text, keep);
    await delay(10);
  }
  return torn;
}

const earlier = 'zero';
const saved = ['one', 'two', 'three', 'four'];

test('a note that is just being emptied and filled keeps all its lines, and gets the new ones, whatever the pause and the part', async () => {
  const meeting = fc.record({
    startMs: fc.integer({ min: 0, max: 60 }),
    cut: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
    gapMs: fc.integer({ min: 0, max: 300 }),
    /** Whether the program has written the note before. */
    isKnown: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(meeting, { minLength: 12, maxLength: 12 }), async (meetings) => {
      const dates = meetings.map((_, i) => `2026-01-${String(i + 1).padStart(2, '0')}`);
      const files = dates.map((date) => path.join(dir, `${date}.md`));
      for (const file of files) {
        writeFileSync(file, `${byHand.join('\n')}\n`);
        utimesSync(file, longAgo, longAgo);
      }
      const writers = files.map(() => createWriter({ vault: createVault(dir) }));
      for (const [i, { isKnown }] of meetings.entries())
        if (isKnown) await writers[i]?.appendDaily(dates[i] ?? '', '09:12', earlier);
      const plan = meetings.map(({ startMs, cut, gapMs }, i) => ({ file: files[i], startMs, cut, gapMs }));
      const child = spawn(process.execPath, [editor, JSON.stringify(plan)], { stdio: ['pipe', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      await once(child.stdout, 'data');
      child.stdin.end();
      const torn = await Promise.all(writers.map(async (writer, i) => await save(writer, dates[i] ?? '')));
      expect(await ended).toEqual([0, null]);
      const read = files.map((file) => readFileSync(file, 'utf8').split('\n'));
      const expected = meetings.map(({ isKnown }) => (isKnown ? [earlier, ...saved] : saved));
      expect(read).toEqual(expected.map((texts) => [...byHand, ...texts.map((text) => `- 09:12 ${text}`), '']));
      expect(torn).toEqual(meetings.map(() => 0));
    }),
    // Each run takes seconds, and a smaller one that fails says no more.
    { numRuns: propertyRuns(3), endOnFailure: true },
  );
}, 60_000);
