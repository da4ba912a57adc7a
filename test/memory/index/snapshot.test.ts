// What is in memory of the index, written down and read again; and the vectors left on disk.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { loadSnapshot } from '../../../src/memory/index/snapshot.ts';
import { type Memory, openMemory } from '../../../src/memory/memory.ts';
import { openStore } from '../../../src/memory/store/store.ts';
import { createRandom } from '../../../bench/salad.ts';
import { createWordEmbedder } from '../../support/word-embedder.ts';

let base: string;
let dir: string;
let indexFile: string;
let snapshot: string;
const open: Memory[] = [];

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  dir = path.join(base, 'memory');
  indexFile = path.join(base, 'state', 'index.db');
  snapshot = `${indexFile}-table`;
  mkdirSync(dir);
  for (let day = 1; day <= 9; day += 1)
    writeFileSync(
      path.join(dir, `2026-02-0${day}.md`),
      `# 2026-02-0${day}\n\n- The plumber charged ${day}0 euros\n- tea again\n- **Lena**: the boiler of day ${day} is loud\n`,
    );
});
afterEach(async () => {
  for (const memory of open.splice(0)) await memory.close();
  rmSync(base, { recursive: true, force: true });
});

async function openIt(
  store: 'full' | 'disk' = 'full',
  file = indexFile,
  embedder = createWordEmbedder(),
): Promise<Memory> {
  const options = { dir, indexFile: file, timezone: () => 'UTC', clock: systemClock, log: silentLog, store };
  const memory = await openMemory({ ...options, embedder });
  open.push(memory);
  return memory;
}

async function indexed(store: 'full' | 'disk' = 'full'): Promise<void> {
  const memory = await openIt(store);
  await memory.index();
  await memory.close();
  open.pop();
}

const questions = ['What did the plumber charge?', 'loud boiler of day 4', 'tea', 'What did Lena say?'];
const answersOf = async (memory: Memory): Promise<unknown[]> =>
  await Promise.all(
    questions.map(async (question) => {
      const { results, mode } = await memory.search(question, { explain: true });
      return { results, mode };
    }),
  );

/** Whether the index, opened now, finds a snapshot that fits it. */
async function fits(): Promise<boolean> {
  const store = openStore(indexFile);
  try {
    return (await loadSnapshot(store, null)) !== null;
  } finally {
    store.close();
  }
}

