// Commands in the absence of the memory folder, which was there before: none takes it for a new one, or makes one in its place.
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, createHome } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';

let home: Home;
beforeEach(async () => {
  home = createHome('[memory.embedding]\nmodel = "none"\n');
  await home.run(['ask', 'remember that Anna likes tea']);
  renameSync(home.memory, `${home.memory}-away`);
});
afterEach(() => home.close());

test('a start after the memory folder was moved away makes none in its place, and says what is missing', async () => {
  for (const words of ['what does Anna like?', 'remember that Bob likes figs'])
    expect((await home.run(['ask', words])).stdout).toContain('is not there: it was moved');
  const { checks } = JSON.parse((await runCommand(['doctor', '--fix', '--json'], home)).stdout) as {
    checks: { name: string; status: string; detail: string }[];
  };
  expect(checks.find(({ name }) => name === 'memory folder')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('is not there: it was moved') as string,
  });
  expect(existsSync(home.memory)).toBe(false);
  renameSync(`${home.memory}-away`, home.memory);
  expect((await home.run(['ask', 'what does Anna like?'])).stdout).toContain('Anna likes tea');
});

test('each command that needs the memory says that its folder is not there, ends as failed and changes nothing', async () => {
  const notes = path.join(home.folder, 'other-notes');
  mkdirSync(notes);
  writeFileSync(path.join(notes, 'a.md'), 'Bob likes figs\n');
  for (const args of [
    ['backup', 'copy.backup'],
    ['export', 'copy'],
    ['export', 'copy.tar.gz'],
    ['index'],
    ['index', '--rebuild'],
    ['search', 'tea'],
    ['status'],
    ['consolidate'],
    ['check'],
    ['import', notes],
    ['import', notes, '--dry-run'],
  ]) {
    const { code, stdout, stderr } = await home.run(args);
    const command = args.join(' ');
    expect(`${command}: ${stderr}`).toContain(`The memory folder ${home.memory} is not there: it was moved`);
    expect(`${command}: ${stdout}`).toBe(`${command}: `);
    expect(`${command}: ${code}`).toBe(`${command}: 1`);
  }
  const made = readdirSync(home.folder).filter((name) => name === 'memory' || name.startsWith('copy'));
  expect(made).toEqual([]);
  renameSync(`${home.memory}-away`, home.memory);
  expect((await home.run(['search', 'tea'])).stdout).toContain('Anna likes tea');
});

test('doctor tells of a memory folder that is gone, and makes none, also where the index is damaged', async () => {
  for (const damage of [false, true]) {
    if (damage) writeFileSync(path.join(home.state, 'index.db'), 'no database');
    const { code, stdout } = await home.run(['doctor', '--fix']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED +memory folder: The memory folder .* is not there: it was moved/);
    expect(existsSync(home.memory)).toBe(false);
  }
});

test('over MCP nothing is saved to a folder in the place of one that is gone', async () => {
  const call = (id: number, name: string, args: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: client },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    call(2, 'remember', { text: 'Bob likes figs' }),
    call(3, 'memory_get', { key: 'MEMORY.md' }),
    call(4, 'memory_search', { query: 'tea' }),
  ].map((message) => `${JSON.stringify(message)}\n`);
  const server = home.start({ args: ['mcp', '--write'] });
  server.process.stdin?.write(lines.join(''));
  const isAnswered = (stdout: string): boolean => [2, 3, 4].every((id) => stdout.includes(`"id":${id}`));
  await server.until(({ stdout }) => isAnswered(stdout), 'an answer to each call');
  server.process.stdin?.end();
  const { stdout } = await server.finished;
  expect(stdout.split('is not there: it was moved')).toHaveLength(4);
  expect(existsSync(home.memory)).toBe(false);
});
