import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startUnit } from '../../src/cli/install-service.ts';
import { type ServicePlan, buildUnit } from '../../src/cli/service-unit.ts';
import { secretVariables } from '../../src/config.ts';
import { createHome, program, spawnProgram } from '../support/daemon.ts';
import { calls, lastToolResults } from '../support/messages-api.ts';
import { runCommand } from '../support/run-command.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

const unit = path.resolve(import.meta.dirname, '../../systemd/scrubjay.service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('with a systemctl that notes what it is asked for', () => {
  let folder: string;
  const { PATH } = process.env;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'systemctl-'));
    process.env['PATH'] = `${folder}:${PATH}`;
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
    rmSync(folder, { recursive: true });
  });

  const systemctl = (then: string): void =>
    writeFileSync(path.join(folder, 'systemctl'), `#!/bin/sh\necho "$@" >> '${folder}/asked'\n${then}\n`, {
      mode: 0o755,
    });
  const asked = (): string[] => readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n');

  test('install-service waits for a service that is not ready only so long, and says when it failed', () => {
    systemctl('exec sleep 60');
    expect(startUnit(true, 'scrubjay', 200)).toBe(false);
    systemctl('echo "Job failed." >&2; exit 1');
    expect(() => startUnit(false, 'scrubjay@okafor')).toThrow(
      /systemctl restart scrubjay@okafor failed: [^]*Job failed/,
    );
    expect(asked()).toContain('restart scrubjay@okafor');
  });

  test('uninstall-service stops a service and removes its unit, which the households share to the last', () => {
    systemctl('exit 0');
    const units = path.join(folder, 'systemd/user');
    const enabled = path.join(units, 'default.target.wants');
    const template = path.join(units, 'scrubjay@.service');
    mkdirSync(enabled, { recursive: true });
    for (const file of [template, path.join(enabled, 'scrubjay@pia.service')]) writeFileSync(file, '');
    const uninstall = (name: string) =>
      spawnSync(process.execPath, [program, 'uninstall-service', name, '--user'], {
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder },
      });
    expect(uninstall('okafor').stdout).toBe('Stopped: scrubjay@okafor.service\n');
    expect(existsSync(template)).toBe(true);
    rmSync(path.join(enabled, 'scrubjay@pia.service'));
    expect(uninstall('pia').stdout).toBe(`Stopped, and taken away: ${template}\n`);
    expect(existsSync(template)).toBe(false);
    expect(uninstall('pia').stderr).toBe(`scrubjay: There is no ${template}.\n`);
    expect(asked()).toEqual(
      ['okafor', 'pia'].flatMap((name) => [`--user disable --now scrubjay@${name}.service`, '--user daemon-reload']),
    );
  });
});

test('the unit never restarts over a wrong configuration and does not kill V8', () => {
  const lines = readFileSync(unit, 'utf8').split('\n');
  expect(lines).toContain('RestartPreventExitStatus=78');
  expect(lines.some((line) => line.startsWith('MemoryDenyWriteExecute'))).toBe(false);
  expect(lines.filter((line) => line.startsWith('LoadCredential=')).length).toBeGreaterThan(0);
  expect(lines).toContain('StateDirectory=scrubjay');
});

test('the unit starts it again after any other end, however often that takes', () => {
  const lines = readFileSync(unit, 'utf8').split('\n');
  expect(lines).toContain('Restart=always');
  expect(lines).toContain('StartLimitIntervalSec=0');
});

const plan: ServicePlan = {
  name: 'okafor',
  isUser: false,
  node: '/usr/bin/node',
  program: '/opt/my scrubjay/dist/main.js',
  configFile: '/etc/scrubjay/%i/config.toml',
  credentialsDir: '/etc/scrubjay/%i',
  credentials: ['TELEGRAM_BOT_TOKEN', 'ANTHROPIC_API_KEY'],
  writable: ['/home/pia/memory'],
};

