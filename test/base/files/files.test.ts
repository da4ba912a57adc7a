import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openLineAppender, writeFileAtomic } from '../../../src/base/files/files.ts';
import { builtForTests } from '../../support/daemon.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scrubjay-files-'));
});

describe('writeFileAtomic', () => {
  test('replaces a file and leaves nothing else behind', async () => {
    const file = path.join(folder, 'note.md');
    await writeFile(file, 'old');
    await writeFileAtomic(file, 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['note.md']);
  });

  test('leaves the old file untouched and no temporary one when the last check refuses', async () => {
    const file = path.join(folder, 'note.md');
    await writeFile(file, 'old');
    await expect(
      writeFileAtomic(file, 'new', {
        async around() {
          throw new Error('edited meanwhile');
        },
      }),
    ).rejects.toThrow('edited meanwhile');
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['note.md']);
  });

  test('makes files that only their owner can read, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const file = path.join(folder, 'note.md');
      await writeFileAtomic(file, 'x');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });
});

test('a file whose name is as long as names may be is replaced, and what a crash would leave keeps its extension', async () => {
  const file = path.join(folder, `${'ä'.repeat(126)}.md`);
  await writeFile(file, 'old');
  let left: string[] = [];
  await writeFileAtomic(file, 'new', {
    async around(renaming) {
      left = (await readdir(folder)).filter((name) => name.startsWith('.'));
      await renaming();
    },
  });
  expect(await readFile(file, 'utf8')).toBe('new');
  expect(left).toEqual([expect.stringMatching(/^\..*\.md\.[0-9a-f]{12}\.tmp$/)]);
  expect(await readdir(folder)).toEqual([path.basename(file)]);
});

test('a file that takes the place of another one has its mode, its group and its owner, as far as that is allowed', async () => {
  const file = path.join(folder, 'note.md');
  await writeFile(file, 'old');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(file, 1000, 1001);
  await chmod(file, 0o664);
  const { uid, gid } = await stat(file);
  await writeFileAtomic(file, 'new', { like: await stat(file) });
  expect(await stat(file)).toMatchObject({ uid, gid, mode: 0o100664 });
  // Nobody but root may give a file away: a group that can't be kept gets nothing in the name of another one.
  if (isRoot) return;
  await writeFileAtomic(file, 'new', { like: { mode: 0o664, uid, gid: 0 } });
  expect(await stat(file)).toMatchObject({ uid, gid, mode: 0o100604 });
});

describe('openLineAppender', () => {
  test('writes lines in the order of the calls, each with its newline', async () => {
    const file = path.join(folder, 'log.jsonl');
    const appender = await openLineAppender(file);
    await Promise.all([appender.append('a'), appender.append('b'), appender.append('c')]);
    await appender.close();
    expect(await readFile(file, 'utf8')).toBe('a\nb\nc\n');
  });

  test('starts a new line after a torn one instead of joining it', async () => {
    const file = path.join(folder, 'log.jsonl');
    await writeFile(file, '{"a":1}\n{"b":');
    const appender = await openLineAppender(file);
    await appender.append('{"c":3}');
    await appender.append('{"d":4}');
    await appender.close();
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n{"b":\n{"c":3}\n{"d":4}\n');
  });

  test('a failed append rejects, and the lane stays usable for the next one', async () => {
    const appender = await openLineAppender(path.join(folder, 'log.jsonl'));
    const tooLong = {
      toString: () => {
        throw new Error('no line');
      },
    } as unknown as string;
    await expect(appender.append(tooLong)).rejects.toThrow('no line');
    await appender.append('next');
    await appender.close();
    expect(await readFile(path.join(folder, 'log.jsonl'), 'utf8')).toBe('next\n');
  });
});

test('a line that could only be written in part is cut off again, and the next one stands whole', async () => {
  const file = path.join(folder, 'full.jsonl');
  const program = `
    import { openLineAppender } from ${JSON.stringify(builtForTests('files'))};
    const appender = await openLineAppender(${JSON.stringify(file)});
    await appender.append('a'.repeat(300));
    const failure = await appender.append('b'.repeat(3000)).then(() => 'none', (error) => error.code);
    await appender.append('c'.repeat(100));
    console.log(failure);`;
  // The process may make no file longer than a kilobyte, or half of one: a write that goes beyond is cut off there.
  const failure = execFileSync(
    'sh',
    ['-c', 'ulimit -f 1; exec "$0" --input-type=module -e "$1"', process.execPath, program],
    { encoding: 'utf8' },
  );
  expect(failure).toBe('EFBIG\n');
  expect(await readFile(file, 'utf8')).toBe(`${'a'.repeat(300)}\n${'c'.repeat(100)}\n`);
});
