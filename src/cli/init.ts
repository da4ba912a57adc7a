// `scrubjay init`: asks what a configuration needs, tries each answer, and writes it; on one that is there it changes what is
// asked for and leaves the rest, comments included. Every answer is an option as well, and a secret comes from a file or from
// standard input, never from the command line, which every user of the machine can read.
import { calledAs } from '../base/called-as.ts';
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemTimezone } from '../base/time/timezone-names.ts';
import { UserError } from '../base/errors.ts';
import { makePrivateFolder, privateFile } from '../base/files/files.ts';
import { createRedactor } from '../base/secrets/redact.ts';
import { type Config, configPlaces, defaultConfig, loadConfig, personalConfig } from '../config.ts';
import { noteOwnConfig } from '../config/found-config.ts';
import { isCheckout } from '../config/home.ts';
import { offlineModel } from '../models/provider.ts';
import { type Check, checkLine } from './doctor/check.ts';
import { checkPlaces } from './doctor/folders.ts';
import { configOption, defineCommand, isOnScreen, loadSettings, print } from './command.ts';
import { type Answers, configText, vendorOf } from './config-text.ts';
import { askAll, askOne, userIds } from './init-questions.ts';
import { hasSystemd, installService } from './install-service.ts';
import { checkModels } from './model-check.ts';
import { invitationText, makeInvitation } from './pair.ts';
import { type Prompts, openPrompts } from './prompts.ts';
import { checkTelegram } from './telegram-check.ts';
import { UsageError } from './usage-error.ts';

const options = {
  config: configOption.config,
  model: { type: 'string', short: 'm', value: 'MODEL', about: 'provider/model, or offline' },
  'base-url': { type: 'string', value: 'URL', about: 'a server of your own that speaks like that provider' },
  'api-key-file': { type: 'string', value: 'FILE', about: 'a file with the key of the model; - for standard input' },
  'token-file': { type: 'string', value: 'FILE', about: 'a file with the Telegram token; - for standard input' },
  users: { type: 'string', value: 'IDS', about: 'numeric Telegram user ids that may speak to it, with commas between' },
  timezone: { type: 'string', value: 'ZONE', about: "an IANA time zone (default: the system's)" },
  memory: { type: 'string', value: 'PATH', about: 'the folder of the notes' },
  state: { type: 'string', value: 'PATH', about: "the folder of the program's own state" },
  service: { type: 'boolean', about: 'install the service afterwards' },
  pair: { type: 'boolean', about: 'make the code by which the owner pairs' },
  yes: { type: 'boolean', short: 'y', about: 'ask nothing; what no option says keeps its value or default' },
  'no-check': { type: 'boolean', about: 'do not call the model and Telegram' },
} as const;

export const command = defineCommand({
  usage: 'init [options]',
  about:
    'Writes a configuration, or changes the one that is there: asks on a terminal, else takes the answers from the options. Tries the\nmodel and Telegram, and exits with 1 when something fails; the configuration is then written all the same. Without --config it is\nthe configuration in use, else ./config.toml in a checkout, else ~/.config/scrubjay/config.toml with the notes in ~/scrubjay.',
  examples: [
    'init',
    'init --model openai/qwen3 --base-url http://127.0.0.1:11434/v1 --yes',
    'init --model anthropic/claude-sonnet-5-5 --api-key-file - < key.txt',
    'init --timezone Europe/Paris',
  ],
  options,
  words: { min: 0, max: 0 },
  async run({ values }) {
    const file = placeOf(values.config);
    const isFirst = !existsSync(file);
    // A configuration found in this folder may belong to another user: it is checked as in every command before it is changed.
    const before = isFirst ? null : loadConfig(values.config);
    const given = answersIn(values, before?.provider.primary);
    const prompts = !values.yes && isOnScreen() ? await openPrompts() : null;
    const config = await (prompts && !hasAnswers(given)
      ? isFirst
        ? writeFirst(file, prompts, given)
        : changeByAsking(file, prompts)
      : writeGiven(file, given, isFirst));
    if (isFirst || values.config !== undefined) noteOwnConfig(file);
    const isPrivate = (statSync(file).mode & 0o077) === 0;
    print(`${isFirst ? 'Written' : 'Saved'}: ${file}${isPrivate ? ' (readable by you alone)' : ''}`);
    print(`Notes: ${config.memory.dir}`);
    const checks = values['no-check'] ? [] : await checkAll(config);
    for (const check of checks) print(checkLine(check));
    const isSound = checks.every(({ status }) => status !== 'failed');
    if (!isSound)
      print(
        `The configuration is written all the same. Mend what failed, or change the answer with \`${calledAs()} init\`; \`${calledAs()} doctor\` tries again.`,
      );
    const wantsService = values.service ?? (isFirst && prompts !== null && (await offersService(prompts)));
    const served = wantsService
      ? installService({ name: null, isUser: process.getuid?.() !== 0, configFile: file })
      : file;
    if (isFirst && !wantsService)
      print(`Start it with: ${calledAs()} start${isFoundWithout(file) ? '' : ` --config ${file}`}`);
    const needsOwner = config.telegram.token !== null && config.telegram.allowed_users.length === 0;
    if (values.pair || (isFirst && prompts !== null && needsOwner))
      print(`\n${invitationText(await makeInvitation(loadSettings({ config: served }, { quiet: true })))}`);
    return isSound ? 0 : 1;
  },
});

/** The configuration in use where there is one; else where the first one belongs. */
function placeOf(given: string | undefined): string {
  const places = configPlaces(given, process.env, process.cwd());
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return found;
  const isNamed = places.length === 1;
  return isNamed || isCheckout(process.cwd()) ? (places[0] as string) : personalConfig(process.env);
}

