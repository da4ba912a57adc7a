// Every way in which notes change on a disk, each seen by the very next search.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { createWordEmbedder, type WordEmbedder } from '../support/word-embedder.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

let base: string;
let dir: string;
let memory: Memory;
let embedder: WordEmbedder;
const opened: Memory[] = [];

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'freshness-'));
  dir = path.join(base, 'memory');
  mkdirSync(dir);
  embedder = createWordEmbedder({ synonyms: { automobile: 'car' } });
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  rmSync(base, { recursive: true, force: true });
});

/** By words only by default. */
async function openIt(of: Embedder | null = null): Promise<Memory> {
  memory = await openPlainMemory({
    dir,
    indexFile: path.join(base, 'state/index.db'),
    embedder: of,
  });
  opened.push(memory);
  return memory;
}

const at = (name: string): string => path.join(dir, name);
const put = (name: string, ...lines: string[]): void => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), lines.map((line) => `- ${line}\n`).join(''));
};
const found = async (query: string): Promise<string[]> =>
  [...new Set((await memory.search(query)).results.map((hit) => hit.path))].sort();
/** A date that a disk keeps exactly. */
const someTime = new Date('2026-01-02T03:04:05Z');
/** Old enough that stamps alone tell whether a file changed. */
const settle = async (): Promise<void> => await delay(150);

/** Each begins with `a.md` that says "alpha original" and is known, and ends with what must be found by which word. */
const changes: [string, () => void | Promise<void>, Record<string, string[]>][] = [
  ['written over', () => put('a.md', 'beta'), { alpha: [], beta: ['a.md'] }],
  ['written over by as many bytes', () => put('a.md', 'gamma original'.slice(0, 14)), { alpha: [], gamma: ['a.md'] }],
  [
    'saved beside and renamed over it',
    () => {
      writeFileSync(at('.a.md.swp'), '- beta\n');
      renameSync(at('.a.md.swp'), at('a.md'));
    },
    { alpha: [], beta: ['a.md'] },
  ],
  [
    'saved as some editors do: renamed away, then written anew',
    () => {
      renameSync(at('a.md'), at('a.md~'));
      put('a.md', 'beta');
    },
    { alpha: [], beta: ['a.md'] },
  ],
  ['appended to', () => writeFileSync(at('a.md'), '- beta\n', { flag: 'a' }), { alpha: ['a.md'], beta: ['a.md'] }],
  ['emptied', () => writeFileSync(at('a.md'), ''), { alpha: [] }],
  ['deleted', () => rmSync(at('a.md')), { alpha: [] }],
  [
    'deleted and made again',
    () => {
      rmSync(at('a.md'));
      put('a.md', 'beta');
    },
    { alpha: [], beta: ['a.md'] },
  ],
  ['moved', () => renameSync(at('a.md'), at('b.md')), { alpha: ['b.md'] }],
  [
    'moved into a new folder',
    () => {
      mkdirSync(at('sub/deep'), { recursive: true });
      renameSync(at('a.md'), at('sub/deep/a.md'));
    },
    { alpha: ['sub/deep/a.md'] },
  ],
  [
    'exchanged with another',
    () => {
      renameSync(at('a.md'), at('x.md'));
      renameSync(at('other.md'), at('a.md'));
      renameSync(at('x.md'), at('other.md'));
    },
    { alpha: ['other.md'], unrelated: ['a.md'] },
  ],
  ['copied: two files of the same content', () => copyFileSync(at('a.md'), at('b.md')), { alpha: ['a.md', 'b.md'] }],
  [
    'copied, and one of the two deleted',
    () => {
      copyFileSync(at('a.md'), at('b.md'));
      rmSync(at('a.md'));
    },
    { alpha: ['b.md'] },
  ],
  ['linked under a second name', () => linkSync(at('a.md'), at('b.md')), { alpha: ['a.md', 'b.md'] }],
  [
    'restored from a backup: an older date, the same size',
    () => {
      const { size } = statSync(at('a.md'));
      writeFileSync(at('a.md'), '- omega restored\n'.padEnd(size, ' ').slice(0, size));
      utimesSync(at('a.md'), new Date('2020-01-01'), new Date('2020-01-01'));
      expect(statSync(at('a.md')).size).toBe(size);
    },
    { alpha: [], omega: ['a.md'] },
  ],
  [
    'changed without a new date',
    () => {
      writeFileSync(at('a.md'), '- gamma original\n');
      utimesSync(at('a.md'), someTime, someTime);
    },
    { alpha: [], gamma: ['a.md'] },
  ],
  [
    'in a folder that was restored from a backup',
    () => {
      put('kept/c.md', 'gamma');
      cpSync(dir, path.join(base, 'backup'), { recursive: true, preserveTimestamps: true });
      rmSync(dir, { recursive: true });
      renameSync(path.join(base, 'backup'), dir);
    },
    { alpha: ['a.md'], gamma: ['kept/c.md'] },
  ],
  ['renamed in upper case', () => renameSync(at('a.md'), at('A.MD')), { alpha: ['A.MD'] }],
  ['made something that is no note', () => renameSync(at('a.md'), at('a.txt')), { alpha: [] }],
  [
    'replaced by a folder of its name',
    () => {
      rmSync(at('a.md'));
      put('a.md/inside.md', 'beta');
    },
    { alpha: [], beta: ['a.md/inside.md'] },
  ],
];

