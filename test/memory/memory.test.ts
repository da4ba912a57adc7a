import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import * as sqliteVec from 'sqlite-vec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/base/time/clock.ts';
import { createLog, type Log, silentLog } from '../../src/base/log.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { stateOf } from '../../src/memory/index/up-to-date.ts';
import { type Memory, openMemory } from '../../src/memory/memory.ts';
import { createVault } from '../../src/memory/vault.ts';
import { createWordEmbedder } from '../support/word-embedder.ts';
import { propertyRuns } from '../support/property-runs.ts';

let base: string;
let dir: string;
let indexFile: string;
const open_: Memory[] = [];

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'memory-'));
  dir = path.join(base, 'memory');
  indexFile = path.join(base, 'state/index.db');
  await mkdir(dir);
});
afterEach(async () => {
  for (const memory of open_.splice(0)) await memory.close();
  await rm(base, { recursive: true, force: true });
});

const noon: Clock = { ...systemClock, now: () => new Date('2026-11-21T12:00:00Z') };

async function openIt(options: { embedder?: Embedder | null; clock?: Clock; log?: Log } = {}): Promise<Memory> {
  const memory = await openMemory({
    dir,
    indexFile,
    timezone: () => 'Europe/Berlin',
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    embedder: options.embedder ?? null,
    store: 'full',
  });
  open_.push(memory);
  return memory;
}

const note = async (name: string, text: string | Buffer): Promise<void> => {
  await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
  await writeFile(path.join(dir, name), text);
};

const found = async (memory: Memory, query: string, options = {}): Promise<string[]> =>
  (await memory.search(query, options)).results.map((hit) => `${hit.path}#${hit.startLine}-${hit.endLine}`);

