// The room that the program's own files are read into.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readIntoRoom } from '../../../src/base/files/file-room.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'room-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('files of any size are read whole, whatever was read before, and a missing one is an error', () => {
  const texts = ['short', '', 'é'.repeat(2 ** 20), 'ü', 'long '.repeat(300_000), 'short again'];
  const file = path.join(folder, 'file');
  for (const text of texts) {
    writeFileSync(file, text);
    expect(readIntoRoom(file).toString() === text).toBe(true);
  }
  expect(() => readIntoRoom(path.join(folder, 'none'))).toThrow('ENOENT');
});