/** What may stand in the place of `a.md`, each with what is found then by the word of the note outside and by that of a note inside. */
const kinds: readonly [kind: string, put: () => void, inside: string[]][] = [
  ['a folder', () => put('a.md/inside.md', 'beta'), ['a.md/inside.md']],
  ['a link to a note outside', () => symlinkSync(path.join(base, 'outside.md'), at('a.md')), []],
  ['a link to a folder outside', () => symlinkSync(path.join(base, 'outside'), at('a.md')), []],
  ['a link to itself', () => symlinkSync('a.md', at('a.md')), []],
  ['a pipe', () => execFileSync('mkfifo', [at('a.md')]), []],
  ['an empty folder', () => mkdirSync(at('a.md')), []],
];

describe.each([
  ['watched', true],
  ['not watched', false],
])('a note in a folder that is %s', (_, watch) => {
  it('may become a folder, a link or a pipe and a note again, while it is searched and indexed', async () => {
    writeFileSync(path.join(base, 'outside.md'), '- omega\n');
    mkdirSync(path.join(base, 'outside'));
    writeFileSync(path.join(base, 'outside/far.md'), '- omega\n');
    put('a.md', 'alpha');
    put('sub/b.md', 'delta');
    memory = await openPlainMemory({ dir, indexFile: path.join(base, 'state/index.db'), watch });
    opened.push(memory);
    for (const [kind, become, inside] of kinds) {
      rmSync(at('a.md'), { recursive: true });
      become();
      const working = memory.index();
      expect([kind, await found('alpha'), await found('omega'), await found('beta'), await found('delta')]).toEqual([
        kind,
        [],
        [],
        inside,
        ['sub/b.md'],
      ]);
      await working;
      expect([kind, (await memory.status()).files]).toEqual([kind, 1 + inside.length]);
      rmSync(at('a.md'), { recursive: true });
      put('a.md', 'alpha');
      expect([kind, await found('alpha'), await found('beta')]).toEqual([kind, ['a.md'], []]);
      rmSync(at('sub'), { recursive: true });
      put('sub', 'no longer a folder');
      expect([kind, await found('delta')]).toEqual([kind, []]);
      rmSync(at('sub'));
      put('sub/b.md', 'delta');
    }
  });
});

describe('right after a note was', () => {
  it.each(changes)('%s', async (_, change, expected) => {
    put('a.md', 'alpha original');
    put('other.md', 'unrelated');
    utimesSync(at('a.md'), someTime, someTime);
    await openIt();
    expect(await found('alpha')).toEqual(['a.md']);
    await settle();
    expect(await found('alpha')).toEqual(['a.md']);
    await change();
    for (const [word, paths] of Object.entries(expected)) expect([word, await found(word)]).toEqual([word, paths]);
    await memory.index();
    for (const [word, paths] of Object.entries(expected)) expect([word, await found(word)]).toEqual([word, paths]);
    // Another process that starts from the same index sees the same.
    await memory.close();
    opened.pop();
    await openIt();
    for (const [word, paths] of Object.entries(expected)) expect([word, await found(word)]).toEqual([word, paths]);
  });

  it('changed as often as one can write, always with the same size', async () => {
    await openIt();
    for (let i = 100; i < 160; i += 1) {
      put('a.md', `word${i}`);
      expect((await memory.search(`word${i}`)).results.map(({ text }) => text)).toEqual([`- word${i}`]);
    }
  });

  it('changed while no process watched, with the size and the date that it had', async () => {
    put('a.md', 'alpha original');
    utimesSync(at('a.md'), someTime, someTime);
    await openIt();
    await memory.index();
    await memory.close();
    opened.pop();
    put('a.md', 'gamma original');
    utimesSync(at('a.md'), someTime, someTime);
    await openIt();
    expect([await found('alpha'), await found('gamma')]).toEqual([[], ['a.md']]);
  });

  it('checked out by git with hundreds of others, there and back', { timeout: 60_000 }, async () => {
    const git = (...args: string[]): void =>
      void execFileSync(
        'git',
        ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main', ...args],
        { cwd: dir, stdio: 'ignore' },
      );
    for (let i = 0; i < 120; i += 1) put(`${i % 10}/n${i}.md`, `old number${i}`, 'stays');
    git('init');
    git('add', '.');
    git('commit', '-m', 'old');
    git('checkout', '-b', 'new');
    for (let i = 0; i < 120; i += 1) put(`${i % 10}/n${i}.md`, `new code${i}`, 'stays');
    rmSync(at('3'), { recursive: true });
    put('added.md', 'another note');
    git('add', '.');
    git('commit', '-m', 'new');
    await openIt();
    expect([await found('code117'), await found('number117')]).toEqual([['7/n117.md'], []]);
    git('checkout', 'main');
    expect([
      await found('number117'),
      await found('number113'),
      await found('code117'),
      await found('another'),
    ]).toEqual([['7/n117.md'], ['3/n113.md'], [], []]);
    expect((await memory.status()).files).toBe(120);
    git('checkout', 'new');
    expect([await found('code117'), await found('number113'), await found('another')]).toEqual([
      ['7/n117.md'],
      [],
      ['added.md'],
    ]);
    expect((await memory.status()).files).toBe(109);
  });
});

