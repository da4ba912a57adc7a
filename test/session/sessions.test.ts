import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { takeLock } from '../../src/base/files/lock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Entry } from '../../src/session/entry.ts';
import { buildHistory } from '../../src/session/history.ts';
import { type Sessions, openSessions } from '../../src/session/sessions.ts';
import { prefixOf } from '../../src/assistant/context/less-to-send.ts';
import { type ManualClock, createManualClock } from '../support/assistant.ts';

const key = 'telegram:tg_main:chat:1:user:1';
const said: Entry = {
  type: 'message',
  id: 'a',
  at: '2026-11-21T09:00:00.000Z',
  role: 'user',
  content: [{ type: 'text', text: 'hi' }],
};

let dir: string;
let clock: ManualClock;
beforeEach(async () => {
  dir = path.join(await mkdtemp(path.join(tmpdir(), 'scrubjay-sessions-')), 'sessions');
  clock = createManualClock();
});
async function headsOf(sessions: Sessions): Promise<{ id: string; key: string }[]> {
  const heads = [];
  for await (const head of sessions.newest()) heads.push(head);
  return heads;
}

const openHere = () => openSessions({ dir, clock, log: silentLog });

test('the current session of a key is found again after a restart, and each key has its own', async () => {
  const first = await openHere();
  const mine = await first.current(key);
  const other = await first.current(`${key}0`);
  await mine.append(said);
  await first.close();

  const again = await openHere();
  expect((await again.current(key)).id).toBe(mine.id);
  expect((await again.current(key)).entries).toHaveLength(2);
  expect(other.id).not.toBe(mine.id);
  await again.close();
});

test('a new session becomes the current one, also when the clock was set back', async () => {
  const sessions = await openHere();
  const before = await sessions.current(key);
  clock.advance(-7_200_000);
  const after = await sessions.start(key);
  await sessions.close();
  const again = await openHere();
  expect((await again.current(key)).id).toBe(after.id);
  expect((await headsOf(again)).map((entry) => entry.id)).toEqual([after.id, before.id]);
  await again.close();
});

test('a file with a damaged first line is renamed whole, and the conversation goes on', async () => {
  const sessions = await openHere();
  const { file, id } = await sessions.current(key);
  await sessions.close();
  const damaged = '{"type":"sess\n{"type":"message"}\n';
  await writeFile(file, damaged);
  const again = await openHere();
  expect((await again.current(key)).id).not.toBe(id);
  await again.close();
  expect(await readFile(`${file}.damaged`, 'utf8')).toBe(damaged);
});

test('a file without a byte, as a crash leaves it, is neither damaged nor a session', async () => {
  const sessions = await openHere();
  const { file, id } = await sessions.current(key);
  await sessions.close();
  await writeFile(file, '');
  const again = await openHere();
  expect(await headsOf(again)).toEqual([]);
  expect((await again.current(key)).id).not.toBe(id);
  await again.close();
  expect(await readFile(file, 'utf8')).toBe('');
});

test('a session whose file vanished begins anew', async () => {
  const sessions = await openHere();
  const { file } = await sessions.current(key);
  await sessions.close();
  await rm(file);
  const again = await openHere();
  expect((await again.current(key)).entries).toHaveLength(1);
  await again.close();
});

test('two askers at once get one session', async () => {
  const sessions = await openHere();
  const [a, b] = await Promise.all([sessions.current(key), sessions.current(key)]);
  expect(a.id).toBe(b.id);
  expect(await readdir(dir)).toHaveLength(1);
  await sessions.close();
});

test('folder and files are private whatever the umask', async () => {
  const before = process.umask(0);
  try {
    const sessions = await openHere();
    const { file } = await sessions.current(key);
    await sessions.close();
    await chmod(dir, 0o755);
    await (await openHere()).close();
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  } finally {
    process.umask(before);
  }
});

test('a lock has one holder and says who it is', async () => {
  const file = path.join(path.dirname(dir), 'lock');
  const lock = takeLock(file);
  expect('release' in lock).toBe(true);
  expect(takeLock(file)).toEqual({ heldBy: `process ${process.pid}` });
  if ('release' in lock) lock.release();
  const next = takeLock(file);
  expect('release' in next).toBe(true);
  if ('release' in next) next.release();
});

test('what is looked for among the newest sessions opens no older one', async () => {
  const sessions = await openHere();
  const { id } = await sessions.current(key);
  // A file that can't be read: a look at it would throw.
  await mkdir(path.join(dir, '00000000-0000-7000-8000-000000000001.jsonl'));
  const found = [];
  for await (const head of sessions.newest()) {
    found.push(head.id);
    break;
  }
  expect(found).toEqual([id]);
  await sessions.close();
});

