// The command line as a table of contents: parse, then hand over to one file a command, loaded only when it is called.
import { calledAs } from './base/called-as.ts';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { closest } from './base/text/edit-distance.ts';
import { ConfigError, ToolError, UserError, codeOf, messageOf, remedyOf } from './base/errors.ts';
import type { Command, Invocation, Options } from './cli/command.ts';
import { commandHelp, overviewHelp } from './cli/help.ts';
import { version } from './base/version.ts';
import { UsageError } from './cli/usage-error.ts';

interface Entry {
  about: string;
  load(): Promise<{ command: Command }>;
}

const commands: Readonly<Record<string, Entry>> = {
  start: {
    about: 'the daemon: talks on every configured channel, or on this terminal where there is none',
    load: () => import('./cli/start.ts'),
  },
  chat: { about: 'talk on this terminal', load: () => import('./cli/chat.ts') },
  ask: { about: 'one question, one answer', load: () => import('./cli/ask.ts') },
  search: { about: 'search the memory', load: () => import('./cli/search.ts') },
  check: { about: 'list what the memory says twice and differently', load: () => import('./cli/check.ts') },
  index: { about: 'bring the search index up to date', load: () => import('./cli/index-command.ts') },
  consolidate: { about: 'distil the daily notes into MEMORY.md now', load: () => import('./cli/consolidate.ts') },
  undo: { about: 'take back the last consolidation', load: () => import('./cli/undo.ts') },
  pair: { about: 'make the code by which the owner pairs on Telegram', load: () => import('./cli/pair.ts') },
  unpair: { about: 'end the pairing of a person on Telegram', load: () => import('./cli/unpair.ts') },
  status: { about: 'what is known, pending and configured', load: () => import('./cli/status.ts') },
  init: { about: 'write a first configuration', load: () => import('./cli/init.ts') },
  import: {
    about: 'take in notes, or what ChatGPT, Claude or another assistant knows',
    load: () => import('./cli/import.ts'),
  },
  export: { about: 'copy notes and conversations as Markdown', load: () => import('./cli/export.ts') },
  backup: { about: 'everything a new machine needs, in one file', load: () => import('./cli/backup.ts') },
  restore: { about: 'a backup into empty folders', load: () => import('./cli/restore.ts') },
  'install-service': { about: 'run as a systemd service', load: () => import('./cli/install-service.ts') },
  'uninstall-service': { about: 'stop that and take it away', load: () => import('./cli/uninstall-service.ts') },
  mcp: {
    about: 'serve the memory to another program (Model Context Protocol)',
    load: () => import('./cli/mcp.ts'),
  },
  doctor: {
    about: 'check that everything works, and say what to do where it does not',
    load: () => import('./cli/doctor.ts'),
  },
};

const exitCodes = { done: 0, failed: 1, usage: 2, configuration: 78 } as const;

async function main(args: readonly string[]): Promise<number> {
  const { name, rest } = splitCommand(args);
  if (name === null && asks(rest, '--version')) return say(version());
  if (name === 'help' || (name === null && asks(rest, '--help', '-h'))) {
    return say(overviewHelp(Object.entries(commands).map(([command, { about }]) => [command, about])));
  }
  const entry = commands[name ?? 'start'];
  if (!entry) throw new UsageError(`there is no command "${name}"${suggestion(name ?? '', Object.keys(commands))}`);
  const { command } = await entry.load();
  if (asks(rest, '--help', '-h')) return say(commandHelp(command));
  return await command.run(parse(command, rest));
}

