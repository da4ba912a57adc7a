// Private conversations: nothing of them is kept.
import type { Feature } from '../../assistant/feature.ts';
import { createPrivateCommand, type PrivateParts } from './command.ts';

export const createPrivateFeature = (parts: PrivateParts): Feature => ({
  name: 'private',
  commands: [createPrivateCommand(parts)],
  stores: null,
});