test('install-service writes a template with a user, folders and credentials for each household, none of them required', () => {
  const lines = buildUnit(readFileSync(unit, 'utf8'), plan).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'ExecStart=/usr/bin/node "/opt/my scrubjay/dist/main.js" start',
      'Environment=SCRUBJAY_CONFIG=/etc/scrubjay/%i/config.toml',
      'User=scrubjay-%i',
      'StateDirectory=scrubjay-%i',
      'LoadCredential=TELEGRAM_BOT_TOKEN:/etc/scrubjay/%i/TELEGRAM_BOT_TOKEN',
      'SetCredential=TELEGRAM_BOT_TOKEN:\\x20',
      'RestartPreventExitStatus=78',
    ]),
  );
});

test('install-service --user writes a unit without what needs privileges, that may write its own folders', () => {
  const text = buildUnit(readFileSync(unit, 'utf8'), { ...plan, name: null, isUser: true });
  expect(text).toMatch(/^ReadWritePaths=\/home\/pia\/memory$/m);
  expect(text).toMatch(/^WantedBy=default\.target$/m);
  expect(text).not.toMatch(/^(?:User|StateDirectory|ProtectHome|PrivateUsers)=/m);
});

describe.skipIf(!hasSystemd)('systemd-analyze', () => {
  test('finds an exposure of 1.5 at most in what install-service writes, and no directive that it does not know', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-unit-'));
    const file = path.join(folder, 'scrubjay@.service');
    writeFileSync(file, buildUnit(readFileSync(unit, 'utf8'), plan));
    const report = execFileSync('systemd-analyze', ['security', '--offline=yes', file], { encoding: 'utf8' });
    expect(Number(/exposure level for [^:]*: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(1.5);
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).not.toMatch(/Unknown|Failed to parse|ignoring/i);
    rmSync(folder, { recursive: true });
  });

  test('finds an exposure of 1.5 at most', () => {
    const report = execFileSync('systemd-analyze', ['security', '--offline=yes', unit], { encoding: 'utf8' });
    const exposure = Number(/exposure level for scrubjay\.service: ([\d.]+)/.exec(report)?.[1]);
    expect(exposure).toBeLessThanOrEqual(1.5);
  });

  test('finds no directive that it does not know', () => {
    // It also complains that /usr/bin/node is missing where Node lives elsewhere; that is not the unit's fault.
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).not.toMatch(/Unknown|Failed to parse|ignoring/i);
  });
});

const filtered = path.resolve(import.meta.dirname, '../support/filtered.py');
const canBeLocked =
  hasSystemd &&
  existsSync('/usr/include/x86_64-linux-gnu/asm/unistd_64.h') &&
  spawnSync('unshare', ['-Urm', 'setpriv', '--bounding-set=-all', 'python3', filtered, unit, 'true']).status === 0;

