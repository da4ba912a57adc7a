// Where an index might believe too much: stamps that are too coarse, a pass that has already looked, pages that nothing reads.
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Memory } from '../../src/memory/memory.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

let base: string;
let dir: string;
let indexFile: string;
let memory: Memory;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'doubt-'));
  dir = path.join(base, 'memory');
  indexFile = path.join(base, 'state/index.db');
  mkdirSync(dir);
});
afterEach(async () => {
  await memory.close();
  rmSync(base, { recursive: true, force: true });
});

async function open(): Promise<void> {
  memory = await openPlainMemory({
    dir,
    indexFile,
  });
}
const at = (name: string): string => path.join(dir, name);
const found = async (query: string): Promise<string[]> => (await memory.search(query)).results.map((hit) => hit.path);
const change = (work: (db: Database.Database) => void): void => {
  const db = new Database(indexFile);
  work(db);
  db.close();
};

it('a note that was read in the very moment in which it was saved is read again, whatever its stamp says', async () => {
  writeFileSync(at('a.md'), '- alpha original\n');
  await delay(150);
  await open();
  expect(await found('alpha')).toEqual(['a.md']);
  await memory.close();
  // As on a disk with coarse stamps: the second save of that moment has the stamp of the first, which was read.
  writeFileSync(at('a.md'), '- gamma original\n');
  utimesSync(at('a.md'), new Date('2026-01-02T03:04:05Z'), new Date('2026-01-02T03:04:05Z'));
  const { ino, size, mtimeMs, ctimeMs } = statSync(at('a.md'));
  change((db) =>
    db
      .prepare('UPDATE file SET signature = ?, read_at_ms = ?')
      .run(`${ino}:${size}:${mtimeMs}:${ctimeMs}`, mtimeMs + 50),
  );
  await open();
  expect([await found('gamma'), await found('alpha')]).toEqual([['a.md'], []]);
});

it('a note that is saved while a search looks through the folder is in the answer of the next one, which began meanwhile', async () => {
  for (let n = 0; n < 300; n += 1) writeFileSync(at(`n${n}.md`), `- number${n}\n`);
  await open();
  expect(await found('number299')).toEqual(['n299.md']);
  await delay(150);
  for (let round = 0; round < 5; round += 1) {
    const first = memory.search('number1');
    await turn();
    writeFileSync(at(`a${round}.md`), `- zebra${round}\n`);
    expect(await found(`zebra${round}`)).toEqual([`a${round}.md`]);
    await first;
  }
});

it('a small index is looked at in whole as it is opened, also those of its pages that no search reads', async () => {
  for (let n = 0; n < 5; n += 1)
    writeFileSync(
      at(`n${n}.md`),
      Array.from({ length: 200 }, (_, line) => `- number ${n * 1000 + line} of many\n`).join(''),
    );
  await open();
  await memory.index();
  await memory.close();
  let page = 0;
  // By the hashes of contents it is found whether a line that is written has been there before; to search, nobody asks for that.
  change((db) => {
    page =
      db
        .prepare<[], number>(`SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_content_1'`)
        .pluck()
        .get() ?? 0;
  });
  const handle = openSync(indexFile, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
  await open();
  expect(await found('number 3007')).toContain('n3.md');
  change((db) => expect(db.pragma('quick_check(1)', { simple: true })).toBe('ok'));
});

it('a note that is too large is passed over with one sentence, and the others are found', async () => {
  writeFileSync(at('big.md'), Buffer.alloc(9_000_000, '- giant words\n'));
  writeFileSync(at('a.md'), '- alpha\n');
  await open();
  expect([await found('alpha'), await found('giant')]).toEqual([['a.md'], []]);
  expect((await memory.status()).problems).toEqual([{ kind: 'too_large', path: 'big.md', detail: '9' }]);
  await expect(memory.vault.get('big.md')).rejects.toThrow('too large');
});
