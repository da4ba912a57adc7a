// `scrubjay init`: asks what a first configuration needs and writes it; then tries the model and Telegram with it. What has
// a sensible default is not asked. Changes nothing that is there.
import { existsSync } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemTimezone } from '../base/clock.ts';
import { UserError, codeOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files.ts';
import { createRedactor } from '../base/redact.ts';
import { loadConfig } from '../config.ts';
import { noteOwnConfig } from '../config/found-config.ts';
import { type Check, checkLine } from './checks.ts';
import { configOption, defineCommand, print } from './command.ts';
import { UsageError } from './usage-error.ts';
import { type Answers, configToml } from './config-text.ts';
import { checkModels } from './model-check.ts';
import { askOnTerminal, userIds } from './questions.ts';
import { checkTelegram } from './telegram-check.ts';

const options = {
  config: configOption.config,
  timezone: { type: 'string', value: 'ZONE', about: "an IANA time zone (default: the system's)" },
  memory: {
    type: 'string',
    value: 'PATH',
    about: 'the folder of the notes (default: memory, beside the configuration)',
  },
  model: { type: 'string', short: 'm', value: 'MODEL', about: 'provider/model, or offline' },
  'base-url': { type: 'string', value: 'URL', about: 'a server of your own that speaks like that provider' },
  users: { type: 'string', value: 'IDS', about: 'numeric Telegram user ids that may speak to it, with commas between' },
  yes: {
    type: 'boolean',
    short: 'y',
    about: 'ask nothing; keys stay in the environment ($ANTHROPIC_API_KEY, $TELEGRAM_BOT_TOKEN, …)',
  },
  'no-check': { type: 'boolean', about: 'do not call the model and Telegram' },
} as const;

export const command = defineCommand({
  usage: 'init [options]',
  about:
    'Writes a first configuration: asks on a terminal, else takes it from the options. Then tries it. Overwrites nothing.',
  options,
  words: { least: 0, most: 0 },
  async run({ values }) {
    const file = path.resolve(values.config ?? (process.env['SCRUBJAY_CONFIG'] || 'config.toml'));
    if (existsSync(file)) throw alreadyThere(file);
    const given: Answers = {
      timezone: values.timezone ?? systemTimezone(),
      ...(values.memory !== undefined && { memory: values.memory }),
      ...(values.model !== undefined && { model: values.model }),
      ...(values['base-url'] !== undefined && { baseUrl: values['base-url'] }),
      ...(values.users !== undefined && { users: givenIds(values.users) }),
    };
    const asks = !values.yes && process.stdin.isTTY && process.stdout.isTTY;
    const answers = asks ? await askOnTerminal(given) : given;
    if (answers.baseUrl !== undefined && answers.model === undefined)
      throw new UsageError('--base-url needs --model, which says whose language the server speaks');
    await writeConfig(file, configToml(answers));
    print(`Written: ${file} (readable by you alone)`);
    if (!values['no-check']) for (const check of await checkAll(file)) print(checkLine(check));
    print(
      `Start it with: scrubjay start${path.basename(file) === 'config.toml' && path.dirname(file) === process.cwd() ? '' : ` --config ${file}`}`,
    );
    return 0;
  },
});

function givenIds(given: string): number[] {
  const ids = userIds(given);
  if (ids === null)
    throw new UsageError(
      `--users takes numeric ids, such as 123456789 (a user name is no proof of who writes), got "${given}"`,
    );
  return ids;
}

const alreadyThere = (file: string): UserError =>
  new UserError(`${file} is there already and stays as it is. Edit it, or give another path with --config.`);

/** Whole and right, or not at all: it is read back before it gets its name. @throws ConfigError */
async function writeConfig(file: string, toml: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
  const draft = `${file}.${process.pid}.draft`;
  try {
    await writeFile(draft, toml, { flag: 'wx', mode: privateFile });
    loadConfig(draft);
    // Unlike a rename, a link never takes the place of a file that came into being meanwhile.
    await link(draft, file);
    noteOwnConfig(file);
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? alreadyThere(file) : error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** What fails here is told and mended later: the configuration stands. */
async function checkAll(file: string): Promise<Check[]> {
  const config = loadConfig(file);
  const redact = createRedactor(config.secrets);
  const checks = [...(await checkModels(config)), await checkTelegram(config)];
  return checks.map((one) => ({ ...one, detail: redact(one.detail) }));
}
