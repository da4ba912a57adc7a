// Counts what model calls cost, and holds the limits that the person set.
import { english } from '../../assistant/phrases/english.ts';
import { budgetWarning } from '../../assistant/phrases/phrases.ts';
import {
  BudgetSpent,
  type BudgetSpan,
  type PaidProvider,
  type PaidResponse,
  type Spend,
  type Warning,
} from '../../assistant/spend.ts';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { Prices } from '../../models/price.ts';
import { costUsd, highestCostUsd } from '../../models/prices.ts';
import type { ModelResponse, Provider, Usage } from '../../models/provider.ts';
import { createReservations } from './reservations.ts';

/** The store of the sums. */
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

export interface SpendOptions {
  store: SpendStore;
  prices: Prices;
  limits: BudgetLimits;
  clock: Clock;
  timezone: Timezone;
  log: Log;
}

export const createSpend = (options: SpendOptions): Spend => new BudgetedSpend(options);

class BudgetedSpend implements Spend {
  readonly #options: SpendOptions;
  readonly #taken = new Set<string>();
  readonly #logged = new Set<string>();
  readonly #reservations = createReservations();

  constructor(options: SpendOptions) {
    this.#options = options;
  }

  check(): void {
    return this.#check();
  }

  payFor(provider: Provider, purpose: string): PaidProvider {
    const { prices } = this.#options;
    return {
      name: provider.name,
      complete: async (request, onDelta) => {
        this.#check();
        while (!this.#isFree() && this.#reservations.hasRunning()) {
          await this.#reservations.next(request.signal);
          this.#check();
        }
        // In the same tick as the reservation: another call must not see the same money.
        this.#check(this.#reservations.totalUsd());
        return await this.#reservations.hold(highestCostUsd(request, prices), {
          call: async () => this.#withCost(await provider.complete(request, onDelta)),
          costOf: (response) => response.costUsd ?? 0,
          record: async (response) => await this.#record(purpose, response),
        });
      },
    };
  }

  takeWarnings(): Warning[] {
    const { store } = this.#options;
    const warnings = store.untold().filter(({ name }) => !this.#taken.has(name));
    for (const { name } of warnings) this.#taken.add(name);
    return warnings;
  }

  async told(warnings: readonly Warning[]): Promise<void> {
    const { store } = this.#options;
    if (warnings.length > 0) await store.told(warnings.map(({ name }) => name));
  }

  #spans(): { name: BudgetSpan; days: string; limit: number }[] {
    const { clock, timezone } = this.#options;
    const today = localDate(clock.now(), timezone());
    const { dailyUsd, monthlyUsd } = this.#options.limits;
    return [
      ...(dailyUsd === undefined ? [] : [{ name: 'daily' as const, days: today, limit: dailyUsd }]),
      ...(monthlyUsd === undefined ? [] : [{ name: 'monthly' as const, days: today.slice(0, 7), limit: monthlyUsd }]),
    ];
  }

  /** A limit that can't count a model is no limit: said to the person once a day, and in the log once. */
  #unpriced(model: string, day: string): Warning[] {
    const { log } = this.#options;
    if (!this.#logged.has(model))
      log.warn(
        { model },
        `the price of ${model} is not known: what it costs is counted as unknown until [prices."${model}"] is set`,
      );
    this.#logged.add(model);
    if (this.#spans().length === 0) return [];
    return [
      {
        name: `${day} ${model}`,
        news: { kind: 'unpriced', model },
      },
    ];
  }

  /** The highest mark of each limit that this call passes. */
  #passedMarks(cost: number): Warning[] {
    const { store, log } = this.#options;
    return this.#spans().flatMap(({ name, days, limit }) => {
      const spent = store.sum(days);
      const after = spent + cost;
      const passed = marks.findLast((mark) => spent < mark * limit && after >= mark * limit);
      if (passed === undefined) return [];
      const news = { kind: 'used' as const, percent: Math.round(passed * 100), span: name, limitUsd: limit };
      log.warn({ budget: name, limitUsd: limit, spentUsd: after }, budgetWarning(english, news));
      return [{ name: `${days} ${passed} of ${limit}`, news }];
    });
  }

  /** @param reservedUsd counted as spent */
  #check(reservedUsd = 0): void {
    const { store } = this.#options;
    for (const { name, days, limit } of this.#spans()) {
      const spent = store.sum(days) + reservedUsd;
      if (spent >= limit) throw new BudgetSpent(name, spent, limit);
    }
  }

  #isFree(): boolean {
    try {
      this.#check(this.#reservations.totalUsd());
      return true;
    } catch {
      return false;
    }
  }

  async #record(purpose: string, { model, usage, costUsd: cost }: PaidResponse): Promise<void> {
    const { clock, timezone, store } = this.#options;
    const at = clock.now();
    const day = localDate(at, timezone());
    await store.add(
      { at, day, purpose, model, costUsd: cost, ...usage },
      cost === null ? this.#unpriced(model, day) : this.#passedMarks(cost),
    );
  }

  #withCost(response: ModelResponse): PaidResponse {
    const { prices } = this.#options;
    return {
      ...response,
      costUsd: costUsd(response.model, response.usage, prices),
    };
  }
}
