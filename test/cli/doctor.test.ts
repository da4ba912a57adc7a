import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkOwnership } from '../../src/cli/doctor/ownership.ts';
import { checkNode } from '../../src/cli/doctor/parts.ts';
import { checkTelegram } from '../../src/cli/telegram-check.ts';
import { advice } from '../../src/cli/model-check.ts';
import { loadConfig } from '../../src/config.ts';
import { type Home, createHome } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';

interface Report {
  ok: boolean;
  checks: { name: string; status: string; detail: string; fixable?: boolean }[];
}

let home: Home;
beforeEach(() => {
  home = createHome('[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n');
  mkdirSync(home.memory, { mode: 0o700 });
  writeFileSync(path.join(home.memory, 'tea.md'), '- tea is green\n');
});
afterEach(() => home.close());

const doctor = async (...args: string[]): Promise<Report> =>
  JSON.parse((await runCommand(['doctor', '--json', ...args], home)).stdout) as Report;

const statusOf = ({ checks }: Report, name: string): string[] =>
  checks.filter((check) => check.name === name).map(({ status }) => status);

test('every subject is looked at, and all is well in a new home', async () => {
  const report = JSON.parse((await home.run(['doctor', '--json'])).stdout) as Report;
  expect(report.ok).toBe(true);
  expect(report.checks.map(({ name }) => name).join(', ')).toBe(
    'node, sqlite, configuration, time zone, clock, memory folder, state folder, modes, disk, temporary files, watches, index, ' +
      'embedding model, conversations, messages, model, telegram, service, ownership',
  );
});

test.each([
  ['that came with the installation is closed to others by the first start', ['README.txt'], 0o700],
  ['with something of the person in it keeps its mode', ['README.txt', 'tea.md'], 0o755],
])('a memory folder %s', async (_, names, mode) => {
  rmSync(home.memory, { recursive: true });
  mkdirSync(home.memory);
  chmodSync(home.memory, 0o755);
  for (const name of names) writeFileSync(path.join(home.memory, name), 'x\n');
  await runCommand(['index'], home);
  expect(statSync(home.memory).mode & 0o777).toBe(mode);
  expect(statusOf(await doctor(), 'memory folder')).toEqual([mode === 0o700 ? 'ok' : 'warning']);
  chmodSync(home.memory, 0o750);
  await runCommand(['index'], home);
  expect(statSync(home.memory).mode & 0o777).toBe(0o750);
});

test('what would end a start is a warning of `status`', async () => {
  home.configure(
    '[agent]\npersona_file = "persona.md"\n[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n',
  );
  expect((await home.run(['start'])).code).toBe(78);
  expect((await runCommand(['status'], home)).stdout).toMatch(
    /^warning +Scrubjay can't be started: agent\.persona_file: .*persona\.md can't be read/mu,
  );
  writeFileSync(path.join(home.folder, 'persona.md'), 'You are Pim.');
  expect((await runCommand(['status'], home)).stdout).not.toContain("can't be started");
});

test('a program for voice messages that can’t be found is told, before the first one comes', async () => {
  const voice = (program: string) =>
    home.configure(
      `[telegram]\nvoice_command = [${JSON.stringify(program)}, "{file}"]\n[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n`,
    );
  voice('no-such-whisper');
  expect((await doctor()).checks).toContainEqual(
    expect.objectContaining({
      name: 'voice',
      status: 'failed',
      detail: expect.stringContaining('no-such-whisper') as string,
    }),
  );
  voice(home.folder);
  expect(statusOf(await doctor(), 'voice')).toEqual(['failed']);
  voice('node');
  expect(statusOf(await doctor(), 'voice')).toEqual(['ok']);
  voice(process.execPath);
  expect(statusOf(await doctor(), 'voice')).toEqual(['ok']);
});

test('a vendor’s own host that can’t be reached is a matter of the network, one of your own of its server', () => {
  const result = { outcome: 'network', detail: 'ENOTFOUND', tookMs: 1 } as const;
  expect(advice(result, 'anthropic', 'https://api.anthropic.com')).toMatch(/network.*DNS/u);
  expect(advice(result, 'anthropic', 'http://localhost:9')).toMatch(/base_url, and that the server runs/u);
});

test('a persona file that a start would refuse fails here too, and one that is cut is told of', async () => {
  const file = path.join(home.folder, 'persona.md');
  home.configure('[agent]\npersona_file = "persona.md"\n[memory.embedding]\nmodel = "none"\n');
  expect(statusOf(await doctor(), 'persona')).toEqual(['failed']);
  writeFileSync(file, '  \n');
  expect(statusOf(await doctor(), 'persona')).toEqual(['failed']);
  writeFileSync(file, 'You are Pim. '.repeat(1_000));
  expect(statusOf(await doctor(), 'persona')).toEqual(['warning']);
  writeFileSync(file, 'You are Pim.');
  expect(statusOf(await doctor(), 'persona')).toEqual(['ok']);
});

