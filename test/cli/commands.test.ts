import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRebuildFolder } from '../../src/memory/index/rebuild-folder.ts';
import { type Home, createHome, program, spawnProgram } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'scrubjay-cache-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** A command that loads the model takes a second more: only what is about vectors has one. */
const withoutModel = '[memory.embedding]\nmodel = "none"\n';
const withModel = (): void => home.configure('');

let home: Home;
beforeEach(() => {
  home = createHome(withoutModel);
  // The model is written once into the cache; that takes longer than all else here.
  mkdirSync(home.state);
  symlinkSync(cache, path.join(home.state, 'cache'));
  mkdirSync(home.memory);
  writeFileSync(
    path.join(home.memory, 'garden.md'),
    '# Garden\n\n- the apple tree was planted in 2019\n- tomatoes need water every evening\n',
  );
});
afterEach(() => home.close());

/** Most of what the commands print is seen without a process for each: that each ends by itself is seen all over the tests. */
const json = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], home);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('what the commands print', () => {
  it('check: the lines that contradict each other, until one of both is marked as past', async () => {
    const older = path.join(home.memory, '2026-03-02.md');
    writeFileSync(older, '# 2026-03-02\n\n- 09:10 My dentist is Dr. Weber\n- 11:00 the gym closes at 21:00\n');
    writeFileSync(path.join(home.memory, '2026-09-14.md'), '# 2026-09-14\n\n- 08:30 My dentist is Dr. Kim\n');
    expect((await runCommand(['check'], home)).stdout).toBe(
      '2026-09-14.md#L3: My dentist is Dr. Kim\n  but 2026-03-02.md#L3: My dentist is Dr. Weber\n\n' +
        'One contradiction. Where a line is no longer true, write until when: "My dentist is Dr. Weber (until 2026-09-14)".\n',
    );
    writeFileSync(older, '# 2026-03-02\n\n- 09:10 My dentist is Dr. Weber (until 2026-09-14)\n');
    expect(await json('check')).toEqual({ contradictions: [], skipped: [] });
  });

  it('ask: the reply, its messages, the session, the tool calls and the usage', async () => {
    const ask = async (...args: string[]): Promise<Record<string, unknown>> => {
      const { code, stdout, stderr } = await home.run(['ask', ...args, '--json']);
      expect({ code, stderr, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, stderr: '', lines: 1 });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const answer = await ask('remember that I like tea');
    expect(Object.keys(answer).sort()).toEqual(['commands', 'messages', 'reply', 'sessionId', 'toolCalls', 'usage']);
    expect(answer['reply']).toContain('Saved: I like tea');
    expect(answer['messages']).toEqual([answer['reply']]);
    expect(answer['toolCalls']).toEqual([{ name: 'remember', input: { text: 'I like tea' }, isError: false }]);
    expect(answer['sessionId']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await ask('what do I like?'))['sessionId']).toBe(answer['sessionId']);
    expect((await ask('what do I like?', '--new'))['sessionId']).not.toBe(answer['sessionId']);
  });

  it('search: results with path, lines, score and text', async () => {
    const { results, mode, pendingVectors, tookMs } = await json('search', 'apple tree');
    expect(results).toEqual([
      {
        path: 'garden.md',
        startLine: expect.any(Number),
        endLine: expect.any(Number),
        score: expect.any(Number),
        text: expect.stringContaining('planted in 2019'),
      },
    ]);
    expect(['hybrid', 'keyword']).toContain(mode);
    expect([typeof pendingVectors, typeof tookMs]).toEqual(['number', 'number']);
  });

  it('search: no escape sequence of a note, a name or a query reaches the terminal', async () => {
    const hostile = 'pear \u001b]52;c;ZXZpbA==\u0007\u001b]0;title\u0007\u009b31m\u009d0;x\u009c\u007f\rtree';
    writeFileSync(path.join(home.memory, 'pears.md'), `- ${hostile}\n`);
    const shown = await runCommand(['search', 'pear tree'], home);
    expect(shown.stdout).toContain('pear');
    const { stdout: asJson } = await runCommand(['search', 'pear tree', '--json'], home);
    const said = await home.run(['import', `no\u001b]0;title\u0007such\u009b2J`]);
    for (const text of [shown.stdout, asJson, said.stderr, (await home.run(['ask', 'where is the pear tree?'])).stdout])
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect((JSON.parse(asJson) as { results: { text: string }[] }).results[0]?.text).toContain('\u001b]52;');
  });

  it('search: answers by words at once where nothing is embedded and much would have to be, and does not start the model for it', async () => {
    withModel();
    rmSync(path.join(home.state, 'cache'));
    writeFileSync(
      path.join(home.memory, 'long.md'),
      Array.from({ length: 400 }, (_, i) => `- entry${i} of a long list\n`).join(''),
    );
    expect(await json('search', 'entry17')).toMatchObject({
      mode: 'keyword',
      pendingVectors: expect.any(Number),
      results: [{ path: 'long.md' }],
    });
    expect(existsSync(path.join(home.state, 'cache'))).toBe(false);
    expect((await runCommand(['search', 'entry17'], home)).stdout).toMatch(
      /\(Found by words only as yet: 4\d\d chunks; `scrubjay index` makes the vectors\)\n$/,
    );
  });

  it('doctor and status: a model that is not there, and an index that is being built anew', async () => {
    home.configure('[memory]\nembedding = { model = "some-model", base_url = "http://127.0.0.1:9/v1" }');
    const { ok, checks } = await json('doctor');
    expect(ok).toBe(true);
    expect(checks).toContainEqual({
      name: 'embedding model',
      status: 'warning',
      detail: expect.stringMatching(/some-model.*cannot be reached.*found by their words/),
    });
    expect(checks).toContainEqual({
      name: 'index',
      status: 'ok',
      detail: expect.stringMatching(/keyword.*not embedded yet.*scrubjay index/),
    });
    const rebuild = openRebuildFolder(path.join(home.state, 'index.db'));
    expect((await runCommand(['status'], home)).stdout).toMatch(/^warning .*being built anew/m);
    rebuild.remove();
    expect((await runCommand(['status'], home)).stdout).not.toContain('being built anew');
  });

  it('index: a model that is not there is told in one line, and words are still found', async () => {
    home.configure('[memory]\nembedding = { model = "some-model", base_url = "http://127.0.0.1:9/v1" }');
    const { code, stderr } = await home.run(['index', '--json']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^scrubjay: .*some-model.*found by their words\.\n$/);
    expect(await json('search', 'apple')).toMatchObject({ mode: 'keyword', results: [{ path: 'garden.md' }] });
  });

  it('search --batch: one document a line, also for a blank query', async () => {
    const { code, stdout } = await home.run(['search', '--batch'], { input: 'apple tree\n\nwhat needs water\n' });
    expect(code).toBe(0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { results: { text: string }[] });
    expect(answers).toHaveLength(3);
    expect(answers[1]?.results).toEqual([]);
    expect(answers[2]?.results[0]?.text).toContain('tomatoes');
  });

  it('index: counts and times, with every vector there afterwards; `search` makes those that are missing; --rebuild does it all again', async () => {
    withModel();
    const first = await json('index');
    expect(Object.keys(first).sort()).toEqual(['chunks', 'embedMs', 'embedded', 'files', 'removed', 'tookMs']);
    expect(first).toMatchObject({ files: 1, embedded: first['chunks'] });
    writeFileSync(path.join(home.memory, 'late.md'), '- something else entirely\n');
    // With the process: it ends only when the vectors are made.
    expect((await home.run(['search', 'something else entirely'])).code).toBe(0);
    expect(await json('index')).toMatchObject({ embedded: 0 });
    expect(await json('index', '--rebuild')).toMatchObject({ files: 2, chunks: Number(first['chunks']) + 1 });
    expect((await json('search', 'apple tree'))['pendingVectors']).toBe(0);
  });

  it('doctor: every check with its status, and 1 when one fails', async () => {
    const { ok, checks } = await json('doctor');
    expect(ok).toBe(true);
    expect((checks as { name: string }[]).map((check) => check.name)).toEqual(
      expect.arrayContaining(['configuration', 'memory folder', 'index', 'model', 'telegram']),
    );
    home.configure('[telegram]\ntoken = "1:abcdefghijklmnopqrstuvwxyzabcdefghijkl"\napi_root = "http://127.0.0.1:9"');
    const { code, stdout } = await runCommand(['doctor'], home);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED {3}telegram: .*can't be reached/);
  });

  it('status: what is known and how it is set up', async () => {
    expect(await json('status')).toMatchObject({
      memory: { files: 1, dir: home.memory },
      provider: 'anthropic/claude-sonnet-5-5',
      channel: 'terminal',
      messages: { waiting: 0, givenUp: 0, toDeliver: 0, undelivered: 0 },
    });
  });
});

