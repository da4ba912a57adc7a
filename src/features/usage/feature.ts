// Usage: what the models cost, against the budget.
import type { Feature } from '../../assistant/feature.ts';
import { type UsageOptions, usageCommand } from './command.ts';
import type { Ledger } from './ledger.ts';

export const createUsageFeature = (options: UsageOptions & { ledger: Pick<Ledger, 'erase'> }): Feature => ({
  name: 'usage',
  commands: [usageCommand(options)],
  stores: { eraseRows: options.ledger.erase },
});
