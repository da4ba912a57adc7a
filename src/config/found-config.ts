// What a config.toml may do that was not named on the command line: it was found in the working folder, and may have come
// with it, as folders are cloned and unpacked. It may speak to the vendors and to this machine and its own network; anything
// that could carry notes or keys to its author, or run a program of theirs, needs the person's word that the file is theirs.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, codeOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files.ts';
import { userConfigHome } from '../base/user-home.ts';
import type { ChannelReach } from '../channels/channel.ts';
import { isLoopback, isPrivateAddress } from '../models/host.ts';
import { type VendorName, vendorNames, vendors } from '../models/vendors.ts';
import { isFromEnvironment } from '../settings/values.ts';

/** The settings that are looked at. */
interface Reaching {
  memory: { dir: string; embedding: { base_url?: string | undefined } };
  state: { dir: string };
  provider: Record<VendorName, { base_url: string }>;
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
 * @param channels what each channel's section reaches, by its name
 * @throws ConfigError for a file that reaches further than one that was only found may
 */
export function requireOwnConfig(
  file: string,
  config: Reaching,
  { env, channels }: { env: NodeJS.ProcessEnv; channels: ReadonlyMap<string, ChannelReach> },
): void {
  const reach = reachOf(config, path.dirname(file), { env, channels });
  if (reach === null || knownConfigs(env).includes(realpathSync(file))) return;
  throw new ConfigError(
    reach.field,
    `${file} was found in the folder that you are in, and ${reach.what}. A folder of somebody else could bring such a file along.`,
    `If it is yours, say so: --config ${file}, or SCRUBJAY_CONFIG=${file}, or move it to ${userConfigFolder(env)}.`,
  );
}

function reachOf(
  { memory, state, provider }: Reaching,
  folder: string,
  { env, channels }: { env: NodeJS.ProcessEnv; channels: ReadonlyMap<string, ChannelReach> },
): { field: string; what: string } | null {
  const isNear = (url: string): boolean => isLoopback(url) || isPrivateAddress(url);
  const hosts = [
    ...vendorNames.map((name) => ({
      field: `provider.${name}.base_url`,
      url: provider[name].base_url,
      isKnown: vendors[name].isOwnHost(provider[name].base_url),
    })),
    { field: 'memory.embedding.base_url', url: memory.embedding.base_url, isKnown: false },
    ...[...channels].flatMap(([name, reach]) =>
      reach.hosts.map(({ field, ...host }) => ({ field: `${name}.${field}`, ...host })),
    ),
  ];
  const foreign = hosts.find(
    ({ url, isKnown }) => url !== undefined && !isKnown && !isNear(url) && !isOfEnvironment(url, env),
  );
  if (foreign) return { field: foreign.field, what: `sends what you say and what is in your notes to ${foreign.url}` };
  const outside = [memory.dir, state.dir].find((dir) => path.relative(folder, dir).startsWith('..'));
  for (const [name, { account, programs }] of channels) {
    if (account === null) continue;
    const [run] = programs;
    if (run) return { field: `${name}.${run.field}`, what: `runs ${run.program} for a bot of its own` };
    if (outside !== undefined) return { field: `${name}.${account}`, what: `opens ${outside} to a bot of its own` };
  }
  return null;
}

const isOfEnvironment = (url: string, env: NodeJS.ProcessEnv): boolean =>
  vendorNames.some((name) => isFromEnvironment(url, vendors[name].variables.baseUrl, { env }));
