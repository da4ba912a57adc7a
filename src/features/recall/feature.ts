// Recall: looking into memory without asking a model, on demand by `/memory`.
import type { Feature } from '../../assistant/feature.ts';
import type { Memory } from '../../memory/memory.ts';
import { memoryCommand } from './command.ts';

export const createRecallFeature = (memory: Pick<Memory, 'search' | 'status'>): Feature => ({
  name: 'recall',
  commands: [memoryCommand(memory)],
  stores: null,
});
