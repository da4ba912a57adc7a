// The configuration: a TOML file through one zod schema that holds every default, into a frozen value. Keys keep the
// names they have in the file, so that a search for one finds both. Parts never see this object: daemon.ts hands each
// the values it needs. Paths come out absolute, durations in milliseconds, secrets as their text.
import path from 'node:path';
import { TomlError, parse as parseToml } from 'smol-toml';
import { z } from 'zod';
import { isEndpoint, trimSlash } from './base/text/url.ts';
import { ConfigError, codeOf, messageOf } from './base/errors.ts';
import { logLevels } from './base/log.ts';
import { isPassing } from './base/concurrency/transient.ts';
import { isTimezone } from './base/time/timezone-names.ts';
import { languageNames } from './assistant/phrases/names.ts';
import type { ChannelKind, ChannelReach } from './channels/channel.ts';
import { networkChannels } from './channels/table.ts';
import { requireApart } from './config/apart-folders.ts';
import { requireOwnConfig, userConfigFolder } from './config/found-config.ts';
import { homeFolder } from './config/home.ts';
import { readOwnFile } from './config/ownership.ts';
import { poolings } from './memory/embed/pool.ts';
import { type VendorName, vendorNames, vendors } from './models/vendors/vendors.ts';
import { price } from './models/price.ts';
import { efforts, offlineModel } from './models/provider.ts';
import { explain, settingsOf } from './settings/explain.ts';
import { createFields, type Fields } from './settings/fields.ts';
import { type Surroundings, expandHome, isFromEnvironment, isSchedule } from './settings/values.ts';

const modelPattern = new RegExp(`^(?:${offlineModel}|(?:${vendorNames.join('|')})/\\S+)$`);
/** A model that can cost something, or the beginning of the names of several. */
const pricedPattern = new RegExp(`^(?:${vendorNames.join('|')})/\\S+$`);

export type Config = Readonly<
  z.output<ReturnType<typeof schemaFor>> & {
    /** The file that was read, null where there was none and every value is a default. */
    file: string | null;
    /** Every secret that was given, for the redactor. */
    secrets: readonly string[];
    /** Variables that it names for a secret and that are not set. */
    unsetVariables: readonly string[];
  }
>;

