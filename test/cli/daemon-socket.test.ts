// Commands beside a running daemon.
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, connectDaemon, openDaemonSocket } from '../../src/app/daemon/daemon-socket.ts';
import { ConfigError, ToolError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import type { SearchAnswer } from '../../src/memory/search.ts';
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

test('every command that reads or changes the state leaves that to the daemon', async () => {
  const daemon = home.start();
  await daemon.ready();
  const run = async (...args: string[]) =>
    await home.run(args, { env: { NODE_OPTIONS: `--import ${noSqlite()}` }, input: '' });
  const kept = await run('ask', 'remember that the plum jam is in the cellar');
  expect(kept).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Saved: the plum jam') as string });
  const status = JSON.parse((await run('status', '--json')).stdout) as Record<string, Record<string, unknown>>;
  expect(status['daemon']).toMatchObject({ pid: daemon.process.pid, channel: 'terminal', isAlive: true });
  expect((await run('status')).stdout).toMatch(/^daemon +running for \d+ s/m);
  expect((await run('consolidate', '--dry-run')).stdout).toContain('(dry run)');
  expect((await run('consolidate')).code).toBe(0);
  expect((await run('undo', '--list')).code).toBe(0);
  expect(await run('pair')).toMatchObject({ code: 1, stderr: expect.stringContaining('no Telegram token') as string });
  expect((await run('unpair')).stdout).toContain('Nobody');
  await daemon.kill('SIGTERM');
  expect((await home.run(['status'])).stdout).toMatch(/^daemon +not running$/m);
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
  const calls = {
    search: ({ query }: { query: string }) =>
      query === 'bad' ? Promise.reject(new ToolError('no such day')) : Promise.resolve({ results: [query] }),
    upper: async ({ text }: { text: string }) => text.toUpperCase(),
    refuse: () => Promise.reject(new ConfigError('state.dir', 'is closed.', 'Open it.')),
    wait: (_given: object, { signal, send }: Caller) =>
      new Promise<string>((resolve) => {
        signal.addEventListener('abort', () => resolve('gone'));
        send('waiting');
      }).then((ended) => ends.push(ended)),
  };
  const ends: string[] = [];
  const connectTo = () => connectDaemon<typeof calls>(home.state);
  beforeEach(() => {
    mkdirSync(home.state, { mode: 0o700 });
  });

  test('is not asked where others could have put it there, and errors keep their kind', async () => {
    const server = await openDaemonSocket(home.state, calls, silentLog);
    const client = await connectTo();
    await expect(client?.call('search', { query: 'bad' })).rejects.toThrow(ToolError);
    await expect(client?.call('refuse', {} as never)).rejects.toThrow(ConfigError);
    await expect(client?.call('search', { query: 'good' })).resolves.toEqual({ results: ['good'] });
    client?.close();
    chmodSync(home.state, 0o755);
    expect(await connectTo()).toBeNull();
    chmodSync(home.state, 0o700);
    chmodSync(path.join(home.state, 'daemon.sock'), 0o666);
    expect(await connectTo()).toBeNull();
    await server?.close();
  });

  test('calls that are made at once are answered each with its own answer', async () => {
    const server = await openDaemonSocket(home.state, calls, silentLog);
    const client = await connectTo();
    const asked = ['one', 'two', 'three'];
    const answers = await Promise.all(asked.map(async (query) => await client?.call('search', { query })));
    expect(answers).toEqual(asked.map((query) => ({ results: [query] })));
    client?.close();
    await server?.close();
  });

  test('the work of a command that has gone away is told to stop', async () => {
    const server = await openDaemonSocket(home.state, calls, silentLog);
    const client = await connectTo();
    const waiting = new Promise((resolve) => {
      client?.call('wait', {}, resolve).catch(() => undefined);
    });
    await waiting;
    client?.close();
    await expect.poll(() => ends).toEqual(['gone']);
    await server?.close();
  });

  test('outlives requests that are none, and one that never ends', async () => {
    const server = await openDaemonSocket(home.state, calls, silentLog);
    const noRequests = [
      'not json',
      'null',
      '7',
      '[]',
      '{}',
      '{"do":"reboot","given":{}}',
      '{"do":"toString","given":{}}',
      '{"do":"search"}',
      '{"do":"search","given":null}',
      '{"do":"search","given":"x"}',
      '{"do":["search"]}',
      // A method that takes another type of field.
      '{"do":"upper","given":{"text":7}}',
    ];
    let said = '';
    const ended = new Promise((resolve) => {
      const socket = connect(path.join(home.state, 'daemon.sock'));
      socket.on('close', resolve).on('error', () => undefined);
      socket.on('data', (part) => {
        said += part.toString();
        if (said.split('\n').length > noRequests.length) socket.write('x'.repeat(5 * 1024 * 1024));
      });
      socket.write(noRequests.map((line) => `${line}\n`).join(''));
    });
    await ended;
    expect(new Set(said.trim().split('\n'))).toEqual(
      new Set([expect.stringMatching(/^\{"error":"The running daemon does not understand.*"kind":"user"\}$/)]),
    );
    const client = await connectTo();
    await expect(client?.call('search', { query: 'good' })).resolves.toEqual({ results: ['good'] });
    client?.close();
    await server?.close();
  });
});
