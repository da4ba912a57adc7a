// The consolidation: what was noted and said, distilled into MEMORY.md every night.
import type { Feature, Job } from '../../assistant/feature.ts';
import type { History } from './history.ts';
import type { Runs } from './runs.ts';

export interface ConsolidationOptions {
  runs: Pick<Runs, 'erase'>;
  history: Pick<History, 'erase'>;
  /** What runs it by its schedule; null where it has none, or where another process runs it. */
  nightly: Job | null;
}

export const createConsolidationFeature = ({ runs, history, nightly }: ConsolidationOptions): Feature => ({
  name: 'consolidation',
  jobs: nightly ? [nightly] : [],
  stores: { eraseRows: runs.erase, eraseFiles: history.erase },
});