// oxlint-disable-next-line max-lines-per-function -- the schema is one table, to be read from top to bottom
function schemaFor(around: Surroundings) {
  const fields = createFields(around);
  const { setting, section, folder, file, count, flag, url, duration, secret } = fields;
  const contextTokens = () =>
    setting(
      z.int().min(8192).max(100_000_000).optional(),
      'what the server gives its model, a whole number from 8192 (less has no room for the tools), such as 32768, or leave it out',
    );
  const usd = () =>
    setting(
      z.number().positive().optional(),
      'an amount in US dollars above 0, such as 2.50, or leave it out for no limit',
    );
  const perMillion = () => setting(z.number().nonnegative(), 'US dollars per million tokens, such as 2.50, or 0');
  const model = <Fallback extends string>(fallback: Fallback) =>
    setting(
      z.string().regex(modelPattern).default(fallback),
      `a model as "provider/name" (of ${vendorNames.join(', ')}), such as "anthropic/claude-sonnet-5-5", or "offline"`,
    );
  const vendor = (name: VendorName) => {
    const { baseUrl, variables, isOwnHost } = vendors[name];
    const isTrusted = (url: string): boolean => isOwnHost(url) || isFromEnvironment(url, variables.baseUrl, around);
    return section({
      api_key: secret(variables.key, `provider_${name}_api_key`),
      base_url: url(baseUrl, variables.baseUrl),
      context_tokens: contextTokens(),
      models: setting(
        z.array(z.string().regex(/^\S+$/)).default([]),
        'a list of names of its models, such as ["claude-opus-5-5"], or [] for none',
      ),
    }).transform(({ api_key: key, ...rest }) => ({
      ...rest,
      api_key: isTrusted(rest.base_url) ? key.value : key.forAnyHost,
    }));
  };

  return section({
    timezone: setting(z.string().refine(isTimezone).optional(), 'an IANA time zone, such as "Europe/Berlin"'),
    log: section({
      level: setting(z.enum(logLevels).default('info'), `one of ${logLevels.join(', ')}`),
    }),
    memory: section({
      dir: folder('memory'),
      git: flag(false),
      embedding: section({
        model: setting(
          z.string().min(1).default('all-MiniLM-L6-v2'),
          '"all-MiniLM-L6-v2", "none", a Hugging Face id or the name of a model of an OpenAI-compatible server',
        ),
        base_url: setting(
          z.string().refine(isEndpoint).transform(trimSlash).optional(),
          'the URL of an OpenAI-compatible server without a name and password, such as "http://localhost:11434/v1"',
        ),
        api_key: secret('SCRUBJAY_EMBEDDING_API_KEY', 'memory_embedding_api_key'),
        pooling: setting(
          z.enum(poolings).optional(),
          `one of ${poolings.join(', ')}, or nothing where the model says it itself`,
        ),
        query_prefix: setting(z.string().optional(), 'what the model reads before a query, such as "query: "'),
        passage_prefix: setting(z.string().optional(), 'what the model reads before a note, such as "passage: "'),
        store: setting(z.enum(['full', 'lite', 'disk']).default('full'), '"full", "lite" or "disk"'),
        threads: count(1, 64),
        processes: count(2, 64),
        idle_release: duration('5m'),
        // No host is this variable's own: the file names it beside the host, or it is not sent.
      }).transform(({ api_key: key, ...rest }) => ({ ...rest, api_key: key.forAnyHost })),
    }),
    state: section({
      dir: folder('state'),
    }),
    provider: section({
      primary: model('anthropic/claude-sonnet-5-5'),
      fallbacks: setting(
        z.array(z.string().regex(modelPattern)).default([]),
        'a list of models, such as ["openai/gpt-5.5", "offline"]',
      ),
      ...(Object.fromEntries(vendorNames.map((name) => [name, vendor(name)])) as Record<
        VendorName,
        ReturnType<typeof vendor>
      >),
    }),
    ...channelSections(fields),
    agent: section({
      max_tool_rounds: count(10, 1000),
      max_messages_per_turn: count(5, 100),
      max_tokens: setting(z.int().min(1).max(1_000_000).optional(), 'a number of tokens, from 1 to 1000000'),
      effort: setting(z.enum(efforts).optional(), '"low", "medium" or "high"'),
      reply_mode: setting(z.enum(['auto', 'tool']).default('auto'), '"auto" or "tool"'),
      recall: flag(true),
      persona_file: file('the path of a text file'),
      your_name: setting(z.string().min(1).max(80).optional(), 'what you want to be called'),
      language: setting(z.enum(languageNames).optional(), `one of ${languageNames.join(', ')}`),
    }),
    session: section({
      history_messages: count(40, 10_000),
      idle_reset: duration('4h'),
      summary_model: setting(
        z.string().regex(modelPattern).optional(),
        'a model as "provider/name", or leave it out for the primary one',
      ),
    }),
    consolidation: section({
      schedule: setting(
        z.string().refine(isSchedule).default('0 4 * * *'),
        'a cron expression of five fields, such as "0 4 * * *", or "off"',
      ),
      model: setting(
        z.string().regex(modelPattern).optional(),
        'a model as "provider/name", or leave it out for the primary one',
      ),
      digest: flag(true),
      max_chars: count(24_000, 1_000_000),
    }),
    health: section({
      port: setting(
        z.int().min(1).max(65_535).optional(),
        'the number of a free port, such as 9464, or leave it out for no endpoint',
      ),
      address: setting(
        z.string().min(1).default('127.0.0.1'),
        'the address to listen on, such as "127.0.0.1"; anyone who reaches another one can read the figures',
      ),
    }),
    budget: section({ daily_usd: usd(), monthly_usd: usd() }),
    prices: setting(
      z
        .record(
          z.string().regex(pricedPattern),
          section({
            input: perMillion(),
            output: perMillion(),
            cache_read: perMillion().optional(),
            cache_write: perMillion().optional(),
          }).transform(price),
        )
        .prefault({}),
      'one section a model, such as [prices."anthropic/claude-sonnet-5-5"] with input and output',
    ),
  });
}

type ChannelName = keyof typeof networkChannels;
type ChannelSections = { [Name in ChannelName]: z.ZodType<SettingsOf<(typeof networkChannels)[Name]>> };
type SettingsOf<Kind> = Kind extends ChannelKind<infer Settings> ? Settings : never;

const kinds = Object.entries<ChannelKind<unknown>>(networkChannels);

/** Each channel brings its own section. */
const channelSections = (fields: Fields): ChannelSections =>
  Object.fromEntries(
    kinds.flatMap(([name, { section }]) => (section ? [[name, section.schema(fields)]] : [])),
  ) as ChannelSections;

const reachOfChannels = (config: Record<string, unknown>, raw: Record<string, unknown>): Map<string, ChannelReach> =>
  new Map(kinds.flatMap(([name, { section }]) => (section ? [[name, section.reach(config[name], raw[name])]] : [])));

