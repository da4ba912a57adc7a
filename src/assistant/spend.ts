// What model calls cost, and the limits that a person set. Asked before each call, told after it.
import { type Clock, localDate } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { costUsd } from '../provider/prices.ts';
import { ProviderError, type Usage } from '../provider/provider.ts';

export interface Spend {
  /** Before each call of a model. Throws ProviderError of kind `budget` when a limit is reached. */
  check(): void;
  /**
   * After each call; on disk when it resolves.
   * @param model `provider/model`
   * @returns what the call cost, in US dollars
   */
  record(call: { purpose: string; model: string; usage: Usage }): Promise<number>;
  /** What the person is to be told since the last time: a share of a limit was passed. */
  takeWarnings(): string[];
}

/** Where the sums are kept. */
export interface SpendStore {
  add(row: { at: Date; day: string; purpose: string; model: string; costUsd: number } & Usage): Promise<void>;
  /** US dollars of the days whose name begins so. */
  sum(daysBeginningWith: string): number;
}

export interface BudgetLimits {
  /** US dollars. */
  dailyUsd?: number | undefined;
  monthlyUsd?: number | undefined;
}

/** Shares of a limit at which the person is told. */
const marks = [0.5, 0.8, 1];

export function createSpend(options: { store: SpendStore; limits: BudgetLimits; clock: Clock; timezone: string; log: Log }): Spend {
  const { store, clock, timezone, log } = options;
  const warnings: string[] = [];
  const unpriced = new Set<string>();

  function spans(): { name: string; days: string; limit: number }[] {
    const today = localDate(clock.now(), timezone);
    const { dailyUsd, monthlyUsd } = options.limits;
    return [
      ...(dailyUsd === undefined ? [] : [{ name: 'daily', days: today, limit: dailyUsd }]),
      ...(monthlyUsd === undefined ? [] : [{ name: 'monthly', days: today.slice(0, 7), limit: monthlyUsd }]),
    ];
  }

  function priceOfCall(model: string, usage: Usage): number {
    const cost = costUsd(model, usage);
    if (cost === null && !unpriced.has(model)) {
      unpriced.add(model);
      log.warn({ model }, 'the price of this model is not known: its calls count as nothing in the budget');
    }
    return cost ?? 0;
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
      const cost = priceOfCall(model, usage);
      const before = spans().map((span) => ({ ...span, spent: store.sum(span.days) }));
      await store.add({ at, day: localDate(at, timezone), purpose, model, costUsd: cost, ...usage });
      for (const { name, limit, spent } of before) {
        const passed = marks.findLast((mark) => spent < mark * limit && spent + cost >= mark * limit);
        if (passed === undefined) continue;
        const warning = `${Math.round(passed * 100)} % of the ${name} budget of $${limit.toFixed(2)} is used.`;
        log.warn({ budget: name, limitUsd: limit, spentUsd: spent + cost }, warning);
        warnings.push(warning);
      }
      return cost;
    },
    takeWarnings: () => warnings.splice(0),
  };
}

/** For a setup without a ledger: prices are known, limits are not. */
export const unlimitedSpend: Spend = {
  check: () => undefined,
  record: ({ model, usage }) => Promise.resolve(costUsd(model, usage) ?? 0),
  takeWarnings: () => [],
};
