// The consolidation: what was noted and said, distilled into MEMORY.md every night.
import type { Feature, Job } from '../../assistant/feature.ts';
import type { History } from './history.ts';
import type { Runs } from './runs.ts';
import type { SeenFiles } from './seen-files.ts';

export interface ConsolidationOptions {
  runs: Pick<Runs, 'erase'>;
  seenFiles: Pick<SeenFiles, 'erase'>;
  history: Pick<History, 'erase'>;
  /** What runs it by its schedule; null where it has none, or where another process runs it. */
  nightly: Job | null;
}

export const createConsolidationFeature = ({ runs, seenFiles, history, nightly }: ConsolidationOptions): Feature => ({
  name: 'consolidation',
  jobs: nightly ? [nightly] : [],
  stores: {
    eraseRows(eraser) {
      runs.erase(eraser);
      seenFiles.erase();
    },
    eraseFiles: history.erase,
  },
});
