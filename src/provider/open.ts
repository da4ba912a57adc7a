// From a name in the configuration ("anthropic/claude-sonnet-5-5", "offline") to a provider: one line a provider.
import type { Clock } from '../base/clock.ts';
import { ConfigError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { anthropicBaseUrl, createAnthropic, isAnthropicHost } from './anthropic.ts';
import { keyExposure } from './host.ts';
import { createOffline, noModelNotice } from './offline.ts';
import type { Provider } from './provider.ts';

/** What the configuration says of one vendor. */
export interface VendorAccess {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
}

export interface OpenProviderOptions {
  /** `provider/model` or `offline`. */
  primary: string;
  anthropic: VendorAccess;
  clock: Clock;
  log: Log;
}

/** A provider and the name to put into its requests. */
export interface OpenedProvider {
  provider: Provider;
  model: string;
}

/** @throws ConfigError for a name it can make nothing of */
export function openProvider(options: OpenProviderOptions): OpenedProvider {
  const { primary, clock, log } = options;
  const slash = primary.indexOf('/');
  const vendor = slash < 0 ? primary : primary.slice(0, slash);
  const model = slash < 0 ? '' : primary.slice(slash + 1);
  const offline: OpenedProvider = { provider: createOffline({ notice: () => noModelNotice }), model: 'offline' };
  if (primary === 'offline') return offline;
  if (model === '') throw new ConfigError('provider.primary', `"${primary}" names no model.`, 'Write it as provider/model, for example "anthropic/claude-sonnet-5-5", or "offline".');
  switch (vendor) {
    case 'anthropic': {
      const { apiKey = '', baseUrl = anthropicBaseUrl } = options.anthropic;
      if (apiKey === '' && isAnthropicHost(baseUrl)) return offline;
      warnOfExposure('anthropic', baseUrl, apiKey, log);
      return { provider: createAnthropic({ apiKey, baseUrl, clock, log }), model };
    }
    default:
      throw new ConfigError('provider.primary', `"${vendor}" is not a provider.`, 'Use anthropic/…, openai/…, google/… or offline.');
  }
}

function warnOfExposure(vendor: string, baseUrl: string, apiKey: string, log: Log): void {
  const exposure = keyExposure(baseUrl, apiKey);
  if (exposure !== null) log.warn({ provider: vendor }, `provider.${vendor}: ${exposure}`);
}
