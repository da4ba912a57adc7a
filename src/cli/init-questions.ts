// The questions of `scrubjay init`. Each answer is tried at once: a key by the vendor's list of models, a server by its own
// list, a token by getMe. An answer that can't be tried now may be kept.
import { quantity } from '../base/text/text.ts';
import { trimSlash } from '../base/text/url.ts';
import { isTimezone, systemTimezone } from '../base/time/timezone-names.ts';
import type { Config } from '../config.ts';
import { type ModelList, listModels, localServers } from '../models/model-list.ts';
import { offlineModel } from '../models/provider.ts';
import { type VendorName, vendors } from '../models/vendors/vendors.ts';
import { type Answers, vendorOf } from './config-text.ts';
import type { Choice, Prompts } from './prompts.ts';
import { fetchBotName } from './telegram-check.ts';

/** The settings before the first question: those of the existing configuration, or the defaults. */
export type Known = Pick<Config, 'provider' | 'telegram' | 'memory' | 'state' | 'timezone'>;

const topics = {
  model: 'The model that answers',
  key: 'The key of the model',
  telegram: 'The Telegram bot',
  owner: 'Who may speak to the bot',
  timezone: 'The time zone',
  folders: 'The folders of notes and state',
} as const;

type Topic = keyof typeof topics;

const ask: Readonly<Record<Topic, (prompts: Prompts, known: Known) => Promise<Answers>>> = {
  model: askModel,
  key: async (prompts, { provider }) => {
    const vendor = vendorOf(provider.primary) ?? 'anthropic';
    const { apiKey } = await askKey(prompts, vendor, provider[vendor].base_url);
    return apiKey === undefined ? {} : { vendor, apiKey };
  },
  telegram: askToken,
  owner: askOwner,
  timezone: askTimezone,
  folders: askFolders,
};

/** Everything that a first configuration needs, but for what is given already. */
export async function askAll(prompts: Prompts, known: Known, given: Answers): Promise<Answers> {
  const answers: Answers = { ...given };
  if (given.model === undefined) Object.assign(answers, await askModel(prompts, known));
  if (given.telegramToken === undefined && known.telegram.token === null)
    Object.assign(answers, await askToken(prompts, known));
  const hasBot = answers.telegramToken !== undefined || known.telegram.token !== null;
  if (hasBot && given.users === undefined) Object.assign(answers, await askOwner(prompts, known));
  if (given.timezone === undefined) Object.assign(answers, await askTimezone(prompts, known));
  if (given.memory === undefined) Object.assign(answers, await askFolders(prompts, known));
  return answers;
}

/** One answer of a configuration that is there; null when the person wants to change nothing more. */
export async function askOne(prompts: Prompts, known: Known): Promise<Answers | null> {
  const choices = Object.entries(topics).map(([value, label]) => ({
    value,
    label,
    hint: nowOf(value as Topic, known),
  }));
  const topic = await prompts.select('What do you want to change?', [
    ...choices,
    { value: 'nothing', label: 'Nothing more' },
  ]);
  return topic === 'nothing' ? null : await ask[topic as Topic](prompts, known);
}

/** What a topic is set to now; a secret only as given or not. */
function nowOf(topic: Topic, { provider, telegram, memory, timezone }: Known): string {
  const vendor = vendorOf(provider.primary);
  switch (topic) {
    case 'model':
      return provider.primary;
    case 'key':
      return vendor === null ? 'no model' : provider[vendor].api_key === null ? 'none' : 'given';
    case 'telegram':
      return telegram.token === null ? 'none: it talks on the terminal' : 'given';
    case 'owner':
      return telegram.allowed_users.length === 0 ? 'the one who pairs by a code' : telegram.allowed_users.join(', ');
    case 'timezone':
      return timezone ?? systemTimezone();
    case 'folders':
      return memory.dir;
  }
}

const modelChoices: readonly Choice[] = [
  { value: 'anthropic', label: 'Claude (Anthropic)', hint: 'needs a key' },
  { value: 'openai', label: 'OpenAI', hint: 'needs a key' },
  { value: 'google', label: 'Gemini (Google)', hint: 'needs a key' },
  { value: 'local', label: 'A model on this machine or in this network', hint: 'Ollama, llama.cpp, LM Studio, vLLM' },
  { value: 'other', label: 'Another server that speaks like OpenAI', hint: 'OpenRouter and others' },
  { value: offlineModel, label: 'None', hint: 'notes are kept, found and quoted' },
];

/** Named first where the vendor has it. */
const usualModels: Readonly<Record<VendorName, string>> = {
  anthropic: 'claude-sonnet-5-5',
  openai: 'gpt-5.5',
  google: 'gemini-3-pro',
};

async function askModel(prompts: Prompts, known: Known): Promise<Answers> {
  const choice = await prompts.select('Which model answers?', modelChoices);
  if (choice === offlineModel) return { model: offlineModel };
  if (choice === 'local' || choice === 'other') return await askServer(prompts, choice);
  const vendor = choice as VendorName;
  const { baseUrl } = vendors[vendor];
  const isElsewhere = !vendors[vendor].isOwnHost(known.provider[vendor].base_url);
  const { apiKey, models } = await askKey(prompts, vendor, baseUrl);
  const model = await chooseModel(prompts, models, usualModels[vendor]);
  return { model: `${vendor}/${model}`, ...(isElsewhere && { baseUrl }), ...(apiKey !== undefined && { apiKey }) };
}

