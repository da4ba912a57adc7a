import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ifThere } from '../../../src/base/files/if-there.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'if-there-'))));
afterEach(() => rm(folder, { recursive: true }));

test('of what is there it is the answer, of what is missing nothing, and another error stays one', async () => {
  const file = path.join(folder, 'a.md');
  expect(await ifThere(readFile(file))).toBeNull();
  expect(await ifThere(readdir(path.join(folder, 'none')))).toBeNull();
  await writeFile(file, 'tea');
  expect(await ifThere(readFile(file, 'utf8'))).toBe('tea');
  await expect(ifThere(readFile(folder))).rejects.toMatchObject({ code: 'EISDIR' });
});
