// How far back undo reaches, and that what is let go is gone from the disk.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHistory } from '../../../src/features/consolidation/history.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'scrubjay-history-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const dayMs = 86_400_000;
const start = Date.parse('2026-11-21T03:00:00Z');
/** One run a day, from so many days on. */
async function live(days: readonly number[]): Promise<void> {
  const history = createHistory(dir);
  for (const day of days) {
    const version = {
      before: Buffer.from(`before ${day}`),
      after: Buffer.from(`after ${day}`),
      archived: [`- line ${day}`],
      closed: [],
    };
    await history.add({ id: `r${day}`, at: new Date(start + day * dayMs).toISOString(), summary: '+1 ~0 -0' }, version);
  }
}
const kept = async (): Promise<string[]> => (await createHistory(dir).list()).map(({ id }) => id);
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const files = (): string[] =>
  readdirSync(dir)
    .filter((name) => name !== 'manifest.json')
    .toSorted();

test('a night is kept for thirty days, with its three files', async () => {
  await live(range(0, 60));
  expect(await kept()).toEqual(range(30, 60).map((day) => `r${day}`));
  expect(files()).toEqual(
    range(30, 60)
      .flatMap((day) => ['after', 'archived', 'before'].map((part) => `r${day}.${part}.md`))
      .toSorted(),
  );
  expect(await createHistory(dir).version('r30')).toEqual({
    before: Buffer.from('before 30'),
    after: Buffer.from('after 30'),
    archived: ['- line 30'],
    closed: [],
  });
  expect(await createHistory(dir).version('r29')).toBeNull();
});

test('of many runs in a day a hundred are kept', async () => {
  await live(range(0, 150).map((run) => run / 1_000));
  expect(await kept()).toHaveLength(100);
  expect((await kept()).at(-1)).toBe('r0.149');
});

test('the newest ten are kept however old they are, as the clock may have been wrong', async () => {
  await live([...range(0, 20), 20_000]);
  expect(await kept()).toEqual([...range(11, 20).map((day) => `r${day}`), 'r20000']);
});

test('what a crash left of a run that is in no manifest goes with the next one', async () => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'lost.before.md'), 'x');
  writeFileSync(path.join(dir, 'lost.after.md'), 'y');
  await live([1]);
  expect(files()).toEqual(['r1.after.md', 'r1.archived.md', 'r1.before.md']);
  expect(JSON.parse(readFileSync(path.join(dir, 'manifest.json'), 'utf8'))).toMatchObject({ entries: [{ id: 'r1' }] });
});
