// Counts what model calls cost, and holds the limits that the person set.
import type { PaidResponse, Spend, Warning } from '../../assistant/spend.ts';
import { type Clock, localDate } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/timezone.ts';
import { type Prices, costUsd, highestCostUsd } from '../../models/prices.ts';
import { type ModelResponse, ProviderError, type Usage } from '../../models/provider.ts';
import { createReservations } from './reservations.ts';

/** Where the sums are kept. */
export interface SpendStore {
  add(
    row: { at: Date; day: string; purpose: string; model: string; costUsd: number | null } & Usage,
    warnings: readonly Warning[],
  ): Promise<void>;
  /** US dollars of the days whose name begins so, as far as their price is known. */
  sum(daysBeginningWith: string): number;
  untold(): Warning[];
  told(names: readonly string[]): Promise<void>;
}

export interface BudgetLimits {
  /** US dollars. */
  dailyUsd?: number | undefined;
  monthlyUsd?: number | undefined;
}

/** Shares of a limit at which the person is told. */
const marks = [0.5, 0.8, 1];

export function createSpend(options: {
  store: SpendStore;
  prices: Prices;
  limits: BudgetLimits;
  clock: Clock;
  timezone: Timezone;
  log: Log;
}): Spend {
  const { store, prices, clock, timezone, log } = options;
  const taken = new Set<string>();
  const logged = new Set<string>();
  const reservations = createReservations();

  function spans(): { name: string; days: string; limit: number }[] {
    const today = localDate(clock.now(), timezone());
    const { dailyUsd, monthlyUsd } = options.limits;
    return [
      ...(dailyUsd === undefined ? [] : [{ name: 'daily', days: today, limit: dailyUsd }]),
      ...(monthlyUsd === undefined ? [] : [{ name: 'monthly', days: today.slice(0, 7), limit: monthlyUsd }]),
    ];
  }

  /** A limit that can't count a model is no limit: said to the person once a day, and in the log once. */
  function unpriced(model: string, day: string): Warning[] {
    if (!logged.has(model))
      log.warn(
        { model },
        `the price of ${model} is not known: what it costs is counted as unknown until [prices."${model}"] is set`,
      );
    logged.add(model);
    if (spans().length === 0) return [];
    return [
      {
        name: `${day} ${model}`,
        text: `The price of ${model} is not known, so the budget does not count it. Set [prices."${model}"] in the configuration (0 where it costs nothing).`,
      },
    ];
  }

  /** The highest mark of each limit that this call passes. */
  function passedMarks(cost: number): Warning[] {
    return spans().flatMap(({ name, days, limit }) => {
      const spent = store.sum(days);
      const after = spent + cost;
      const passed = marks.findLast((mark) => spent < mark * limit && after >= mark * limit);
      if (passed === undefined) return [];
      const text = `${Math.round(passed * 100)} % of the ${name} budget of $${limit.toFixed(2)} is used.`;
      log.warn({ budget: name, limitUsd: limit, spentUsd: after }, text);
      return [{ name: `${days} ${passed} of ${limit}`, text }];
    });
  }

  /** @param reservedUsd counted as spent */
  function check(reservedUsd = 0): void {
    for (const { name, days, limit } of spans()) {
      const spent = store.sum(days) + reservedUsd;
      if (spent >= limit)
        throw new ProviderError(
          'budget',
          `$${spent.toFixed(2)} of the ${name} limit of $${limit.toFixed(2)} are spent`,
        );
    }
  }

  function isFree(): boolean {
    try {
      check(reservations.totalUsd());
      return true;
    } catch {
      return false;
    }
  }

  async function record(purpose: string, { model, usage, costUsd: cost }: PaidResponse): Promise<void> {
    const at = clock.now();
    const day = localDate(at, timezone());
    await store.add(
      { at, day, purpose, model, costUsd: cost, ...usage },
      cost === null ? unpriced(model, day) : passedMarks(cost),
    );
  }

  const withCost = (response: ModelResponse): PaidResponse => ({
    ...response,
    costUsd: costUsd(response.model, response.usage, prices),
  });

  return {
    check: () => check(),
    payFor: (provider, purpose) => ({
      name: provider.name,
      async complete(request, onDelta) {
        check();
        while (!isFree() && reservations.hasRunning()) {
          await reservations.next(request.signal);
          check();
        }
        // In the same tick as the reservation: another call must not see the same money.
        check(reservations.totalUsd());
        return await reservations.hold(highestCostUsd(request, prices), {
          call: async () => withCost(await provider.complete(request, onDelta)),
          costOf: (response) => response.costUsd ?? 0,
          record: async (response) => await record(purpose, response),
        });
      },
    }),
    takeWarnings() {
      const warnings = store.untold().filter(({ name }) => !taken.has(name));
      for (const { name } of warnings) taken.add(name);
      return warnings;
    },
    async told(warnings) {
      if (warnings.length > 0) await store.told(warnings.map(({ name }) => name));
    },
  };
}
