import { mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import type { FileRow } from '../../../src/memory/store/note-tables.ts';
import { openStore, type Store } from '../../../src/memory/store/store.ts';
import { decodeTerms } from '../../../src/memory/store/term-bytes.ts';
import type { NewChunk } from '../../../src/memory/text/chunk-features.ts';

let folder: string;
let file: string;
const opened: Store[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  file = path.join(folder, 'index.db');
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(folder, { recursive: true });
});

function open(): Store {
  const store = openStore(file);
  opened.push(store);
  return store;
}

const note: Omit<FileRow, 'id'> = { path: 'a.md', signature: 'stamp', readAtMs: 1, hash: 'hash', problem: null };
const line = (i: number, word = `word${i}`): NewChunk => ({
  section: 0,
  part: 0,
  startLine: i,
  endLine: i,
  fromChar: null,
  toChar: null,
  subject: '',
  day: null,
  text: word,
  input: word,
  read: () => ({ asking: 0, flags: 0, chars: 9, terms: [word], labelTerms: [] }),
});
const lines = (count: number): NewChunk[] => Array.from({ length: count }, (_, i) => line(i + 1));
it('is not written by being opened', () => {
  open().close();
  opened.length = 0;
  open();
  expect(statSync(`${file}-wal`).size).toBe(0);
});

it('an index without a line has nothing to tidy, with vectors to come and without', () => {
  const store = open();
  expect(store.tidy()).toBe(false);
  store.useModel('model', 384);
  expect(store.tidy()).toBe(false);
});

describe('what happens to a note in the index', () => {
  it('counts only when it is done: one that was broken off in the middle is read again', () => {
    const store = open();
    const steps = store.replaceFile(note, lines(2000), [['heading']]);
    for (let i = 0; i < 5; i += 1) steps.next();
    expect(store.counts().chunks).toBeGreaterThan(0);
    expect(store.fileAt('a.md')).toMatchObject({ hash: '', signature: '' });
    allOf(store.replaceFile(note, lines(2000), [['heading']]));
    expect(store.fileAt('a.md')).toMatchObject({ hash: 'hash', signature: 'stamp' });
    expect(store.counts()).toEqual({ files: 1, chunks: 2000 });
  });

  it('is not taken for done where another process wrote the same note in between', () => {
    const [store, other] = [open(), open()];
    const steps = store.replaceFile(note, lines(2000), [['heading']]);
    for (let i = 0; i < 5; i += 1) steps.next();
    allOf(other.replaceFile(note, lines(2000), [['heading']]));
    allOf(steps);
    expect(store.counts().chunks).toBeGreaterThan(2000);
    expect(store.fileAt('a.md')).toMatchObject({ hash: '', signature: '' });
    allOf(store.replaceFile(note, lines(2000), [['heading']]));
    expect(store.counts().chunks).toBe(2000);
  });

  it('is not taken for done either where that one wrote as many other lines', () => {
    const [store, other] = [open(), open()];
    allOf(store.replaceFile(note, lines(2000), [['heading']]));
    const steps = store.replaceFile(note, lines(2000), [['heading']]);
    for (let i = 0; i < 5; i += 1) steps.next();
    allOf(
      other.replaceFile(
        { ...note, hash: 'other' },
        lines(2000).map((one, i) => line(i + 1, `else${one.startLine}`)),
        [['heading']],
      ),
    );
    allOf(steps);
    expect(store.fileAt('a.md')).toMatchObject({ hash: '', signature: '' });
  });

  it('is read as it was at one moment, also where another process writes it anew between two pages', async () => {
    const [store, other] = [open(), open()];
    allOf(store.replaceFile(note, lines(2500), [['heading']]));
    const id = store.fileAt('a.md')?.id ?? 0;
    const before = allOf(store.linesOf(id));
    await store.atOneMoment(async () => {
      const pages = store.linesOf(id);
      pages.next();
      allOf(
        other.replaceFile(
          { ...note, hash: 'other' },
          lines(2500).map((one, i) => line(i + 1, `else${one.startLine}`)),
          [['heading']],
        ),
      );
      expect(allOf(pages)).toEqual(before);
    });
    expect(allOf(store.linesOf(id))).toHaveLength(2500);
    expect(allOf(store.linesOf(id))[0]).not.toEqual(before[0]);
  });

  it('is undone as a whole when its transaction fails: lines, terms and what waits for vectors', () => {
    const store = open();
    expect(() =>
      store.transaction(() => {
        allOf(store.replaceFile(note, [line(1)], [['heading']]));
        throw new Error('the disk is full');
      }, 'more'),
    ).toThrow('the disk is full');
    expect([store.counts(), store.pendingCount(), store.termId('word1')]).toEqual([
      { files: 0, chunks: 0 },
      0,
      undefined,
    ]);
    allOf(store.replaceFile(note, [line(1)], [['heading']]));
    expect(store.pendingCount()).toBe(1);
    const terms: number[] = [];
    for (const row of allOf(store.linesOf(store.fileAt('a.md')?.id ?? 0)))
      decodeTerms(row.terms, (term) => terms.push(term));
    expect(terms).toEqual([store.termId('word1')]);
  });

  it('leaves no content behind that no line has any more, and takes none that one has', () => {
    const store = open();
    store.useModel('m', 4);
    allOf(store.replaceFile(note, lines(3), [['heading']]));
    store.putVectors(
      store.pending(0, 10).map(({ contentId }) => ({ contentId, pooled: Int8Array.of(1, 2, 3, contentId) })),
    );
    allOf(store.replaceFile({ ...note, hash: 'other' }, [line(1), line(3)], [['heading']]));
    expect([...store.allVectors()]).toHaveLength(3);
    expect(store.removeOrphans(0, 100)).toBe(0);
    expect([...store.allVectors()].map(({ pooled }) => pooled[3])).toEqual([1, 3]);
    expect([1, 2, 3].map((content) => store.vector(content) !== null)).toEqual([true, false, true]);
    // It would be taken for embedded if it were still known.
    allOf(store.replaceFile({ ...note, hash: 'third' }, lines(3), [['heading']]));
    expect(store.pendingCount()).toBe(1);
  });
});