/**
 * Reads the configuration: `given`, else $SCRUBJAY_CONFIG, else ./config.toml, else
 * $XDG_CONFIG_HOME/scrubjay/config.toml, else the service's /etc/scrubjay/config.toml, else all defaults.
 * @throws ConfigError
 */
export function loadConfig(
  given?: string,
  env: NodeJS.ProcessEnv = process.env,
  workingFolder: string = process.cwd(),
): Config {
  return configOf(readFirst(given, env, workingFolder), env, workingFolder);
}

/** The configuration where no file is found: all defaults. */
export const defaultConfig = (env: NodeJS.ProcessEnv = process.env): Config => configOf(null, env, process.cwd());

function configOf(found: FoundFile | null, env: NodeJS.ProcessEnv, workingFolder: string): Config {
  const raw = found ? parseFile(found) : {};
  const around: Surroundings = {
    env,
    folder: found ? path.dirname(found.file) : homeFolder(workingFolder, env),
    secrets: [],
    unsetVariables: [],
  };
  const schema = schemaFor(around);
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw explain(schema, raw, parsed.error);
  requireApart(parsed.data);
  if (found && !found.isNamed) {
    requireOwnConfig(found.file, parsed.data, { raw, env, channels: reachOfChannels(parsed.data, raw) });
  }
  return freezeDeep({
    ...parsed.data,
    file: found?.file ?? null,
    secrets: around.secrets,
    unsetVariables: around.unsetVariables,
  });
}

const systemConfig = '/etc/scrubjay/config.toml';

/** Every setting with what it takes. */
export const listSettings = (): ReturnType<typeof settingsOf> =>
  settingsOf(schemaFor({ env: {}, folder: '/', secrets: [], unsetVariables: [] }));

/** The variables of the environment that hold a secret where the configuration says nothing else. */
export const secretVariables = (): string[] => listSettings().flatMap(({ variable }) => variable ?? []);

interface FoundFile {
  file: string;
  text: string;
  /** Whether the person named the file, or it is the person's own or the service's, and it was not only found in the working folder. */
  isNamed: boolean;
}

/** Where a configuration is looked for, in this order: the one that is named, or the usual places. */
export function configPlaces(given: string | undefined, env: NodeJS.ProcessEnv, workingFolder: string): string[] {
  const named = given ?? (env['SCRUBJAY_CONFIG'] || undefined);
  return named === undefined
    ? [path.join(workingFolder, 'config.toml'), personalConfig(env), systemConfig]
    : [path.resolve(workingFolder, expandHome(named))];
}

/** A person's own. */
export const personalConfig = (env: NodeJS.ProcessEnv): string => path.join(userConfigFolder(env), 'config.toml');

function readFirst(given: string | undefined, env: NodeJS.ProcessEnv, workingFolder: string): FoundFile | null {
  const named = given ?? (env['SCRUBJAY_CONFIG'] || undefined);
  const candidates = configPlaces(given, env, workingFolder);
  for (const file of candidates) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(readOwnFile(file));
      return { file, text, isNamed: named !== undefined || file !== candidates[0] };
    } catch (error) {
      // The service's file is for root and its user; any other user of the machine is treated as if it were missing.
      const isClosed = file === systemConfig && codeOf(error) === 'EACCES';
      const missing = isClosed || codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
      if (missing && named === undefined) continue;
      if (missing)
        throw new ConfigError(
          file,
          'there is no such file.',
          'Give the path of a configuration file, or copy config.example.toml there.',
        );
      if (error instanceof ConfigError || isPassing(error, file)) throw error;
      const remedy =
        codeOf(error) === 'EACCES'
          ? `Make it readable for the user ${process.getuid?.() ?? ''}, set HOME to a folder of that user, or name another file with --config.`
          : 'Make it a readable file in UTF-8.';
      throw new ConfigError(file, `the file cannot be read: ${messageOf(error)}.`, remedy);
    }
  }
  return null;
}

function parseFile({ file, text }: FoundFile): Record<string, unknown> {
  try {
    return parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    // The line itself is not shown: it may hold a secret.
    throw new ConfigError(
      `${file}:${error.line}:${error.column}`,
      `the TOML is broken: ${reason}.`,
      `Correct line ${error.line}.`,
    );
  }
}

function freezeDeep<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) freezeDeep(inner as object);
  return Object.freeze(value);
}

/** What the operator is told of a secret that the configuration names and that is not there. */
export const unsetWarnings = ({ unsetVariables }: Pick<Config, 'unsetVariables'>): string[] =>
  unsetVariables.map(
    (name) =>
      `The configuration takes a secret from the variable ${name}, which is not set: Scrubjay runs as if there were none.`,
  );
