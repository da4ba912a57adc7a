// What a config.toml may do that was not named on the command line: it was found in the working folder, and may have come
// with it, as folders are cloned and unpacked. It may speak to the vendors and to this machine and its own network, and may name a key
// of the person's for a vendor alone; anything that could carry notes, keys or files to its author, or run a program of theirs, needs
// the person's word that the file is theirs.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, codeOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files/files.ts';
import { realPlace } from '../base/files/real-place.ts';
import { userConfigHome } from '../base/files/user-home.ts';
import type { ChannelReach } from '../channels/channel.ts';
import { isLoopback, isPrivateAddress } from '../models/host.ts';
import { type VendorName, vendorNames, vendors } from '../models/vendors/vendors.ts';
import { isFromEnvironment } from '../settings/values.ts';

type Raw = Record<string, unknown>;

/** The settings that are looked at. */
interface Reaching {
  memory: { dir: string; embedding: { base_url?: string | undefined } };
  state: { dir: string };
  provider: Record<VendorName, { base_url: string }>;
  agent: { persona_file?: string | undefined };
}

/** A place that the file has the program connect to. @property isKnown it is the service's own, or the environment names it */
interface Host {
  field: string;
  url: string;
  isKnown: boolean;
}

export const userConfigFolder = (env: NodeJS.ProcessEnv): string => path.join(userConfigHome(env), 'scrubjay');

/** Holds the paths of the files that the person made, one a line. */
const ownConfigs = (env: NodeJS.ProcessEnv): string => path.join(userConfigFolder(env), 'own-configs');

/** Notes that the person made this file, so that it may be found from now on. */
export function noteOwnConfig(file: string, env: NodeJS.ProcessEnv = process.env): void {
  const known = knownConfigs(env);
  const real = realpathSync(file);
  if (known.includes(real)) return;
  mkdirSync(userConfigFolder(env), { recursive: true, mode: privateFolder });
  writeFileSync(ownConfigs(env), [...known, real].map((line) => `${line}\n`).join(''), { mode: privateFile });
}

function knownConfigs(env: NodeJS.ProcessEnv): string[] {
  try {
    return readFileSync(ownConfigs(env), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/**
 * @param raw the file as it is written, in which a secret can be told from the name of one
 * @param channels what each channel's section reaches, by its name
 * @throws ConfigError for a file that reaches further than one that was only found may
 */
export function requireOwnConfig(
  file: string,
  config: Reaching,
  { raw, env, channels }: { raw: Raw; env: NodeJS.ProcessEnv; channels: ReadonlyMap<string, ChannelReach> },
): void {
  const hosts = hostsOf(config, { env, channels });
  const folder = path.dirname(file);
  const reach = reachOfHosts(hosts, raw, config, folder) ?? reachOfBots(config, folder, channels);
  if (reach === null || knownConfigs(env).includes(realpathSync(file))) return;
  throw new ConfigError(
    reach.field,
    `${file} was found in the folder that you are in, and ${reach.what}. A folder of somebody else could bring such a file along.`,
    `If it is yours, say so: --config ${file}, or SCRUBJAY_CONFIG=${file}, or move it to ${userConfigFolder(env)}.`,
  );
}

/** Those that the file names, or that are there without it. */
function hostsOf(
  { memory, provider }: Reaching,
  { env, channels }: { env: NodeJS.ProcessEnv; channels: ReadonlyMap<string, ChannelReach> },
): Host[] {
  const embedding = memory.embedding.base_url;
  const hosts: Host[] = [
    ...vendorNames.map((name) => ({
      field: `provider.${name}.base_url`,
      url: provider[name].base_url,
      isKnown: vendors[name].isOwnHost(provider[name].base_url),
    })),
    ...(embedding === undefined ? [] : [{ field: 'memory.embedding.base_url', url: embedding, isKnown: false }]),
    ...[...channels].flatMap(([name, reach]) =>
      reach.hosts.map(({ field, ...host }) => ({ field: `${name}.${field}`, ...host })),
    ),
  ];
  return hosts.map((host) => ({ ...host, isKnown: host.isKnown || isOfEnvironment(host.url, env) }));
}

interface Reach {
  field: string;
  what: string;
}

/** What goes to hosts that are neither a service's own nor the person's choice. */
function reachOfHosts(hosts: readonly Host[], raw: Raw, { agent }: Reaching, folder: string): Reach | null {
  const chosen = hosts.filter(({ isKnown }) => !isKnown);
  const foreign = chosen.find(({ url }) => !isLoopback(url) && !isPrivateAddress(url));
  if (foreign) return { field: foreign.field, what: `sends what you say and what is in your notes to ${foreign.url}` };
  for (const { field, url } of chosen) {
    const section = field.split('.').slice(0, -1);
    const secret = secretNamedIn(
      section.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), raw),
    );
    if (secret !== null) return { field: [...section, secret].join('.'), what: `sends a secret of yours to ${url}` };
  }
  const persona = agent.persona_file;
  if (chosen[0] && persona !== undefined && isOutside(folder, persona))
    return { field: 'agent.persona_file', what: `sends ${persona} to ${chosen[0].url}` };
  return null;
}

/** The setting of a section that says where a secret lies (`{env = …}`, `{file = …}`) in place of the secret; null: none does. */
function secretNamedIn(section: unknown): string | null {
  if (!isTable(section)) return null;
  const [key] =
    Object.entries(section).find(([, value]) => isTable(value) && ('env' in value || 'file' in value)) ?? [];
  return key ?? null;
}

/** What a bot of the file's own could do. */
function reachOfBots(
  { memory, state }: Reaching,
  folder: string,
  channels: ReadonlyMap<string, ChannelReach>,
): Reach | null {
  const outside = [memory.dir, state.dir].find((dir) => isOutside(folder, dir));
  for (const [name, { account, programs }] of channels) {
    if (account === null) continue;
    const [run] = programs;
    if (run) return { field: `${name}.${run.field}`, what: `runs ${run.program} for a bot of its own` };
    if (outside !== undefined) return { field: `${name}.${account}`, what: `opens ${outside} to a bot of its own` };
  }
  return null;
}

const isTable = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

/** Whether a path leads out of the folder, through links too. */
const isOutside = (folder: string, place: string): boolean =>
  path.relative(realPlace(folder), realPlace(place)).startsWith('..');

const isOfEnvironment = (url: string, env: NodeJS.ProcessEnv): boolean =>
  vendorNames.some((name) => isFromEnvironment(url, vendors[name].variables.baseUrl, { env }));
