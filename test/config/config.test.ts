import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { isSameOrIn } from '../../src/base/files/real-place.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { noteOwnConfig } from '../../src/config/found-config.ts';
import { pricesWith } from '../../src/models/prices.ts';
import { mutantsOf, seed } from '../support/mutants.ts';
import { propertyRuns } from '../support/property-runs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bare = { XDG_CONFIG_HOME: '/nonexistent' };

function load(toml: string, env: NodeJS.ProcessEnv = bare): Config {
  writeFileSync(path.join(folder, 'config.toml'), toml);
  return loadConfig(path.join(folder, 'config.toml'), env, folder);
}

function refusal(toml: string, env?: NodeJS.ProcessEnv): ConfigError {
  try {
    load(toml, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('where the configuration comes from', () => {
  it('is all defaults where there is no file, with one home wherever it is called from', () => {
    const config = loadConfig(undefined, { ...bare, HOME: '/home/pia' }, folder);
    expect(config.file).toBeNull();
    expect(config.memory.dir).toBe('/home/pia/scrubjay/memory');
    expect(config.state.dir).toBe('/home/pia/scrubjay/state');
    writeFileSync(path.join(folder, 'package.json'), '{"name": "scrubjay"}');
    expect(loadConfig(undefined, { ...bare, HOME: '/home/pia' }, folder).memory.dir).toBe(path.join(folder, 'memory'));
    expect(config.provider.primary).toBe('anthropic/claude-sonnet-5-5');
    expect(config.telegram.token).toBeNull();
    expect(config.session.idle_reset).toBe(4 * 3_600_000);
  });

  it('prefers the given file, then $SCRUBJAY_CONFIG, then the working folder, then the user folder', () => {
    const write = (name: string, zone: string) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), `timezone = "${zone}"`);
      return path.join(folder, name);
    };
    const xdg = { XDG_CONFIG_HOME: path.join(folder, 'xdg') };
    write('xdg/scrubjay/config.toml', 'Asia/Tokyo');
    expect(loadConfig(undefined, xdg, folder).timezone).toBe('Asia/Tokyo');
    write('config.toml', 'Europe/Paris');
    expect(loadConfig(undefined, xdg, folder).timezone).toBe('Europe/Paris');
    const env = { ...xdg, SCRUBJAY_CONFIG: write('other/env.toml', 'Africa/Lagos') };
    expect(loadConfig(undefined, env, folder).timezone).toBe('Africa/Lagos');
    expect(loadConfig(write('given.toml', 'America/Lima'), env, folder).timezone).toBe('America/Lima');
    expect(loadConfig(undefined, env, folder).memory.dir).toBe(path.join(folder, 'other', 'memory'));
  });

  it('refuses a named file that is not there, rather than run with defaults', () => {
    expect(() => loadConfig('nope.toml', bare, folder)).toThrow(/nope\.toml: there is no such file/);
    expect(() => loadConfig(undefined, { ...bare, SCRUBJAY_CONFIG: 'gone.toml' }, folder)).toThrow(ConfigError);
  });

  it('cannot be changed after it is loaded', () => {
    const config = load('');
    expect(() => Object.assign(config.agent, { max_tool_rounds: 99 })).toThrow(TypeError);
    expect(() => config.telegram.allowed_users.push(1)).toThrow(TypeError);
  });
});

