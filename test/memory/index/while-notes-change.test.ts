// A search that is ranking while a note is read anew: what it shows was or is in the note, and is never half of that.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { createLog, silentLog } from '../../../src/base/log.ts';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import type { Generation } from '../../../src/memory/index/loaded-index.ts';
import { Postings } from '../../../src/memory/index/postings.ts';
import { createSync } from '../../../src/memory/index/sync.ts';
import { rank } from '../../../src/memory/rank/ranker.ts';
import { chunkInSteps } from '../../../src/memory/text/chunk.ts';
import { rowsOf } from '../../../src/memory/text/chunk-features.ts';
import { createVault } from '../../../src/memory/vault.ts';
import { openWordIndex } from '../../support/word-index.ts';

let folder: string;
let index: Generation;
async function open(): Promise<void> {
  index = await openWordIndex(folder);
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'while-notes-change-'));
  await open();
});
afterEach(async () => {
  await index.close();
  await rm(folder, { recursive: true, force: true });
});

const save = async (word: string): Promise<void> =>
  await writeFile(
    path.join(folder, 'day.md'),
    Array.from({ length: 3000 }, (_, i) => `- ${word} number ${i} in the garden\n`).join(''),
  );

it('finds what a note said or what it says, and no line without its words, while a long note is read anew', async () => {
  await save('apple');
  await index.sync.refresh();
  const seen = new Set<string>();
  for (const word of ['pear', 'plum']) {
    await save(word);
    const done = { yet: false };
    const refreshed = index.sync.refresh().finally(() => (done.yet = true));
    while (!done.yet) {
      await index.scheduler.run(function* answer() {
        const hits = yield* rank({ text: 'number in the garden', embedding: null, only: null, about: null }, index);
        for (const { slot } of hits)
          seen.add(index.store.text(index.lines.columns.id[slot] ?? 0).split(' ')[1] ?? 'nothing');
      });
      await yieldToLoop();
    }
    await refreshed;
  }
  expect(seen.size).toBeGreaterThan(0);
  expect([...seen]).not.toContain('nothing');
});

it('shows what is stored of a note that a full disk left half read, and reads it once there is room', async () => {
  await save('apple');
  await index.sync.refresh();
  let full = true;
  const store = {
    ...index.store,
    *replaceFile(...note: Parameters<typeof index.store.replaceFile>): Generator<void> {
      let step = 0;
      for (const _ of index.store.replaceFile(...note)) {
        step += 1;
        // By then some of the old lines are gone.
        if (full && step === 12) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        yield;
      }
    },
  };
  const said: string[] = [];
  const log = createLog(
    'warn',
    (text) => text,
    (line) => void said.push(line),
  );
  const sync = createSync({
    ...index,
    known: allOf(index.store.files()),
    store,
    vault: createVault(folder),
    clock: systemClock,
    log,
    signal: new AbortController().signal,
  });
  const words = async (): Promise<string[]> => {
    await sync.refresh();
    const hits = await index.scheduler.run(() =>
      rank({ text: 'number in the garden', embedding: null, only: null, about: null }, index),
    );
    return [
      ...new Set(
        hits.map(({ slot }) => index.store.text(index.lines.columns.id[slot] ?? 0).split(' ')[1] ?? 'nothing'),
      ),
    ];
  };
  await save('pear');
  for (let i = 0; i < 3; i += 1) expect(await words()).not.toContain('nothing');
  expect(sync.problems()).toEqual([{ kind: 'not_indexed', path: 'day.md', detail: '' }]);
  expect(said.filter((line) => line.includes('full'))).toHaveLength(1);
  full = false;
  expect(await words()).toEqual(['pear']);
  expect([sync.problems(), index.lines.size]).toEqual([[], 3000]);
});

it('reads a long note in steps, each of a thousand lines at most, so that the event loop turns meanwhile', () => {
  const lines = 5_000;
  const text = Array.from({ length: lines }, (_, i) => `- note ${i} of the garden\n`).join('');
  const least = lines / 1000 - 1;
  const file = { path: 'day.md', signature: 'stamp', readAtMs: 1, hash: 'hash', problem: null };
  const inSteps = <Result>(work: Generator<void, Result>): Result => {
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(least);
    return step.value;
  };
  const { chunks, parts } = inSteps(rowsOf(file.path, inSteps(chunkInSteps(text))));
  expect(chunks).toHaveLength(lines);
  const { store } = index;
  inSteps(store.replaceFile(file, chunks, parts));
  const id = store.fileAt(file.path)?.id ?? 0;
  inSteps(index.lines.setFile(id, inSteps(store.linesOf(id)), allOf(store.partsOf(id))));
  expect(index.lines.size).toBe(lines);
  inSteps(index.lines.setFile(id, [], []));
  expect(index.lines.size).toBe(0);
  inSteps(store.removeFile(id));
  expect(store.counts()).toEqual({ files: 0, chunks: 0 });
});

