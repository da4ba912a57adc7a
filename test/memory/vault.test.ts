import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderLockName } from '../../src/base/files/folder-lock.ts';
import { removeLeftovers } from '../../src/memory/leftovers.ts';
import { maxNoteBytes } from '../../src/memory/listing.ts';
import { createVault, type Vault } from '../../src/memory/vault.ts';
import { VaultWatch } from '../../src/memory/watch.ts';
import { race, swaps } from '../support/path-races.ts';
import { propertyRuns } from '../support/property-runs.ts';

const secret = 'the password is hunter2';
let base: string;
let dir: string;
let vault: Vault;

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'vault-'));
  dir = path.join(base, 'memory');
  await mkdir(path.join(dir, 'people'), { recursive: true });
  await mkdir(path.join(base, 'memory-other'));
  for (const outside of ['secret.md', 'memory-other/secret.md', 'MEMORY.md'])
    await writeFile(path.join(base, outside), secret);
  await writeFile(path.join(dir, 'MEMORY.md'), '# Memory\n\n- Likes tea\n');
  await writeFile(path.join(dir, 'people/anna.md'), '- Anna\n');
  vault = createVault(dir);
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** What the model would see, whether result or error. */
const ask = (key: string) => vault.get(key).catch((error: Error) => error.message);

describe('memory_get', () => {
  it('gives the long-term memory as it is, and nothing where there is none yet', async () => {
    expect(await vault.get('MEMORY.md')).toBe('# Memory\n\n- Likes tea\n');
    await rm(path.join(dir, 'MEMORY.md'));
    expect(await vault.get('MEMORY.md')).toBe('');
    await rm(dir, { recursive: true });
    expect(await createVault(dir).get('MEMORY.md')).toBe('');
  });

  it('gives a day by its date, and says so when there is none', async () => {
    await writeFile(path.join(dir, '2026-02-12.md'), '# 2026-02-12\n');
    expect(await vault.get('2026-02-12')).toBe('# 2026-02-12\n');
    expect(await vault.get('2026-02-13')).toBe('No daily file for 2026-02-13');
  });

  it('gives any other note by its path', async () => {
    expect(await vault.get('people/anna.md')).toBe('- Anna\n');
  });

  it('finds a note whose name is stored decomposed', async () => {
    await writeFile(path.join(dir, 'Müller.md'.normalize('NFD')), 'x');
    expect(await vault.get('Müller.md'.normalize('NFC'))).toBe('x');
  });

  it('refuses anything else in the words the model knows', async () => {
    for (const key of ['x', 'people', 'none.md', '', '..', '/etc/passwd'])
      await expect(vault.get(key)).rejects.toThrow(`Unknown memory key: ${key}. Use 'MEMORY.md' or 'YYYY-MM-DD'.`);
  });

  it('gives a long note in pages, each saying how to get the next, that together are the note', async () => {
    const lines = Array.from({ length: 1001 }, (_, i) => `- line ${i + 1} ${'x'.repeat(i % 90)}`);
    await writeFile(path.join(dir, 'long.md'), `${lines.join('\n')}\n`);
    const seen: string[] = [];
    let from = 1;
    for (;;) {
      const text = await vault.get('long.md', { from });
      const shown = text.split('\n');
      const next = /^\[Showing lines \d+-\d+ of 1001\. Use from=(\d+) to continue\.\]$/.exec(shown.at(-1) ?? '');
      seen.push(...(next ? shown.slice(0, -1) : shown));
      if (!next) break;
      from = Number(next[1]);
    }
    expect(seen).toEqual(lines);
    expect(await vault.get('long.md', { from: 7, lines: 2 })).toBe(
      `${lines[6]}\n${lines[7]}\n[Showing lines 7-8 of 1001. Use from=9 to continue.]`,
    );
    expect(await vault.get('long.md', { from: 2000 })).toContain('1001 lines');
  });

  it('keeps the long-term memory unambiguous beside a memory.md', async () => {
    await writeFile(path.join(dir, 'memory.md'), 'other');
    const { notes, problems } = await vault.list();
    expect(notes.map((note) => note.path)).toEqual(['MEMORY.md', 'people/anna.md']);
    expect(problems).toEqual([{ kind: 'other_spelling', path: 'memory.md', detail: 'MEMORY.md' }]);
    expect(await vault.get('memory.md')).toContain('Likes tea');
    await rm(path.join(dir, 'MEMORY.md'));
    expect(await vault.get('MEMORY.md')).toBe('other');
  });
});

