// What a call costs: by the catalogue of models, or by the configuration's [prices], which go before it.
import { largest } from '../base/lists.ts';
import { catalogue, nearestName } from './catalogue.ts';
import { type Prices, type Price, price } from './price.ts';
import { requestTokens } from './model-limits.ts';
import { type ModelRequest, offlineModel, type Usage } from './provider.ts';

// Anthropic writes the same rule for every model: a five-minute write costs 1.25 inputs, an hour's write 2.
const cacheWriteOf = (name: string, input: number): number => (name.startsWith('anthropic/') ? input * 1.25 : input);

export const defaultPrices: Prices = Object.fromEntries(
  [...catalogue].map(([name, { input, output, cacheRead, cacheWrite5m, cacheWrite1h }]) => {
    const usual = price({
      input,
      output,
      cache_read: cacheRead,
      cache_write: cacheWrite5m ?? cacheWriteOf(name, input),
    });
    return [name, { ...usual, cacheWrite1h: cacheWrite1h ?? usual.cacheWrite1h }];
  }),
);

/** The prices of the catalogue, and over them by name those that are given. */
export const pricesWith = (given: Prices): Prices => ({ ...defaultPrices, ...given });

/** The price of a model, or null where it is not known: the longest name that its own begins with. */
export function priceOf(model: string, prices: Prices = defaultPrices): Price | null {
  const name = nearestName(model, Object.keys(prices));
  return name === undefined ? null : (prices[name] ?? null);
}

/** The most that a call can cost in US dollars: all of it read anew, and the longest answer. 0 where no price is known. */
export function highestCostUsd(request: ModelRequest, prices: Prices = defaultPrices): number {
  const vendors = new Set(Object.keys(prices).map((name) => name.slice(0, name.indexOf('/'))));
  const names =
    request.prefer === undefined ? [...vendors].map((name) => `${name}/${request.model}`) : [request.prefer];
  const known = names.flatMap((name) => priceOf(name, prices) ?? []);
  const tokens = requestTokens(request);
  const costs = known.map(
    ({ input, output, cacheWrite1h }) =>
      (tokens * Math.max(input, cacheWrite1h) + request.maxTokens * output) / 1_000_000,
  );
  return largest([0, ...costs]);
}

/** The cost of a call in US dollars; null where the model's price is not known, which is not the same as nothing. */
export function costUsd(model: string, usage: Usage, prices: Prices = defaultPrices): number | null {
  if (model === offlineModel) return 0;
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
