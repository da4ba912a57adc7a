// `scrubjay install-service`: a systemd unit for this installation, with what it needs: a user of its own, folders that user may
// write, a configuration, and keys that a service can see. A service that could not start is refused before anything is written.
import { calledAs } from '../base/called-as.ts';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireMemoryFolder } from '../app/memory/memory-folder.ts';
import { childEnvironment } from '../base/child-environment.ts';
import { UserError, codeOf, messageOf } from '../base/errors.ts';
import { packageRoot } from '../base/files/package-root.ts';
import { makePrivateFolder, privateFile } from '../base/files/files.ts';
import { userConfigHome } from '../base/files/user-home.ts';
import { loadConfig, secretVariables } from '../config.ts';
import { configOption, defineCommand, print } from './command.ts';
import { configText } from './config-text.ts';
import { type ServicePlan, buildUnit, unitFile, unitName } from './service-unit.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'install-service [NAME] [options]',
  about:
    'Writes a systemd unit and starts it. NAME is a household’s: each has its own user, configuration, memory and state.\nRun it as root, or with --user for a service of your own. Secrets are files in /etc/scrubjay (with NAME: /etc/scrubjay/NAME), one each,\nnamed as their variable: TELEGRAM_BOT_TOKEN, ANTHROPIC_API_KEY.',
  examples: ['install-service', 'install-service okafor', 'install-service --user --dry-run'],
  options: {
    config: {
      ...configOption.config,
      about: 'the configuration to begin with (default: with --user the one in use, else the one in /etc/scrubjay)',
    },
    user: { type: 'boolean', about: 'in your own systemd, with your configuration' },
    'dry-run': { type: 'boolean', about: 'print the unit, write nothing' },
  },
  words: { min: 0, max: 1 },
  run({ values, words: [name = null] }) {
    const target = { name: checkedName(name), isUser: values.user === true, configFile: values.config };
    if (values['dry-run']) print(buildUnit(template(), planFor(target)).trimEnd());
    else installService(target);
    return Promise.resolve(0);
  },
});

export interface ServiceTarget {
  /** A household's name; null for the only one. */
  name: string | null;
  /** In the person's own systemd. */
  isUser: boolean;
  /** The configuration to begin with. */
  configFile?: string;
}

/**
 * @returns the configuration that the service reads
 * @throws UserError, ConfigError or UsageError for what would not start; no unit is written then
 */
export function installService(target: ServiceTarget): string {
  const { name, isUser } = target;
  if (!hasSystemd())
    throw new UserError('systemd does not run on this machine. --dry-run shows the unit; a container needs none.');
  if (!isUser && process.getuid?.() !== 0)
    throw new UserError('Run it as root, or with --user for a service of your own.');
  const plan = planFor(target);
  const unit = buildUnit(template(), plan);
  if (isUser) for (const folder of plan.writable) makePrivateFolder(folder);
  else prepareMachine(name, target.configFile);
  const read = isUser ? plan.configFile : settingsFile(name);
  keepCredentials(plan, read);
  const file = path.join(unitFolder(isUser), unitFile(name));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, unit);
  // Whatever the umask: the unit holds no secret, and `doctor` reads it as the service's user.
  chmodSync(file, 0o644);
  systemctl(isUser, 'daemon-reload');
  systemctl(isUser, 'enable', unitName(name));
  print(`Written: ${file}`);
  const isReady = startUnit(isUser, unitName(name));
  print(
    `Started: ${unitName(name)}${isReady ? '' : ', which is not ready yet, such as without a network, and goes on trying'}. Its log: journalctl ${isUser ? '--user ' : ''}-u ${unitName(name)} -o cat`,
  );
  if (isUser) print('It runs while you are logged in; `loginctl enable-linger` lets it run always.');
  return read;
}

/** Whether systemd is what runs this machine, as sd_booted(3) finds out. */
export const hasSystemd = (): boolean => existsSync('/run/systemd/system');

export function checkedName(name: string | null): string | null {
  if (name !== null && !/^[a-z][a-z0-9-]{0,20}$/.test(name))
    throw new UsageError(`a name is of small letters, digits and "-", got "${name}"`);
  return name;
}

export const unitFolder = (isUser: boolean): string =>
  isUser ? path.join(userConfigHome(), 'systemd/user') : '/etc/systemd/system';

const template = (): string => readFileSync(path.join(packageRoot(), 'systemd/scrubjay.service'), 'utf8');

const program = path.join(packageRoot(), 'dist/main.js');
const credentials = secretVariables();
const settingsDir = (name: string | null): string => (name === null ? '/etc/scrubjay' : `/etc/scrubjay/${name}`);
const settingsFile = (name: string | null): string => path.join(settingsDir(name), 'config.toml');
export const serviceUser = (name: string | null): string => (name === null ? 'scrubjay' : `scrubjay-${name}`);
const serviceHome = (name: string | null): string => `/var/lib/${serviceUser(name)}`;

/** @throws ConfigError for a configuration with which it would not start */
function planFor({ name, isUser, configFile }: ServiceTarget): ServicePlan {
  const common = { name, isUser, node: process.execPath, program, credentials };
  if (!isUser) {
    const folder = settingsDir(name === null ? null : '%i');
    return { ...common, configFile: `${folder}/config.toml`, credentialsDir: folder, writable: [] };
  }
  const config = loadConfig(configFile);
  const { file, memory, state } = config;
  if (file === null) throw new UserError(`There is no configuration. Write one first: ${calledAs()} init`);
  requireMemoryFolder(config);
  return { ...common, configFile: file, credentialsDir: path.dirname(file), writable: [memory.dir, state.dir] };
}

