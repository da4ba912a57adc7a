import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importPath } from '../../src/cli/import/import-path.ts';
import { removeLeftovers } from '../../src/memory/leftovers.ts';
import { createHome, type Home, program } from '../support/daemon.ts';
import { buildZip } from '../support/zip.ts';

const kills = Number(process.env.SCRUBJAY_RANDOM_KILLS ?? 3);

let home: Home;
beforeEach(() => {
  home = createHome('timezone = "UTC"\n[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n');
});
afterEach(() => home.close());

const filesOfMemory = (): string[] =>
  existsSync(home.memory)
    ? readdirSync(home.memory, { recursive: true, withFileTypes: true, encoding: 'utf8' })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(path.relative(home.memory, entry.parentPath), entry.name))
    : [];

/** The command, killed as soon as the memory folder has so many files. */
async function importUntil(archive: string, count: number): Promise<void> {
  const child = spawn(process.execPath, [program, 'import', archive], { cwd: home.folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && filesOfMemory().length < count) await delay(5);
  child.kill('SIGKILL');
  await ended;
}

test('an import that is killed again and again is completed by the next: nothing is lost, doubled or left over', async () => {
  const notes = Array.from({ length: 300 }, (_, i) => ({
    name: `folder ${i % 3}/${i}.md`,
    bytes: `Note ${i} shows ![[${i % 20}.png]]\n`,
  }));
  const pictures = Array.from({ length: 20 }, (_, i) => ({ name: `${i}.png`, bytes: `picture ${i}` }));
  const archive = path.join(home.folder, 'notes.zip');
  writeFileSync(archive, buildZip([...notes, ...pictures]));

  const whole = notes.length + pictures.length;
  for (let kill = 1; kill <= kills; kill += 1) await importUntil(archive, Math.ceil((whole * kill) / (kills + 1)));
  const before = new Set(filesOfMemory());
  const { added, known, skipped } = await importPath(archive, {
    memoryDir: home.memory,
    timezone: 'UTC',
    dryRun: false,
    screen: null,
  });

  expect(skipped).toEqual([]);
  expect(added.length + known).toBe(whole);
  expect(added.filter((name) => before.has(name))).toEqual([]);
  await removeLeftovers(home.memory, new Date(Date.now() + 24 * 60 * 60_000));
  expect(filesOfMemory().toSorted()).toEqual([...notes, ...pictures].map(({ name }) => name).toSorted());
  for (const { name, bytes } of [...notes, ...pictures])
    expect(readFileSync(path.join(home.memory, name), 'utf8')).toBe(bytes);
});
