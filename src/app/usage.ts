// Prices and limits as the configuration has them, over the ledger of queue.db.
import type { Spend } from '../assistant/spend.ts';
import { createSpend } from '../features/usage/spend.ts';
import type { Clock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import type { Ledger } from '../features/usage/ledger.ts';
import { pricesWith } from '../models/prices.ts';
import { chosenTimezone } from './timezone.ts';

/** @param write runs synchronous work as one transaction */
export function createConfiguredSpend(
  config: Config,
  ledger: Ledger,
  write: (work: () => void) => Promise<void>,
  clock: Clock,
  log: Log,
): Spend {
  const { budget, prices } = config;
  return createSpend({
    store: {
      add: (row, warnings) => write(() => ledger.add(row, warnings)),
      sum: ledger.sum,
      untold: ledger.untold,
      told: (names) => write(() => ledger.told(names)),
    },
    prices: pricesWith(prices),
    limits: { dailyUsd: budget.daily_usd, monthlyUsd: budget.monthly_usd },
    clock,
    timezone: chosenTimezone(config).now,
    log,
  });
}
