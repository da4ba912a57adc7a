// From names in the configuration ("anthropic/claude-sonnet-5-5", "offline") to one provider that tries them in turn.
import type { Clock } from '../base/time/clock.ts';
import { ConfigError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { createAnthropic } from './vendors/anthropic.ts';
import { createGoogle } from './vendors/google.ts';
import { createOpenAI } from './vendors/openai.ts';
import { knownContextTokens, unknownContextTokens, vendorContextTokens } from './model-limits.ts';
import { keyExposure } from './host.ts';
import { createOffline } from './offline/offline.ts';
import { offlineModel, type Provider } from './provider.ts';
import { defaultRetryPolicy, type RetryPolicy } from './vendors/retry.ts';
import { type Candidate, createRouter, type ModelChange, type ModelStanding } from './router.ts';
import type { CallOptions } from './vendors/vendor-client.ts';
import { type VendorName, vendorNames, vendors } from './vendors/vendors.ts';

/** What the configuration says of one vendor. */
export interface VendorAccess {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  /** How many tokens its models hold at once; by default the size is known from the model's name. */
  contextTokens?: number | undefined;
  /** More of its models that a person may choose for a conversation. */
  models?: readonly string[] | undefined;
}

export interface ProviderChoice {
  /** `provider/model` or `offline`. */
  primary: string;
  /** Tried in order where the primary does not answer. */
  fallbacks?: readonly string[];
  access: Partial<Record<VendorName, VendorAccess>>;
  /** How this program is called in a shell. Default: `scrubjay`. */
  program?: string;
  clock: Clock;
  log: Log;
  /** By default it is patient where there is one model, and hasty where there are others to turn to. */
  retry?: RetryPolicy;
  onModelChange?: (change: ModelChange) => void;
}

export interface ChosenProvider {
  provider: Provider;
  /** The name to put into its requests. */
  model: string;
  /** What the first model holds at once: what is made longer than this is not sent to it. */
  contextTokens: number;
  /** The models it may call, each by itself, for `doctor`. Empty: model-less. */
  candidates: readonly Candidate[];
  /** More that a request may prefer. */
  choices: readonly Candidate[];
  /** What to tell the operator: a key that travels in the clear, a model left out for want of a key. */
  warnings: readonly string[];
  standing(): ModelStanding;
}

/** How the models of each vendor are called. */
export const callers: Readonly<Record<VendorName, (options: CallOptions) => Provider>> = {
  anthropic: createAnthropic,
  openai: createOpenAI,
  google: createGoogle,
};

// With others to turn to, a model is not waited for as long.
const hastyRetryPolicy: RetryPolicy = { attempts: 2, baseMs: 500, maxWaitMs: 5000 };

/** Does no I/O: the vendors' libraries load with the first call. @throws ConfigError for a name it can make nothing of */
export function createProvider(options: ProviderChoice): ChosenProvider {
  const { primary, fallbacks = [], clock, log, onModelChange } = options;
  const names = [primary, ...fallbacks.filter((name) => name !== primary)];
  const { retry = fallbacks.length > 0 ? hastyRetryPolicy : defaultRetryPolicy } = options;
  const warnings: string[] = [];
  const missing: string[] = [];

  /** Null where it has no key. */
  function candidateOf(ref: string, field: string): Candidate | null {
    const { name, model } = parseRef(ref, field);
    const vendor = vendors[name];
    const {
      apiKey = '',
      baseUrl = vendor.baseUrl,
      contextTokens = knownContextTokens(model),
    } = options.access[name] ?? {};
    const isOwnHost = vendor.isOwnHost(baseUrl);
    if (apiKey === '' && isOwnHost) {
      warnings.push(`${ref} is left out: provider.${name}.api_key is not set`);
      missing.push(`The model ${ref} has no key: set provider.${name}.api_key or $${vendor.variables.key}.`);
      return null;
    }
    const exposure = keyExposure(baseUrl, apiKey);
    if (exposure !== null) warnings.push(`provider.${name}: ${exposure}`);
    if (contextTokens === undefined && !isOwnHost)
      warnings.push(
        `${ref} is taken to hold ${unknownContextTokens} tokens: set provider.${name}.context_tokens to what its server gives it`,
      );
    return {
      ref,
      model,
      contextTokens: contextTokens ?? (isOwnHost ? vendorContextTokens : unknownContextTokens),
      provider: callers[name]({ apiKey, baseUrl, clock, log, retry }),
    };
  }

  const tried = names.includes(offlineModel) ? names.slice(0, names.indexOf(offlineModel)) : names;
  const candidates = tried.flatMap(
    (ref, index) => candidateOf(ref, index === 0 ? 'provider.primary' : 'provider.fallbacks') ?? [],
  );
  const listed = vendorNames.flatMap((name) => (options.access[name]?.models ?? []).map((model) => `${name}/${model}`));
  const choices = listed
    .filter((ref) => !names.includes(ref))
    .flatMap((ref) => candidateOf(ref, 'provider.models') ?? []);
  const [first] = candidates;
  const refs = { primary: first?.ref ?? null, fallbacks: candidates.slice(1).map(({ ref }) => ref), missing };
  if (!first) return withoutModel(warnings, refs, options.program);
  const provider = createRouter({ candidates, choices, clock, log, ...(onModelChange ? { onModelChange } : {}) });
  return {
    provider,
    model: first.model,
    contextTokens: first.contextTokens,
    candidates,
    choices,
    warnings,
    standing: () => ({ ...refs, ...provider.standing() }),
  };
}

const withoutModel = (
  warnings: readonly string[],
  refs: Omit<ModelStanding, 'current' | 'resting'>,
  program: string | undefined,
): ChosenProvider => ({
  provider: createOffline({ explains: true, program }),
  model: offlineModel,
  contextTokens: Infinity,
  candidates: [],
  choices: [],
  warnings,
  standing: () => ({ ...refs, current: null, resting: [] }),
});

/** @throws ConfigError */
export function parseRef(ref: string, field: string): { name: VendorName; model: string } {
  const slash = ref.indexOf('/');
  const name = slash < 0 ? ref : ref.slice(0, slash);
  const model = slash < 0 ? '' : ref.slice(slash + 1);
  if (!isVendorName(name))
    throw new ConfigError(
      field,
      `"${ref}" is not a model of ${vendorNames.join(', ')}.`,
      'Write it as provider/model, for example "anthropic/claude-sonnet-5-5", or "offline".',
    );
  if (model === '')
    throw new ConfigError(
      field,
      `"${ref}" names no model.`,
      'Write it as provider/model, for example "anthropic/claude-sonnet-5-5".',
    );
  return { name, model };
}

const isVendorName = (name: string): name is VendorName => vendorNames.some((known) => known === name);
