// Recall: looking into memory without asking a model, on demand by `/memory`.
import type { Feature } from '../../assistant/feature.ts';
import { memoryCommand } from './command.ts';

export const createRecallFeature = (memory: Parameters<typeof memoryCommand>[0], hasModel: boolean): Feature => ({
  name: 'recall',
  commands: [memoryCommand(memory, hasModel)],
  stores: null,
});
