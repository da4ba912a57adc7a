// Slices of a ranking, and the database that they read.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createScheduler } from '../../../src/memory/index/scheduler.ts';
import { openStore } from '../../../src/memory/store/store.ts';

it('reads the database once a slice, however many steps that has', async () => {
  let slices = 0;
  const reading = <Result>(work: () => Result): Result => {
    slices += 1;
    return work();
  };
  function* steps(): Generator<void, string> {
    for (let i = 0; i < 1_000; i += 1) yield;
    return 'done';
  }
  expect(await createScheduler(() => 0, { ms: 60_000, reading }).run(steps)).toBe('done');
  expect(slices).toBe(1);
});

it('sees one state of the database in a slice, and what another process wrote in the next', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'reading-')), 'index.db');
  const store = openStore(file);
  store.setMeta('known', 'before');
  const other = new Database(file);
  const write = () => other.prepare("UPDATE meta SET value = 'after' WHERE key = 'known'").run();
  const seen = store.reading(() => {
    const first = store.meta('known');
    write();
    return [first, store.meta('known')];
  });
  expect(seen).toEqual(['before', 'before']);
  expect(store.reading(() => store.meta('known'))).toBe('after');
  other.close();
  store.close();
});
