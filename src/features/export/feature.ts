// Export: the notes and conversations as a file for the person to keep. The file is made when it is handed over.
import type { Feature } from '../../assistant/feature.ts';
import { exportCommand } from './command.ts';
import type { MakeExport } from '../../assistant/channel.ts';

export const createExportFeature = (options: { make: MakeExport; mostBytes: number | null }): Feature => ({
  name: 'export',
  commands: [exportCommand(options)],
  stores: null,
});
