// The answers of `scrubjay init` as TOML: written into a first configuration with comments, or into the one that is there,
// where everything else stays as it is. Pure.
import { UserError } from '../base/errors.ts';
import { type TomlSetting, setInToml } from '../config/toml-edit.ts';
import { parseRef } from '../models/create-provider.ts';
import { offlineModel } from '../models/provider.ts';
import type { VendorName } from '../models/vendors/vendors.ts';

/** What is left out stays as it is. */
export interface Answers {
  timezone?: string;
  /** Folders: beside the configuration unless absolute or below `~`. */
  memory?: string;
  state?: string;
  /** `provider/model` or `offline`. */
  model?: string;
  baseUrl?: string;
  apiKey?: string;
  /** The vendor of the key and the base URL, where no model is given with them. */
  vendor?: VendorName;
  telegramToken?: string;
  users?: number[];
}

const heading = `# Written by \`scrubjay init\`. Run it again to change an answer; what you write here by hand stays.
# Every other setting with its default: config.example.toml and docs/configuration.md. Keep this file to yourself: it may hold keys.
`;

/** The vendor of a model, or null. @throws ConfigError for a name of no known vendor */
export const vendorOf = (model: string): VendorName | null =>
  model === offlineModel ? null : parseRef(model, 'provider.primary').name;

/**
 * @param text of the configuration that is there; null for a first one
 * @throws ConfigError for a model that is of no vendor; UserError for a file that writes a setting in an unusual form
 */
export function configText(text: string | null, answers: Answers): string {
  return settingsOf(answers).reduce((before, setting) => {
    const after = setInToml(before, setting);
    if (after !== null) return after;
    const name = [setting.section, setting.key].filter((part) => part !== '').join('.');
    throw new UserError(`${name} stands in the file in a form that init does not change. Change it there by hand.`);
  }, text ?? heading);
}

function settingsOf(answers: Answers): TomlSetting[] {
  const { timezone, memory, state, model, baseUrl, apiKey, telegramToken, users } = answers;
  const vendor = answers.vendor ?? (model === undefined ? null : vendorOf(model));
  const of = (section: string, key: string, value: TomlSetting['value'] | undefined, comment: string): TomlSetting[] =>
    value === undefined ? [] : [{ section, key, value, comment }];
  return [
    ...of('', 'timezone', timezone, 'The time zone of your days, your nights and your reminders.'),
    ...of('memory', 'dir', memory, 'Your notes: Markdown, yours to edit.'),
    ...of('state', 'dir', state, 'What the program itself keeps: conversations, reminders, the search index.'),
    ...of(
      'provider',
      'primary',
      model,
      'The model that answers: "anthropic/…", "openai/…", "google/…", or "offline" for none.',
    ),
    ...of(`provider.${vendor}`, 'base_url', baseUrl, 'The server that answers for this provider.'),
    ...of(`provider.${vendor}`, 'api_key', apiKey, 'Or {env = "NAME"}, or {file = "PATH"}.'),
    ...of('telegram', 'token', telegramToken, 'Of the bot, from @BotFather.'),
    ...of(
      'telegram',
      'allowed_users',
      users,
      'Numeric ids of people whom the bot answers, besides the one who is paired by a code.',
    ),
  ];
}