describe('vectors', () => {
  it('stay with the lines of a note that is moved, copied, shortened and put back', async () => {
    put('2026-11-20.md', 'one two', 'three four', 'five six');
    await openIt(embedder);
    await memory.index();
    expect(embedder.embedded).toBe(3);
    const hybrid = async (query: string): Promise<[string, string | undefined, number]> => {
      const { mode, results, pendingVectors } = await memory.search(query);
      return [mode, results[0]?.path, pendingVectors];
    };
    // The name of a day is no subject, so what the model reads of each line stays the same.
    renameSync(at('2026-11-20.md'), at('2026-11-21.md'));
    expect(await hybrid('three')).toEqual(['hybrid', '2026-11-21.md', 0]);
    copyFileSync(at('2026-11-21.md'), at('2026-11-19.md'));
    expect((await hybrid('three'))[2]).toBe(0);
    put('2026-11-21.md', 'five six');
    expect(await hybrid('three')).toEqual(['hybrid', '2026-11-19.md', 0]);
    put('2026-11-21.md', 'three four', 'five six', 'one two');
    expect((await hybrid('three'))[2]).toBe(0);
    rmSync(at('2026-11-19.md'));
    expect(await hybrid('six')).toEqual(['hybrid', '2026-11-21.md', 0]);
    await memory.index();
    expect(embedder.embedded).toBe(3 + 5);
    // Five are the queries. In another process too:
    await memory.close();
    opened.pop();
    await openIt(embedder);
    expect(await hybrid('one')).toEqual(['hybrid', '2026-11-21.md', 0]);
  });

  it('are there at once for a line that was deleted and comes back', async () => {
    put('2026-11-20.md', 'car');
    await openIt(embedder);
    await memory.index();
    const meant = async (): Promise<string[]> => await found('automobile');
    expect(await meant()).toEqual(['2026-11-20.md']);
    rmSync(at('2026-11-20.md'));
    expect(await meant()).toEqual([]);
    put('2026-11-21.md', 'car');
    expect(await meant()).toEqual(['2026-11-21.md']);
    expect(embedder.embedded).toBe(1 + 3);
  });

  it('of what is saved during a long run come before the rest of that run', async () => {
    let batches = 0;
    const slow: Embedder = {
      ...embedder,
      embed: async (texts) => {
        if (texts.length > 1) {
          batches += 1;
          await delay(20);
        }
        return await embedder.embed(texts);
      },
    };
    put('import.md', ...Array.from({ length: 3000 }, (_, i) => `imported line ${i} of an old life`));
    await openIt(slow);
    await memory.search('warm');
    await expect.poll(() => batches).toBeGreaterThan(2);
    put('2026-11-21.md', 'car');
    await memory.search('car');
    const before = batches;
    // Found by meaning alone: no word of the query is in it.
    await expect.poll(async () => (await found('automobile')).includes('2026-11-21.md'), { interval: 5 }).toBe(true);
    expect(batches - before).toBeLessThan(8);
    expect((await memory.status()).pendingVectors).toBeGreaterThan(1000);
  });

  it('that a note has already are not made again when another one says the same', async () => {
    put('2026-11-20.md', 'one two');
    await openIt(embedder);
    await memory.index();
    put('2026-11-21.md', 'one two');
    expect(await memory.index()).toMatchObject({ embedded: 0, chunks: 2 });
    expect(readFileSync(at('2026-11-21.md'), 'utf8')).toBe(readFileSync(at('2026-11-20.md'), 'utf8'));
    expect((await memory.search('one')).results.map(({ path: name }) => name).sort()).toEqual([
      '2026-11-20.md',
      '2026-11-21.md',
    ]);
  });
});