test('a Node.js under which the SQLite library can end the program is told of', () => {
  expect(checkNode('v24.21.0')).toMatchObject({ status: 'warning', detail: expect.stringContaining('20.19 or 22') });
  for (const version of ['v20.19.0', 'v22.12.0']) expect(checkNode(version).status).toBe('ok');
});

test('--fix mends modes, leftovers, a drifted index and a damaged one, and says what it did', async () => {
  await runCommand(['index'], home);
  const leftover = path.join(home.memory, '.tea.md.0123456789ab.tmp');
  writeFileSync(leftover, 'half');
  utimesSync(leftover, new Date(0), new Date(0));
  chmodSync(home.memory, 0o755);
  chmodSync(path.join(home.state, 'index.db'), 0o644);
  chmodSync(path.join(home.folder, 'config.toml'), 0o644);
  const db = new Database(path.join(home.state, 'index.db'));
  db.exec(`INSERT INTO file (path, signature, read_at_ms, hash) VALUES ('gone.md', 'x', 0, 'x')`);
  db.close();
  const sick = await doctor();
  const names = ['configuration', 'memory folder', 'modes', 'temporary files'];
  for (const name of names) expect(statusOf(sick, name)).toEqual(['warning']);
  const mended = await doctor('--fix');
  for (const name of names) expect(statusOf(mended, name)).toEqual(['fixed']);
  expect(mended.ok).toBe(true);
  expect(readdirSync(home.memory)).toEqual(['tea.md']);
  expect(statSync(home.memory).mode & 0o777).toBe(0o700);
  writeFileSync(path.join(home.state, 'index.db'), Buffer.alloc(65_536, 'x'));
  const damaged = await doctor('--fix');
  expect(damaged.checks).toContainEqual({
    name: 'index',
    status: 'fixed',
    detail: expect.stringContaining('made anew: 1 file') as string,
  });
  expect(statusOf(await doctor(), 'index')).toEqual(['ok']);
});

test('a damaged conversation and a renamed queue are named', async () => {
  await home.run(['ask', 'remember that I like tea']);
  const folder = path.join(home.state, 'sessions');
  const [session = ''] = readdirSync(folder);
  const file = path.join(folder, session);
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"type":"mess\n{"type":"usage"}\n`);
  writeFileSync(path.join(home.state, 'queue.db.corrupt-2026-01-01'), '');
  expect((await runCommand(['status'], home)).stdout).toMatch(/^warning .*queue\.db\.corrupt-2026-01-01 was damaged/m);
  writeFileSync(path.join(home.state, 'queue.db'), 'garbage '.repeat(1000));
  const report = await doctor();
  expect(statusOf(report, 'conversations')).toEqual(['warning']);
  expect(statusOf(report, 'messages')).toEqual(['failed', 'warning']);
  const damaged = report.checks.find(({ status }) => status === 'failed')?.detail;
  expect(damaged).toContain('queue.db is damaged (file is not a database). Stop Scrubjay and restore a backup');
});

describe.skipIf(process.getuid?.() !== 0)('whose files they are', () => {
  test('what root left in another user’s state is given back, and links are never followed', () => {
    const config = loadConfig(path.join(home.folder, 'config.toml'));
    mkdirSync(home.state, { recursive: true });
    writeFileSync(path.join(home.state, 'queue.db'), '');
    const outside = path.join(home.folder, 'outside');
    writeFileSync(outside, '');
    rmSync(path.join(home.memory, 'tea.md'));
    symlinkSync(outside, path.join(home.memory, 'link.md'));
    for (const place of [home.state, home.memory]) chownSync(place, 65_534, 65_534);
    const [check] = checkOwnership(config);
    expect(check).toMatchObject({ status: 'failed', detail: expect.stringContaining('queue.db') as string });
    expect(check?.fix?.()).toContain('1 file given to user 65534');
    expect(statSync(path.join(home.state, 'queue.db')).uid).toBe(65_534);
    expect(statSync(outside).uid).toBe(0);
    expect(checkOwnership(config)[0]?.status).toBe('ok');
  });
});

test('a second program that polls the same bot is found', async () => {
  let conflicts = 1;
  const server = createServer((request, response) => {
    const isPoll = request.url?.includes('getUpdates') === true;
    const isConflict = isPoll && conflicts-- > 0;
    response
      .writeHead(isConflict ? 409 : 200)
      .end(JSON.stringify({ ok: !isConflict, result: isPoll ? [] : { username: 'jay' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home.configure(
    `[telegram]\ntoken = "1:abcdefghijklmnopqrstuvwxyzabcdefghijkl"\napi_root = "${url}"\nallowed_users = [7]\n`,
  );
  const config = loadConfig(path.join(home.folder, 'config.toml'));
  expect(await checkTelegram(config)).toEqual([
    { name: 'telegram', status: 'ok', detail: '@jay, 1 allowed, nobody paired' },
    { name: 'polling', status: 'failed', detail: expect.stringContaining('Another program') as string },
  ]);
  expect((await checkTelegram(config))[1]?.status).toBe('ok');
  server.close();
});
