import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configToml } from '../../src/cli/config-text.ts';
import { createHome, type Home, program } from '../support/daemon.ts';
import { openOpenAIApi, type OpenAIApi } from '../support/openai-api.ts';

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
  it('writes what was given, for its owner alone, and tries it', async () => {
    api = await openOpenAIApi(({ body }) =>
      body.tools ? { calls: [{ name: 'report_ready', arguments: {} }] } : 'ready',
    );
    const { code, stdout, stderr } = await home.run([
      'init',
      '--timezone',
      'Europe/Berlin',
      '--memory',
      'my notes',
      '--model',
      'openai/local',
      '--base-url',
      `${api.url}/v1`,
      '--users',
      '1, 22',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(
      `# Written by \`scrubjay init\`. Every other setting with its default: config.example.toml.\ntimezone = "Europe/Berlin"\n\n[memory]\ndir = "my notes"\n\n[provider]\nprimary = "openai/local"\n\n[provider.openai]\nbase_url = "${api.url}/v1"\n\n[telegram]\nallowed_users = [1, 22]\n`,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stdout).toMatch(/ok {7}model: openai\/local answers and calls tools/);
    expect(readdirSync(home.folder)).toEqual(['.config', 'config.toml']);
    expect((await home.run(['status'])).stdout).toContain('my notes');
  });

  it('writes the configuration also where the model does not answer, and can be told not to try', async () => {
    const failing = await home.run(['init', '--model', 'openai/local', '--base-url', 'http://127.0.0.1:9/v1']);
    expect(failing).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /FAILED {3}model: openai\/local: http:\/\/127\.0\.0\.1:9\/v1 can't be reached/,
      ) as string,
    });
    expect(existsSync(file)).toBe(true);
    rmSync(file);
    expect(
      (await home.run(['init', '--no-check', '--model', 'openai/local', '--base-url', 'http://127.0.0.1:9/v1'])).stdout,
    ).not.toContain('model:');
  });

  it('overwrites nothing', async () => {
    writeFileSync(file, '# mine\n');
    expect(await home.run(['init', '--model', 'offline'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already and stays as it is') as string,
    });
    expect(readFileSync(file, 'utf8')).toBe('# mine\n');
  });

  it.each([
    [['--timezone', 'Mars/Olympus'], 78, /timezone: got "Mars\/Olympus"/],
    [['--model', 'mystery/x'], 78, /"mystery\/x" is not a model of/],
    [['--base-url', 'http://localhost:1'], 2, /--base-url needs --model/],
    [['--users', '@jay'], 2, /--users takes numeric ids/],
  ] as const)('refuses %j and leaves nothing behind', async (args, code, reason) => {
    const run = await home.run(['init', '--no-check', ...args]);
    expect(run).toMatchObject({ code, stderr: expect.stringMatching(reason) as string });
    expect(readdirSync(home.folder)).toEqual([]);
  });

  it('writes TOML for any words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const toml = parseToml(configToml({ timezone: 'UTC', memory: words, apiKey: words, model: 'openai/x' }));
        expect(toml).toMatchObject({
          memory: { dir: words },
          provider: { primary: 'openai/x', openai: { api_key: words } },
        });
      }),
    );
  });
});

describe.skipIf(!hasScript())('init on a terminal', () => {
  it('asks for the model and the keys, shows no key, and writes them', () => {
    // Down twice and Enter chooses Gemini; then the key, no token.
    const keys = String.raw`sleep 1.5; printf '\033[B\033[B\r'; sleep 0.7; printf 'sk-canary-123456\r'; sleep 0.7; printf '\r'; sleep 1`;
    const shown = execFileSync(
      'sh',
      ['-c', `(${keys}) | script -qec '"${process.execPath}" "${program}" init --no-check' /dev/null`],
      {
        cwd: home.folder,
        env: { PATH: process.env['PATH'], HOME: home.folder, TERM: 'xterm', XDG_CONFIG_HOME: '/nonexistent' },
        encoding: 'utf8',
      },
    );
    expect(shown).not.toContain('canary');
    expect(parseToml(readFileSync(file, 'utf8'))).toMatchObject({
      provider: { primary: 'google/gemini-3-pro', google: { api_key: 'sk-canary-123456' } },
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
