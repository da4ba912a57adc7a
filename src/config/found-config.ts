// What a config.toml may do that was not named on the command line: it was found in the working folder, and may have come
// with it, as folders are cloned and unpacked. It may speak to the vendors and to this machine and its own network; anything
// that could carry notes or keys to its author, or run a program of theirs, needs the person's word that the file is theirs.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { ConfigError, codeOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files.ts';
import { isHostOf, isLoopback, isPrivateAddress } from '../models/host.ts';
import { type VendorName, vendorNames, vendors } from '../models/vendors.ts';
import { isFromEnvironment } from './values.ts';

/** The settings that are looked at. */
interface Reaching {
  memory: { dir: string; embedding: { base_url?: string | undefined } };
  state: { dir: string };
  provider: Record<VendorName, { base_url: string }>;
  telegram: { api_root: string; voice_command: readonly string[] };
}

export const userConfigFolder = (env: NodeJS.ProcessEnv): string =>
  path.join(env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'scrubjay');

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
 * @param holdsToken the file itself holds the token of a bot, which may be its author's
 * @throws ConfigError for a file that reaches further than one that was only found may
 */
export function requireOwnConfig(
  file: string,
  config: Reaching,
  { env, holdsToken }: { env: NodeJS.ProcessEnv; holdsToken: boolean },
): void {
  const reach = reachOf(config, path.dirname(file), { env, holdsToken });
  if (reach === null || knownConfigs(env).includes(realpathSync(file))) return;
  throw new ConfigError(
    reach.field,
    `${file} was found in the folder that you are in, and ${reach.what}. A folder of somebody else could bring such a file along.`,
    `If it is yours, say so: --config ${file}, or SCRUBJAY_CONFIG=${file}, or move it to ${userConfigFolder(env)}.`,
  );
}

function reachOf(
  { memory, state, provider, telegram }: Reaching,
  folder: string,
  { env, holdsToken }: { env: NodeJS.ProcessEnv; holdsToken: boolean },
): { field: string; what: string } | null {
  const isNear = (url: string): boolean => isLoopback(url) || isPrivateAddress(url);
  const hosts = [
    ...vendorNames.map((name) => ({
      field: `provider.${name}.base_url`,
      url: provider[name].base_url,
      isKnown: vendors[name].isOwnHost(provider[name].base_url),
    })),
    { field: 'memory.embedding.base_url', url: memory.embedding.base_url, isKnown: false },
    { field: 'telegram.api_root', url: telegram.api_root, isKnown: isHostOf(telegram.api_root, 'telegram.org') },
  ];
  const foreign = hosts.find(
    ({ url, isKnown }) => url !== undefined && !isKnown && !isNear(url) && !isOfEnvironment(url, env),
  );
  if (foreign) return { field: foreign.field, what: `sends what you say and what is in your notes to ${foreign.url}` };
  if (!holdsToken) return null;
  if (telegram.voice_command.length > 0)
    return { field: 'telegram.voice_command', what: `runs ${telegram.voice_command[0]} for a bot of its own` };
  const outside = [memory.dir, state.dir].find((dir) => path.relative(folder, dir).startsWith('..'));
  if (outside !== undefined) return { field: 'telegram.token', what: `opens ${outside} to a bot of its own` };
  return null;
}

const isOfEnvironment = (url: string, env: NodeJS.ProcessEnv): boolean =>
  vendorNames.some((name) => isFromEnvironment(url, vendors[name].variables.baseUrl, { env }));