/** The key that the person gives, or that the environment holds, tried at once. */
async function askKey(
  prompts: Prompts,
  vendor: VendorName,
  baseUrl: string,
): Promise<{ apiKey?: string; models: string[] }> {
  const variable = vendors[vendor].variables.key;
  const inEnvironment = process.env[variable]?.trim();
  if (inEnvironment) prompts.say(`The key is taken from $${variable}.`);
  for (;;) {
    const typed = inEnvironment ? '' : await prompts.secret(`Its API key (empty: from $${variable} later)`);
    const apiKey = inEnvironment || typed;
    if (!apiKey) return { models: [] };
    const list = await listModels(vendor, { baseUrl, apiKey });
    prompts.say(told(list));
    const kept = typed === '' ? {} : { apiKey: typed };
    if (list.outcome === 'listed') return { ...kept, models: list.models };
    if (inEnvironment || !(await prompts.confirm('Type it again?'))) return { ...kept, models: [] };
  }
}

function told(list: ModelList): string {
  if (list.outcome !== 'listed') return list.problem;
  return list.models.length === 0
    ? 'It answers, and lists no model.'
    : `It works: ${quantity(list.models.length, 'model')}.`;
}

async function askServer(prompts: Prompts, kind: 'local' | 'other'): Promise<Answers> {
  const found = kind === 'local' ? await findLocalServers() : [];
  for (const { name, models } of found)
    prompts.say(`${name} runs on this machine: ${quantity(models.length, 'model')}.`);
  const initial = found[0]?.baseUrl ?? (kind === 'local' ? localServers[0]?.baseUrl : 'https://openrouter.ai/api/v1');
  for (;;) {
    const validate = (url: string): string | undefined =>
      /^https?:\/\//.test(url) && URL.canParse(url) ? undefined : 'An address that begins with http:// or https://';
    const baseUrl = withApiPath(await prompts.text('Address of the server', { initial, validate }));
    const apiKey = kind === 'local' ? undefined : (await prompts.secret('Its API key (empty: none)')) || undefined;
    const list = await listModels('openai', { baseUrl, apiKey });
    prompts.say(told(list));
    if (list.outcome !== 'listed' && (await prompts.confirm('Type the address again?'))) continue;
    const models = list.outcome === 'listed' ? list.models : [];
    const model = await chooseModel(prompts, models, models[0] ?? '');
    return { model: `openai/${model}`, baseUrl, ...(apiKey !== undefined && { apiKey }) };
  }
}

/** An address without a path gets the one under which these servers speak like OpenAI. */
function withApiPath(address: string): string {
  const url = trimSlash(address);
  return new URL(url).pathname === '/' ? `${url}/v1` : url;
}

async function findLocalServers() {
  const tried = await Promise.all(
    localServers.map(async ({ name, baseUrl }) => {
      const list = await listModels('openai', { baseUrl, timeoutMs: 1_000 });
      return list.outcome === 'listed' ? [{ name, baseUrl, models: list.models }] : [];
    }),
  );
  return tried.flat();
}

/** From the server's own list where there is one, else by its name. */
async function chooseModel(prompts: Prompts, models: readonly string[], usual: string): Promise<string> {
  const validate = (name: string): string | undefined =>
    /^\S+$/.test(name) ? undefined : 'The name as the server writes it, without spaces';
  const byName = (): Promise<string> => prompts.text('Name of the model', { initial: usual, validate });
  if (models.length === 0) return await byName();
  const sorted = [...models.filter((name) => name === usual), ...models.filter((name) => name !== usual)];
  const choices = [...sorted.map((name) => ({ value: name, label: name })), { value: '', label: 'Another one' }];
  return (await prompts.select('Which of its models?', choices, sorted[0])) || (await byName());
}

async function askToken(prompts: Prompts, { telegram }: Known): Promise<Answers> {
  for (;;) {
    const token = await prompts.secret('Telegram bot token from @BotFather (empty: talk on the terminal)');
    if (token === '') return {};
    const { name, problem } = await fetchBotName(telegram.api_root, token);
    prompts.say(problem ?? `It is the token of @${name}.`);
    if (problem === undefined || !(await prompts.confirm('Type it again?'))) return { telegramToken: token };
  }
}

async function askOwner(prompts: Prompts, { telegram }: Known): Promise<Answers> {
  const how = await prompts.select('Who may speak to the bot?', [
    { value: 'code', label: 'The person who sends it a one-time code, which you see here', hint: 'the owner' },
    { value: 'ids', label: 'The people with these numeric Telegram ids' },
  ]);
  if (how === 'code') return telegram.allowed_users.length > 0 ? { users: [] } : {};
  const validate = (ids: string): string | undefined =>
    (userIds(ids)?.length ?? 0) > 0 ? undefined : 'Numbers, with commas between';
  const initial = telegram.allowed_users.join(', ');
  return { users: userIds(await prompts.text('Their ids', { initial, validate })) ?? [] };
}

async function askTimezone(prompts: Prompts, { timezone }: Known): Promise<Answers> {
  const validate = (name: string): string | undefined =>
    isTimezone(name) ? undefined : 'An IANA time zone, such as Europe/Berlin';
  return { timezone: await prompts.text('Your time zone', { initial: timezone ?? systemTimezone(), validate }) };
}

async function askFolders(prompts: Prompts, { memory, state }: Known): Promise<Answers> {
  const validate = (folder: string): string | undefined => (folder === '' ? 'The path of a folder' : undefined);
  return {
    memory: await prompts.text('Folder of your notes', { initial: memory.dir, validate }),
    state: await prompts.text('Folder of the program’s own state', { initial: state.dir, validate }),
  };
}

/** The ids in a list with commas or spaces between, or null where one is no number. */
export function userIds(given: string): number[] | null {
  const ids = given.split(/[\s,]+/).filter((id) => id !== '');
  return ids.every((id) => /^[1-9]\d{0,15}$/.test(id)) ? ids.map(Number) : null;
}