describe('search', () => {
  it('finds nothing in an empty vault', async () => {
    const memory = await openIt();
    expect(await memory.search('anything')).toMatchObject({ results: [], mode: 'keyword', pendingVectors: 0 });
  });

  it('finds a line in a vault of one note, and gives the lines of the file exactly', async () => {
    await note('2026-11-20.md', '# 2026-11-20\n\n- The cat is called Minka\n- Rent is due on Friday\n');
    const memory = await openIt({ embedder: createWordEmbedder() });
    const { results } = await memory.search('what is the name of the cat');
    expect(results[0]).toMatchObject({ path: '2026-11-20.md', startLine: 3 });
    expect(results[0]?.text.split('\n')[0]).toBe('- The cat is called Minka');
    expect(results[0]?.score).toBeGreaterThan(0);
    expect(results[0]?.score).toBeLessThanOrEqual(1);
  });

  it.each([null, createWordEmbedder()])(
    'ranks the note that says it three times above the one that says it once (embedder %#)',
    async (embedder) => {
      await note('a.md', 'apple banana cherry date\n');
      await note('b.md', 'apple apple apple banana\n');
      await note('c.md', 'apple\n');
      await note(
        'd.md',
        'apple and apple, and once more apple: a longer line about fruit in the garden behind the house\n',
      );
      const memory = await openIt({ embedder });
      await memory.index();
      const order = (await memory.search('apple')).results.map((hit) => hit.path);
      expect(order).toHaveLength(4);
      expect(new Set(order.slice(0, 2))).toEqual(new Set(['b.md', 'd.md']));
    },
  );

  it('returns nothing for a query that has nothing to do with the memory', async () => {
    await note('a.md', '- The cat is called Minka\n- Rent is due on Friday\n');
    const memory = await openIt();
    expect(await found(memory, 'quantum chromodynamics lattice')).toEqual([]);
  });

  it('finds words in any script, with and without their diacritics', async () => {
    const lines = [
      '我昨天在东京买了一台相机',
      'とても美味しいラーメンを食べた',
      '서울에서 친구를 만났다',
      'ฉันชอบกินข้าวผัด',
      'Встреча с Алёной в пятницу',
      'Müller wohnt in der Hauptstraße',
      'Das Café an der Ecke',
      'Learning C++ and foo-bar in /usr/local/lib',
      'We met at the 🎡 in Vienna',
      'Zoë’s résumé',
    ];
    await note('all.md', lines.map((line) => `- ${line}\n\n---\n`).join('\n'));
    const memory = await openIt();
    const expected: [string, number][] = [
      ['相机', 0],
      ['ラーメン', 1],
      ['친구', 2],
      ['ข้าวผัด', 3],
      ['Алена', 4],
      ['muller', 5],
      ['MÜLLER'.normalize('NFD'), 5],
      ['hauptstrasse', 5],
      ['cafe', 6],
      ['C++', 7],
      ['foo-bar', 7],
      ['/usr/local', 7],
      ['🎡', 8],
      ['zoe', 9],
      ['resume', 9],
    ];
    for (const [query, line] of expected) {
      const { results } = await memory.search(query);
      expect([query, results[0]?.text]).toEqual([query, `- ${lines[line]}`]);
    }
  });

  it('takes any string as a query', async () => {
    await note('a.md', "- what's up with C++ and foo-bar\n");
    const memory = await openIt({ embedder: createWordEmbedder() });
    await memory.index();
    const nasty = [
      "what's up?",
      'C++',
      'foo-bar',
      'a AND',
      'NEAR(a b)',
      '"',
      "'",
      '*',
      't:x',
      '^a',
      '\0',
      'x'.repeat(100_000),
      'word '.repeat(20_000),
      '🎉'.repeat(100),
      '(((',
      'OR OR',
      '-',
      '',
    ];
    for (const query of nasty)
      expect([query, (await memory.search(query)).mode]).toEqual([query, query === '' ? 'keyword' : 'hybrid']);
    expect(await found(memory, 'C++')).toEqual(['a.md#1-1']);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({
            unit: fc.constantFrom(
              '"',
              "'",
              '*',
              '(',
              ')',
              ' AND ',
              ' NOT ',
              ':',
              '^',
              '\0',
              'foo',
              'bar',
              '-',
              '+',
              '猫',
            ),
          }),
        ),
        async (query) => {
          const { results } = await memory.search(query);
          expect(results.map((hit) => hit.path)).toEqual(results.length > 0 ? ['a.md'] : []);
          // No query leaves the index unable to answer the next one.
          expect(await found(memory, 'foo')).toEqual(['a.md#1-1']);
        },
      ),
      { numRuns: propertyRuns(120) },
    );
  });

  it('keeps strictly to since and until, and refuses what is no date', async () => {
    for (const day of ['2026-11-01', '2026-11-10', '2026-11-20'])
      await note(`${day}.md`, `# ${day}\n\n- swimming in the lake\n`);
    await note('MEMORY.md', '- likes swimming\n');
    const memory = await openIt({ clock: noon });
    expect(await found(memory, 'swimming', { since: '2026-11-10' })).toEqual([
      '2026-11-20.md#3-3',
      '2026-11-10.md#3-3',
    ]);
    expect(await found(memory, 'swimming', { until: '2026-11-10', since: '2026-11-02' })).toEqual([
      '2026-11-10.md#3-3',
    ]);
    expect(await found(memory, 'swimming', { since: 'yesterday' })).toEqual(['2026-11-20.md#3-3']);
    expect(await found(memory, 'swimming', { since: '9.11.2026', until: 'last week' })).toEqual(['2026-11-10.md#3-3']);
    for (const wrong of ['nonsense', '2026-02-30', '2026-13-01', '31.11.2026', 'the walk of yesterday', ''])
      await expect(memory.search('swimming', { since: wrong })).rejects.toThrow(
        `Not a date: ${wrong}. Use YYYY-MM-DD, or words such as "last week".`,
      );
    await expect(memory.search('swimming', { since: '2026-11-12', until: '2026-11-10' })).rejects.toThrow(
      'give the earlier day as since',
    );
  });

  it.each([
    ['Vertrag', 'Mietvertrag für die Wohnung unterschrieben'],
    ['Mietvertrag', 'Der Vertrag für die Wohnung liegt im Ordner'],
    ['Versicherung', 'Hausratversicherungsnummer 4711'],
    ['Verträge', 'Arbeitsvertrag gekündigt'],
    ['Wohnungen', 'Ferienwohnung an der Ostsee gebucht'],
  ])('finds a compound by a part of it, and a part by the compound: %s', async (query, line) => {
    await note('a.md', `- Brot und Butter gekauft\n\n---\n\n- ${line}\n\n---\n\n- Die Katze heißt Minka\n`);
    const memory = await openIt();
    expect((await memory.search(query, { passages: false })).results.map(({ text }) => text)).toEqual([`- ${line}`]);
  });

  it('prefers the notes of the time that the query names, else the newer of equals, and successors', async () => {
    for (const day of ['2026-05-10', '2026-11-13', '2026-11-20'])
      await note(`${day}.md`, `# ${day}\n\n- dinner with Paul in the old town\n`);
    await note(
      'MEMORY.md',
      '- ~~Paul works at Siemens as an engineer~~ (superseded)\n- Paul works at Bosch as an engineer now\n',
    );
    const memory = await openIt({ clock: noon });
    expect((await found(memory, 'dinner with Paul in May'))[0]).toBe('2026-05-10.md#3-3');
    expect((await found(memory, 'dinner with Paul yesterday'))[0]).toBe('2026-11-20.md#3-3');
    expect((await found(memory, 'dinner with Paul last week'))[0]).toBe('2026-11-13.md#3-3');
    expect((await found(memory, 'dinner with Paul'))[0]).toBe('2026-11-20.md#3-3');
    expect(
      (await memory.search('where does Paul work as an engineer', { passages: false })).results[0]?.text,
    ).toContain('Bosch');
  });

  it('shows who asks for several things more than one place where they stand', async () => {
    const tunes = ['polka', 'waltz', 'march', 'tango', 'samba', 'rumba', 'swing', 'blues', 'fugue', 'etude'];
    await note(
      'a.md',
      `# Monday\n\n${tunes.map((tune) => `- Anna practised a ${tune} on her instruments\n`).join('')}`,
    );
    await note('b.md', '# Friday\n\n- Anna practised a ballad on her new old instruments after work in the garden\n');
    const memory = await openIt();
    const places = async (query: string): Promise<string[]> =>
      (await memory.search(query, { passages: false, limit: 8 })).results.map((hit) => hit.path);
    expect(await places('instruments Anna practised')).not.toContain('b.md');
    expect(await places('What instruments does Anna practise?')).toContain('b.md');
  });

  it('knows the first line of a section, which has none before it to be helped by', async () => {
    await note(
      'a.md',
      '# Falcon\n\n- We met the engineers\n- They build engines\n\n# Heron\n\n- The engineers were ill\n',
    );
    const memory = await openIt();
    const { results } = await memory.search('engineers engines', { passages: false, explain: true, reject: false });
    expect(Object.fromEntries(results.map(({ text, explain }) => [text, explain?.signals['opening'] ?? 0]))).toEqual({
      '- We met the engineers': 1,
      '- They build engines': 0,
      '- The engineers were ill': 1,
    });
  });

  it('prefers a line with a name to one without where a question asks for a name, and one with a number where it asks how many', async () => {
    await note(
      'a.md',
      '- We spent the holidays in the mountains near Bolzano\n\n# B\n\n- We spent the holidays in the mountains near mother\n\n# C\n\n- We spent the holidays in the mountains near 40 people\n',
    );
    const memory = await openIt();
    const first = async (query: string): Promise<string | undefined> =>
      (await memory.search(query, { passages: false })).results[0]?.text.split(' ').slice(-2).join(' ');
    expect(await first('where did we spend the holidays')).toBe('near Bolzano');
    expect(await first('how many were in the mountains for the holidays')).toBe('40 people');
  });

  it('answers by words when the embedder fails, hangs or is not there', async () => {
    await note('a.md', '- The cat is called Minka\n');
    const embedder = createWordEmbedder();
    const memory = await openIt({ embedder });
    await memory.index();
    expect((await memory.search('cat')).mode).toBe('hybrid');
    embedder.behaviour = 'fail';
    expect(await memory.search('cat')).toMatchObject({ mode: 'keyword', results: [{ startLine: 1 }] });
    embedder.behaviour = 'hang';
    expect(await memory.search('cat')).toMatchObject({ mode: 'keyword', results: [{ startLine: 1 }] });
    const from = performance.now();
    expect((await memory.search('cat')).mode).toBe('keyword');
    expect(performance.now() - from).toBeLessThan(500);
  });

  it('explains a result by parts that its rank and its score are the sums of', async () => {
    await note('a.md', '- The cat is called Minka\n- The cat is old, so is its basket\n- ~~The cat is young~~\n');
    await note('2026-05-09.md', '- Fed the cat of the neighbour\n');
    for (const embedder of [null, createWordEmbedder()]) {
      const memory = await openIt({ embedder });
      await memory.index();
      for (const query of ['cat', 'what is the cat called', 'what happened on 9 May 2026']) {
        const { results } = await memory.search(query, { explain: true, passages: false });
        expect(results.length).toBeGreaterThan(0);
        for (const { score, explain } of results) {
          const sum = (parts: Record<string, number> = {}): number =>
            Object.values(parts).reduce((all, part) => all + part, 0);
          expect(sum(explain?.parts)).toBeCloseTo(explain?.rank ?? NaN, 2);
          expect(Math.min(1, sum(explain?.score))).toBeCloseTo(score, 2);
        }
        expect(results.map(({ explain }) => explain?.rank)).toEqual(
          results.map(({ explain }) => explain?.rank ?? 0).toSorted((a, b) => b - a),
        );
      }
    }
  });
});

