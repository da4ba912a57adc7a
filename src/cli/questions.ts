// What `scrubjay init` asks on a terminal. What is given already, or stands in the environment, is not asked.
import { UserError } from '../base/errors.ts';
import { vendors } from '../models/vendors.ts';
import { type Answers, vendorOf } from './config-text.ts';

const models = [
  { value: 'anthropic/claude-sonnet-5-5', label: 'Claude (Anthropic)' },
  {
    value: 'openai/',
    label: 'OpenAI, or a server that speaks like it (OpenRouter, Ollama, llama.cpp, LM Studio, vLLM)',
  },
  { value: 'google/gemini-3-pro', label: 'Gemini (Google)' },
  { value: 'offline', label: 'None: notes are kept and quoted' },
];

/** @throws UserError where the person leaves, ConfigError for a model that is given and is none */
export async function askOnTerminal(given: Answers): Promise<Answers> {
  const { isCancel, password, select, text } = await import('@clack/prompts');
  async function answerTo(question: Promise<string | symbol>): Promise<string> {
    const answer = await question;
    if (isCancel(answer)) throw new UserError('Nothing was written.');
    return answer.toString();
  }

  const answers: Answers = { ...given };
  let model = given.model ?? (await answerTo(select({ message: 'Which model answers?', options: models })));
  if (model.endsWith('/')) {
    const { baseUrl } = vendors.openai;
    const isUrl = (url = ''): string | undefined =>
      /^https?:\/\/./.test(url) ? undefined : 'A URL that begins with http:// or https://';
    const server = await answerTo(
      text({ message: 'Address of the server', initialValue: given.baseUrl ?? baseUrl, validate: isUrl }),
    );
    if (server !== baseUrl) answers.baseUrl = server;
    const isName = (name = ''): string | undefined => (/^\S+$/.test(name) ? undefined : 'A name without spaces');
    model += await answerTo(text({ message: 'Name of the model, as the server calls it', validate: isName }));
  }
  answers.model = model;
  const vendor = vendorOf(model);
  const variable = vendor === null ? null : vendors[vendor].variables.key;
  if (variable !== null && !process.env[variable]) {
    const key = await answerTo(
      password({ message: `Its API key (empty: from $${variable} later, or none for a server of your own)` }),
    );
    if (key !== '') answers.apiKey = key;
  }
  if (!process.env['TELEGRAM_BOT_TOKEN']) {
    const token = await answerTo(
      password({ message: 'Telegram bot token from @BotFather (empty: talk on the terminal)' }),
    );
    if (token !== '') answers.telegramToken = token;
  }
  if ((answers.telegramToken !== undefined || process.env['TELEGRAM_BOT_TOKEN']) && answers.users === undefined) {
    const areIds = (ids = ''): string | undefined =>
      userIds(ids) === null ? 'Numbers, with commas between' : undefined;
    const users =
      userIds(
        await answerTo(
          text({
            message:
              'Numeric Telegram user ids that are heard (empty: the program shows a code when it starts, to pair by)',
            validate: areIds,
          }),
        ),
      ) ?? [];
    if (users.length > 0) answers.users = users;
  }
  return answers;
}

/** The ids in a list with commas or spaces between, or null where one is no number. */
export function userIds(given: string): number[] | null {
  const ids = given.split(/[\s,]+/).filter((id) => id !== '');
  return ids.every((id) => /^[1-9]\d{0,15}$/.test(id)) ? ids.map(Number) : null;
}