describe('token vectors', () => {
  const tokens = (first: number): Int8Array => new Int8Array(8).fill(first);
  const put = (store: Store, contentId: number, first: number): void =>
    store.putVectors([{ contentId, pooled: Int8Array.of(1, 2, 3, 4), tokens: tokens(first) }]);

  it('that are looked for before they are there, or change, are those of the file', () => {
    const store = open();
    store.useModel('m', 4);
    allOf(store.replaceFile(note, [line(1)], [['heading']]));
    expect(store.tokens(Int32Array.of(1))(1)).toBeNull();
    put(store, 1, 100);
    const read = (): string => Buffer.from(store.tokens(Int32Array.of(1))(1) ?? []).toString('hex');
    const before = read();
    put(store, 1, -100);
    expect(before).not.toBe('');
    expect(read()).not.toBe(before);
    store.useModel('another of the same length', 4);
    expect(store.tokens(Int32Array.of(1))(1)).toBeNull();
  });
});

describe('a file without what was deleted', () => {
  it('finds words that come back under the numbers that they have then', () => {
    const store = open();
    allOf(store.replaceFile(note, [line(1, 'walrus')], [['heading']]));
    allOf(store.removeFile(store.fileAt('a.md')?.id ?? 0));
    store.compact();
    expect(store.termId('walrus')).toBeUndefined();
    allOf(store.replaceFile(note, [line(1, 'walrus')], [['heading']]));
    const terms: number[] = [];
    for (const row of allOf(store.linesOf(store.fileAt('a.md')?.id ?? 0)))
      decodeTerms(row.terms, (term) => terms.push(term));
    expect([terms]).toEqual([[store.termId('walrus')]]);
  });
});

describe('a file that is not an index of this version', () => {
  it.each([
    ['a newer one', (db: Database.Database) => db.pragma('user_version = 999'), /schema 999/],
    ['an older one', (db: Database.Database) => db.pragma('user_version = 1'), /schema 1,/],
    [
      "somebody else's",
      (db: Database.Database) => db.exec('PRAGMA user_version = 0; CREATE TABLE theirs (x)'),
      /schema 0/,
    ],
  ])('is refused: %s', (_, change, message) => {
    open();
    opened.pop()?.close();
    const db = new Database(file);
    change(db);
    db.close();
    expect(() => openStore(file)).toThrow(message);
  });

  it('is found damaged by reading all of it', () => {
    allOf(open().replaceFile(note, lines(2000), [['heading']]));
    opened.pop()?.close();
    open().check();
    opened.pop()?.close();
    const pages = readFileSync(file).length / 4096;
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, 4096 * Math.floor(pages / 2));
    expect(() => open().check()).toThrow('The index is damaged');
  });
});
