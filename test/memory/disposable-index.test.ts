// What can happen to an index while it is used, and while it is made: nothing of it may cost an answer.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { LiveIndex } from '../../src/memory/index/live-index.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { findDamage } from '../../src/memory/store/index-check.ts';
import { createVault } from '../../src/memory/vault.ts';
import { program } from '../support/daemon.ts';
import { createWordEmbedder } from '../support/word-embedder.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

let base: string;
let dir: string;
let indexFile: string;
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'index-'));
  dir = path.join(base, 'memory');
  indexFile = path.join(base, 'state', 'index.db');
  await mkdir(dir);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await rm(base, { recursive: true, force: true });
});

function openLiveIndex(): LiveIndex {
  const index = new LiveIndex(indexFile, {
    vault: createVault(dir),
    embedder: createWordEmbedder(),
    projection: null,
    relatedWords: () => [],
    clock: systemClock,
    log: silentLog,
  });
  opened.push(index);
  return index;
}

async function openIt(embedder: Embedder | null = createWordEmbedder()): Promise<Memory> {
  const memory = await openPlainMemory({
    dir,
    indexFile,
    embedder,
  });
  opened.push(memory);
  return memory;
}

async function writeNotes(count: number, lines = 1): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await writeFile(
      path.join(dir, `n${i}.md`),
      Array.from(
        { length: lines },
        (_, j) => `- item number${i} of the list, place${j}, with some more words about it\n`,
      ).join(''),
    );
}

const found = async (memory: Memory, query: string): Promise<string | undefined> =>
  (await memory.search(query)).results[0]?.path;

it('stays as it is where the library that reads it has no binary for this system', async () => {
  await writeNotes(2);
  await found(await openIt(), 'number1');
  const before = statSync(indexFile).ino;
  const { arch } = process;
  const run = async (name: string) => {
    Object.defineProperty(process, 'arch', { value: name });
    syncBuiltinESMExports();
    return await found(await openIt(), 'number1');
  };
  await expect(run('none').finally(() => Object.defineProperty(process, 'arch', { value: arch }))).rejects.toThrow(
    /sqlite-vec/,
  );
  expect(statSync(indexFile).ino).toBe(before);
  expect(await run(arch)).toBe('n1.md');
});

async function fillWithGarbage(file: string): Promise<void> {
  const { size } = statSync(file);
  const handle = await open(file, 'r+');
  for (let at = 4096; at < size; at += 4096) await handle.write(Buffer.alloc(4096, 0xa5), 0, 4096, at);
  await handle.close();
}

const isWhole = (file: string): boolean => readFileSync(file).subarray(0, 6).toString() === 'SQLite';

const isSound = (file: string): boolean => {
  const db = new Database(file, { readonly: true });
  try {
    return db.pragma('quick_check', { simple: true }) === 'ok';
  } finally {
    db.close();
  }
};

/** Of a whole index: its notes that were read to the end, and their lines. */
function countsIn(file: string): { files: number; chunks: number } {
  const db = new Database(file, { readonly: true });
  const row = db
    .prepare<[], { files: number; chunks: number }>(
      "SELECT (SELECT count(*) FROM file WHERE hash <> '') AS files, (SELECT count(*) FROM chunk) AS chunks",
    )
    .get();
  db.close();
  return row ?? { files: 0, chunks: 0 };
}

