// The table of features. Each line is one folder under features/: its tools, commands, jobs and stores follow from it.
import type { MakeExport } from '../assistant/channel.ts';
import type { Spend } from '../assistant/spend.ts';
import type { Compactor } from '../assistant/context/compaction.ts';
import { phrasesFor } from '../assistant/phrases/languages.ts';
import type { Erasable, Feature } from '../assistant/feature.ts';
import { calledAs } from '../base/called-as.ts';
import type { Clock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import { terminalStores } from '../channels/terminal/erase.ts';
import type { Config } from '../config.ts';
import { createConfirmFeature } from '../features/confirm/feature.ts';
import type { PendingWriteTable } from '../features/confirm/pending-writes.ts';
import { createConsolidationFeature } from '../features/consolidation/feature.ts';
import { createExportFeature } from '../features/export/feature.ts';
import { createForgetFeature } from '../features/forget/feature.ts';
import { createForgetting } from '../features/forget/forgetting.ts';
import { erasureRequestsTable } from '../features/forget/requests.ts';
import { createPrivateFeature } from '../features/private/feature.ts';
import { createRecallFeature } from '../features/recall/feature.ts';
import { createRemindersFeature } from '../features/reminders/feature.ts';
import { createUndoFeature } from '../features/undo/feature.ts';
import { type Revisions } from '../features/undo/revisions.ts';
import { createUsageFeature } from '../features/usage/feature.ts';
import type { Ledger } from '../features/usage/ledger.ts';
import type { Memory } from '../memory/memory.ts';
import type { Sessions } from '../session/sessions.ts';
import type { State } from '../state/state.ts';
import type { Recorder } from '../tools/receipt.ts';
import {
  createConfiguredConsolidator,
  createNightly,
  type SharedMemory,
  undoableConsolidations,
} from './consolidation.ts';
import { askLock, lockNames, maxFileBytesOf, serviceOfKey } from './channels/channels.ts';
import type { Reach } from './channels/reach.ts';
import { createAlone } from './state/state-in-use.ts';
import { chosenTimezone } from './timezone.ts';

export interface FeatureParts {
  config: Config;
  state: State;
  memory: Memory;
  shared: SharedMemory;
  sessions: Sessions;
  revisions: Revisions;
  ledger: Ledger;
  spend: Spend;
  pendingWrites: PendingWriteTable;
  compactor: Pick<Compactor, 'whileStill'>;
  recorder(cause: string): Recorder;
  /** Null where one question is asked and the process ends. */
  reach: Reach | null;
  makeFile: MakeExport;
  /** Whether a model is configured. */
  hasModel: boolean;
  clock: Clock;
  log: Log;
}

/** Opens the last tables of the state. Before it returns, it completes a `/forget` that a crash interrupted. */
export async function openFeatures(parts: FeatureParts): Promise<Feature[]> {
  const { config, state, memory, shared, revisions, ledger, reach, clock, log } = parts;
  const timezone = chosenTimezone(config).now;
  const program = calledAs();
  const { daily_usd: dailyUsd, monthly_usd: monthlyUsd } = config.budget;
  const phrasesOf = async (key: string) => phrasesFor((await parts.sessions.current(key)).entries);
  const consolidation = createConfiguredConsolidator(config, clock, log, {
    shared,
    table: state.table,
    spend: parts.spend,
  });
  // A process beside the daemon leaves the nightly run to the daemon.
  const nightly = reach && !reach.isBeside ? createNightly(config, clock, log, consolidation, reach.tell) : null;
  const channels = reach?.channels ?? [];
  const own = reach ? channels.map(({ name }) => name) : [askLock];
  const erasureRequests = state.table(erasureRequestsTable);
  const others = lockNames.filter((name) => !own.includes(name));
  const alone = createAlone(config.state.dir, others, clock);
  const forgetting = createForgetting({
    erasureRequests,
    write: state.write,
    scrub: state.erasing.scrub,
    memory,
    writer: shared.writer,
    sessions: parts.sessions,
    tombstones: shared.tombstones,
    stores: () => stores,
    stateDir: config.state.dir,
    reachesModel: () => parts.hasModel || ledger.byModel('').length > 0,
    alone: (work) => alone(() => parts.compactor.whileStill(work)),
    clock,
    log,
  });
  const features: Feature[] = [
    createConfirmFeature(parts.pendingWrites),
    createPrivateFeature({ hasModel: parts.hasModel, serviceOf: serviceOfKey, lasts: reach !== null, program }),
    createRecallFeature(memory, parts.hasModel),
    createUndoFeature({
      revisions,
      write: state.write,
      ...shared,
      consolidations: undoableConsolidations(consolidation),
      clock,
      timezone,
    }),
    createForgetFeature({ forgetting, erasureRequests, hasModel: parts.hasModel, phrasesOf }),
    createRemindersFeature({ state, announce: reach?.announce ?? null, timezone, phrasesOf, program, clock, log }),
    createExportFeature({ make: parts.makeFile, maxBytes: (key) => maxFileBytesOf(channels, key), program }),
    createUsageFeature({ ledger, budget: { dailyUsd, monthlyUsd }, timezone, clock }),
    createConsolidationFeature({ ...consolidation, nightly }),
  ];
  const stores: Erasable[] = [
    { eraseRows: state.erasing.erase, eraseFiles: () => Promise.resolve(state.removeUpgradeCopies()) },
    terminalStores(config.state.dir),
    ...features.flatMap((feature) => feature.stores ?? []),
  ];
  state.endUpgrade();
  await forgetting.resume();
  return features;
}