describe('the gate', () => {
  it('lets no byte out through links of any kind', async () => {
    await symlink(path.join(base, 'secret.md'), path.join(dir, 'link.md'));
    await symlink(path.join(base, 'secret.md'), path.join(dir, '2026-01-01.md'));
    await symlink(path.join(base, 'memory-other'), path.join(dir, 'folder'));
    await symlink('loop.md', path.join(dir, 'loop.md'));
    for (const key of ['link.md', '2026-01-01', 'folder/secret.md', 'loop.md', 'people/../../secret.md']) {
      expect(await ask(key)).not.toContain(secret);
      expect(await vault.read(key)).toBeNull();
    }
    expect(await vault.resolve('folder/new.md')).toBeNull();
    await rm(path.join(dir, 'MEMORY.md'));
    await symlink(path.join(base, 'secret.md'), path.join(dir, 'MEMORY.md'));
    expect(await ask('MEMORY.md')).not.toContain(secret);
  });

  it('lets no byte out for any path at all', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        '/',
        '\\',
        'memory',
        'people',
        'secret.md',
        'MEMORY.md',
        '\0',
        '..',
        '．．',
        '／',
        '∕',
        '‥',
        '․․',
        '%2e%2e',
        'C:',
        '~',
        'memory-other',
        '...',
      ),
      fc.string({ maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 6 }),
        fc.constantFrom('/', '\\', '／', ''),
        fc.boolean(),
        async (parts, slash, absolute) => {
          const key = (absolute ? `${base}/` : '') + parts.join(slash);
          expect(await ask(key)).not.toContain(secret);
          const file = await vault.resolve(key);
          expect(file === null || file.startsWith(dir + path.sep)).toBe(true);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it.each(swaps)('lets no byte out or in while another process swaps a %s for a link again and again', async (what) => {
    // A write of a note that comes and goes waits for it to rest.
    const races = await race(what, what === 'file' ? 8 : 30);
    expect(races).toMatchObject({ readOutside: 0, writtenOutside: 0 });
  });

  it('says where a new note would be', async () => {
    expect(await vault.resolve('2026-03-01.md')).toBe(path.join(dir, '2026-03-01.md'));
    expect(await vault.resolve('new/topic.md')).toBe(path.join(dir, 'new/topic.md'));
    for (const name of ['../x.md', '.git/x.md', 'x.txt', '/x.md', 'people', 'a\\b.md'])
      expect(await vault.resolve(name)).toBeNull();
  });
});

describe('the long-term memory', () => {
  it('is its text, or empty where there is none yet', async () => {
    expect(await vault.longTerm()).toEqual({ text: '# Memory\n\n- Likes tea\n', problem: null });
    await rm(path.join(dir, 'MEMORY.md'));
    expect(await vault.longTerm()).toEqual({ text: '', problem: null });
    await rm(dir, { recursive: true });
    expect(await createVault(dir).longTerm()).toEqual({ text: '', problem: null });
  });

  it('is that of the last write, also when it is asked for all the time', async () => {
    const file = path.join(dir, 'MEMORY.md');
    for (let i = 0; i < 20; i += 1) {
      // As long as the one before, with the same time of change: first in its place, then as another file.
      const text = `# Memory\n\n- Likes ${String(i).padStart(3)}\n`;
      const { atime, mtime } = await stat(file);
      await writeFile(i % 2 === 0 ? file : `${file}.new`, text);
      if (i % 2 === 1) await rename(`${file}.new`, file);
      await utimes(file, atime, mtime);
      expect(await vault.longTerm()).toEqual({ text, problem: null });
      await delay(i % 4 === 0 ? 150 : 0);
      for (let asked = 0; asked < 3; asked += 1) expect(await vault.longTerm()).toEqual({ text, problem: null });
    }
    await chmod(file, 0o600);
    await rename(file, path.join(dir, 'other.md'));
    expect(await vault.longTerm()).toEqual({ text: '', problem: null });
  });

  it('that can not be read is said, and not thrown', async () => {
    await truncate(path.join(dir, 'MEMORY.md'), 9_000_000);
    expect(await vault.longTerm()).toEqual({
      text: '',
      problem: { kind: 'too_large', path: 'MEMORY.md', detail: '9' },
    });
    await rm(path.join(dir, 'MEMORY.md'));
    const special = { text: '', problem: { kind: 'irregular', path: 'MEMORY.md', detail: '' } };
    await mkdir(path.join(dir, 'MEMORY.md'));
    expect(await vault.longTerm()).toEqual(special);
    await rm(path.join(dir, 'MEMORY.md'), { recursive: true });
    execFileSync('mkfifo', [path.join(dir, 'MEMORY.md')]);
    expect(await vault.longTerm()).toEqual(special);
    await rm(path.join(dir, 'MEMORY.md'));
    await symlink(path.join(base, 'secret.md'), path.join(dir, 'MEMORY.md'));
    expect(await vault.longTerm()).toEqual(special);
    await rm(dir, { recursive: true });
    await writeFile(dir, 'no folder');
    expect(await vault.longTerm()).toEqual({ text: '', problem: { kind: 'no_folder', path: dir, detail: '' } });
  });
});

describe('what broken-off writes left', () => {
  const leftover = (name: string) => `.${name}.0123456789ab.tmp`;

  it('is removed when it is old, and nothing else is', async () => {
    const old = [
      leftover('MEMORY.md'),
      `people/${leftover('anna.md')}`,
      `people/${leftover('anna.jpeg')}`,
      folderLockName,
      leftover('scrubjay-lock'),
    ];
    const kept = [
      `people/${leftover('new.md')}`,
      // A program that runs has just made it.
      `people/${folderLockName}`,
      '.MEMORY.md.swp',
      '.x.0123456789ab.tmp',
      'notes.md.0123456789ab.tmp',
      '.MEMORY.md.tmp',
    ];
    const now = Date.now();
    for (const name of [...old, ...kept]) {
      await writeFile(path.join(dir, name), 'x');
      if (!name.includes('new.md') && name !== `people/${folderLockName}`)
        await utimes(path.join(dir, name), now / 1000 - 3600, now / 1000 - 3600);
    }
    await mkdir(path.join(dir, leftover('folder.md')));
    await symlink(base, path.join(dir, 'link'));
    expect(await removeLeftovers(dir, new Date(now))).toBe(old.length);
    for (const name of old) expect(existsSync(path.join(dir, name))).toBe(false);
    for (const name of [...kept, leftover('folder.md')]) expect(existsSync(path.join(dir, name))).toBe(true);
  });
});

describe('the listing', () => {
  it('takes README.md for a note like any other', async () => {
    await mkdir(path.join(dir, 'house'));
    for (const name of ['README.md', 'house/README.md']) await writeFile(path.join(dir, name), '# How to\n');
    const names = (await createVault(dir).list()).notes.map((note) => note.path);
    expect(names).toEqual(expect.arrayContaining(['README.md', 'house/README.md']));
  });

  it('takes the notes and passes over pipes, folders named like notes, loops, hidden and huge files', async () => {
    await mkdir(path.join(dir, 'x.md'));
    await mkdir(path.join(dir, '.obsidian'));
    await writeFile(path.join(dir, '.obsidian/y.md'), '');
    await writeFile(path.join(dir, '.hidden.md'), '');
    await writeFile(path.join(dir, 'image.png'), '');
    await symlink('.', path.join(dir, 'loop'));
    execFileSync('mkfifo', [path.join(dir, 'pipe.md')]);
    await writeFile(path.join(dir, 'huge.md'), '');
    await truncate(path.join(dir, 'huge.md'), 200_000_000);
    const { notes, problems } = await vault.list();
    expect(notes.map((note) => note.path)).toEqual(['MEMORY.md', 'people/anna.md']);
    expect(problems).toEqual(
      expect.arrayContaining([
        { kind: 'irregular', path: 'pipe.md', detail: '' },
        { kind: 'too_large', path: 'huge.md', detail: '200' },
      ]),
    );
    await expect(vault.get('huge.md')).rejects.toThrow('too large');
    expect(await vault.read('pipe.md')).toBeNull();
    expect(maxNoteBytes).toBeLessThan(200_000_000);
    expect(existsSync(path.join(dir, 'loop'))).toBe(true);
  });

  it.each([
    ['a line break', 'line\nbreak.md'],
    ['a backslash', 'notes\\2026.md'],
    ['a letter that is read as a slash', 'notes\uff0f2026.md'],
    ['bytes that are no UTF-8', Buffer.from('m\xfcller.md', 'latin1')],
  ])('names a note that cannot be read for its name: %s', async (_, name) => {
    await writeFile(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(name)]), 'x\n');
    const shown = typeof name === 'string' ? name : 'm\ufffdller.md';
    const { notes, problems } = await vault.list();
    expect(notes.map((note) => note.path)).toEqual(['MEMORY.md', 'people/anna.md']);
    expect(problems).toEqual([{ kind: 'bad_name', path: shown, detail: '' }]);
    await rm(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(name)]));
    expect((await vault.list()).problems).toEqual([]);
  });

  it('sees every note that comes and goes, also in a folder that it has already read', async () => {
    const names = async () => (await vault.list()).notes.map((note) => note.path);
    await mkdir(path.join(dir, 'deep/er'), { recursive: true });
    for (let i = 0; i < 30; i += 1) {
      const name = ['a.md', 'people/b.md', 'deep/er/c.md'][i % 3] ?? '';
      await writeFile(path.join(dir, name), `${i}`);
      expect(await names()).toContain(name);
      await rm(path.join(dir, name));
      expect(await names()).not.toContain(name);
    }
    // Old enough that its stamp is trusted.
    await delay(150);
    await vault.list();
    await writeFile(path.join(dir, 'deep/er/late.md'), 'x');
    expect(await names()).toContain('deep/er/late.md');
    await rename(path.join(dir, 'deep'), path.join(dir, 'moved'));
    expect(await names()).toEqual(['MEMORY.md', 'moved/er/late.md', 'people/anna.md']);
  });

  it('reads a folder once, however many of its notes went', async () => {
    class CountingWatch extends VaultWatch {
      folders: string[] = [];
      override add(...[folder, full, stat]: Parameters<VaultWatch['add']>): void {
        this.folders.push(folder);
        super.add(folder, full, stat);
      }
    }
    const watch = new CountingWatch(() => undefined);
    const watched = createVault(dir, watch);
    for (let i = 0; i < 50; i += 1) await writeFile(path.join(dir, `people/${i}.md`), `${i}`);
    await watched.list();
    watch.folders = [];
    for (let i = 0; i < 50; i += 1) await rm(path.join(dir, `people/${i}.md`));
    expect((await watched.list()).notes.map((note) => note.path)).toEqual(['MEMORY.md', 'people/anna.md']);
    expect(watch.folders.filter((folder) => folder === 'people')).toHaveLength(1);
    watch.close();
  });

  it('is empty where there is no folder', async () => {
    expect(await createVault(path.join(base, 'none')).list()).toEqual({ notes: [], problems: [] });
  });

  it('gives a changed note another signature, also when its time and size stay', async () => {
    const file = path.join(dir, 'people/anna.md');
    const before = (await vault.list()).notes.find((note) => note.path === 'people/anna.md');
    await writeFile(path.join(dir, 'new.tmp'), '- Bert\n');
    execFileSync('touch', ['-r', file, path.join(dir, 'new.tmp')]);
    await rename(path.join(dir, 'new.tmp'), file);
    const after = (await vault.list()).notes.find((note) => note.path === 'people/anna.md');
    expect(after?.sizeBytes).toBe(before?.sizeBytes);
    expect(after?.signature).not.toBe(before?.signature);
  });
});
