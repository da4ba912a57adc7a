// A first configuration as TOML: only what was answered; everything else keeps its default. Pure.
import { parseRef } from '../models/create-provider.ts';
import type { VendorName } from '../models/vendors.ts';

export interface Answers {
  timezone: string;
  /** Beside the configuration unless absolute. */
  memory?: string;
  /** `provider/model` or `offline`. */
  model?: string;
  baseUrl?: string;
  apiKey?: string;
  telegramToken?: string;
  users?: number[];
}

// A basic string of TOML takes every escape that JSON makes, and wants one character more escaped.
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007F', '\\u007F');

/** Whose model it is, null for none. @throws ConfigError for a name that is of no vendor */
export const vendorOf = (model: string): VendorName | null =>
  model === 'offline' ? null : parseRef(model, 'provider.primary').name;

/** @throws ConfigError for a model that is of no vendor */
export function configToml({ timezone, memory, model, baseUrl, apiKey, telegramToken, users }: Answers): string {
  const vendor = model === undefined ? null : vendorOf(model);
  const section = (name: string, lines: readonly (string | false)[]): string[] => {
    const kept = lines.filter((line) => line !== false);
    return kept.length === 0 ? [] : [`\n[${name}]`, ...kept];
  };
  const lines = [
    '# Written by `scrubjay init`. Every other setting with its default: config.example.toml.',
    `timezone = ${quoted(timezone)}`,
    ...section('memory', [memory !== undefined && `dir = ${quoted(memory)}`]),
    ...section('provider', [model !== undefined && `primary = ${quoted(model)}`]),
    ...(vendor === null
      ? []
      : section(`provider.${vendor}`, [
          apiKey !== undefined && `api_key = ${quoted(apiKey)}`,
          baseUrl !== undefined && `base_url = ${quoted(baseUrl)}`,
        ])),
    ...section('telegram', [
      telegramToken !== undefined && `token = ${quoted(telegramToken)}`,
      users !== undefined && `allowed_users = [${users.join(', ')}]`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