describe('freshness', () => {
  it('finds what was saved just before, in every way a file can change', async () => {
    const memory = await openIt();
    await note('a.md', '- first\n');
    expect(await found(memory, 'first')).toEqual(['a.md#1-1']);
    for (let i = 0; i < 20; i += 1) {
      await note('a.md', `- word${i}\n`);
      expect(await found(memory, `word${i}`)).toEqual(['a.md#1-1']);
    }
    await writeFile(path.join(dir, 'a.tmp'), '- renamed over it\n');
    await rename(path.join(dir, 'a.tmp'), path.join(dir, 'a.md'));
    expect(await found(memory, 'renamed')).toEqual(['a.md#1-1']);
    expect(await found(memory, 'word19')).toEqual([]);
    await mkdir(path.join(dir, 'sub'));
    await rename(path.join(dir, 'a.md'), path.join(dir, 'sub/b.md'));
    expect(await found(memory, 'renamed')).toEqual(['sub/b.md#1-1']);
    await copyFile(path.join(dir, 'sub/b.md'), path.join(dir, 'c.md'));
    expect((await found(memory, 'renamed')).sort()).toEqual(['c.md#1-1', 'sub/b.md#1-1']);
    await rm(path.join(dir, 'sub'), { recursive: true });
    expect(await found(memory, 'renamed')).toEqual(['c.md#1-1']);
    await rm(path.join(dir, 'c.md'));
    expect(await found(memory, 'renamed')).toEqual([]);
  });

  it('embeds only what is new: moved, copied and restored lines keep their vectors', async () => {
    const embedder = createWordEmbedder();
    await note('a.md', '- one two\n- three four\n- five six\n');
    const memory = await openIt({ embedder });
    await memory.index();
    expect(embedder.embedded).toBe(3);
    await rename(path.join(dir, 'a.md'), path.join(dir, 'b.md'));
    await note('c.md', '- one two\n');
    await memory.index();
    // c.md's line has another subject; the moved lines too, as the note's name is what they are about.
    const before = embedder.embedded;
    await note('b.md', '- one two\n- inserted here\n- three four\n- five six\n');
    const report = await memory.index();
    expect(embedder.embedded - before).toBe(1);
    expect(report.chunks).toBe(5);
    expect((await found(memory, 'inserted'))[0]).toBe('b.md#1-4');
  });

  it('says how many lines wait for their vectors, and gets them done by itself', async () => {
    const embedder = createWordEmbedder();
    embedder.behaviour = 'fail';
    const memory = await openIt({ embedder });
    await note('a.md', '- one\n- two\n');
    expect((await memory.search('one')).pendingVectors).toBe(2);
    embedder.behaviour = 'well';
    await expect.poll(async () => (await memory.status()).pendingVectors, { timeout: 2000 }).toBe(0);
  });

  it('keeps CRLF, byte order marks and damaged text searchable, with true line numbers', async () => {
    await note('a.md', '\ufeff# Title\r\n\r\n- first item\r\n- second item\r\n');
    await note(
      'b.md',
      Buffer.concat([Buffer.from('- broken '), Buffer.from([0xff, 0xfe, 0x41]), Buffer.from(' bytes here\n')]),
    );
    const memory = await openIt();
    expect((await memory.search('second item', { passages: false })).results[0]).toMatchObject({
      startLine: 4,
      endLine: 4,
      text: '- second item',
    });
    expect(await found(memory, 'broken bytes')).toEqual(['b.md#1-1']);
    expect((await memory.status()).problems).toEqual([{ kind: 'not_text', path: 'b.md', detail: '' }]);
  });
});

