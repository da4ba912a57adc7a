// `scrubjay install-service`: a systemd unit for this installation, with what it needs: a user of its own, folders, configuration.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { childEnvironment } from '../base/child-environment.ts';
import { UserError, messageOf } from '../base/errors.ts';
import { packageRoot } from '../base/package-root.ts';
import { loadConfig } from '../config.ts';
import { vendorNames, vendors } from '../models/vendors.ts';
import { configOption, defineCommand, print } from './command.ts';
import { type ServicePlan, buildUnit, unitFile, unitName } from './service-unit.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'install-service [NAME] [options]',
  about:
    'Writes a systemd unit and starts it. NAME is a household’s: each has its own user, configuration, memory and state.\nRun it as root, or with --user for a service of your own. Secrets are files in /etc/scrubjay (with NAME: /etc/scrubjay/NAME), one each,\nnamed as their variable: TELEGRAM_BOT_TOKEN, ANTHROPIC_API_KEY.',
  options: {
    config: configOption.config,
    user: { type: 'boolean', about: 'in your own systemd, with your configuration' },
    'dry-run': { type: 'boolean', about: 'print the unit, write nothing' },
  },
  words: { least: 0, most: 1 },
  run({ values, words: [name = null] }) {
    if (name !== null && !/^[a-z][a-z0-9-]{0,20}$/.test(name))
      throw new UsageError(`a name is of small letters, digits and "-", got "${name}"`);
    const isUser = values.user === true;
    const plan = isUser ? planForUser(name, values.config) : planForMachine(name);
    const template = readFileSync(path.join(packageRoot(), 'systemd/scrubjay.service'), 'utf8');
    const unit = buildUnit(template, plan);
    if (values['dry-run']) {
      print(unit.trimEnd());
      return Promise.resolve(0);
    }
    const file = path.join(unitFolder(isUser), unitFile(name));
    if (!isUser) prepareMachine(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, unit, { mode: 0o644 });
    systemctl(isUser, 'daemon-reload');
    systemctl(isUser, 'enable', '--now', unitName(name));
    print(
      `Written: ${file}\nStarted: ${unitName(name)}. Its log: journalctl ${isUser ? '--user ' : ''}-u ${unitName(name)} -o cat`,
    );
    return Promise.resolve(0);
  },
});

export const unitFolder = (isUser: boolean): string =>
  isUser
    ? path.join(process.env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'systemd/user')
    : '/etc/systemd/system';

const program = path.join(packageRoot(), 'dist/main.js');
const credentials = ['TELEGRAM_BOT_TOKEN', ...vendorNames.map((name) => vendors[name].variables.key)];
const settingsDir = (name: string | null): string => (name === null ? '/etc/scrubjay' : `/etc/scrubjay/${name}`);

function planForMachine(name: string | null): ServicePlan {
  const folder = settingsDir(name === null ? null : '%i');
  const configFile = `${folder}/config.toml`;
  return {
    name,
    isUser: false,
    node: process.execPath,
    program,
    configFile,
    credentialsDir: folder,
    credentials,
    writable: [],
  };
}

/** @throws ConfigError for a configuration with which it would not start */
function planForUser(name: string | null, given: string | undefined): ServicePlan {
  const config = loadConfig(given);
  if (config.file === null) throw new UserError('There is no configuration. Write one first: scrubjay init');
  return {
    name,
    isUser: true,
    node: process.execPath,
    program,
    configFile: config.file,
    credentialsDir: path.dirname(config.file),
    credentials,
    writable: [config.memory.dir, config.state.dir],
  };
}

/** What the unit counts on: its user, and a configuration whose folders that user may write. */
function prepareMachine(name: string | null): void {
  if (process.getuid?.() !== 0) throw new UserError('Run it as root, or with --user for a service of your own.');
  const user = name === null ? 'scrubjay' : `scrubjay-${name}`;
  const home = name === null ? '/var/lib/scrubjay' : `/var/lib/scrubjay/${name}`;
  if (!succeeds('id', user)) run('useradd', '--system', '--home-dir', home, '--shell', '/usr/sbin/nologin', user);
  const folder = settingsDir(name);
  const file = path.join(folder, 'config.toml');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!existsSync(file))
    writeFileSync(file, `[memory]\ndir = "${home}/memory"\n\n[state]\ndir = "${home}/state"\n`, { flag: 'wx' });
  chmodSync(file, 0o640);
  chownSync(file, 0, Number(execFileSync('id', ['-g', user], { env: childEnvironment(), encoding: 'utf8' })));
  const { memory, state } = loadConfig(file);
  for (const place of [memory.dir, state.dir])
    if (!place.startsWith(`${home}/`))
      throw new UserError(
        `${file}: the service may write below ${home} only, and ${place} is not. Set memory.dir = "${home}/memory" and state.dir = "${home}/state".`,
      );
}

/** @throws UserError with what systemd says */
export function systemctl(isUser: boolean, ...args: string[]): void {
  run('systemctl', ...(isUser ? ['--user'] : []), ...args);
}

function run(name: string, ...args: string[]): void {
  try {
    execFileSync(name, args, { env: childEnvironment('XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'), stdio: 'pipe' });
  } catch (error) {
    throw new UserError(`${name} ${args.join(' ')} failed: ${messageOf(error)}`, { cause: error });
  }
}

function succeeds(name: string, ...args: string[]): boolean {
  try {
    execFileSync(name, args, { env: childEnvironment(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
