// The model as the configuration wants it.
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import { type OpenedProvider, openProvider } from '../provider/open.ts';

/** @throws ConfigError */
export function openConfiguredProvider(config: Config, clock: Clock, log: Log): OpenedProvider {
  const { primary, fallbacks, anthropic, openai, google } = config.provider;
  return openProvider({
    primary,
    fallbacks,
    access: { anthropic: access(anthropic), openai: access(openai), google: access(google) },
    clock,
    log,
    onModelChange: (change) => log.warn(change, 'model_change'),
  });
}

const access = ({ api_key: apiKey, base_url: baseUrl, context_tokens: contextTokens }: Config['provider']['anthropic']) => ({ apiKey: apiKey ?? undefined, baseUrl, contextTokens });
