// Usage: what the models cost, against the budget. Its tables hold numbers and names of models, no words of the person.
import type { Feature } from '../../assistant/feature.ts';
import { type UsageOptions, usageCommand } from './command.ts';

export const createUsageFeature = (options: UsageOptions): Feature => ({
  name: 'usage',
  commands: [usageCommand(options)],
  stores: null,
});
