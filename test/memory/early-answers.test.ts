import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { earlyAnswers } from '../../src/memory/early-answers.ts';
import { openMemory } from '../../src/memory/memory.ts';
import { createVault, type Vault } from '../../src/memory/vault.ts';

let base: string;
let dir: string;
let indexFile: string;
let vault: Vault;

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'early-'));
  dir = path.join(base, 'memory');
  indexFile = path.join(base, 'state', 'index.db');
  mkdirSync(dir);
  for (let i = 0; i < 60; i += 1) writeFileSync(path.join(dir, `n${i}.md`), `- walked to the lake ${i}\n- tea again\n`);
  writeFileSync(
    path.join(dir, '2026-02-03.md'),
    '# 2026-02-03\n\n- The plumber charged 100% of 40_000 for the boiler\n',
  );
  vault = createVault(dir);
  const options = { dir, indexFile, timezone: () => 'UTC', clock: systemClock, log: silentLog, embedder: null };
  const memory = await openMemory({ ...options, store: 'full' });
  await memory.index();
  await memory.close();
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const ask = async (text: string, only: { from: number; to: number } | null = null) =>
  (await earlyAnswers(indexFile, vault, { text, limit: 3, only }))?.results ?? null;

describe('an answer before the index is in memory', () => {
  it('is the chunk that has the rare words of the question', async () => {
    const answers = await ask('What did the plumber charge for the boiler?');
    expect(answers?.[0]).toMatchObject({ path: '2026-02-03.md', startLine: 3, endLine: 3 });
    expect(answers?.[0]?.score).toBeGreaterThan(0.5);
    expect((await ask('40_000'))?.[0]?.path).toBe('2026-02-03.md');
    expect(await ask('submarine racing')).toEqual([]);
  });

  it('keeps to the days that are asked for', async () => {
    const day = Date.UTC(2026, 1, 3) / 86_400_000;
    expect(await ask('plumber boiler', { from: day, to: day })).toHaveLength(1);
    expect(await ask('plumber boiler', { from: day + 1, to: Infinity })).toEqual([]);
  });

  it('knows the notes as they are, not as they were indexed', async () => {
    appendFileSync(path.join(dir, 'n7.md'), '- The boiler is a Vaillant\n');
    rmSync(path.join(dir, '2026-02-03.md'));
    expect(await ask('boiler')).toEqual([
      expect.objectContaining({
        path: 'n7.md',
        startLine: 3,
        text: expect.stringContaining('The boiler is a Vaillant'),
      }),
    ]);
  });

  it('shows a long line of a long note in parts that together are the line, cut between its letters', async () => {
    const line = `${'x'.repeat(1_499)}😀${'y'.repeat(1_400)} kettle ${'z'.repeat(300_000)}`;
    writeFileSync(path.join(dir, 'long.md'), line);
    const [answer] = (await ask('kettle')) ?? [];
    expect(answer?.text).toMatch(/^😀y+ kettle z+$/u);
  });

  it('is left to the index where there is no file, or another than ours', async () => {
    writeFileSync(indexFile, 'no database');
    expect(await ask('boiler')).toBeNull();
    rmSync(indexFile);
    expect(await ask('boiler')).toBeNull();
  });
});

describe('a search while a long note is taken in', () => {
  const lines = 150_000;
  const longNote = Array.from({ length: lines }, (_, i) => `- tea on day ${i} ${i % 997}\n`).join('');

  it('finds what the note says, and what the other notes say, before it is indexed', async () => {
    const options = { dir, indexFile, timezone: () => 'UTC', clock: systemClock, log: silentLog, embedder: null };
    const memory = await openMemory({ ...options, store: 'full', watch: true });
    try {
      await memory.search('boiler');
      writeFileSync(path.join(dir, 'MEMORY.md'), `${longNote}- The saffron kettle is in the attic\n`);
      const place = { path: 'MEMORY.md', startLine: lines + 1, endLine: lines + 1 };
      expect((await memory.search('Where is the saffron kettle?')).results).toEqual([expect.objectContaining(place)]);
      expect((await memory.search('boiler')).results).toEqual([expect.objectContaining({ path: '2026-02-03.md' })]);
      expect((await memory.status()).chunks).toBeLessThan(lines);
    } finally {
      await memory.close();
    }
  });
});