describe('chat', () => {
  it('beside a program that has the terminal is refused with what to do, and leaves that alone', async () => {
    const first = spawnProgram(process.execPath, [program, 'start'], home.folder);
    try {
      await expect.poll(() => existsSync(path.join(home.state, 'terminal.lock.pid')), { timeout: 20_000 }).toBe(true);
      const { code, stderr } = await home.run(['chat']);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /talks on a terminal \(process \d+\).*leave it there first.*`scrubjay ask "…"` asks one question beside it/,
      );
      const asked = await home.run(['ask', 'hello']);
      expect(asked.code).toBe(0);
    } finally {
      await first.kill('SIGTERM');
    }
  });
});

describe('the command line', () => {
  it('helps, in general and for a command, and knows its version', async () => {
    const { stdout } = await home.run(['--help']);
    for (const name of [
      'start',
      'chat',
      'ask',
      'search',
      'index',
      'status',
      'init',
      'import',
      'export',
      'mcp',
      'doctor',
    ])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect((await home.run(['search', '--help'])).stdout).toMatch(/--batch .*one query a line/);
    const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect((await home.run(['--version'])).stdout).toBe(`${version}\n`);
  });

  it.each([
    [['serach', 'x'], 'there is no command "serach". Did you mean search?'],
    [['search', '--lmit', '3', 'x'], 'there is no option --lmit. Did you mean --limit?'],
    [['search', 'x', '--limit', 'many'], '--limit takes a whole number from 1 to 1000, got "many"'],
    [['ask'], 'usage: scrubjay ask "text" [options]'],
  ])('refuses %j with 2 and what was meant', async (args, line) => {
    const { code, stdout, stderr } = await home.run(args);
    expect(stderr).toContain(line);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  it.each([
    [['search'], 'give either a query in quotes or --batch'],
    [['search', 'x', '--since', 'someday'], 'Not a date: someday. Use YYYY-MM-DD, or words such as "last week".'],
    [['search', 'x', '--until', '2026-02-30'], 'Not a date: 2026-02-30. Use YYYY-MM-DD, or words such as "last week".'],
    [['ask', '  '], 'the message is empty'],
    [['backup', 'x.age', '--encrypt', 'age1xx'], '--encrypt takes an age recipient'],
  ])('counts %j as wrong use too', async (args, line) => {
    const { code, stdout, stderr } = await runCommand(args, home);
    expect(stderr).toContain(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('takes the configuration before the command as well', async () => {
    writeFileSync(path.join(home.folder, 'other.toml'), 'timezone = "Asia/Tokyo"');
    expect(JSON.parse((await home.run(['--config', 'other.toml', 'status', '--json'])).stdout)).toMatchObject({
      timezone: 'Asia/Tokyo',
    });
    expect((await home.run(['--config', 'nowhere.toml', 'status'])).code).toBe(78);
  });
});

describe('what is told to be run next', () => {
  it('is a command as this one was called: here by the path of the program in a checkout', async () => {
    mkdirSync(path.join(home.folder, 'dist'));
    symlinkSync(program, path.join(home.folder, 'dist', 'main.js'));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['dist/main.js', ...args], {
        cwd: home.folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: home.folder },
      });
    expect(run('start', '--help').stdout).toContain('Usage: node dist/main.js [start]');
    expect(run('ask').stderr).toContain('usage: node dist/main.js ask');
    expect((await home.run(['ask'])).stderr).toContain('usage: scrubjay ask');
    expect((await runCommand(['init', '--pair'], home)).stderr).toMatch(
      /is there already.*scrubjay pair\. .*scrubjay install-service\./u,
    );
  });
});

describe('/private', () => {
  it('is refused where the program ends with its answer, and the talk after it is an ordinary one', async () => {
    const { stdout, code } = await home.run(['ask', '/private']);
    expect({ stdout, code }).toMatchObject({ stdout: expect.stringContaining('scrubjay chat') as string, code: 0 });
    expect(stdout).not.toMatch(/private from here on|Telegram|provider/u);
  });

  it('begins where a daemon keeps it, and names only those who read it', async () => {
    home.configure('[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n');
    const daemon = home.start();
    await daemon.ready();
    const { stdout } = await home.run(['ask', '/private']);
    expect(stdout).toContain('private from here on');
    expect(stdout).not.toMatch(/Telegram|provider/u);
  });
});
