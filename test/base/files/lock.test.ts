import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../src/base/files/lock.ts';

test('a lock is held by one at a time, and needs no journal that would be flushed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
  const file = path.join(folder, 'a.lock');
  const lock = takeLock(file);
  expect(takeLock(file)).toEqual({ heldBy: `process ${process.pid}` });
  expect(readdirSync(folder)).toEqual(['a.lock', 'a.lock.pid']);
  if ('heldBy' in lock) throw new Error('Nobody else had the lock.');
  lock.release();
  expect(readdirSync(folder)).toEqual(['a.lock']);
  expect('release' in takeLock(file)).toBe(true);
});
