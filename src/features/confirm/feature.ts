// Confirmations: writes that wait for the person's yes, and the commands that answer.
import type { Feature } from '../../assistant/feature.ts';
import { confirmCommands } from './command.ts';
import type { PendingWriteTable } from './pending-writes.ts';

export const createConfirmFeature = (pendingWrites: PendingWriteTable): Feature => ({
  name: 'confirm',
  commands: confirmCommands,
  stores: { eraseRows: pendingWrites.erase },
});
