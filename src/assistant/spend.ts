// What model calls cost, and the limits that a person set. Asked before each call, told after it.
import { type Clock, localDate } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Timezone } from '../base/timezone.ts';
import { type Prices, costUsd } from '../provider/prices.ts';
import { ProviderError, type Usage } from '../provider/provider.ts';

export interface Spend {
  /** Before each call of a model. Throws ProviderError of kind `budget` when a limit is reached. */
  check(): void;
  /**
   * After each call; on disk when it resolves.
   * @param model `provider/model`
   * @returns what the call cost, in US dollars; null where the price of the model is not known
   */
  record(call: { purpose: string; model: string; usage: Usage }): Promise<number | null>;
  /** What the person is to be told since the last time: a share of a limit was passed, or a limit can't see what is spent. */
  takeWarnings(): string[];
}

/** Where the sums are kept. */
export interface SpendStore {
  add(row: { at: Date; day: string; purpose: string; model: string; costUsd: number | null } & Usage): Promise<void>;
  /** US dollars of the days whose name begins so, as far as their price is known. */
  sum(daysBeginningWith: string): number;
}

export interface BudgetLimits {
  /** US dollars. */
  dailyUsd?: number | undefined;
  monthlyUsd?: number | undefined;
}

/** Shares of a limit at which the person is told. */
const marks = [0.5, 0.8, 1];

export function createSpend(options: { store: SpendStore; prices: Prices; limits: BudgetLimits; clock: Clock; timezone: Timezone; log: Log }): Spend {
  const { store, prices, clock, timezone, log } = options;
  const warnings: string[] = [];
  const saidUnpriced = new Set<string>();

  function spans(): { name: string; days: string; limit: number }[] {
    const today = localDate(clock.now(), timezone());
    const { dailyUsd, monthlyUsd } = options.limits;
    return [
      ...(dailyUsd === undefined ? [] : [{ name: 'daily', days: today, limit: dailyUsd }]),
      ...(monthlyUsd === undefined ? [] : [{ name: 'monthly', days: today.slice(0, 7), limit: monthlyUsd }]),
    ];
  }

  /** A limit that can't count a model is no limit: said to the person once a day, and in the log once. */
  function sayUnpriced(model: string, day: string): void {
    if (!saidUnpriced.has(model)) log.warn({ model }, `the price of ${model} is not known: what it costs is counted as unknown until [prices."${model}"] is set`);
    saidUnpriced.add(model);
    if (spans().length === 0 || saidUnpriced.has(`${day} ${model}`)) return;
    saidUnpriced.add(`${day} ${model}`);
    warnings.push(`The price of ${model} is not known, so the budget does not count it. Set [prices."${model}"] in the configuration (0 where it costs nothing).`);
  }

  return {
    check() {
      for (const { name, days, limit } of spans()) {
        const spent = store.sum(days);
        if (spent >= limit) throw new ProviderError('budget', `$${spent.toFixed(2)} of the ${name} limit of $${limit.toFixed(2)} are spent`);
      }
    },
    async record({ purpose, model, usage }) {
      const at = clock.now();
      const day = localDate(at, timezone());
      const cost = costUsd(model, usage, prices);
      const before = spans().map((span) => ({ ...span, spent: store.sum(span.days) }));
      await store.add({ at, day, purpose, model, costUsd: cost, ...usage });
      if (cost === null) sayUnpriced(model, day);
      for (const { name, limit, spent } of before) {
        const after = spent + (cost ?? 0);
        const passed = marks.findLast((mark) => spent < mark * limit && after >= mark * limit);
        if (passed === undefined) continue;
        const warning = `${Math.round(passed * 100)} % of the ${name} budget of $${limit.toFixed(2)} is used.`;
        log.warn({ budget: name, limitUsd: limit, spentUsd: after }, warning);
        warnings.push(warning);
      }
      return cost;
    },
    takeWarnings: () => warnings.splice(0),
  };
}