const secret = 'Anna is allergic to hazelnuts';
const prefix: Entry = {
  type: 'prefix',
  at: said.at,
  system: `You know: ${secret}`,
  tools: [{ name: 'remember', description: 'Saves.', input_schema: { type: 'object' } }],
  memory: `- ${secret}`,
  person: 'Ada',
};
const changed: Entry = { ...said, id: 'b', memory: `- ${secret}, and to nuts` };

test('a session that has ended holds what was said, and no copies of MEMORY.md, the prompt and the tools', async () => {
  const sessions = await openHere();
  const before = await sessions.current(key);
  await before.append(prefix, said, changed);
  const now = await sessions.start(key);
  await now.append(prefix, said, changed);
  const live = await readFile(now.file, 'utf8');
  const history = buildHistory(before.entries);
  await sessions.retire(before);
  const left = await readFile(before.file, 'utf8');
  expect(left).not.toContain(secret);
  expect(left).not.toContain('remember');
  expect(left.split('\n')).toHaveLength(5);
  expect(left).toContain('"person":"Ada"');
  expect(buildHistory(before.entries)).toEqual(history);
  // A request of the one that goes on stays as it is, byte for byte.
  expect(await readFile(now.file, 'utf8')).toBe(live);
  await sessions.close();
});

test('an ended session that is the current one again, as the one after it was lost, gets a new prompt', async () => {
  const sessions = await openHere();
  const before = await sessions.current(key);
  await before.append(prefix, said);
  const after = await sessions.start(key);
  await sessions.retire(before);
  await sessions.close();
  await rm(after.file);
  const again = await openHere();
  const { id, entries } = await again.current(key);
  expect(id).toBe(before.id);
  expect(prefixOf(entries)).toBeUndefined();
  await again.close();
});

test('what is taken out of all sessions is not brought back by one that ends meanwhile', async () => {
  const sessions = await openHere();
  const before = await sessions.current(key);
  await before.append(prefix, said, ...Array.from({ length: 200 }, (_, i): Entry => ({ ...said, id: `m${i}` })));
  await sessions.start(key);
  const forget = (entry: Entry): Entry =>
    entry.type === 'message' ? { ...entry, content: [{ type: 'text', text: '[forgotten]' }] } : entry;
  await Promise.all([sessions.rewrite({ entry: forget, damaged: (line) => line, after: [] }), sessions.retire(before)]);
  const left = await readFile(before.file, 'utf8');
  expect(left).not.toContain('"hi"');
  expect(left).not.toContain(secret);
  await sessions.close();
});

test('where an ended session can not be made smaller, it is closed as it is', async () => {
  const sessions = await openHere();
  const before = await sessions.current(key);
  await before.append(prefix, said);
  await sessions.start(key);
  await rm(before.file);
  await mkdir(before.file);
  await expect(sessions.retire(before)).resolves.toBeUndefined();
  await sessions.close();
});

test('a session that an earlier version ended is made smaller once; one that is open is left alone', async () => {
  const sessions = await openHere();
  const before = await sessions.current(key);
  await before.append(prefix, said);
  const now = await sessions.start(key);
  await now.append(prefix, said);
  await sessions.shrink(before.id);
  await sessions.shrink(now.id);
  expect(await readFile(before.file, 'utf8')).toContain(secret);
  await sessions.close();
  const again = await openHere();
  await again.current(key);
  await again.shrink(before.id);
  await again.shrink(now.id);
  expect(await readFile(before.file, 'utf8')).not.toContain(secret);
  expect(await readFile(now.file, 'utf8')).toContain(secret);
  const { ino } = await stat(before.file);
  await again.shrink(before.id);
  expect((await stat(before.file)).ino).toBe(ino);
  await again.close();
});

test('what ends, what is forgotten and what begins wait for each other in turn, and for nothing else', async () => {
  const sessions = await openHere();
  const old = await sessions.current(key);
  await old.append(said);
  await sessions.start(key);
  const unchanged = { entry: (entry: Entry) => entry, damaged: (line: string) => line, after: [] };
  const ends = sessions.retire(old);
  const forgets = sessions.rewrite(unchanged);
  const shrinks = sessions.shrink(old.id);
  const begins = Promise.all([sessions.current(`${key}0`), sessions.start(`${key}1`), sessions.reopen(old.id, key)]);
  await Promise.all([ends, forgets, shrinks]);
  expect((await begins).map((session) => session.key)).toEqual([`${key}0`, `${key}1`, key]);
  await sessions.close();
});