describe('what is purged', () => {
  const holding = async (word: string): Promise<string[]> => {
    const files = (await readdir(path.dirname(indexFile), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const bytes = await Promise.all(files.map(async (file) => ({ file, bytes: await readFile(file) })));
    return bytes.filter((one) => one.bytes.includes(word)).map(({ file }) => path.basename(file));
  };

  it('leaves neither its words nor its vectors in any file of the index, while that is open', async () => {
    await note('a.md', '- the walrus lives in Kiel\n- tea\n');
    const memory = await openIt({ embedder: createWordEmbedder() });
    await memory.index();
    expect(await holding('walrus')).not.toEqual([]);
    await note('a.md', '- tea\n');
    expect(await memory.purge()).toBe(true);
    expect(await holding('walrus')).toEqual([]);
    const db = new Database(indexFile, { readonly: true });
    sqliteVec.load(db);
    expect(
      ['chunk', 'content', 'vec'].map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
    ).toEqual([1, 1, 1]);
    db.close();
    expect(await found(memory, 'tea')).toEqual(['a.md#1-1']);
  });

  it.each([false, true])(
    'does not come back with an index that is being built anew meanwhile (by another process: %s)',
    async (byAnother) => {
      await note('a.md', '- the walrus lives in Kiel\n- tea\n');
      const words = createWordEmbedder();
      let asked = (): void => undefined;
      let go = (): void => undefined;
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      const gate = new Promise<void>((resolve) => (go = resolve));
      const memory = await openIt({
        embedder: { ...words, embed: async (texts) => (asked(), await gate, await words.embed(texts)) },
      });
      const builder = byAnother
        ? await openIt({
            embedder: { ...words, embed: async (texts) => (asked(), await gate, await words.embed(texts)) },
          })
        : memory;
      await memory.status();
      const rebuilt = builder.index({ rebuild: true });
      await isAsked;
      await note('a.md', '- tea\n');
      const purged = memory.purge();
      await delay(100);
      go();
      expect([await purged, (await rebuilt).chunks]).toEqual([true, 1]);
      expect(await holding('walrus')).toEqual([]);
    },
  );
});

describe('the index is disposable', () => {
  const damages: [string, (file: string) => Promise<void>][] = [
    ['deleted', async (file) => await rm(file)],
    ['emptied', async (file) => await truncate(file)],
    ['cut short', async (file) => await truncate(file, 9000)],
    ['replaced by text', async (file) => await writeFile(file, 'hello')],
    [
      'filled with garbage in the middle',
      async (file) => {
        const size = (await readFile(file)).length;
        const handle = await open(file, 'r+');
        for (let at = 4096 * 2; at < size; at += 4096 * 3) await handle.write(Buffer.alloc(4096, 0xa5), 0, 4096, at);
        await handle.close();
      },
    ],
    [
      'of a newer version',
      async (file) => {
        const db = new Database(file);
        db.pragma('user_version = 999');
        db.close();
      },
    ],
    [
      'of somebody else',
      async (file) => {
        await rm(file);
        const db = new Database(file);
        db.exec('CREATE TABLE chunk (x)');
        db.close();
      },
    ],
  ];

  it.each(damages)('comes back when it was %s', async (_, damage) => {
    for (let i = 0; i < 40; i += 1)
      await note(`n${i}.md`, `- item number${i} of the list\n- and some more text about it\n`);
    let memory = await openIt({ embedder: createWordEmbedder() });
    await memory.index();
    await memory.close();
    open_.pop();
    for (const ending of ['-wal', '-shm']) await rm(indexFile + ending, { force: true });
    await damage(indexFile);
    memory = await openIt({ embedder: createWordEmbedder() });
    expect((await found(memory, 'number17'))[0]).toBe('n17.md#1-2');
    expect((await memory.index()).chunks).toBe(80);
  });

  it('is built again after an update of the program without a word of trouble', async () => {
    await note('a.md', '- tea with Anna\n');
    const before = await openIt();
    await before.status();
    await before.close();
    open_.pop();
    const db = new Database(indexFile);
    db.pragma('user_version = 1');
    db.close();
    const warnings: string[] = [];
    const memory = await openIt({
      log: createLog(
        'warn',
        (text) => text,
        (line) => void warnings.push(line),
      ),
    });
    expect(await found(memory, 'tea')).toEqual(['a.md#1-1']);
    expect(warnings).toEqual([]);
  });

  it('reads the notes again where another version of the program has read them, and keeps the vectors of all text', async () => {
    for (let i = 0; i < 5; i += 1) {
      await note(`n${i}.md`, `- dentist am Mi, item number${i}\n- and tea\n`);
      await utimes(path.join(dir, `n${i}.md`), 1e9, 1e9);
    }
    const before = await openIt({ embedder: createWordEmbedder() });
    await before.index();
    await before.close();
    open_.pop();
    const rowsOf = (db: Database.Database) => db.prepare('SELECT text, flags, terms FROM chunk ORDER BY text').all();
    const db = new Database(indexFile);
    const read = rowsOf(db);
    // As a version that saw less in a line would have left it.
    db.exec(
      "UPDATE chunk SET flags = 0, terms = x'', key = x'00'; UPDATE meta SET value = 'older' WHERE key = 'reading'",
    );
    db.close();
    const vault = createVault(dir);
    expect(stateOf(indexFile, await vault.list(), null)).toBeNull();
    const memory = await openIt({ embedder: createWordEmbedder() });
    expect(await memory.index()).toMatchObject({ files: 5, chunks: 10, embedded: 0 });
    expect((await found(memory, 'number3'))[0]).toBe('n3.md#1-2');
    const after = new Database(indexFile, { readonly: true });
    expect(rowsOf(after)).toEqual(read);
    after.close();
    expect(stateOf(indexFile, await vault.list(), null)).toEqual({ files: 5, chunks: 10 });
  });

  it('answers while it is built again', async () => {
    for (let i = 0; i < 100; i += 1) await note(`n${i}.md`, `- item number${i} of the list\n`);
    const memory = await openIt({ embedder: createWordEmbedder() });
    await memory.index();
    const rebuilt = memory.index({ rebuild: true });
    for (let i = 0; i < 20; i += 1) expect((await found(memory, `number${i}`))[0]).toBe(`n${i}.md#1-1`);
    expect(await rebuilt).toMatchObject({ files: 100, chunks: 100, embedded: 100, removed: 100 });
    expect((await found(memory, 'number99'))[0]).toBe('n99.md#1-1');
  });

  it('says how long embedding took when it is built again', async () => {
    await note('a.md', '- one\n- two\n');
    const words = createWordEmbedder();
    const slow: Embedder = { ...words, embed: async (texts) => (await delay(20), await words.embed(texts)) };
    const memory = await openIt({ embedder: slow });
    await memory.index();
    const report = await memory.index({ rebuild: true });
    expect(report).toMatchObject({ embedded: 2, chunks: 2 });
    expect(report.embedMs).toBeGreaterThanOrEqual(19);
    expect(report.tookMs).toBeGreaterThanOrEqual(report.embedMs);
  });

  it('embeds again for another model of the same dimension', async () => {
    await note('a.md', '- one\n- two\n');
    await (await openIt({ embedder: createWordEmbedder() })).index();
    await open_.pop()?.close();
    const other = createWordEmbedder({ modelId: 'others' });
    const memory = await openIt({ embedder: other });
    await memory.index();
    expect(other.embedded).toBe(2);
    expect(await memory.status()).toMatchObject({ model: 'others', mode: 'hybrid', pendingVectors: 0 });
  });
});
