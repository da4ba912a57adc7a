// The part of `scrubjay doctor` and `scrubjay init` that calls the configured models, with sentences that say what to do about a failure.
import { systemClock } from '../base/time/clock.ts';
import { messageOf } from '../base/errors.ts';
import { silentLog } from '../base/log.ts';
import type { Config } from '../config.ts';
import { createConfiguredProvider } from '../app/provider.ts';
import { listModels } from '../models/model-list.ts';
import { type ProbeResult, probe } from '../models/probe.ts';
import { offlineModel } from '../models/provider.ts';
import type { Candidate } from '../models/router.ts';
import { type VendorName, vendorNames, vendors } from '../models/vendors/vendors.ts';
import type { Check } from './doctor/check.ts';

const name = 'model';
/** A small machine loads its model with the first call. */
const timeoutMs = 60_000;
// A failure is reported at once, without the retries of the daemon.
const noRetries = { attempts: 1, baseMs: 0, maxWaitMs: 0 };

export async function checkModels(config: Config): Promise<Check[]> {
  const { primary, fallbacks } = config.provider;
  const others = [config.session.summary_model, config.consolidation.model].filter(
    (ref) => ref !== undefined && ref !== primary && !fallbacks.includes(ref),
  );
  try {
    const choices = [
      { primary, fallbacks },
      ...[...new Set(others)].map((ref = '') => ({ primary: ref, fallbacks: [] })),
    ].map((choice) =>
      createConfiguredProvider(
        { ...config, provider: { ...config.provider, ...choice } },
        systemClock,
        silentLog,
        noRetries,
      ),
    );
    const warnings = [...new Set(choices.flatMap((choice) => choice.warnings))].map((detail): Check => ({
      name,
      status: 'warning',
      detail,
    }));
    const probed = await Promise.all(
      [...choices.flatMap((choice) => choice.candidates), ...(choices[0]?.choices ?? [])].map((candidate) =>
        checkModel(candidate, config),
      ),
    );
    return [...(choices[0]?.candidates.length === 0 ? [noModel(primary)] : []), ...warnings, ...probed];
  } catch (error) {
    return [{ name, status: 'failed', detail: messageOf(error) }];
  }
}

/** Each key that is given, and each server of one's own, by asking for its list of models, which costs nothing. */
export async function checkKeys({ provider }: Config): Promise<Check[]> {
  const name = 'key';
  const given = vendorNames.filter(
    (vendor) => provider[vendor].api_key !== null || !vendors[vendor].isOwnHost(provider[vendor].base_url),
  );
  return await Promise.all(
    given.map(async (vendor): Promise<Check> => {
      const { api_key: apiKey, base_url: baseUrl } = provider[vendor];
      const list = await listModels(vendor, { baseUrl, apiKey: apiKey ?? undefined });
      if (list.outcome === 'listed')
        return { name, status: 'ok', detail: `${vendor}: ${baseUrl} takes it, and has ${list.models.length} models` };
      const what =
        list.outcome === 'refused'
          ? ` Copy it again to provider.${vendor}.api_key or $${vendors[vendor].variables.key}.`
          : ' The call of the model below says more.';
      return {
        name,
        status: list.outcome === 'refused' ? 'failed' : 'warning',
        detail: `${vendor}: ${list.problem}${what}`,
      };
    }),
  );
}

const noModel = (primary: string): Check =>
  primary === offlineModel
    ? { name, status: 'ok', detail: `${offlineModel}, as configured: answers come from memory alone` }
    : {
        name,
        status: 'warning',
        detail:
          'no model can be called: answers come from memory alone. Set ANTHROPIC_API_KEY, or see [provider] in config.example.toml.',
      };

async function checkModel({ ref, model, provider, contextTokens }: Candidate, config: Config): Promise<Check> {
  const result = await probe(provider, model, AbortSignal.timeout(timeoutMs));
  if (result.outcome === 'ok')
    return {
      name,
      status: 'ok',
      detail: `${ref} answers and calls tools (${result.tookMs} ms); taken to hold ${contextTokens} tokens`,
    };
  const vendor = provider.name as VendorName;
  return {
    name,
    status: mends.has(result.outcome) ? 'warning' : 'failed',
    detail: `${ref}: ${advice(result, vendor, config.provider[vendor].base_url)}`,
  };
}

/** A failure that does not show a mistake in the configuration. */
const mends: ReadonlySet<ProbeResult['outcome']> = new Set([
  'no_tools',
  'rate_limit',
  'overloaded',
  'stream',
  'timeout',
]);

/** What to do about a call that failed. */
export function advice({ outcome, detail, status }: ProbeResult, vendor: VendorName, baseUrl: string): string {
  if (status === 404)
    return `${baseUrl} has no such model, or not at this address. Check the model's name in [provider] and provider.${vendor}.base_url. It says: ${detail}`;
  switch (outcome) {
    case 'no_tools':
      return detail;
    case 'auth':
      return `the key is refused. Check provider.${vendor}.api_key (${vendors[vendor].variables.key}). It says: ${detail}`;
    case 'billing':
      return `the account has no credit. It says: ${detail}`;
    case 'network':
      // Its vendor's own server runs: what is amiss lies between.
      return vendors[vendor].isOwnHost(baseUrl)
        ? `${baseUrl} can't be reached. Check this machine's network, its name service (DNS) and its firewall. ${detail}`
        : `${baseUrl} can't be reached. Check provider.${vendor}.base_url, and that the server runs. ${detail}`;
    case 'rate_limit':
      return `asked too often just now; the key works. It says: ${detail}`;
    case 'overloaded':
    case 'timeout':
    case 'stream':
      return `${baseUrl} is there but does not answer now; try again later. ${detail}`;
    case 'aborted':
      return `no answer within ${timeoutMs / 1000} s. On a small machine the model may still be loading: try again.`;
    default:
      return `the call is refused. It says: ${detail}`;
  }
}