// Not systemd itself, which a container does not run: its filter of system calls and address families, taken from the unit,
// no capabilities, no new privileges, and a system that is read-only but for the state folder.
describe.skipIf(!canBeLocked)(
  'locked up as the unit says (skipped where there are no namespaces, no systemd-analyze, or another processor)',
  () => {
    let home: TelegramHome;
    afterEach(() => home.close());

    /** With the model, and with its servers by name, as they are: looking names up must be allowed too. */
    const configure = (): void =>
      home.configure(
        readFileSync(path.join(home.folder, 'config.toml'), 'utf8')
          .replaceAll('127.0.0.1', 'localhost')
          .replace('model = "none"', 'model = "all-MiniLM-L6-v2"'),
      );
    const startLocked = () => {
      const lock = `mount --bind ${home.folder} ${home.folder} && mount -o remount,bind,ro / && umask 077 && cd ${home.folder} && exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$0" "$@"`;
      return spawnProgram(
        'unshare',
        ['-Urm', 'sh', '-c', lock, 'python3', filtered, unit, process.execPath, program, 'start'],
        home.folder,
      );
    };

    test('it boots, answers, remembers, makes vectors and finds by meaning, and ends in good order', async () => {
      home = await openTelegramHome(({ body }) => {
        const [result] = lastToolResults(body);
        if (result) return `Found: ${result.text}`;
        return JSON.stringify(body.messages.at(-1)).includes('remember')
          ? [calls('remember', { text: 'the bicycle is in the cellar' })]
          : [calls('memory_search', { query: 'where is my bike?' })];
      });
      configure();
      mkdirSync(home.memory);
      writeFileSync(path.join(home.memory, 'a.md'), '- tea is green\n');
      const daemon = startLocked();
      try {
        await daemon.ready();
        const ask = async (words: string): Promise<string> => {
          const before = home.read().length;
          home.telegram.say(person, words);
          await home.telegram.until(() => home.read().length > before, words);
          return home.read().at(-1) ?? '';
        };
        expect(await ask('please remember it')).toContain('Saved: the bicycle is in the cellar');
        // The model is unpacked at the first start, and until then words alone answer.
        await expect
          .poll(() => ask('and where is it?'), { timeout: 60_000, interval: 1_000 })
          .toContain('the bicycle is in the cellar');
        const status = readFileSync(`/proc/${daemon.process.pid}/status`, 'utf8');
        expect(status).toMatch(/NoNewPrivs:\t1[^]*Seccomp:\t2/);
        expect(status).toMatch(/CapEff:\t0+\n/);
      } finally {
        const { code, stderr } = await daemon.kill('SIGTERM');
        expect(code).toBe(0);
        expect(stderr).not.toMatch(/"level":"(?:error|fatal)"|EPERM|EROFS/);
      }
    }, 120_000);

    test('where much is to be embedded it does so with two processes of the model at most, and without an error', async () => {
      home = await openTelegramHome(() => 'Yes.');
      configure();
      mkdirSync(home.memory);
      const lines = Array.from({ length: 1_800 }, (_, i) => `- the parcel number ${i} went to house ${7 * i}\n`);
      writeFileSync(path.join(home.memory, 'parcels.md'), lines.join(''));
      const daemon = startLocked();
      let most = 0;
      let seenBefore: string[] = [];
      try {
        await daemon.ready();
        const { pid = 0 } = daemon.process;
        const isDone = async (): Promise<boolean> => {
          const models = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
          // One that was just ended may take a moment to go: it is not there at two looks.
          most = Math.max(most, models.filter((model) => seenBefore.includes(model)).length);
          seenBefore = models;
          const { stdout } = await home.run(['status', '--json']);
          const { memory } = JSON.parse(stdout) as { memory: { chunks: number; pendingVectors: number } };
          return memory.chunks === lines.length && memory.pendingVectors === 0;
        };
        await expect.poll(isDone, { timeout: 300_000, interval: 200 }).toBe(true);
      } finally {
        const { code, stderr } = await daemon.kill('SIGTERM');
        expect(stderr).not.toMatch(/"level":"(?:error|fatal)"|EPERM|EROFS/);
        expect(code).toBe(0);
      }
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(2);
    }, 360_000);
  },
);

test('every secret that the environment may hold is handed over by systemd, those of the embedding server as well', async () => {
  expect(secretVariables().toSorted()).toEqual([
    'ANTHROPIC_API_KEY',
    'GEMINI_API_KEY',
    'OPENAI_API_KEY',
    'SCRUBJAY_EMBEDDING_API_KEY',
    'TELEGRAM_BOT_TOKEN',
  ]);
  const home = createHome();
  const { stdout } = await runCommand(['install-service', '--user', '--dry-run'], home);
  for (const variable of secretVariables()) expect(stdout).toContain(`LoadCredential=${variable}:`);
  await home.close();
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  for (const variable of secretVariables()) expect(page).toContain(`\`${variable}\``);
});
