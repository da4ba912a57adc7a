import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type Home, program, spawnProgram } from '../support/daemon.ts';
import { openOpenAIApi, type OpenAIApi } from '../support/openai-api.ts';
import { runCommand } from '../support/run-command.ts';

let home: Home;
let file: string;
let api: OpenAIApi | undefined;
beforeEach(() => {
  home = createHome();
  file = path.join(home.folder, 'config.toml');
  rmSync(file);
});
afterEach(async () => {
  await api?.close();
  await home.close();
});

describe('init without a terminal', () => {
  it('writes what was given, with comments, for its owner alone, and tries it', async () => {
    api = await openOpenAIApi(({ body }) =>
      body.tools ? { calls: [{ name: 'report_ready', arguments: {} }] } : 'ready',
    );
    writeFileSync(path.join(home.folder, 'key'), ' sk-canary-123456\n', { mode: 0o600 });
    const { code, stdout, stderr } = await home.run([
      'init',
      ...`--config config.toml --timezone Europe/Berlin --memory my_notes --api-key-file key`.split(' '),
      ...`--model openai/local --base-url ${api.url}/v1 --users 1,22`.split(' '),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const text = readFileSync(file, 'utf8');
    expect(parseToml(text)).toEqual({
      timezone: 'Europe/Berlin',
      memory: { dir: 'my_notes' },
      state: { dir: 'state' },
      provider: { primary: 'openai/local', openai: { base_url: `${api.url}/v1`, api_key: 'sk-canary-123456' } },
      telegram: { allowed_users: [1, 22] },
    });
    expect(text.split('\n').filter((line) => line.startsWith('#')).length).toBeGreaterThan(6);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stdout).toMatch(/ok {7}model: openai\/local answers and calls tools/);
    expect(stdout).not.toContain('canary');
    expect((await home.run(['status'])).stdout).toContain('my_notes');
  });

  it('keeps memory in one home when no place is named, wherever it is called from', async () => {
    const { stdout } = await home.run(['init', '--model', 'offline', '--no-check']);
    const personal = path.join(home.folder, '.config/scrubjay/config.toml');
    expect(stdout).toContain(`Written: ${personal}`);
    expect(stdout).toContain(`Notes: ${path.join(home.folder, 'scrubjay/memory')}`);
    expect((await home.run(['status'])).stdout).toContain(personal);
  });

  it('changes one answer of a configuration that is there, and keeps the rest with its comments, owner and mode', async () => {
    const mine = '# mine\ntimezone = "UTC" # here\n\n[telegram]\n# the family\nallowed_users = [7]\n';
    writeFileSync(file, mine, { mode: 0o640 });
    const { code, stdout } = await home.run(['init', '--timezone', 'Asia/Tokyo', '--no-check']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Saved: ${file}\n`)]);
    expect(readFileSync(file, 'utf8')).toBe(mine.replace('"UTC"', '"Asia/Tokyo"'));
    expect(statSync(file).mode & 0o777).toBe(0o640);
    await home.run(['init', '--api-key-file', '-', '--no-check'], { input: 'sk-canary-new\n' });
    expect(parseToml(readFileSync(file, 'utf8'))).toMatchObject({
      provider: { anthropic: { api_key: 'sk-canary-new' } },
    });
    expect(await home.run(['init', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Say what to change') as string,
    });
  });

  it('does not vouch for a configuration that came with the folder', async () => {
    writeFileSync(file, '[provider.openai]\nbase_url = "https://evil.example/v1"\n', { mode: 0o600 });
    expect(await home.run(['init', '--timezone', 'UTC', '--no-check'])).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('was found in the folder that you are in') as string,
    });
    expect(readFileSync(file, 'utf8')).not.toContain('timezone');
  });

  it('takes a secret from standard input and writes the configuration, and fails, where the model does not answer and a folder can’t be made', async () => {
    const args = ['init', '--model', 'openai/local', '--base-url', 'http://127.0.0.1:9/v1', '--api-key-file', '-'];
    const { code, stdout } = await home.run([...args, '--config', 'config.toml', '--memory', '/dev/null/notes'], {
      input: 'sk-canary-123456\n',
    });
    expect(code).toBe(1);
    expect(stdout).toContain('The configuration is written all the same.');
    expect(stdout).toMatch(/FAILED {3}memory folder: \/dev\/null\/notes: ENOTDIR/);
    expect(stdout).toMatch(/FAILED {3}model: openai\/local: http:\/\/127\.0\.0\.1:9\/v1 can't be reached/);
    expect(readFileSync(file, 'utf8')).toContain('api_key = "sk-canary-123456"');
  });

  it.each([
    [['--timezone', 'Mars/Olympus'], 78, /timezone: got "Mars\/Olympus"/],
    [['--model', 'mystery/x'], 78, /"mystery\/x" is not a model of/],
    [['--base-url', 'http://localhost:1'], 2, /--base-url needs --model/],
    [['--users', '@jay'], 2, /--users takes numeric ids/],
    [['--token-file', '/nowhere'], 2, /--token-file: \/nowhere can't be read/],
    [['--model', 'openai/x', '--api-key-file', '-', '--token-file', '-'], 2, /only one secret/],
  ] as const)('refuses %j and leaves nothing behind', async (args, code, reason) => {
    const run = await runCommand(['init', '--no-check', ...args], home);
    expect(run).toMatchObject({ code, stderr: expect.stringMatching(reason) as string });
    expect(readdirSync(home.folder)).toEqual([]);
  });

  it('refuses an empty standard input as a secret and leaves nothing behind', async () => {
    const args = ['init', '--config', 'config.toml', '--no-check', '--model', 'openai/x', '--api-key-file', '-'];
    expect(await home.run(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('standard input holds no secret') as string,
    });
    expect(readdirSync(home.folder)).toEqual([]);
  });
});

describe.skipIf(!hasScript())('init on a terminal', () => {
  it('asks, shows no secret, and writes the answers', async () => {
    api = await openOpenAIApi(() => 'ready');
    const init = `stty cols 80 rows 24; "${process.execPath}" "${program}" init --no-check --config config.toml`;
    const terminal = spawnProgram('script', ['-qec', init, '/dev/null'], home.folder);
    const answer = async (question: string, keys: string): Promise<void> => {
      await terminal.until(({ stdout }) => stdout.includes(question), question);
      terminal.process.stdin?.write(keys);
    };
    await answer('Which model', '\u001b[A\u001b[A\r');
    await answer('Address of the server', `\u0015${api.url}/v1\r`);
    await answer('Its API key', 'sk-canary-123456\r');
    await answer('Type the address again', '\u001b[C\r');
    await answer('Name of the model', 'my-model\r');
    await answer('Telegram bot token', '\r');
    await answer('Your time zone', '\r');
    await answer('Folder of your notes', '\r');
    await answer('own state', '\r');
    const { code, stdout } = await terminal.finished;
    expect([code, stdout.includes('canary')]).toEqual([0, false]);
    expect(parseToml(readFileSync(file, 'utf8'))).toMatchObject({
      timezone: 'UTC',
      provider: { primary: 'openai/my-model', openai: { base_url: `${api.url}/v1`, api_key: 'sk-canary-123456' } },
    });
  });
});

function hasScript(): boolean {
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
