// What a call costs. The figures are the vendors' list prices as their public pages gave them when this was written
// (platform.claude.com/docs models overview, autumn 2026); they change, and the configuration's [prices] override them.
import { requestTokens } from './model-limits.ts';
import type { ModelRequest, Usage } from './provider.ts';

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  cacheRead: number;
  /** Writing to the cache for five minutes, the usual. */
  cacheWrite5m: number;
  /** Writing to the cache for an hour. */
  cacheWrite1h: number;
}

// Anthropic writes the same rule for every model: a five-minute write costs 1.25 inputs, an hour's write 2. Reads are not
// a fixed share (0.1 for Sonnet, 0.05 for Opus 5.5), so they stand with the model.
const claude = (input: number, output: number, cacheRead: number): Price =>
  price({ input, output, cache_read: cacheRead, cache_write: input * 1.25 });

/** What an hour in the cache costs beside five minutes in it. */
const hourInFiveMinutes = 2 / 1.25;

/** A price as the configuration gives it. Where nothing is said of the cache, its tokens cost what others do: rather too much than too little. */
export function price(given: {
  input: number;
  output: number;
  cache_read?: number | undefined;
  cache_write?: number | undefined;
}): Price {
  const { input, output, cache_read: cacheRead = input, cache_write: cacheWrite5m = input } = given;
  return { input, output, cacheRead, cacheWrite5m, cacheWrite1h: cacheWrite5m * hourInFiveMinutes };
}

/** The cost of several calls; null, unknown, where one of them is. */
export const addCosts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** By the beginning of `provider/model`, so that dated names are found as well. */
export type Prices = Readonly<Record<string, Price>>;

export const defaultPrices: Prices = {
  'anthropic/claude-sonnet-5-5': claude(2, 10, 0.2),
  'anthropic/claude-sonnet-5': claude(2, 10, 0.2),
  'anthropic/claude-opus-5-5': claude(4, 20, 0.2),
  'anthropic/claude-opus-5': claude(5, 25, 0.5),
  // "From $0.10 / $0.50" on the vendor's page, which names no price of a cache read: taken as a tenth, as for Sonnet.
  'anthropic/claude-haiku-5-5': claude(0.1, 0.5, 0.01),
  'anthropic/claude-haiku-4-5': claude(1, 5, 0.1),
};

/** The price of a model, or null where it is not known: the longest name that its own begins with. */
export function priceOf(model: string, prices: Prices = defaultPrices): Price | null {
  const name = Object.keys(prices)
    .filter((known) => model === known || model.startsWith(`${known}-`))
    .sort((a, b) => b.length - a.length)[0];
  return name === undefined ? null : (prices[name] ?? null);
}

/** The most that a call can cost in US dollars: all of it read anew, and the longest answer. 0 where no price is known. */
export function highestCostUsd(request: ModelRequest, prices: Prices = defaultPrices): number {
  const refs = request.prefer === undefined ? Object.keys(prices) : [request.prefer];
  const known = refs.flatMap((ref) => {
    const name = request.prefer ?? `${ref.slice(0, ref.indexOf('/'))}/${request.model}`;
    return priceOf(name, prices) ?? [];
  });
  const tokens = requestTokens(request);
  return Math.max(
    0,
    ...known.map(
      ({ input, output, cacheWrite1h }) =>
        (tokens * Math.max(input, cacheWrite1h) + request.maxTokens * output) / 1_000_000,
    ),
  );
}

/** The cost of a call in US dollars; null where the model's price is not known, which is not the same as nothing. */
export function costUsd(model: string, usage: Usage, prices: Prices = defaultPrices): number | null {
  if (model === 'offline') return 0;
  const price = priceOf(model, prices);
  if (price === null) return null;
  const hour = Math.min(usage.cacheWrite1h ?? 0, usage.cacheWrite);
  const dollars =
    usage.input * price.input +
    usage.output * price.output +
    usage.cacheRead * price.cacheRead +
    (usage.cacheWrite - hour) * price.cacheWrite5m +
    hour * price.cacheWrite1h;
  return dollars / 1_000_000;
}