/**
 * @param primary the model of the configuration that is there: key and address are of its vendor unless `--model` names another
 * @throws UsageError for options that contradict each other or can't be read
 */
function answersIn(
  values: { [Name in keyof typeof options]?: string | boolean },
  primary: string | undefined,
): Answers {
  const text = (name: keyof typeof options): string | undefined => values[name] as string | undefined;
  const { model, 'base-url': baseUrl } = values as Record<string, string | undefined>;
  if (text('api-key-file') === '-' && text('token-file') === '-')
    throw new UsageError('only one secret can come from standard input');
  const apiKey = readSecret(text('api-key-file'), '--api-key-file');
  const vendor = vendorOf(model ?? primary ?? offlineModel);
  if ((baseUrl !== undefined || apiKey !== undefined) && vendor === null)
    throw new UsageError(
      `${baseUrl === undefined ? '--api-key-file' : '--base-url'} needs --model, which says whose it is`,
    );
  const answers: Answers = {
    timezone: text('timezone'),
    memory: text('memory'),
    state: text('state'),
    model,
    baseUrl,
    apiKey,
    vendor: baseUrl === undefined && apiKey === undefined ? undefined : (vendor ?? undefined),
    telegramToken: readSecret(text('token-file'), '--token-file'),
    users: text('users') === undefined ? undefined : givenIds(text('users') ?? ''),
  };
  return answers;
}

const hasAnswers = (answers: Answers): boolean => Object.values(answers).some((answer) => answer !== undefined);

function readSecret(source: string | undefined, option: string): string | undefined {
  if (source === undefined) return undefined;
  if (source === '-' && process.stdin.isTTY)
    throw new UsageError(`${option} - reads standard input: pipe the secret in`);
  try {
    const secret = readFileSync(source === '-' ? 0 : source, 'utf8').trim();
    if (/^\S+$/.test(secret)) return secret;
  } catch {
    throw new UsageError(`${option}: ${source} can't be read`);
  }
  throw new UsageError(`${option}: ${source === '-' ? 'standard input' : source} holds no secret, or more than one`);
}

function givenIds(given: string): number[] {
  const ids = userIds(given);
  if (ids === null)
    throw new UsageError(
      `--users takes numeric ids, such as 123456789 (a user name is no proof of who writes), got "${given}"`,
    );
  return ids;
}

/** Settings that a first configuration always states: paths must not depend on the working folder. */
function firstAnswers(file: string): Answers {
  const isPersonal = file === personalConfig(process.env);
  return {
    timezone: systemTimezone(),
    memory: isPersonal ? '~/scrubjay/memory' : 'memory',
    state: isPersonal ? '~/scrubjay/state' : 'state',
  };
}

async function writeFirst(file: string, prompts: Prompts, given: Answers): Promise<Config> {
  const first = firstAnswers(file);
  prompts.say(`This makes ${file}. Ctrl-C leaves and writes nothing.`);
  const { memory = '', state = '' } = first;
  const known = defaultConfig();
  const answers = await askAll(
    prompts,
    { ...known, memory: { ...known.memory, dir: memory }, state: { dir: state } },
    given,
  );
  return writeConfig(file, configText(null, { ...first, ...answers }));
}

/** Each answer is written before the next question: leaving loses none. */
async function changeByAsking(file: string, prompts: Prompts): Promise<Config> {
  prompts.say(`${file} is there. What you don't change stays, with your comments.`);
  for (;;) {
    const config = loadConfig(file);
    const answers = await askOne(prompts, config);
    if (answers === null) return config;
    writeConfig(file, configText(readFileSync(file, 'utf8'), answers));
  }
}

function writeGiven(file: string, given: Answers, isFirst: boolean): Config {
  const answers = Object.fromEntries(Object.entries(given).filter(([, answer]) => answer !== undefined)) as Answers;
  if (isFirst) return writeConfig(file, configText(null, { ...firstAnswers(file), ...answers }));
  if (!hasAnswers(answers))
    throw new UserError(
      `${file} is there already. Say what to change, such as --model or --timezone, or edit it. To pair the owner: ${calledAs()} pair. To run it as a service: ${calledAs()} install-service.`,
    );
  return writeConfig(file, configText(readFileSync(file, 'utf8'), answers));
}

/** Writes the file atomically: it is read back and checked before it gets its name. Owner and mode stay. @throws ConfigError */
function writeConfig(file: string, toml: string): Config {
  makePrivateFolder(path.dirname(file));
  const before = statSync(file, { throwIfNoEntry: false });
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, toml, { flag: 'wx', mode: privateFile, flush: true });
    loadConfig(draft);
    if (before) {
      chmodSync(draft, before.mode & 0o777);
      if (process.getuid?.() === 0) chownSync(draft, before.uid, before.gid);
    }
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return loadConfig(file);
}

const isFoundWithout = (file: string): boolean => configPlaces(undefined, process.env, process.cwd()).includes(file);

const offersService = async (prompts: Prompts): Promise<boolean> =>
  hasSystemd() && (await prompts.confirm('Run it as a service, started with this machine?'));

/** A failure here is reported and can be repaired later: the configuration is already written. */
async function checkAll(config: Config): Promise<Check[]> {
  const redact = createRedactor(config.secrets);
  const folders = (await checkPlaces(config)).filter(({ status }) => status === 'failed');
  const checks = [...folders, ...(await checkModels(config)), ...(await checkTelegram(config))];
  return checks.map((one) => ({ ...one, detail: redact(one.detail) }));
}