/** The first word is the command, also where the configuration is named before it. */
function splitCommand(args: readonly string[]): { name: string | null; rest: string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    options: { config: { type: 'string', short: 'c' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const word = tokens.find((token) => token.kind === 'positional');
  const end = tokens.find((token) => token.kind === 'option-terminator');
  if (!word || (end && end.index < word.index)) return { name: null, rest: [...args] };
  return { name: word.value, rest: args.filter((_, index) => index !== word.index) };
}

function parse(command: Command, args: readonly string[]): Invocation<Options> {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, short }]) => [name, { type, ...(short ? { short } : {}) }]),
  );
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const unknown =
      codeOf(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(-[^']+)'/.exec(messageOf(error))?.[1] : undefined;
    if (unknown)
      throw new UsageError(
        `there is no option ${unknown}${suggestion(
          unknown,
          Object.keys(options).map((name) => `--${name}`),
        )}`,
      );
    throw new UsageError(valueProblem(error) ?? messageOf(error));
  }
  const { min, max } = command.words;
  const words = parsed.positionals;
  if (words.length < min || words.length > max) throw new UsageError(`usage: ${calledAs()} ${command.usage}`);
  return { values: parsed.values as Invocation<Options>['values'], words };
}

/** What is wrong with the value of an option, in place of Node's own words, which name its types. */
function valueProblem(error: unknown): string | null {
  if (codeOf(error) !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return null;
  const option = /--[\w-]+/.exec(messageOf(error))?.[0];
  if (option === undefined) return null;
  return messageOf(error).includes('does not take an argument')
    ? `${option} takes no value`
    : `${option} takes a value; one that begins with "-" is given as ${option}=-…`;
}

const asks = (args: readonly string[], ...flags: string[]): boolean => {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((argument) => flags.includes(argument));
};

function suggestion(given: string, known: readonly string[]): string {
  const meant = closest(given, known);
  return meant ? `. Did you mean ${meant}?` : `. See ${calledAs()} --help.`;
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return exitCodes.done;
}

/** Says what went wrong to the one who can act on it; a bug with its stack. Redacted, as any log is. */
async function report(error: unknown): Promise<number> {
  const { createRedactor } = await import('./base/secrets/redact.ts');
  const { withoutControls } = await import('./base/text/text.ts');
  const { missingBinary } = await import('./base/files/native-library.ts');
  const redact = createRedactor(await configuredSecrets(process.argv.slice(2)));
  const missing = missingBinary(error);
  process.stderr.write(`scrubjay: ${withoutControls(redact(missing ?? textOf(error)), '\n\t')}\n`);
  if (missing !== null) return exitCodes.failed;
  if (error instanceof ConfigError) return exitCodes.configuration;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

/** For when an error can't even be reported: to handle that as an error, in turn, would never end. */
function reportNothing(): number {
  process.stderr.write(
    'scrubjay: the files of the program are missing or were replaced while it ran. Start it again.\n',
  );
  return exitCodes.failed;
}

function textOf(error: unknown): string {
  const isOurs = [ConfigError, UsageError, UserError, ToolError].some((kind) => error instanceof kind);
  if (isOurs || !(error instanceof Error)) return messageOf(error);
  // The operator has to repair a file that can't be read or written; the program's stack would not help them.
  const remedy = remedyOf(error);
  return remedy === null ? (error.stack ?? error.message) : `${error.message}. ${remedy}`;
}

/** What the configuration keeps secret, as far as it can be read: the error may be that it can't. */
async function configuredSecrets(args: readonly string[]): Promise<readonly string[]> {
  try {
    const { loadConfig } = await import('./config.ts');
    const { values } = parseArgs({
      args: [...args],
      options: { config: { type: 'string', short: 'c' } },
      strict: false,
      allowPositionals: true,
    });
    return loadConfig(typeof values.config === 'string' ? values.config : undefined).secrets;
  } catch {
    return [];
  }
}

// Files that SQLite and other libraries create are to be private as well.
process.umask(0o077);

// `scrubjay search … | head`: the reader of the pipe has closed it, which is no error. Neither is it that the window of a terminal was closed
// (EIO), which ends its input as well; of a file that is the disk.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    const isGone = codeOf(error) === 'EPIPE' || (stream.isTTY && codeOf(error) === 'EIO');
    if (isGone) return;
    throw stream === process.stdout ? new UserError(`The output could not be written: ${messageOf(error)}.`) : error;
  });

let isCrashing = false;

// An uncaught error ends the process, as it would without this handler, but its text passes through the redactor.
async function crash(error: unknown): Promise<void> {
  isCrashing = true;
  let code: number;
  try {
    code = await report(error);
  } catch {
    code = reportNothing();
  }
  // oxlint-disable-next-line unicorn/no-process-exit -- after an error that nothing caught, nothing else may go on
  process.exit(code);
}
process.on('uncaughtException', (error) => void crash(error));
process.on('unhandledRejection', (error) => void crash(error));

/** Ends the process when what was printed is out. To take it apart first was 24 of the 50 ms of `scrubjay index` after its output. */
function end(code: number): void {
  const exit = (): void => {
    // Where the output could not be written, that is being told.
    if (isCrashing) return;
    // oxlint-disable-next-line unicorn/no-process-exit -- the command is done, and has closed what must be closed
    process.exit(code);
  };
  // The error of a stream is emitted after the callbacks of what waited in it.
  process.stdout.write('', () => setImmediate(exit));
}

// What ends before there is an answer has failed.
process.exitCode = exitCodes.failed;
main(process.argv.slice(2)).then(end, async (error: unknown) => end(await report(error)));
