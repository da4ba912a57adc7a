// The memory folder is gone for a while (moved, its disk not mounted, closed by its permissions), and comes back.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Memory } from '../../src/memory/memory.ts';
import { createVault } from '../../src/memory/vault.ts';
import { createWriter } from '../../src/memory/write/writer.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

let memory: Memory | null = null;
afterEach(async () => {
  await memory?.close();
  memory = null;
});

async function open() {
  const base = mkdtempSync(path.join(tmpdir(), 'scrubjay-away-'));
  const dir = path.join(base, 'notes');
  memory = await openPlainMemory({ dir, indexFile: path.join(base, 'index.sqlite'), watch: true });
  const { search, vault } = memory;
  const writer = createWriter({ vault });
  await writer.appendDaily('2026-11-21', '09:00', 'Anna likes hazelnuts');
  const find = async (words: string): Promise<string[]> => (await search(words)).results.map(({ text }) => text);
  await find('hazelnuts');
  return { base, dir, find, vault, writer };
}

test('a memory folder that is gone is told by its path, nothing is made in its place, and it is used again once it is back', async () => {
  const { base, dir, find, vault, writer } = await open();
  renameSync(dir, `${dir}-elsewhere`);
  await expect(find('hazelnuts')).rejects.toThrow(`The memory folder ${dir} is not there`);
  await expect(writer.appendDaily('2026-11-21', '09:01', 'Bob likes figs')).rejects.toThrow(`${dir} is not there`);
  await expect(vault.get('MEMORY.md')).rejects.toThrow(`${dir} is not there`);
  expect((await vault.longTerm()).problem).toEqual({ kind: 'absent_folder', path: dir, detail: '' });
  expect(existsSync(dir)).toBe(false);
  expect(readdirSync(base).filter((name) => name.startsWith('notes'))).toEqual(['notes-elsewhere']);

  renameSync(`${dir}-elsewhere`, dir);
  expect(await find('hazelnuts')).toHaveLength(1);
  await writer.appendDaily('2026-11-21', '09:02', 'Bob likes figs');
  writeFileSync(path.join(dir, 'by-hand.md'), 'Carl likes plums\n');
  expect(await find('figs')).toHaveLength(1);
  expect(await find('plums')).toHaveLength(1);
});

test('a later start makes no folder in the place of one that is gone', async () => {
  const { base, dir, find } = await open();
  await find('hazelnuts');
  await memory?.close();
  renameSync(dir, `${dir}-elsewhere`);
  memory = await openPlainMemory({ dir, indexFile: path.join(base, 'index.sqlite') });
  await expect(memory.search('hazelnuts')).rejects.toThrow('is not there');
  expect(existsSync(dir)).toBe(false);
  renameSync(`${dir}-elsewhere`, dir);
  expect((await memory.search('hazelnuts')).results).toHaveLength(1);
});

test('what is indexed stays while the memory folder is gone', async () => {
  const { dir, find } = await open();
  renameSync(dir, `${dir}-elsewhere`);
  await expect(find('hazelnuts')).rejects.toThrow('is not there');
  renameSync(`${dir}-elsewhere`, dir);
  expect((await memory?.index())?.removed).toBe(0);
});

test('a folder that takes the place of the memory folder on the same disk is the memory from then on', async () => {
  const { dir, find } = await open();
  renameSync(dir, `${dir}-elsewhere`);
  mkdirSync(dir);
  expect(await find('hazelnuts')).toEqual([]);
  writeFileSync(path.join(dir, 'by-hand.md'), 'Carl likes plums\n');
  expect(await find('plums')).toHaveLength(1);
});

/** Where something of another disk than that of the temporary folders may be made; none on a machine with one disk. */
const otherDisk = ['/dev/shm', '/var/tmp', homedir()].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