it('merges what a word is in, however many lines that are, in more than one step', () => {
  const postings = new Postings();
  for (let slot = 0; slot < 200_000; slot += 1) postings.add(slot, 1, 1, false);
  for (let round = 0; round < 2; round += 1) {
    let steps = 0;
    for (const _ of postings.merge(() => true)) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(5);
    expect(postings.of(1)).toHaveLength(200_000);
  }
});

it('reads a note whole that comes back as it was while its removal had to wait for another process', async () => {
  await save('apple');
  await index.sync.refresh();
  let busy = true;
  const store = {
    ...index.store,
    *removeFile(id: number): Generator<void> {
      for (const _ of index.store.removeFile(id)) {
        if (busy && index.store.counts().chunks < 2000)
          throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
        yield;
      }
    },
  };
  const sync = createSync({
    ...index,
    known: allOf(index.store.files()),
    store,
    vault: createVault(folder),
    clock: systemClock,
    log: silentLog,
    signal: new AbortController().signal,
  });
  await sync.refresh();
  await rm(path.join(folder, 'day.md'));
  await expect(sync.refresh()).rejects.toThrow('locked');
  busy = false;
  await save('apple');
  await sync.refresh();
  expect([index.lines.size, index.store.counts().chunks]).toEqual([3000, 3000]);
});

describe('a note that is written again', () => {
  const file = { path: 'day.md', signature: 'stamp', readAtMs: 1, hash: 'hash', problem: null };
  const text = Array.from({ length: 1000 }, (_, i) => `- note ${i} of the garden\n`).join('');

  /** Writes it, and tells how many lines were read for that, and what is stored now. */
  function write(said: string) {
    const { chunks, parts } = allOf(rowsOf(file.path, allOf(chunkInSteps(said))));
    let read = 0;
    allOf(
      index.store.replaceFile(
        file,
        chunks.map((chunk) => ({ ...chunk, read: () => ((read += 1), chunk.read()) })),
        parts,
      ),
    );
    const id = index.store.fileAt(file.path)?.id ?? 0;
    return {
      read,
      lines: allOf(index.store.linesOf(id)).map(({ startLine, partId }) => ({ startLine, partId })),
      parts: allOf(index.store.partsOf(id)).map((part) => part.id),
    };
  }
  /** @returns how many rows of lines were written over since */
  function countMoves(): () => number {
    const db = new Database(index.store.file);
    db.exec(
      'CREATE TABLE moved (id INTEGER); CREATE TRIGGER moves AFTER UPDATE ON chunk BEGIN INSERT INTO moved VALUES (new.id); END',
    );
    return () => {
      const moved = db.prepare('SELECT count(*) FROM moved').pluck().get() as number;
      db.close();
      return moved;
    };
  }

  it('has only its new lines read, and the others moved to where they are now', () => {
    expect(write(text).read).toBe(1000);
    expect(write(`${text}- and one more\n`).read).toBe(1);
    const { read, lines } = write(`- before all\n${text}- and one more\n`);
    expect(read).toBe(1);
    expect(lines.map(({ startLine }) => startLine)).toEqual(Array.from({ length: 1002 }, (_, i) => i + 1));
  });

  it('keeps its rows and its parts where nothing of it changed, and writes none of them', () => {
    const first = write(text);
    // A section of so many lines is many parts.
    expect(first.parts).toHaveLength(25);
    const moved = countMoves();
    expect(write(text)).toEqual({ ...first, read: 0 });
    const after = write(`${text}- and one more\n`);
    expect(after.lines.slice(0, 1000)).toEqual(first.lines);
    expect(moved()).toBe(0);
  });

  it('is known in all of its parts where it is one very long line', () => {
    const { lines } = write('All in one line, word by word. '.repeat(40_000));
    expect(lines.length).toBeGreaterThan(1000);
    expect(index.store.counts().chunks).toBe(lines.length);
  });

  it.each(['change', 'removal'])(
    'is whole again after a %s that was broken off in the middle and then taken back',
    async (what) => {
      const say = async (word: string): Promise<void> =>
        await writeFile(path.join(folder, file.path), text.repeat(5).replaceAll('note', word));
      const linesNow = async (): Promise<number> => {
        await index.sync.refresh();
        return index.lines.size;
      };
      await say('note');
      expect(await linesNow()).toBe(5000);
      await (what === 'change' ? say('page') : rm(path.join(folder, file.path)));
      const refreshed = index.sync.refresh().catch(() => undefined);
      while (index.store.counts().chunks === 5000) await yieldToLoop();
      await index.close();
      await refreshed;
      await say('note');
      await open();
      expect(await linesNow()).toBe(5000);
    },
  );
});
