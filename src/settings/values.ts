// What one value of the configuration may be, and what it resolves to: durations, time zones, schedules, secrets.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Cron } from 'croner';
import { ConfigError, messageOf } from '../base/errors.ts';
import { readRegularFile } from '../base/files/files.ts';
import { isPassing } from '../base/concurrency/transient.ts';
import { isEndpoint, trimSlash } from '../base/text/url.ts';
import { userHome } from '../base/files/user-home.ts';
import { SettingError } from './explain.ts';

/** What the values of a file are resolved against. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** Relative paths start here: the configuration file's folder, or the home of memory where there is no file. */
  folder: string;
  /** Filled with every secret that is resolved. */
  secrets: string[];
  /** Variables that the configuration names for a secret and that are not set. */
  unsetVariables: string[];
}

export const durationPattern = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/;
const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseDuration(given: string): number {
  const [, amount = '', unit = ''] = durationPattern.exec(given) ?? [];
  return Math.round(Number(amount) * (unitMs[unit] ?? 0));
}

export function isSchedule(pattern: string): boolean {
  if (pattern === 'off') return true;
  try {
    return pattern.trim().split(/\s+/).length === 5 && new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

export const expandHome = (given: string): string =>
  given === '~' || given.startsWith('~/') ? path.join(userHome(), given.slice(1)) : given;

type GivenSecret = string | { env: string } | { file: string };

/** A secret, null where there is none (an unset variable, no credential of systemd's): the part that needs it says so. */
export interface ResolvedSecret {
  value: string | null;
  /** The same, without what only the environment happened to hold: a file that names a host must name the key for it too. */
  forAnyHost: string | null;
}

/** @throws SettingError where the file that is named cannot be read */
export function resolveSecret(
  given: GivenSecret | undefined,
  variable: string,
  credentials: readonly string[],
  around: Surroundings,
): ResolvedSecret {
  const named = given === undefined ? null : readSecret(given, around);
  const forAnyHost = named ?? readCredential([variable, ...credentials], around.env);
  const value = forAnyHost ?? (given === undefined ? readSecret({ env: variable }, around) : null);
  if (value) around.secrets.push(value);
  // To name the variable that is looked at anyway asks for nothing: the example of a configuration names them all.
  else if (typeof given === 'object' && 'env' in given && given.env !== variable) around.unsetVariables.push(given.env);
  return { value, forAnyHost };
}

/** @throws SettingError where the variable holds something else */
export function urlFromEnvironment(variable: string | undefined, { env }: Pick<Surroundings, 'env'>): string | null {
  const given = variable && env[variable]?.trim();
  if (!given) return null;
  if (isEndpoint(given)) return given;
  throw new SettingError(
    `$${variable} holds no usable URL.`,
    'Let it begin with http:// or https://, without a name and password, or unset it.',
  );
}

/** Whether the environment itself names this URL, so that its key is meant for it. */
export const isFromEnvironment = (
  url: string,
  variable: string | undefined,
  { env }: Pick<Surroundings, 'env'>,
): boolean => variable !== undefined && trimSlash(env[variable]?.trim() ?? '') === url;

function readSecret(given: GivenSecret, around: Surroundings): string | null {
  if (typeof given === 'string') return given.trim() || null;
  if ('env' in given) return around.env[given.env]?.trim() || null;
  const file = path.resolve(around.folder, expandHome(given.file));
  try {
    return readRegularFile(file, maxSecretBytes).toString('utf8').trim() || null;
  } catch (error) {
    if (isPassing(error, file)) throw error;
    throw new SettingError(
      `the secret cannot be read from ${file}: ${messageOf(error)}.`,
      'Make the file, readable by Scrubjay only, or give the secret another way.',
    );
  }
}

const maxSecretBytes = 64 * 1024;

/** systemd puts what LoadCredential= names into a folder; `telegram-token`, `telegram.token` and TELEGRAM_TOKEN are one. */
function readCredential(names: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (!folder) return null;
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const wanted = new Set(names.map(plain));
  try {
    const file = readdirSync(folder).find((name) => wanted.has(plain(name)));
    return file === undefined
      ? null
      : readRegularFile(path.join(folder, file), maxSecretBytes).toString('utf8').trim() || null;
  } catch (error) {
    if (isPassing(error, folder)) throw error;
    throw new ConfigError(
      '$CREDENTIALS_DIRECTORY',
      `the credentials cannot be read: ${messageOf(error)}.`,
      'Check LoadCredential= of the unit.',
    );
  }
}