describe('an index that is damaged while it is used', () => {
  const damages: [string, (file: string) => Promise<void>][] = [
    ['deleted', async (file) => rmSync(file)],
    [
      'deleted with its journal',
      async (file) => ['', '-wal', '-shm'].forEach((ending) => rmSync(file + ending, { force: true })),
    ],
    [
      'bereft of its journal',
      async (file) => ['-wal', '-shm'].forEach((ending) => rmSync(file + ending, { force: true })),
    ],
    [
      'replaced by text',
      async (file) => {
        rmSync(file);
        writeFileSync(file, 'hello');
      },
    ],
    ['written over with garbage', fillWithGarbage],
    ['overwritten by text in place', async (file) => writeFileSync(file, 'hello')],
  ];

  it.each(damages)('answers all the while and is whole again when it was %s', async (_, damage) => {
    await writeNotes(60);
    const memory = await openIt();
    await memory.index();
    await damage(indexFile);
    for (let i = 0; i < 60; i += 7) expect(await found(memory, `number${i}`)).toBe(`n${i}.md`);
    await writeFile(path.join(dir, 'late.md'), '- written after the damage\n');
    expect(await found(memory, 'damage')).toBe('late.md');
    await memory.index();
    await memory.close();
    const again = await openIt();
    for (let i = 0; i < 60; i += 7) expect(await found(again, `number${i}`)).toBe(`n${i}.md`);
    expect(await again.status()).toMatchObject({ files: 61, chunks: 61 });
    expect(isSound(indexFile)).toBe(true);
  });

  it.each(damages.filter(([how]) => /deleted|text$/.test(how)))(
    'is in its place again while it is used when it was %s',
    async (_, damage) => {
      await writeNotes(20);
      const memory = await openIt();
      await memory.index();
      await damage(indexFile);
      await memory.search('number7');
      await expect
        .poll(() => (existsSync(indexFile) && isWhole(indexFile) ? countsIn(indexFile) : null))
        .toEqual({ files: 20, chunks: 20 });
    },
  );

  it('is built again where it is too large to be looked at in whole, and a note that is saved meets the damage', async () => {
    // Few words and many letters: what is to be large is the file.
    const rest = 'x'.repeat(850);
    for (let i = 0; i < 36; i += 1)
      await writeFile(
        path.join(dir, `n${i}.md`),
        Array.from({ length: 100 }, (_, j) => `- line${i * 100 + j} ${rest}\n`).join(''),
      );
    const memory = await openIt(null);
    await memory.index();
    await memory.close();
    expect(statSync(indexFile).size).toBeGreaterThan(4_000_000);
    const db = new Database(indexFile, { readonly: true });
    const page =
      db
        .prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_content_1'")
        .pluck()
        .get() ?? 0;
    db.close();
    const handle = await open(indexFile, 'r+');
    await handle.write(Buffer.alloc(4096, 0xa5), 0, 4096, 4096 * (page - 1));
    await handle.close();
    const again = await openIt(null);
    expect(await found(again, 'line1234')).toBe('n12.md');
    expect(isSound(indexFile)).toBe(false);
    await writeFile(path.join(dir, 'late.md'), '- walrus\n');
    expect([await found(again, 'walrus'), await found(again, 'line1234')]).toEqual(['late.md', 'n12.md']);
    expect(isSound(indexFile)).toBe(true);
  });

  it('is found out by reading all of it in another process, which never calls a sound or absent one damaged', async () => {
    await writeNotes(40, 20);
    const memory = await openIt();
    await memory.index();
    const { signal } = new AbortController();
    expect(await findDamage(indexFile, signal)).toBeNull();
    await memory.close();
    expect(await findDamage(indexFile, signal)).toBeNull();
    const handle = await open(indexFile, 'r+');
    await handle.write(Buffer.alloc(4096, 0xa5), 0, 4096, 4096 * 12);
    await handle.close();
    expect(await findDamage(indexFile, signal)).toEqual(expect.any(String));
    rmSync(indexFile);
    expect(await findDamage(indexFile, signal)).toBeNull();
    expect(await findDamage(base, AbortSignal.abort())).toBeNull();
  });

  it('is replaced by a whole one when a check finds the damage, and answers from the damaged one until then', async () => {
    await writeNotes(40, 20);
    const current = openLiveIndex();
    await current.use(async (index) => {
      await index.sync.refresh();
      await index.vectors?.complete();
      return null;
    });
    const checkpoint = new Database(indexFile);
    checkpoint.pragma('wal_checkpoint(TRUNCATE)');
    checkpoint.close();
    const inode = statSync(indexFile).ino;
    const pages = statSync(indexFile).size / 4096;
    const handle = await open(indexFile, 'r+');
    await handle.write(Buffer.alloc(4096, 0xa5), 0, 4096, 4096 * Math.floor(pages / 2));
    await handle.close();
    const checking = current.check();
    expect(await current.use(async ({ lines }) => lines.size)).toBe(800);
    await checking;
    expect(statSync(indexFile).ino).not.toBe(inode);
    expect(isSound(indexFile)).toBe(true);
    expect(
      await current.use(async ({ lines, store }) => [lines.size, store.counts().chunks, store.pendingCount()]),
    ).toEqual([800, 800, 0]);
  });
});

it('an index whose damage shows before the work on it begins is built again as well', async () => {
  await writeNotes(5);
  const current = openLiveIndex();
  const { store } = await current.begin();
  // SQLite meets the damage wherever it reads next.
  store.isStale = () => {
    throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
  };
  expect(await current.use(async (index) => index.store === store)).toBe(false);
});