/** Checks the requirements of the unit: a user who can run the program, and a configuration whose folders that user may write. */
function prepareMachine(name: string | null, given: string | undefined): void {
  const user = serviceUser(name);
  const home = serviceHome(name);
  const file = settingsFile(name);
  const isGiven = given !== undefined && path.resolve(given) !== file;
  if (isGiven && existsSync(file))
    throw new UserError(
      `${file} is there already, and is what the service reads. Change that one: ${calledAs()} init --config ${file}`,
    );
  for (const place of [process.execPath, program]) requireVisible(place);
  if (!succeeds('id', user)) run('useradd', '--system', '--home-dir', home, '--shell', '/usr/sbin/nologin', user);
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(outputOf('id', flag, user))) as [number, number];
  requireRunnable(user, uid, gid);
  makeOwned(home, uid, gid);
  for (const folder of new Set([settingsDir(null), settingsDir(name)])) {
    mkdirSync(folder, { recursive: true });
    // The service's user must get to its configuration; the files in it are closed one by one.
    chmodSync(folder, 0o755);
  }
  if (!existsSync(file)) {
    const folders = { memory: `${home}/memory`, state: `${home}/state` };
    const text = configText(isGiven ? readFileSync(path.resolve(given), 'utf8') : null, folders);
    writeFileSync(file, text, { flag: 'wx', mode: 0o640 });
  }
  chmodSync(file, 0o640);
  chownSync(file, 0, gid);
  const { memory, state } = loadConfig(file);
  for (const place of [memory.dir, state.dir])
    if (place !== home && !place.startsWith(`${home}/`))
      throw new UserError(
        `${file}: the service may write below ${home} only, and ${place} is not. Set memory.dir = "${home}/memory" and state.dir = "${home}/state".`,
      );
}

function makeOwned(folder: string, uid: number, gid: number): void {
  makePrivateFolder(folder);
  chownSync(folder, uid, gid);
}

/** The sandbox hides these folders from the service. */
function requireVisible(place: string): void {
  const hidden = ['/home', '/root', '/run/user', '/tmp', '/var/tmp'].find((folder) => place.startsWith(`${folder}/`));
  if (hidden === undefined) return;
  throw new UserError(
    `The service can't see ${place}: its sandbox hides ${hidden}. Install Node.js and Scrubjay for the whole machine (for example: npm install -g, with a Node.js below /usr), or use --user.`,
  );
}

/** Runs the program once as the service's user, who may not be able to read it. */
function requireRunnable(user: string, uid: number, gid: number): void {
  try {
    execFileSync(process.execPath, [program, '--version'], {
      uid,
      gid,
      cwd: '/',
      env: childEnvironment(),
      stdio: 'pipe',
    });
  } catch (error) {
    throw new UserError(
      `The user ${user} can't run ${process.execPath} ${program}: ${messageOf(error).split('\n')[0]} Make both readable to all users.`,
      { cause: error },
    );
  }
}

/** A key that only the environment of this command holds is kept as a credential: a service does not see that environment. */
function keepCredentials({ credentialsDir, name }: ServicePlan, configFile: string): void {
  const folder = name === null ? credentialsDir : credentialsDir.replace('%i', name);
  const known = new Set(loadConfig(configFile, { HOME: process.env['HOME'] }).secrets);
  for (const id of credentials) {
    const secret = process.env[id]?.trim();
    const file = path.join(folder, id);
    if (!secret || known.has(secret) || existsSync(file)) continue;
    writeFileSync(file, secret, { flag: 'wx', mode: privateFile });
    print(`Written: ${file}, from $${id}`);
  }
}

/** @throws UserError with what systemd says */
export function systemctl(isUser: boolean, ...args: string[]): void {
  run('systemctl', ...(isUser ? ['--user'] : []), ...args);
}

/** How long the command waits for the service to be ready. Without a network it may take days. */
const patienceMs = 20_000;

/**
 * @returns false where the service is not ready in time, and goes on without this command
 * @throws UserError where it fails
 */
export function startUnit(isUser: boolean, unit: string, timeoutMs = patienceMs): boolean {
  const restart = [...(isUser ? ['--user'] : []), 'restart', unit];
  try {
    execFileSync('systemctl', restart, { env: environment(), stdio: 'pipe', timeout: timeoutMs });
    return true;
  } catch (error) {
    if (codeOf(error) === 'ETIMEDOUT') return false;
    throw new UserError(`systemctl ${restart.join(' ')} failed: ${messageOf(error)}`, { cause: error });
  }
}

const environment = (): NodeJS.ProcessEnv => childEnvironment('XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS');

function run(name: string, ...args: string[]): void {
  try {
    execFileSync(name, args, { env: environment(), stdio: 'pipe' });
  } catch (error) {
    throw new UserError(`${name} ${args.join(' ')} failed: ${messageOf(error)}`, { cause: error });
  }
}

const outputOf = (name: string, ...args: string[]): string =>
  execFileSync(name, args, { env: environment(), encoding: 'utf8' });

function succeeds(name: string, ...args: string[]): boolean {
  try {
    execFileSync(name, args, { env: environment(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