test.runIf(otherDisk !== undefined)('below a mount point whose disk is not mounted nothing is written', async () => {
  const base = mkdtempSync(path.join(tmpdir(), 'scrubjay-away-'));
  const disk = mkdtempSync(path.join(otherDisk ?? '', 'scrubjay-away-'));
  const dir = path.join(base, 'notes');
  // A link stands for the mount point: what it names is of another disk before and after.
  symlinkSync(disk, dir);
  const vault = createVault(dir);
  const writer = createWriter({ vault });
  await writer.appendDaily('2026-11-21', '09:00', 'Anna likes hazelnuts');
  unlinkSync(dir);
  mkdirSync(dir);
  await expect(writer.appendDaily('2026-11-21', '09:01', 'Bob likes figs')).rejects.toThrow(`${dir} is not there`);
  expect(readdirSync(dir)).toEqual([]);
  writeFileSync(path.join(dir, 'by-hand.md'), 'Carl likes plums\n');
  expect((await vault.list()).notes.map((note) => note.path)).toEqual(['by-hand.md']);
  rmSync(disk, { recursive: true });
});

// Whoever is root may read every folder.
test.skipIf(process.getuid?.() === 0)(
  'a memory folder that may not be read is told, and is no empty memory',
  async () => {
    const { dir, find } = await open();
    chmodSync(dir, 0o000);
    await expect(find('hazelnuts')).rejects.toThrow('may not be read');
    chmodSync(dir, 0o700);
    expect(await find('hazelnuts')).toHaveLength(1);
  },
);

/** A start with another folder at the place of the memory folder, as where its disk is not mounted. */
async function startOverAnother(names: readonly string[]) {
  const opened = await open();
  const { base, dir } = opened;
  await memory?.close();
  renameSync(dir, `${dir}-elsewhere`);
  mkdirSync(dir);
  for (const name of names) writeFileSync(path.join(dir, name), 'Carl likes plums\n');
  const indexFile = path.join(base, 'index.sqlite');
  memory = await openPlainMemory({ dir, indexFile });
  return { ...opened, indexFile, memory };
}

test.each([[[]], [['by-hand.md']], [['lost+found', '.trash']]])(
  'a start over a folder that holds none of the notes (%j) saves nothing there and forgets nothing, until the notes are back',
  async (names) => {
    const { dir, memory } = await startOverAnother(names);
    const writer = createWriter({ vault: memory.vault });
    await expect(memory.search('hazelnuts')).rejects.toThrow('holds none of the notes that were in it');
    await expect(writer.appendDaily('2026-11-21', '09:01', 'Bob likes figs')).rejects.toThrow(
      'holds none of the notes',
    );
    expect(readdirSync(dir).toSorted()).toEqual([...names].toSorted());
    rmSync(dir, { recursive: true });
    renameSync(`${dir}-elsewhere`, dir);
    expect((await memory.index()).removed).toBe(0);
    expect((await memory.search('hazelnuts')).results).toHaveLength(1);
  },
);

test('without its index a folder with other notes is the memory at the next start', async () => {
  const { dir, indexFile, memory: away } = await startOverAnother(['by-hand.md']);
  await away.close();
  rmSync(indexFile);
  memory = await openPlainMemory({ dir, indexFile });
  expect((await memory.search('plums')).results).toHaveLength(1);
});

test('a folder that was moved, or whose notes were all removed by hand, is known at the next start', async () => {
  const { base, dir } = await open();
  const indexFile = path.join(base, 'index.sqlite');
  await memory?.close();
  cpSync(dir, `${dir}-copy`, { recursive: true });
  rmSync(dir, { recursive: true });
  renameSync(`${dir}-copy`, dir);
  memory = await openPlainMemory({ dir, indexFile });
  expect((await memory.search('hazelnuts')).results).toHaveLength(1);
  await memory.close();
  for (const name of readdirSync(dir)) rmSync(path.join(dir, name));
  memory = await openPlainMemory({ dir, indexFile });
  expect((await memory.search('hazelnuts')).results).toEqual([]);
});
