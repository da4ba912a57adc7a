// `/usage`: what the models cost, and how far the budget reaches.
import { english } from '../../assistant/phrases/english.ts';
import { dollars } from '../../assistant/phrases/phrases.ts';
import type { Command } from '../../assistant/commands/command.ts';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import { offlineModel } from '../../models/provider.ts';
import type { Ledger } from './ledger.ts';
import type { BudgetLimits } from './spend.ts';

export interface UsageOptions {
  ledger: Pick<Ledger, 'sum' | 'byModel' | 'unpriced'>;
  budget: BudgetLimits;
  timezone: Timezone;
  clock: Clock;
}

export function usageCommand({ ledger, budget, timezone, clock }: UsageOptions): Command {
  return {
    name: 'usage',
    description: english.help.usage,
    async run({ say, phrases: { usage: words } }) {
      const today = localDate(clock.now(), timezone());
      const month = today.slice(0, 7);
      const spentOf = (day: string, limit: number | undefined): string => {
        const spent = dollars(ledger.sum(day));
        return limit === undefined ? spent : words.amountOf(spent, dollars(limit));
      };
      const models = ledger
        .byModel(month)
        // The program's own answers, which are no model's.
        .filter(({ model }) => model !== offlineModel)
        .map((spent) => words.model(spent.model, dollars(spent.dollars), spent.calls, spent.tokens));
      const unpriced = ledger.unpriced(month);
      return await say(
        [
          words.today(spentOf(today, budget.dailyUsd)),
          words.thisMonth(spentOf(month, budget.monthlyUsd)),
          ...models,
          ...(unpriced > 0 ? [words.unpriced(unpriced)] : []),
        ].join('\n'),
      );
    },
  };
}