it('is opened again by a later use where it could not be opened at first, as on a full disk', async () => {
  await writeNotes(2);
  await writeFile(path.dirname(indexFile), 'in the place of its folder');
  const memory = await openIt();
  await expect(found(memory, 'number1')).rejects.toThrow(/EEXIST|ENOTDIR|unable to open|directory/);
  const failures: unknown[] = [];
  for (let use = 0; use < 20; use += 1) failures.push(await found(memory, 'number1').catch((error: unknown) => error));
  // Between two tries the same failure is reported, and nothing is tried.
  expect(new Set(failures).size).toBeLessThan(3);
  await rm(path.dirname(indexFile));
  await mkdir(path.dirname(indexFile));
  await expect.poll(() => found(memory, 'number1').catch(() => null), { timeout: 10_000 }).toBe('n1.md');
});

describe('an index that other processes use as well', () => {
  it('is never taken for damaged because another one writes to it', async () => {
    await writeNotes(5);
    const memory = await openIt();
    await memory.index();
    const inode = statSync(indexFile).ino;
    const other = new Database(indexFile);
    other.exec('BEGIN IMMEDIATE');
    await writeFile(path.join(dir, 'late.md'), '- saved while another one writes\n');
    const answer = found(memory, 'saved');
    await delay(300);
    other.exec('COMMIT');
    other.close();
    expect(await answer).toBe('late.md');
    expect(statSync(indexFile).ino).toBe(inode);
  });

  it('has the vectors that another process made', async () => {
    await writeNotes(5);
    const embedder = createWordEmbedder();
    const first = await openIt(embedder);
    await first.index();
    const second = await openIt();
    await writeFile(path.join(dir, 'late.md'), '- one more thing\n');
    await second.index();
    // The first one has no model any more, but for queries: a query is one text.
    const { embed } = embedder;
    embedder.embed = async (texts, options) =>
      await (texts[0] === 'more thing' ? embed(texts, options) : Promise.reject(new Error('no model today')));
    await expect.poll(async () => (await first.status()).pendingVectors).toBe(0);
    expect(await first.search('more thing')).toMatchObject({ mode: 'hybrid', results: [{ path: 'late.md' }] });
  });

  it('holds each line once, although two of them indexed the same notes at the same time', async () => {
    await writeNotes(3, 250);
    const [first, second] = [await openIt(null), await openIt(null)];
    await Promise.all([first.index(), second.index()]);
    await first.index();
    await second.index();
    expect((await second.status()).chunks).toBe(750);
    await first.close();
    await second.close();
    expect((await (await openIt(null)).status()).chunks).toBe(750);
  });
});

describe('the event loop', () => {
  it('turns many times while one long note is indexed and read back', async () => {
    await writeNotes(1, 6000);
    let turns = 0;
    const counting = new AbortController();
    const count = async (): Promise<void> => {
      while (!counting.signal.aborted) {
        await turn();
        turns += 1;
      }
    };
    const counted = count();
    const memory = await openIt(null);
    await memory.index();
    expect(turns).toBeGreaterThan(20);
    await memory.close();
    turns = 0;
    await (await openIt(null)).status();
    counting.abort();
    await counted;
    expect(turns).toBeGreaterThan(3);
  });
});

