// `/usage`: what the models cost, and how far the budget reaches.
import { english } from '../../assistant/phrases/english.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { type Clock, localDate } from '../../base/clock.ts';
import type { Timezone } from '../../base/timezone.ts';
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
    async run({ say }) {
      const today = localDate(clock.now(), timezone());
      const month = today.slice(0, 7);
      const models = ledger
        .byModel(month)
        .map(
          ({ model, calls, tokens, dollars }) => `${model}: ${dollarsOf(dollars)}, ${calls} calls, ${tokens} tokens`,
        );
      const unpriced = ledger.unpriced(month);
      return await say(
        [
          `Today: ${dollarsOf(ledger.sum(today), budget.dailyUsd)}`,
          `This month: ${dollarsOf(ledger.sum(month), budget.monthlyUsd)}`,
          ...models,
          ...(unpriced > 0 ? [`${unpriced} calls are of models whose price I don't know: they count as nothing.`] : []),
        ].join('\n'),
      );
    },
  };
}

const dollarsOf = (dollars: number, limit?: number): string =>
  `$${dollars.toFixed(2)}${limit === undefined ? '' : ` of $${limit.toFixed(2)}`}`;
