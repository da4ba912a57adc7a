// Builds the models from the configuration.
import { calledAs } from '../base/called-as.ts';
import type { Clock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import { type ChosenProvider, createProvider, type VendorAccess } from '../models/create-provider.ts';
import type { RetryPolicy } from '../models/vendors/retry.ts';
import { vendorNames } from '../models/vendors/vendors.ts';

/** @param retry instead of the usual @throws ConfigError */
export function createConfiguredProvider(config: Config, clock: Clock, log: Log, retry?: RetryPolicy): ChosenProvider {
  const { primary, fallbacks } = config.provider;
  const access = Object.fromEntries(vendorNames.map((name) => [name, accessTo(config.provider[name])]));
  return createProvider({
    primary,
    fallbacks,
    access,
    program: calledAs(),
    clock,
    log,
    ...(retry && { retry }),
    onModelChange: (change) => log.warn(change, 'model_change'),
  });
}

/** The model for summaries, with the others as fallbacks; null where no separate one is configured. @throws ConfigError */
export function createSummaryProvider(config: Config, clock: Clock, log: Log): ChosenProvider | null {
  const { primary, fallbacks } = config.provider;
  const model = config.session.summary_model;
  return model === undefined
    ? null
    : createConfiguredProvider(
        { ...config, provider: { ...config.provider, primary: model, fallbacks: [primary, ...fallbacks] } },
        clock,
        log,
      );
}

const accessTo = ({
  api_key: apiKey,
  base_url: baseUrl,
  context_tokens: contextTokens,
  models,
}: Config['provider']['anthropic']): VendorAccess => ({ apiKey: apiKey ?? undefined, baseUrl, contextTokens, models });
