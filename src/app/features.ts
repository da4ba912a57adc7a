// The table of features. Each line is one folder under features/: its tools, commands, jobs and stores follow from it.
import path from 'node:path';
import type { Announce, MakeExport } from '../assistant/channel.ts';
import type { Compactor } from '../assistant/compaction.ts';
import type { Erasable, Feature } from '../assistant/feature.ts';
import type { Clock } from '../base/clock.ts';
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
import { createForgetTool } from '../features/forget/tool.ts';
import { privateFeature } from '../features/private/feature.ts';
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
import { type SharedMemory, undoableConsolidations } from './consolidation.ts';
import { createAlone } from './state-in-use.ts';
import type { ChannelLock } from './state-lock.ts';
import { chosenTimezone } from './timezone.ts';

export interface FeatureParts {
  config: Config;
  state: State;
  memory: Memory;
  shared: SharedMemory;
  sessions: Sessions;
  revisions: Revisions;
  ledger: Ledger;
  pendingWrites: PendingWriteTable;
  compactor: Pick<Compactor, 'whileStill'>;
  recorder(cause: string): Recorder;
  /** The channel whose lock this process holds. */
  channel: ChannelLock;
  /** Null where nothing can be said later. */
  announce: Announce | null;
  files: { make: MakeExport; mostBytes: number | null };
  /** Whether a model is configured. */
  hasModel: boolean;
  clock: Clock;
  log: Log;
}

/** Finishes what a crash left half forgotten before it returns. */
export async function openFeatures(parts: FeatureParts): Promise<Feature[]> {
  const { config, state, memory, shared, revisions, ledger, clock, log } = parts;
  const timezone = chosenTimezone(config).now;
  const { daily_usd: dailyUsd, monthly_usd: monthlyUsd } = config.budget;
  const consolidations = undoableConsolidations(config, clock, log, shared);
  const erasureRequests = state.table(erasureRequestsTable);
  const alone = createAlone(config.state.dir, parts.channel, clock);
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
    alone: (work) => alone(() => parts.compactor.whileStill(work)),
    clock,
    log,
  });
  const features: Feature[] = [
    createConfirmFeature(parts.pendingWrites),
    privateFeature,
    createRecallFeature(memory, parts.hasModel),
    createUndoFeature({ revisions, write: state.write, ...shared, consolidations, clock, timezone }),
    createForgetFeature({
      forgetting,
      erasureRequests,
      tools: ({ incoming }) => [createForgetTool({ ...shared, record: parts.recorder(incoming.id) })],
    }),
    createRemindersFeature({ state, announce: parts.announce, timezone, clock, log }),
    createExportFeature(parts.files),
    createUsageFeature({ ledger, budget: { dailyUsd, monthlyUsd }, timezone, clock }),
    createConsolidationFeature({ state, historyDir: path.join(config.state.dir, 'history') }),
  ];
  const stores: Erasable[] = [
    { eraseRows: state.erasing.erase },
    terminalStores(config.state.dir),
    ...features.flatMap((feature) => feature.stores ?? []),
  ];
  await forgetting.resume();
  return features;
}
