import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { takeLock } from '../../src/base/files/lock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Entry } from '../../src/session/entry.ts';
import { openSessions } from '../../src/session/sessions.ts';
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
  expect((await again.list()).map((entry) => entry.id)).toEqual([before.id, after.id]);
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
  expect(await again.list()).toEqual([]);
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