describe('a snapshot of the index', () => {
  it('is written when the memory closes, and gives the same answers to the digit', async () => {
    const fresh = await openIt();
    await fresh.index();
    const before = await answersOf(fresh);
    await fresh.close();
    open.pop();
    expect(await fits()).toBe(true);
    expect(statSync(snapshot).mode & 0o077).toBe(0);
    expect(await answersOf(await openIt())).toEqual(before);
  });

  it('goes on from there: a line that is added, changed or removed is found as ever', async () => {
    await indexed();
    const note = path.join(dir, '2026-02-04.md');
    writeFileSync(note, `${readFileSync(note, 'utf8').replace('tea again', 'coffee for once')}- The roof leaks\n`);
    rmSync(path.join(dir, '2026-02-01.md'));
    const memory = await openIt();
    expect((await memory.search('coffee')).results[0]?.path).toBe('2026-02-04.md');
    expect((await memory.search('roof leaks')).results[0]?.text).toContain('The roof leaks');
    expect((await memory.search('charged 10 euros', { limit: 20 })).results.map(({ path }) => path)).not.toContain(
      '2026-02-01.md',
    );
  });

  it('fits with the rows of a few files that changed, also where nothing could be written after that', async () => {
    await indexed();
    const written = readFileSync(snapshot);
    const memory = await openIt();
    writeFileSync(path.join(dir, 'new.md'), '- a roof\n');
    await memory.index();
    const before = await answersOf(memory);
    expect(await fits()).toBe(true);
    expect(await answersOf(await openIt())).toEqual(before);
    expect(readFileSync(snapshot)).toEqual(written);
  });

  it('and the rows of what changed since give what all rows give, whatever changes', async () => {
    await indexed();
    let used = 0;
    const random = createRandom(7);
    const one = <Of>(of: readonly Of[]): Of => of[Math.floor(random() * of.length)] as Of;
    const said = [
      'The roof leaks',
      'tea again',
      '**Lena**: the boiler is loud',
      'coffee',
      'The plumber charged 70 euros',
    ];
    for (let round = 0; round < 12; round += 1) {
      for (let edits = 1 + Math.floor(random() * 3); edits > 0; edits -= 1) {
        const note = path.join(dir, `2026-02-0${1 + Math.floor(random() * 9)}.md`);
        const lines = existsSync(note) ? readFileSync(note, 'utf8').split('\n') : ['# anew', ''];
        const at = 2 + Math.floor(random() * lines.length);
        lines.splice(at, random() < 0.5 ? 1 : 0, ...(random() < 0.7 ? [`- ${one(said)} ${one(['', round])}`] : []));
        if (random() < 0.1) rmSync(note, { force: true });
        else writeFileSync(note, lines.join('\n'));
      }
      // Killed: nothing is written down.
      const left = await openIt();
      await left.index();
      if (await fits()) used += 1;
      const fromSnapshot = await openIt();
      const answers = await answersOf(fromSnapshot);
      rmSync(`${indexFile}-apart`, { recursive: true, force: true });
      mkdirSync(`${indexFile}-apart`);
      copyFileSync(indexFile, path.join(`${indexFile}-apart`, 'index.db'));
      copyFileSync(`${indexFile}-wal`, path.join(`${indexFile}-apart`, 'index.db-wal'));
      const fromRows = await openIt('full', path.join(`${indexFile}-apart`, 'index.db'));
      expect(answers).toEqual(await answersOf(fromRows));
      if (round % 4 === 3) await Promise.all(open.splice(0).map((memory) => memory.close()));
    }
    expect(used).toBeGreaterThan(6);
  });

  it('lacks no vector that was made after it was written', async () => {
    await indexed();
    for (let i = 0; i < 9; i += 1) writeFileSync(path.join(dir, `new-${i}.md`), `- The roof of house ${i} leaks\n`);
    const failing = createWordEmbedder();
    failing.behaviour = 'fail';
    const first = await openIt('full', indexFile, failing);
    expect((await first.search('roof')).pendingVectors).toBe(9);
    await first.close();
    const second = await openIt();
    await second.index();
    const before = await second.search('roof of house 4', { explain: true });
    expect(await fits()).toBe(true);
    expect((await (await openIt()).search('roof of house 4', { explain: true })).results).toEqual(before.results);
  });

  it('fits no longer once many files have changed', async () => {
    await indexed();
    const memory = await openIt();
    for (let i = 0; i < 40; i += 1) writeFileSync(path.join(dir, `new-${i}.md`), `- a roof ${i}\n`);
    await memory.search('roof');
    expect(await fits()).toBe(false);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
    ['changed in one bit', (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 5000 ? byte ^ 1 : byte)))],
    ['empty', () => Buffer.alloc(0)],
    ['of another kind', () => Buffer.from('no snapshot at all')],
  ])('is passed over, and written anew, where it is %s', async (_, damage) => {
    await indexed();
    writeFileSync(snapshot, damage(readFileSync(snapshot)));
    const memory = await openIt();
    expect((await memory.search('loud boiler of day 4')).results[0]?.path).toBe('2026-02-04.md');
    await memory.close();
    open.pop();
    expect(await fits()).toBe(true);
  });

  it('holds no name that was forgotten', async () => {
    await indexed();
    expect(readFileSync(snapshot, 'utf8')).toContain('Lena');
    const memory = await openIt();
    for (let day = 1; day <= 9; day += 1) writeFileSync(path.join(dir, `2026-02-0${day}.md`), '- tea\n');
    await memory.search('tea');
    await memory.purge();
    expect(existsSync(snapshot)).toBe(false);
    await memory.close();
    open.pop();
    expect(readFileSync(snapshot, 'utf8')).not.toContain('Lena');
  });
});

describe('vectors that stay on disk', () => {
  it('answer as those in memory do, also after a change and from a snapshot', async () => {
    await indexed();
    const inMemory = await openIt();
    const expected = await answersOf(inMemory);
    await inMemory.close();
    open.pop();
    const onDisk = await openIt('disk');
    expect(await answersOf(onDisk)).toEqual(expected);
    writeFileSync(path.join(dir, 'roof.md'), '- The roof leaks\n');
    expect((await onDisk.search('roof leaks')).results[0]?.path).toBe('roof.md');
    await onDisk.index();
    expect((await onDisk.search('roof leaks')).mode).toBe('hybrid');
  });

  it('are made and found without a vector in memory', async () => {
    await indexed('disk');
    const memory = await openIt('disk');
    expect(await memory.search('loud boiler of day 4')).toMatchObject({
      mode: 'hybrid',
      results: [{ path: '2026-02-04.md' }, {}, {}, {}, {}, {}],
    });
    await memory.index({ rebuild: true });
    expect((await memory.search('loud boiler of day 4')).results[0]?.path).toBe('2026-02-04.md');
    expect(await memory.checkVectors()).toBeNull();
  });

  it('are the same that are compared in memory', async () => {
    await indexed();
    expect(await (await openIt()).checkVectors()).toEqual({ asked: 8, agreeing: 8 });
  });
});
