import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDate } from '../../src/base/time/local-time.ts';
import { type Home, createHome, program, spawnProgram } from '../support/daemon.ts';
import { openTelegramApi } from '../support/telegram-api.ts';

const isRoot = process.getuid?.() === 0;

let home: Home;
beforeEach(() => {
  home = createHome('[memory.embedding]\nmodel = "none"');
});
afterEach(() => home.close());

describe('a configuration that is wrong ends the program with 78 and a line that helps', () => {
  it.each([
    ['broken TOML', '[telegram\n', /config\.toml:1:\d+: the TOML is broken: .* Correct line 1\./],
    [
      'an unknown key',
      '[agent]\nmax_tool_round = 3',
      /agent\.max_tool_round: there is no such setting\. Did you mean "max_tool_rounds"\?/,
    ],
    ['a wrong value', '[agent]\nmax_tool_rounds = "x"', /agent\.max_tool_rounds: got "x"\. Give a whole number/],
    ['a memory folder that is a file', '[memory]\ndir = "config.toml"', /memory\.dir: .*config\.toml can't be used/],
    [
      'notes and state in one folder',
      '[memory]\ndir = "state"',
      /memory\.dir: .*state is the folder of state\.dir as well/,
    ],
    [
      'a memory folder that no system makes',
      '[memory]\ndir = "/proc/x/y"',
      /memory\.dir: \/proc\/x\/y can't be used: ENOENT/,
    ],
  ])('%s', async (_, toml, line) => {
    home.configure(toml);
    const { code, stdout, stderr } = await home.run(['start']);
    expect(code).toBe(78);
    expect(stdout).toBe('');
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('a token that Telegram refuses, without trying again', async () => {
    const telegram = await openTelegramApi();
    home.configure(
      `[telegram]\ntoken = "4242:wrong-wrong-wrong-wrong-wrong-wrong-wrong"\napi_root = "${telegram.url}"\nallowed_users = [1]`,
    );
    const { code, stderr } = await home.run(['start']);
    await telegram.close();
    expect(code).toBe(78);
    expect(stderr).toContain('telegram.token');
    expect(telegram.calls.length).toBeLessThanOrEqual(1);
    expect(telegram.calls.filter(({ method }) => method === 'getUpdates')).toEqual([]);
  });
});

describe('notes that are not as they should be', () => {
  it('are named and read as far as they can be; the others answer, and a folder with the name of a note is none', async () => {
    const find = async (query: string): Promise<string[]> => {
      const { code, stdout } = await home.run(['search', query, '--json']);
      expect(code).toBe(0);
      return (JSON.parse(stdout) as { results: { path: string }[] }).results.map((result) => result.path);
    };
    mkdirSync(path.join(home.memory, 'folder.md'), { recursive: true });
    writeFileSync(
      path.join(home.memory, 'latin.md'),
      Buffer.from([...Buffer.from('- the caf'), 0xe9, ...Buffer.from(' opens at nine\n')]),
    );
    writeFileSync(path.join(home.memory, 'closed.md'), '- nobody reads this\n', { mode: 0o000 });
    symlinkSync('loop.md', path.join(home.memory, 'loop.md'));
    writeFileSync(path.join(home.memory, 'good.md'), '- the bakery opens at seven\n');
    expect(await find('when does the bakery open')).toContain('good.md');
    // Of the damaged note the words around the damage are found.
    expect(await find('opens at nine')).toContain('latin.md');
    // Root reads every file, whatever its mode.
    expect(await find('nobody reads this')).toEqual(isRoot ? ['closed.md'] : []);
    const status = await home.run(['status', '--json']);
    const { memory } = JSON.parse(status.stdout) as { memory: { warnings: string[] } };
    expect(memory.warnings.map((warning) => warning.replace(/;.*|\. It is.*/, '.')).toSorted()).toEqual([
      ...(isRoot ? [] : ['I may not read closed.md.']),
      'latin.md holds some bytes that are not text.',
      'loop.md is not a regular file and is skipped.',
    ]);
  });

  it('are named by the command that needs them, without a stack', async () => {
    home.configure('[provider.anthropic]\napi_key = "local"\nbase_url = "http://127.0.0.1:9"\n');
    mkdirSync(home.memory);
    writeFileSync(path.join(home.memory, 'MEMORY.md'), Buffer.alloc(9_000_000, 'a'));
    writeFileSync(path.join(home.memory, '2024-01-02.md'), '- the bakery opens at seven\n');
    const { code, stderr } = await home.run(['consolidate', '--dry-run']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'scrubjay: MEMORY.md is too large to read (9 MB).\n' });
  });

  it('are no reason to stop where there is no memory folder at all: it is made', async () => {
    home.configure('timezone = "Pacific/Kiritimati"\n[memory]\ndir = "not/yet/there"');
    const today = (): string => `${localDate(new Date(), 'Pacific/Kiritimati')}.md`;
    const before = today();
    const { code, stdout } = await home.run(['ask', 'remember that I like tea']);
    expect(code).toBe(0);
    expect(stdout).toContain('Saved: I like tea');
    const made = path.join(home.folder, 'not/yet/there');
    const notes = home.filesHolding('I like tea').filter((file) => path.dirname(file) === made);
    expect(notes).toHaveLength(1);
    // Two days where midnight passes while it is saved.
    expect([before, today()]).toContain(path.basename(notes[0] ?? ''));
  });
});

it('a program of which a file has gone says so and ends', async () => {
  const dist = path.dirname(program);
  const copy = path.join(home.folder, 'dist');
  cpSync(dist, copy, { recursive: true, filter: (file) => !/^redact-.*\.cjs$/.test(path.basename(file)) });
  const { finished, process: child } = spawnProgram(process.execPath, [path.join(copy, 'main.js'), 'nosuch'], copy);
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const { code, stderr } = await finished;
  clearTimeout(timer);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'scrubjay: the files of the program are missing or were replaced while it ran. Start it again.\n',
  });
});

describe('without a network', () => {
  it('waits for Telegram, says so, works when it comes, and can be stopped while it waits', async () => {
    const telegram = await openTelegramApi();
    await telegram.down();
    home.configure(`[telegram]\ntoken = "${telegram.token}"\napi_root = "${telegram.url}"\nallowed_users = [7]`);
    const daemon = home.start();
    await daemon.until(({ stderr }) => stderr.includes('can not be reached'), 'a word about the network');
    expect(daemon.stderr()).not.toContain('"msg":"ready"');
    await telegram.up();
    await daemon.ready();
    await telegram.down();
    expect((await daemon.kill('SIGTERM')).code).toBe(0);

    const waiting = home.start();
    await waiting.until(({ stderr }) => stderr.includes('can not be reached'), 'a word about the network');
    expect((await waiting.kill('SIGTERM')).code).toBe(0);
    await telegram.close();
  });
});
