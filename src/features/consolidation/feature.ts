// The consolidation: what was noted and said, distilled into MEMORY.md every night. Its job is started by `app/`, which
// also runs it for the commands that stand alone.
import type { Feature } from '../../assistant/feature.ts';
import type { State } from '../../state/state.ts';
import { createHistory } from './history.ts';
import { runsTable } from './runs.ts';

export function createConsolidationFeature(options: { state: Pick<State, 'table'>; historyDir: string }): Feature {
  const runs = options.state.table(runsTable);
  const history = createHistory(options.historyDir);
  return { name: 'consolidation', stores: { eraseRows: runs.erase, eraseFiles: history.erase } };
}
