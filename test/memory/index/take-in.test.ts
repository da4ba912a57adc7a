// A few changed notes taken into an index that is not read into memory.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../../bench/salad.ts';
import { isLittle } from '../../../src/app/memory/current-index.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { takeIn } from '../../../src/memory/index/take-in.ts';
import { stateOf } from '../../../src/memory/index/up-to-date.ts';
import { openMemory } from '../../../src/memory/memory.ts';
import { createVault } from '../../../src/memory/vault.ts';
import { createWordEmbedder } from '../../support/word-embedder.ts';

let base: string;
let dir: string;
const embedder = createWordEmbedder();
const fileIn = (name: string): string => path.join(base, name, 'index.db');

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'take-in-'));
  dir = path.join(base, 'memory');
  mkdirSync(dir);
  for (let day = 1; day <= 9; day += 1) save(`2026-02-0${day}.md`, `# Day ${day}\n\n- tea again\n- the roof leaks\n`);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

let savedAt = 1_700_000_000;
/** Saved long ago, each time a second later. */
function save(name: string, text: string): void {
  writeFileSync(path.join(dir, name), text);
  utimesSync(path.join(dir, name), savedAt, (savedAt += 1));
}

async function withMemory<Result>(
  name: string,
  work: (memory: Awaited<ReturnType<typeof openMemory>>) => Promise<Result>,
): Promise<Result> {
  const options = { dir, timezone: () => 'UTC', clock: systemClock, log: silentLog, store: 'full' as const };
  const memory = await openMemory({ ...options, indexFile: fileIn(name), embedder, embedsWhenAsked: true });
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}
const complete = async (name: string): Promise<unknown> => await withMemory(name, (memory) => memory.index());

const questions = ['tea', 'does the roof leak?', 'what did Lena say?', 'coffee on day 4'];
const answersOf = async (name: string): Promise<unknown[]> =>
  await withMemory(name, async (memory) => {
    const answers = [];
    for (const question of questions) {
      const { results, mode, pendingVectors } = await memory.search(question, { limit: 20 });
      answers.push({
        mode,
        pendingVectors,
        lines: results.map(({ path, startLine, text }) => [path, startLine, text]),
      });
    }
    return answers;
  });

/** @returns what was done; null where the index has to be opened */
async function take(name: string): Promise<unknown> {
  const vault = createVault(dir);
  const state = stateOf(fileIn(name), await vault.list(), 'words');
  if (!state || !('changed' in state) || !isLittle(state.changed)) return null;
  const options = { vault, embedder, projection: null, clock: systemClock, log: silentLog };
  return await takeIn(fileIn(name), state.changed, options);
}

describe('a few changed notes, taken in without reading the index', () => {
  it('are found as they are where the whole index was read, whatever was changed in them', async () => {
    await complete('taken');
    const snapshot = readFileSync(`${fileIn('taken')}-table`);
    const random = createRandom(3);
    const said = ['the roof leaks', 'tea again', '**Lena**: coffee is late', 'coffee', 'tea with Ole (until 2026-01)'];
    for (let round = 1; round <= 8; round += 1) {
      for (let note = 0; note < 1 + random() * 3; note += 1) {
        const name = random() < 0.2 ? `new-${round}.md` : `2026-02-0${1 + Math.floor(random() * 9)}.md`;
        const text = existsSync(path.join(dir, name)) ? readFileSync(path.join(dir, name), 'utf8') : '# New\n\n';
        const lines = text.split('\n');
        const line = `- ${said[Math.floor(random() * said.length)] ?? ''} ${random() < 0.5 ? round : ''}`;
        lines.splice(
          2 + Math.floor(random() * lines.length),
          random() < 0.4 ? 1 : 0,
          ...(random() < 0.8 ? [line] : []),
        );
        save(name, lines.join('\n'));
      }
      expect(await take('taken')).not.toBeNull();
      expect(stateOf(fileIn('taken'), await createVault(dir).list(), 'words')).toHaveProperty('chunks');
    }
    expect(readFileSync(`${fileIn('taken')}-table`)).toEqual(snapshot);
    await complete('anew');
    expect(await answersOf('taken')).toEqual(await answersOf('anew'));
  });

  it('tell how much was done', async () => {
    await complete('taken');
    save('2026-02-04.md', '# Day 4\n\n- tea again\n- the roof leaks\n- coffee for once\n');
    expect(await take('taken')).toMatchObject({ files: 9, chunks: 19, embedded: 1, removed: 0 });
  });

  it('leave nothing behind of a line that went', async () => {
    await complete('taken');
    const contents = (): unknown => {
      const db = new Database(fileIn('taken'), { readonly: true });
      try {
        return db.prepare('SELECT count(*) FROM content').pluck().get();
      } finally {
        db.close();
      }
    };
    save('2026-02-04.md', '# Day 4\n\n- tea again\n- coffee for once\n');
    await take('taken');
    expect(contents()).toBe(18);
    save('2026-02-04.md', '# Day 4\n\n- tea again\n');
    await take('taken');
    expect(contents()).toBe(17);
  });

  it.each([
    [
      'a note is gone',
      () => {
        rmSync(path.join(dir, '2026-02-03.md'));
        save('2026-02-04.md', '# Day 4\n\n- coffee for once\n');
      },
    ],
    ['many notes changed', () => Array.from({ length: 9 }, (_, i) => save(`new-${i}.md`, `- coffee ${i}\n`))],
    ['a long note changed', () => save('long.md', '- coffee for once\n'.repeat(40_000))],
    [
      'the index has no snapshot',
      () => {
        save('new.md', '- coffee\n');
        const db = new Database(fileIn('taken'));
        db.exec("DELETE FROM meta WHERE key = 'snapshot'");
        db.close();
      },
    ],
  ])('are left to the whole index where %s', async (_, change) => {
    await complete('taken');
    change();
    expect(await take('taken')).toBeNull();
  });

  it('stay without vectors where the model fails, and that is said', async () => {
    await complete('taken');
    save('2026-02-04.md', '# Day 4\n\n- coffee for once\n');
    embedder.behaviour = 'fail';
    await expect(take('taken')).rejects.toThrow('no model today');
    embedder.behaviour = 'well';
    expect(await take('taken')).toBeNull();
    expect(await complete('taken')).toMatchObject({ embedded: 1 });
  });
});
