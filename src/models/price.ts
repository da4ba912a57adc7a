// The price of a model, as the configuration gives it. Those that are known without it are not loaded here (prices.ts).

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

/** Prices by the beginning of `provider/model`, so that dated names are found as well. */
export type Prices = Readonly<Record<string, Price>>;