describe('the example file', () => {
  const example = readFileSync(path.resolve(import.meta.dirname, '../../config.example.toml'), 'utf8');

  it('parses to the defaults', () => {
    const { file: _file, prices, ...fromExample } = load(example);
    const { file: _none, prices: _no, ...defaults } = load('');
    expect(fromExample).toEqual(defaults);
    expect(pricesWith(prices)).toEqual(pricesWith({}));
  });

  it('still parses with its commented settings switched on', () => {
    const config = load(example.replaceAll(/^# (\w+ = )/gm, '$1'));
    expect(config.budget).toEqual({ daily_usd: 2, monthly_usd: 30 });
    expect(config.timezone).toBe('Europe/Berlin');
  });
});

describe('prices', () => {
  it('are given by name, and what is left out of the cache costs what others do', () => {
    const { prices } = load(
      '[prices."openai/gpt-9"]\ninput = 1\noutput = 4\n[prices."anthropic/claude-opus-5"]\ninput = 6\noutput = 30\ncache_read = 0.6\ncache_write = 7.5',
    );
    expect(prices['openai/gpt-9']).toEqual({ input: 1, output: 4, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1.6 });
    expect(prices['anthropic/claude-opus-5']).toEqual({
      input: 6,
      output: 30,
      cacheRead: 0.6,
      cacheWrite5m: 7.5,
      cacheWrite1h: 12,
    });
  });
});

describe('what is refused', () => {
  it('says the line of broken TOML and shows nothing of it', () => {
    const error = refusal('timezone = "UTC"\n[telegram\ntoken = "123456:secret-secret-secret"');
    expect(error.message).toMatch(/config\.toml:2:\d+: the TOML is broken: .* Correct line 2\.$/);
    expect(error.message).not.toContain('secret-secret');
  });

  it.each([
    ['[agent]\nmax_tool_round = 3', 'agent.max_tool_round: there is no such setting. Did you mean "max_tool_rounds"?'],
    ['[telegrm]\ntoken = "x"', 'telegrm: there is no such setting. Did you mean "telegram"?'],
    [
      'allowed_users = [1]',
      'allowed_users: there is no such setting. Did you mean "telegram.allowed_users"? A key belongs under its [section].',
    ],
    ['[budget]\nfrobnicate = 1', 'budget.frobnicate: there is no such setting. Known here: daily_usd, monthly_usd.'],
    [
      '[agent]\nmax_tool_rounds = "ten"',
      'agent.max_tool_rounds: got "ten". Give a whole number from 1 to 1000, such as 10.',
    ],
    ['[agent]\nmax_tool_rounds = 0', 'agent.max_tool_rounds: got 0. Give a whole number from 1 to 1000, such as 10.'],
    ['[agent]\nreply_mode = "loud"', 'agent.reply_mode: got "loud". Give "auto" or "tool".'],
    ['timezone = "Mars/Olympus"', 'timezone: got "Mars/Olympus". Give an IANA time zone, such as "Europe/Berlin".'],
    [
      '[session]\nidle_reset = "four hours"',
      'session.idle_reset: got "four hours". Give a duration such as "90s", "30m", "4h" or "7d", not 0.',
    ],
    [
      '[consolidation]\nschedule = "every day"',
      'consolidation.schedule: got "every day". Give a cron expression of five fields, such as "0 4 * * *", or "off".',
    ],
    ['[provider]\nprimary = "gpt-5"', 'provider.primary: got "gpt-5". Give a model as "provider/name"'],
    [
      '[telegram]\nallowed_users = ["@jay"]',
      'telegram.allowed_users.0: got "@jay". Give a list of numeric Telegram user ids',
    ],
    ['[telegram]\napi_root = "localhost"', 'telegram.api_root: got "localhost". Give a URL'],
    [
      '[telegram]\nquiet_hours = "10pm-7am"',
      'telegram.quiet_hours: got "10pm-7am". Give two different times of day such as "22:00-07:30"',
    ],
    [
      '[telegram]\nvoice_command = ["whisper-cli"]',
      'telegram.voice_command: got ["whisper-cli"]. Give a program and its arguments, one of them "{file}"',
    ],
    [
      '[provider.openai]\ncontext_tokens = 4096',
      'provider.openai.context_tokens: got 4096. Give what the server gives its model, a whole number from 8192',
    ],
    ['[session]\nidle_reset = "99999999999d"', 'session.idle_reset: got "99999999999d". Give a duration such as'],
    ['[memory]\ndir = "a\\u0000b"', 'memory.dir: got "a\\u0000b". Give the path of a folder, in quotes'],
    [
      '[session]\nidle_reset = "0s"',
      'session.idle_reset: got "0s". Give a duration such as "90s", "30m", "4h" or "7d", not 0.',
    ],
    ['[telegram]\nvoice_timeout = "0.1ms"', 'telegram.voice_timeout: got "0.1ms". Give a duration such as'],
    [
      '[telegram]\nquiet_hours = "22:00-22:00"',
      'telegram.quiet_hours: got "22:00-22:00". Give two different times of day',
    ],
    ['[budget]\ndaily_usd = inf', 'budget.daily_usd: got inf. Give an amount in US dollars'],
    ['[budget]\ndaily_usd = -inf', 'budget.daily_usd: got -inf. Give an amount in US dollars'],
    ['[agent]\nmax_tool_rounds = nan', 'agent.max_tool_rounds: got nan. Give a whole number'],
    ['[memory]\ndir = "/"', 'memory.dir: got "/". Give the path of a folder, in quotes; not "/".'],
    ['agent = 3', 'agent: got 3. Make it a section: [agent].'],
    ['[budget]\ndaily_usd = -1', 'budget.daily_usd: got -1. Give an amount in US dollars'],
    [
      '[prices."openai/gpt-9"]\ninput = "2"\noutput = 1',
      'prices.openai/gpt-9.input: got "2". Give US dollars per million tokens',
    ],
    [
      '[prices."openai/gpt-9"]\ninput = 2',
      'prices.openai/gpt-9.output: got nothing. Give US dollars per million tokens',
    ],
    [
      '[prices."openai/gpt-9"]\ninput = 2\noutput = 1\ncache_reads = 1',
      'prices.openai/gpt-9.cache_reads: there is no such setting. Did you mean "cache_read"?',
    ],
    ['[prices.gpt-9]\ninput = 2\noutput = 1', 'prices.gpt-9: got {"input":2,"output":1}. Give one section a model'],
  ])('refuses %j with the key, the value and what to do', (toml, expected) => {
    expect(refusal(toml).message).toContain(expected);
  });

  it('never shows the refused value of a secret', () => {
    const error = refusal('[telegram]\ntoken = 123456789012');
    expect(error.message).toBe(
      'telegram.token: this value is not accepted. Give the secret in quotes, or {env = "TELEGRAM_BOT_TOKEN"}, or {file = "PATH"}.',
    );
  });
});

describe('the folders of notes and state', () => {
  const dirs = (memory: string, state: string): string =>
    `[memory]\ndir = ${JSON.stringify(memory)}\n[state]\ndir = ${JSON.stringify(state)}`;

  it.each([
    [
      'the same',
      'state',
      'state',
      /^memory\.dir: .*state is the folder of state\.dir as well.*Give each a folder of its own/,
    ],
    ['the same by a detour', 'state/../state/', './state', /as well/],
    ['notes in the state', 'state/notes', 'state', /^memory\.dir: .*notes lies in state\.dir.*move the folder out of/],
    ['state in the notes', '.', '.state', /^state\.dir: .*\.state lies in memory\.dir.*a backup would hold it twice/],
    ['notes behind a link into the state', 'link/deep', 'state', /lies in state\.dir/],
    ['a link to the state', 'link', 'state', /as well/],
  ])('are refused where they are %s', (_, memory, state, expected) => {
    mkdirSync(path.join(folder, 'state'));
    symlinkSync('state', path.join(folder, 'link'));
    expect(refusal(dirs(memory, state)).message).toMatch(expected);
  });

  it('are taken where they lie beside each other, by a name with the same beginning too', () => {
    for (const [memory, state] of [
      ['memory', 'state'],
      ['state-notes', 'state'],
      ['..notes', 'state'],
      ['State', 'state'],
    ] as const)
      expect(load(dirs(memory, state)).memory.dir).toBe(path.join(folder, memory));
  });

  it('are one for a disk that does not tell their spellings apart', () => {
    const at = (name: string): string => path.join(folder, name);
    expect(isSameOrIn(at('State'), at('state/notes'), { folds: true })).toBe(true);
    expect(isSameOrIn(at('State'), at('state/notes'), { folds: false })).toBe(false);
  });
});

describe('secrets', () => {
  it('are taken as a value, from the environment, or from a file beside the configuration', () => {
    writeFileSync(path.join(folder, 'key.txt'), '  from-a-file\n');
    const config = load(
      '[telegram]\ntoken = "as-a-value"\n[provider.openai]\napi_key = {env = "MY_KEY"}\n[provider.google]\napi_key = {file = "key.txt"}',
      {
        ...bare,
        MY_KEY: 'from-the-environment',
      },
    );
    expect(config.telegram.token).toBe('as-a-value');
    expect(config.provider.openai.api_key).toBe('from-the-environment');
    expect(config.provider.google.api_key).toBe('from-a-file');
    expect(config.secrets).toEqual(expect.arrayContaining(['as-a-value', 'from-the-environment', 'from-a-file']));
  });

  it('come from the usual variables without being named, and an unset one is not given', () => {
    expect(load('', { ...bare, ANTHROPIC_API_KEY: 'key', TELEGRAM_BOT_TOKEN: ' ' })).toMatchObject({
      provider: { anthropic: { api_key: 'key' } },
      telegram: { token: null },
    });
  });

  it.each(['telegram-token', 'telegram.token', 'TELEGRAM_BOT_TOKEN'])(
    "come from systemd's credentials as %s",
    (name) => {
      writeFileSync(path.join(folder, name), 'a-credential\n');
      expect(load('', { ...bare, CREDENTIALS_DIRECTORY: folder }).telegram.token).toBe('a-credential');
      expect(load('[telegram]\ntoken = "explicit"', { ...bare, CREDENTIALS_DIRECTORY: folder }).telegram.token).toBe(
        'explicit',
      );
    },
  );

  it('refuse to start when their file cannot be read', () => {
    const error = refusal('[telegram]\ntoken = {file = "missing.txt"}');
    expect(error.message).toMatch(
      /^telegram\.token: the secret cannot be read from .*missing\.txt: ENOENT.* Make the file/,
    );
  });
});

describe('the model host', () => {
  it('is taken from $ANTHROPIC_BASE_URL unless the file names another', () => {
    const env = { ...bare, ANTHROPIC_BASE_URL: 'http://localhost:8080/' };
    expect(load('', env).provider.anthropic.base_url).toBe('http://localhost:8080');
    expect(load('[provider.anthropic]\nbase_url = "http://example.test"', env).provider.anthropic.base_url).toBe(
      'http://example.test',
    );
    expect(load('').provider.anthropic.base_url).toBe('https://api.anthropic.com');
  });
});

describe('an address', () => {
  const refused = 'ftp://a.test https://api.anthropic.com@a.test https://name:password@a.test http:// a.test'.split(
    ' ',
  );

  it.each(refused)('is refused as %s wherever it is given, and its password is not shown', (url) => {
    const give = 'Give a URL that begins with http:// or https:// and holds no name and password';
    for (const setting of ['provider.openai.base_url', 'memory.embedding.base_url']) {
      const error = refusal(`${setting} = "${url}"`);
      expect(error.field).toBe(setting);
      expect(error.message).not.toContain('password@');
    }
    expect(refusal(`provider.openai.base_url = "${url}"`).message).toContain(give);
    const env = { ...bare, ANTHROPIC_BASE_URL: url };
    expect(() => load('', env)).toThrow('provider.anthropic.base_url: $ANTHROPIC_BASE_URL holds no usable URL.');
  });
});

describe('a file that cannot be read', () => {
  it('is refused as text in another encoding', () => {
    writeFileSync(path.join(folder, 'latin.toml'), Buffer.from([0x23, 0xe4, 0x0a]));
    expect(() => loadConfig('latin.toml', bare, folder)).toThrow(/cannot be read: .*UTF-8/);
  });

  it.skipIf(process.getuid?.() === 0)('is refused where permission is missing', () => {
    const file = path.join(folder, 'closed.toml');
    writeFileSync(file, '');
    chmodSync(file, 0);
    expect(() => loadConfig(file, bare, folder)).toThrow(/EACCES/);
  });
});

describe('a configuration that is not one’s own', () => {
  const evil = '[provider.anthropic]\nbase_url = "https://elsewhere.test"\n';

  it.each([
    [
      'the file',
      () => chmodSync(path.join(folder, 'config.toml'), 0o646),
      /config\.toml: other users may write this file/,
    ],
    ['its folder', () => chmodSync(folder, 0o777), /other users may write this folder \(mode 777\).* Run: chmod go-w/],
  ])('is refused where others may write %s', (_what, open, expected) => {
    writeFileSync(path.join(folder, 'config.toml'), evil);
    open();
    expect(() => loadConfig(undefined, bare, folder)).toThrow(expected);
    expect(() => loadConfig(path.join(folder, 'config.toml'), bare, '/')).toThrow(ConfigError);
  });

  it.skipIf(process.getuid?.() !== 0)('is refused where the file or its folder belongs to another user', () => {
    writeFileSync(path.join(folder, 'config.toml'), evil);
    chownSync(path.join(folder, 'config.toml'), 65_534, 65_534);
    expect(() => loadConfig(undefined, bare, folder)).toThrow(
      /config\.toml: this file belongs to another user \(65534\)/,
    );
    chownSync(path.join(folder, 'config.toml'), 0, 0);
    chownSync(folder, 65_534, 65_534);
    expect(() => loadConfig(undefined, bare, folder)).toThrow(/this folder belongs to another user/);
  });

  it('is not read through a link out of a folder that is one’s own', () => {
    const open = path.join(folder, 'open');
    mkdirSync(open);
    writeFileSync(path.join(open, 'real.toml'), evil);
    chmodSync(open, 0o777);
    symlinkSync(path.join(open, 'real.toml'), path.join(folder, 'config.toml'));
    expect(() => loadConfig(undefined, bare, folder)).toThrow(/other users may write this folder/);
  });

  it('does not hang on a pipe', () => {
    execFileSync('mkfifo', [path.join(folder, 'config.toml')]);
    expect(() => loadConfig(undefined, bare, folder)).toThrow(/not a regular file/);
  });
});

describe('a config.toml that was found in the working folder', () => {
  const own = (): NodeJS.ProcessEnv => ({ XDG_CONFIG_HOME: path.join(folder, 'home') });
  const find = (toml: string, env = own()): Config => {
    writeFileSync(path.join(folder, 'config.toml'), toml);
    return loadConfig(undefined, { ...env, ANTHROPIC_API_KEY: 'of-the-environment' }, folder);
  };
  const key = 'api_key = {env = "ANTHROPIC_API_KEY"}';

  it.each([
    ['a host with a key of the environment', `[provider.anthropic]\nbase_url = "https://elsewhere.test"\n${key}`],
    [
      'a host with any file',
      '[provider.openai]\nbase_url = "https://elsewhere.test"\napi_key = {file = "/etc/passwd"}',
    ],
    ['this machine with a key of the environment', `[provider.anthropic]\nbase_url = "http://127.0.0.1:8080"\n${key}`],
    [
      'the private network with any file',
      '[provider.openai]\nbase_url = "http://10.1.2.3/v1"\napi_key = {file = "config.toml"}',
    ],
    [
      'an embedding server of the private network with a key',
      '[memory.embedding]\nmodel = "m"\nbase_url = "http://192.168.0.9/v1"\napi_key = {env = "ANTHROPIC_API_KEY"}',
    ],
    [
      'a Telegram of the private network with a token of the environment',
      '[telegram]\napi_root = "http://172.16.0.1"\ntoken = {env = "TELEGRAM_BOT_TOKEN"}',
    ],
    [
      'a file from elsewhere for the private network',
      '[provider.openai]\nbase_url = "http://10.1.2.3/v1"\n[agent]\npersona_file = "/etc/hostname"',
    ],
    [
      'the token of a bot in a file beside it',
      '[memory]\ndir = "../notes"\n[telegram]\ntoken = {file = "config.toml"}',
    ],
    ['a host without a key', '[provider.google]\nbase_url = "https://google.com.elsewhere.test"'],
    ['a host that looks like an address', '[provider.openai]\nbase_url = "http://10.0.0.1.elsewhere.test/v1"'],
    ['an embedding server', '[memory.embedding]\nmodel = "m"\nbase_url = "https://elsewhere.test/v1"'],
    ['a server for Telegram', '[telegram]\ntoken = "1:a"\napi_root = "https://elsewhere.test"'],
    ['a program for a bot of its own', '[telegram]\ntoken = "1:a"\nvoice_command = ["sh", "-c", "id", "{file}"]'],
    ['a bot of its own for notes elsewhere', '[memory]\ndir = "/home/pia/notes"\n[telegram]\ntoken = "1:a"'],
    ['a bot of its own for notes above it', '[memory]\ndir = "../notes"\n[telegram]\ntoken = "1:a"'],
  ])('is refused with %s, until it is named', (_, toml) => {
    expect(() => find(toml)).toThrow(/found in the folder that you are in.*--config/s);
    expect(loadConfig('config.toml', own(), folder).file).toBe(path.join(folder, 'config.toml'));
    expect(loadConfig(undefined, { ...own(), SCRUBJAY_CONFIG: 'config.toml' }, folder).file).not.toBeNull();
    noteOwnConfig(path.join(folder, 'config.toml'), own());
    expect(loadConfig(undefined, own(), folder).file).not.toBeNull();
  });

  it.each([
    ['the vendors', `[provider.anthropic]\n${key}\n[telegram]\ntoken = {env = "TELEGRAM_BOT_TOKEN"}`],
    ['this machine', '[provider.anthropic]\nbase_url = "http://127.0.0.1:8080"\napi_key = "local"'],
    ['the private network', '[provider.openai]\nbase_url = "http://192.168.1.7:11434/v1"'],
    ['notes elsewhere', '[memory]\ndir = "/home/pia/notes"'],
  ])('is used where it names %s', (_, toml) => {
    expect(find(toml).file).toBe(path.join(folder, 'config.toml'));
  });

  it('names no pipe and no device as the place of a secret', () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    for (const file of ['pipe', '/dev/zero'])
      expect(() => find(`[provider.openai]\napi_key = {file = "${file}"}`)).toThrow(/not a regular file/);
  });

  it('is used with the host that the environment names', () => {
    const env = { ...own(), ANTHROPIC_BASE_URL: 'https://proxy.test' };
    expect(find('[provider.anthropic]\nbase_url = "https://proxy.test"', env).file).not.toBeNull();
  });
});

describe('a key of the environment', () => {
  const env = { ...bare, ANTHROPIC_API_KEY: 'of-the-environment', OPENAI_API_KEY: 'other' };

  it('goes to its vendor, and to the host that the environment itself names', () => {
    expect(load('', env).provider.anthropic.api_key).toBe('of-the-environment');
    const elsewhere = { ...env, ANTHROPIC_BASE_URL: 'http://localhost:8080/' };
    expect(load('', elsewhere).provider.anthropic.api_key).toBe('of-the-environment');
  });

  it.each([
    'https://elsewhere.test',
    'https://anthropic.com.elsewhere.test',
    'https://api.anthropic.com.',
    'https://[::1]',
    'http://127.0.0.1:9',
    'http://api.anthropic.com',
  ])('does not go to %s, which only the file names', (url) => {
    const { provider, secrets } = load(`[provider.anthropic]\nbase_url = "${url}"`, env);
    expect(provider.anthropic.api_key).toBeNull();
    expect(secrets).toContain('of-the-environment');
  });

  it('does not go by http to Telegram, nor to a bucket that anybody can have at Google', () => {
    const bot = { ...bare, TELEGRAM_BOT_TOKEN: '1:token', GEMINI_API_KEY: 'of-the-environment' };
    expect(() => load('[telegram]\napi_root = "http://api.telegram.org"', bot)).toThrow(
      /TELEGRAM_BOT_TOKEN is not sent/,
    );
    const google = load('[provider.google]\nbase_url = "https://bucket.storage.googleapis.com"', bot);
    expect(google.provider.google.api_key).toBeNull();
  });

  it('goes where the file names it beside the host', () => {
    const toml = '[provider.anthropic]\nbase_url = "https://proxy.test"\napi_key = {env = "ANTHROPIC_API_KEY"}';
    expect(load(toml, env).provider.anthropic.api_key).toBe('of-the-environment');
  });

  it('is refused as Telegram’s token for another server', () => {
    const toml = '[telegram]\napi_root = "https://elsewhere.test"\n';
    const bot = { ...bare, TELEGRAM_BOT_TOKEN: '1:token' };
    expect(() => load(toml, bot)).toThrow(/TELEGRAM_BOT_TOKEN is not sent to https:\/\/elsewhere\.test.*Add under/);
    expect(load(`${toml}token = {env = "TELEGRAM_BOT_TOKEN"}`, bot).telegram.token).toBe('1:token');
  });

  it('is not sent to an embedding server that only the file names', () => {
    const toml = '[memory.embedding]\nmodel = "m"\nbase_url = "https://elsewhere.test"\n';
    const embedding = { ...bare, SCRUBJAY_EMBEDDING_API_KEY: 'for-embeddings' };
    expect(load(toml, embedding).memory.embedding.api_key).toBeNull();
    expect(load(`${toml}api_key = {env = "SCRUBJAY_EMBEDDING_API_KEY"}`, embedding).memory.embedding.api_key).toBe(
      'for-embeddings',
    );
  });
});

it('of any shape is read, or refused with the setting and what to write there', () => {
  const example = parseToml(readFileSync(path.join(import.meta.dirname, '../../config.example.toml'), 'utf8'));
  const full = { ...example, telegram: { ...(example['telegram'] as object), quiet_hours: '22:00-07:30' } };
  const texts = fc.sample(
    fc.oneof(
      mutantsOf(full).map((value) => tomlOrNull(value) ?? 'timezone = "'),
      fc.string({ unit: 'binary', maxLength: 40 }).map((junk) => `[agent]\n${junk}`),
    ),
    { seed, numRuns: propertyRuns(25) },
  );
  let refused = 0;
  for (const text of texts) {
    try {
      load(text);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      refused += 1;
    }
  }
  expect(() => load(`timezone = "${'x'.repeat(100_000)}"`)).toThrow(/^timezone: got "x{199}…\. Give an IANA/);
  expect(refused).toBeGreaterThan(10);
});

/** Null for what TOML can't hold. */
function tomlOrNull(value: unknown): string | null {
  try {
    return stringifyToml(value as object);
  } catch {
    return null;
  }
}
