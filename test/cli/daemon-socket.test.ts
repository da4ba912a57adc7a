// Commands beside a running daemon.
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askDaemon, openDaemonSocket } from '../../src/app/daemon-socket.ts';
import { ToolError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import type { SearchAnswer } from '../../src/memory/memory.ts';
import { type Home, createHome } from '../support/daemon.ts';

let home: Home;
beforeEach(() => {
  home = createHome('[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n');
  mkdirSync(home.memory, { mode: 0o700 });
  writeFileSync(path.join(home.memory, 'garden.md'), '- the plum tree is by the shed\n');
});
afterEach(() => home.close());

test('search and index are answered by the daemon, which alone opens the index', async () => {
  const daemon = home.start();
  await daemon.ready();
  const socket = path.join(home.state, 'daemon.sock');
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  // A configuration under which no command could open an index itself: only the daemon can answer.
  const found = await home.run(['search', 'plum tree', '--json'], { env: { NODE_OPTIONS: `--import ${noSqlite()}` } });
  expect(found).toMatchObject({ code: 0, stderr: '' });
  expect((JSON.parse(found.stdout) as SearchAnswer).results[0]?.text).toContain('by the shed');
  writeFileSync(path.join(home.memory, 'new.md'), '- the quince is by the gate\n');
  const batch = await home.run(['search', '--batch'], { input: 'quince\nplum\n' });
  expect(
    batch.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as SearchAnswer).results[0]?.path),
  ).toEqual(['new.md', 'garden.md']);
  expect(JSON.parse((await home.run(['index', '--json'])).stdout)).toMatchObject({ files: 2 });
  const wrong = await home.run(['search', 'plum', '--since', 'blursday']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('blursday')]);

  await daemon.kill('SIGKILL');
  expect((await home.run(['search', 'plum'])).stdout).toContain('by the shed');
});

/** A module that ends the process when SQLite is loaded. */
function noSqlite(): string {
  const file = path.join(home.folder, 'no-sqlite.mjs');
  writeFileSync(
    file,
    `import { register } from 'node:module';\nregister('data:text/javascript,' + encodeURIComponent(\`export async function resolve(name, context, next) { if (name === 'better-sqlite3') throw new Error('SQLite was loaded'); return next(name, context); }\`));\n`,
  );
  return file;
}

describe('the socket', () => {
  const memory = {
    search: (query: string) =>
      query === 'bad' ? Promise.reject(new ToolError('no such day')) : Promise.resolve({ results: [] } as never),
    index: () => Promise.reject(new Error('not asked for')),
    status: () => Promise.reject(new Error('not asked for')),
  };

  test('is not asked where others could have put it there, and errors keep their kind', async () => {
    mkdirSync(home.state, { mode: 0o700 });
    const server = await openDaemonSocket(home.state, memory, silentLog);
    const client = await askDaemon(home.state);
    await expect(client?.search('bad')).rejects.toThrow(ToolError);
    await expect(client?.search('good')).resolves.toEqual({ results: [] });
    await client?.close();
    chmodSync(home.state, 0o755);
    expect(await askDaemon(home.state)).toBeNull();
    chmodSync(home.state, 0o700);
    chmodSync(path.join(home.state, 'daemon.sock'), 0o666);
    expect(await askDaemon(home.state)).toBeNull();
    await server?.close();
  });

  test('outlives requests that are none, and one that never ends', async () => {
    mkdirSync(home.state, { mode: 0o700 });
    const server = await openDaemonSocket(home.state, memory, silentLog);
    const ended = new Promise((resolve) => {
      const socket = connect(path.join(home.state, 'daemon.sock'));
      socket.on('close', resolve).on('error', () => undefined);
      socket.write('not json\n{"do":"reboot"}\n');
      socket.write('x'.repeat(5 * 1024 * 1024));
    });
    await ended;
    const client = await askDaemon(home.state);
    await expect(client?.search('good')).resolves.toEqual({ results: [] });
    await client?.close();
    await server?.close();
  });
});
