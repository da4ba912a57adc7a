// Export: the notes and conversations as a file for the person to keep. The file is made when it is handed over.
import type { Feature } from '../../assistant/feature.ts';
import { type ExportOptions, exportCommand } from './command.ts';

export const createExportFeature = (options: ExportOptions): Feature => ({
  name: 'export',
  commands: [exportCommand(options)],
  stores: null,
});