describe('a process killed while it indexes', () => {
  const configure = () => writeFileSync(path.join(base, 'config.toml'), '[memory.embedding]\nmodel = "none"\n');
  const counts = () => countsIn(indexFile);

  /** What is beside the index but its journal. */
  const leftovers = (): string[] =>
    readdirSync(path.dirname(indexFile)).filter(
      (name) => name.startsWith('index.db') && !/^index\.db(?:-wal|-shm|-table|-table\.new)?$/.test(name),
    );

  async function runKilled(args: string[], afterMs: number): Promise<boolean> {
    const child = spawn(process.execPath, [program, ...args], { cwd: base, stdio: 'ignore' });
    const ended = new Promise<boolean>((resolve) => child.on('exit', (_, signal) => resolve(signal === 'SIGKILL')));
    await delay(afterMs);
    child.kill('SIGKILL');
    return await ended;
  }

  it('at any moment of the first index loses nothing: the next one goes on from there', async () => {
    configure();
    await writeNotes(150, 20);
    for (const afterMs of [300, 700]) await runKilled(['index'], afterMs);
    const memory = await openIt(null);
    expect(await found(memory, 'number149')).toBe('n149.md');
    expect(await memory.status()).toMatchObject({ files: 150, chunks: 3000 });
    expect(isSound(indexFile)).toBe(true);
  });

  it('at any moment of a rebuild leaves an index that knows everything', async () => {
    configure();
    await writeNotes(150, 20);
    execFileSync(process.execPath, [program, 'index'], { cwd: base });
    for (const afterMs of [300, 600]) {
      await runKilled(['index', '--rebuild'], afterMs);
      expect(counts()).toEqual({ files: 150, chunks: 3000 });
      expect(isSound(indexFile)).toBe(true);
    }
  });

  it('in the middle of a rebuild leaves nothing of it after the next start, which touches no rebuild that runs', async () => {
    configure();
    await writeNotes(150, 20);
    const running = spawn(process.execPath, [program, 'index', '--rebuild'], { cwd: base, stdio: 'ignore' });
    const ended = new Promise((resolve) => running.on('exit', resolve));
    const isLocked = (): boolean =>
      leftovers().some((name) => existsSync(path.join(path.dirname(indexFile), name, 'lock.pid')));
    await expect.poll(isLocked, { interval: 5 }).toBe(true);
    running.kill('SIGSTOP');
    const beside = await openIt(null);
    await beside.status();
    expect(leftovers()).toHaveLength(1);
    running.kill('SIGKILL');
    await ended;
    expect(leftovers()).toHaveLength(1);
    await (await openIt(null)).status();
    expect(leftovers()).toEqual([]);
  });

  it('does not harm another one that rebuilds at the same time, nor do two that live', async () => {
    configure();
    await writeNotes(150, 20);
    const rebuild = (): Promise<number | null> =>
      new Promise((resolve) =>
        spawn(process.execPath, [program, 'index', '--rebuild'], { cwd: base, stdio: 'ignore' }).on('exit', resolve),
      );
    expect(await Promise.all([rebuild(), rebuild(), runKilled(['index', '--rebuild'], 800)])).toEqual([0, 0, true]);
    expect(counts()).toEqual({ files: 150, chunks: 3000 });
    expect(isSound(indexFile)).toBe(true);
    expect(await found(await openIt(null), 'number149')).toBe('n149.md');
  });

  const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
  it.runIf(canTrace).each([
    ['rename', 1],
    ['unlink', 3],
  ])('at the system call %s number %i of a rebuild leaves one as well', async (call, when) => {
    configure();
    await writeNotes(20, 5);
    execFileSync(process.execPath, [program, 'index'], { cwd: base });
    const { signal } = spawnSync(
      'strace',
      [
        '-f',
        '-o',
        '/dev/null',
        '-e',
        `trace=${call}`,
        '-e',
        `inject=${call}:signal=KILL:when=${when}`,
        process.execPath,
        program,
        'index',
        '--rebuild',
      ],
      { cwd: base },
    );
    expect(signal).toBe('SIGKILL');
    expect(existsSync(indexFile)).toBe(true);
    expect(counts()).toEqual({ files: 20, chunks: 100 });
    const memory = await openIt(null);
    expect(await found(memory, 'number19')).toBe('n19.md');
    await memory.index({ rebuild: true });
    expect(leftovers()).toEqual([]);
    expect(readFileSync(indexFile).subarray(0, 6).toString()).toBe('SQLite');
  });
});

it('is embedded in the same batches whether or not the notes are still being read: a vector depends a little on its batch', async () => {
  await writeNotes(60, 20);
  const plain = createWordEmbedder();
  const batches: string[][] = [];
  const recording: Embedder = {
    ...plain,
    async embed(texts, options) {
      batches.push([...texts]);
      return await plain.embed(texts, options);
    },
  };
  const memory = await openIt(recording);
  await memory.index();
  const whileRead = batches.splice(0);
  await memory.index({ rebuild: true });
  const afterwards = batches.splice(0);
  const full = (all: string[][]): string[][] => all.filter(({ length }) => length > 0);
  expect(full(whileRead)).toEqual(full(afterwards));
  expect(full(whileRead).flat()).toHaveLength(1200);
});

it('has no row that another build of the program has read: each row says which one read it', async () => {
  await writeNotes(3);
  const config = path.join(base, 'config.toml');
  await writeFile(
    config,
    `[memory]\ndir = "${dir}"\n[memory.embedding]\nmodel = "none"\n[state]\ndir = "${path.dirname(indexFile)}"\n`,
  );
  execFileSync(process.execPath, [program, 'index', '--config', config]);
  const rows = (): unknown[] => {
    const db = new Database(indexFile, { readonly: true });
    const all = db.prepare('SELECT text, flags, terms FROM chunk ORDER BY id').all();
    db.close();
    return all;
  };
  const built = rows();
  const db = new Database(indexFile);
  // The rows as a build that sees no kind of line would have made them. The sources that run here are another one.
  db.exec("UPDATE chunk SET flags = flags + 1024, terms = x''");
  db.close();
  const memory = await openIt(null);
  await memory.index();
  expect(built.length).toBeGreaterThan(0);
  expect(rows()).toEqual(built);
});
