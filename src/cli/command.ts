// The shape of a command of the command line, and helpers that all commands share. command-line.ts parses and dispatches; the file of
// a command holds its options, its help and its work.
import { openLogFile } from '../app/daemon/log-file.ts';
import { existsSync } from 'node:fs';
import { actAsOwner, notedCredentials } from '../app/state/state-owner.ts';
import { type Config, loadConfig } from '../config.ts';
import { type Log, type LogLevel, createLog, logLevels } from '../base/log.ts';
import { type Redact, createRedactor } from '../base/secrets/redact.ts';
import { terminalJson, withoutControls } from '../base/text/text.ts';
import { UsageError } from './usage-error.ts';

export interface Option {
  type: 'boolean' | 'string';
  short?: string;
  /** The name of the value in the help: `N`, `PATH`. */
  value?: string;
  about: string;
}

export type Options = Readonly<Record<string, Option>>;

type Values<Given extends Options> = {
  [Name in keyof Given]?: Given[Name]['type'] extends 'boolean' ? boolean : string;
};

export interface Invocation<Given extends Options> {
  values: Values<Given>;
  /** The arguments that are neither the command nor an option. */
  words: string[];
}

export interface Command<Given extends Options = Options> {
  /** After the program's name: `search "query" [options]`. */
  usage: string;
  about: string;
  /** Whole command lines without the program's name, for the help. */
  examples: readonly string[];
  options: Given;
  /** How many words it takes besides options. */
  words: { min: number; max: number };
  /** @returns the exit code */
  run(invocation: Invocation<Given>): Promise<number>;
}

/** Ties the type of `run` to the options; does nothing else. */
export const defineCommand = <Given extends Options>(command: Command<Given>): Command<Given> => command;

export const configOption = {
  config: {
    type: 'string',
    short: 'c',
    value: 'PATH',
    about:
      'the configuration file (default: $SCRUBJAY_CONFIG, ./config.toml, ~/.config/scrubjay/config.toml, /etc/scrubjay/config.toml)',
  },
  verbose: { type: 'boolean', short: 'v', about: 'log more, on stderr' },
} as const satisfies Options;

export const jsonOption = {
  json: { type: 'boolean', about: 'one JSON document on stdout' },
} as const satisfies Options;

export interface Settings {
  config: Config;
  log: Log;
  redact: Redact;
}

/**
 * Loads the configuration and the log, as every command does first.
 * @param quiet for commands whose output a person reads: nothing below a warning is logged
 * @param onScreen a person talks on this terminal: the log goes to a file in the state folder
 * @throws ConfigError
 */
export function loadSettings(
  values: { config?: string; verbose?: boolean },
  { quiet, onScreen = false }: { quiet: boolean; onScreen?: boolean },
): Settings {
  const config = loadConfigBesideService(values.config);
  actAsOwner(config.state.dir);
  const redact = createRedactor(config.secrets);
  const level = values.verbose ? 'debug' : quiet ? atLeast('warn', config.log.level) : config.log.level;
  if (onScreen) {
    const fileLevel = values.verbose ? 'debug' : config.log.level;
    return { config, redact, log: createLog(fileLevel, redact, openLogFile(config.state.dir)) };
  }
  return { config, redact, log: createLog(level, redact) };
}

/** The service gets its secrets from systemd; a command that is run beside it finds them where the service noted them. */
export function loadConfigBesideService(given: string | undefined): Config {
  const config = loadConfig(given);
  const credentials = process.env['CREDENTIALS_DIRECTORY'] ? undefined : notedCredentials(config.state.dir);
  if (credentials === undefined || !existsSync(credentials)) return config;
  return loadConfig(given, { ...process.env, CREDENTIALS_DIRECTORY: credentials });
}

/** Whether a person uses the terminal: neither input nor output is a pipe or a file. */
export const isOnScreen = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

const atLeast = (min: LogLevel, level: LogLevel): LogLevel =>
  logLevels.indexOf(level) < logLevels.indexOf(min) ? min : level;

/** One JSON document, one line. */
export const printJson = (value: unknown): void => print(terminalJson(JSON.stringify(value)));

/**
 * Prints the output of a command. Notes, names and replies may hold control sequences of a terminal (the clipboard, its title),
 * so no control characters but line feeds and tabs pass, also into a pipe: its end is often a terminal again.
 */
export const print = (text: string): void => void process.stdout.write(`${withoutControls(text, '\n\t')}\n`);

/** @throws UsageError when it is not a whole number within the bounds */
export function wholeNumber(
  given: string | undefined,
  option: string,
  bounds: { fallback: number; min: number; max: number },
): number {
  if (given === undefined) return bounds.fallback;
  const number = Number(given);
  if (!Number.isInteger(number) || number < bounds.min || number > bounds.max) {
    throw new UsageError(`${option} takes a whole number from ${bounds.min} to ${bounds.max}, got "${given}"`);
  }
  return number;
}
