// The consolidation as the configuration wants it, for the daemon and for the commands that run it or take it back.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Extras } from '../assistant/channel.ts';
import { undoButton } from '../assistant/turn/receipts.ts';
import { createAsk } from '../features/consolidation/ask.ts';
import {
  type ConsolidationReport,
  type Consolidator,
  createConsolidator,
} from '../features/consolidation/consolidator.ts';
import { phrasesNamed } from '../assistant/phrases/languages.ts';
import { type DigestPhrases, budgetWarning } from '../assistant/phrases/phrases.ts';
import { digestText } from '../features/consolidation/digest.ts';
import { createHistory, type History } from '../features/consolidation/history.ts';
import type { Spend } from '../assistant/spend.ts';
import type { UndoableConsolidations } from '../features/undo/undo.ts';
import type { Clock } from '../base/time/clock.ts';
import { localDate } from '../base/time/local-time.ts';
import { privateFolder } from '../base/files/files.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import { nearnessOf, type ReadNearness } from '../memory/embed/cosines.ts';
import { createPairReadings, type ReadPairs } from '../memory/embed/pair-readings.ts';
import { loadTombstones, type Tombstones } from '../memory/tombstones.ts';
import type { Vault } from '../memory/vault.ts';
import { createWriter, type Writer } from '../memory/write/writer.ts';
import { ProviderError } from '../models/provider.ts';
import { ledgerTable } from '../features/usage/ledger.ts';
import { openStateFile, type State } from '../state/state.ts';
import { runsTable, type Runs } from '../features/consolidation/runs.ts';
import { seenFilesTable, type SeenFiles } from '../features/consolidation/seen-files.ts';
import { createDaily, type Daily, nextRun, type PastRuns } from '../features/consolidation/daily.ts';
import { openConfiguredEmbedder } from './memory/embedder.ts';
import { planContext } from './context-plan.ts';
import { createConfiguredVault } from './memory/memory-folder.ts';
import { createConfiguredProvider } from './provider.ts';
import { createConfiguredSpend } from './usage.ts';
import { chosenTimezone } from './timezone.ts';
import { roomForAnswer } from '../models/model-limits.ts';

/** What the daemon shares with the tools that write; commands that stand alone make their own. */
export interface SharedMemory {
  vault: Vault;
  writer: Writer;
  tombstones: Tombstones;
  /** By the model that embeds the notes. */
  readPairs: ReadPairs;
  nearness: ReadNearness;
}

export interface ConfiguredConsolidator {
  consolidator: Consolidator;
  runs: Runs;
  seenFiles: SeenFiles;
  history: History;
  spend: Spend;
}

/** Room for the operations of one request, many times what a day brings, for a model that doesn't think before it. */
const operationTokens = 8192;

/** The consolidator of a command that runs without the daemon. @throws ConfigError */
export async function openConfiguredConsolidator(
  config: Config,
  clock: Clock,
  log: Log,
): Promise<ConfiguredConsolidator & { close(): Promise<void> }> {
  const stateDir = config.state.dir;
  await mkdir(stateDir, { recursive: true, mode: privateFolder });
  const embedder = openConfiguredEmbedder(config, clock, log);
  const shared = await openSharedMemory(config, {
    readPairs: createPairReadings({ ask: embedder?.compare, log }),
    nearness: async (texts, others) => await nearnessOf(texts, others, embedder),
  });
  const { db, table } = openStateFile({ file: path.join(stateDir, 'queue.db'), clock, log });
  const spend = createConfiguredSpend(config, table(ledgerTable), async (work) => work(), clock, log);
  return {
    ...createConfiguredConsolidator(config, clock, log, { shared, table, spend }),
    async close() {
      db.close();
      await embedder?.close();
    },
  };
}

/** @throws ConfigError */
export function createConfiguredConsolidator(
  config: Config,
  clock: Clock,
  log: Log,
  stores: { shared: SharedMemory; table: State['table']; spend: Spend },
): ConfiguredConsolidator {
  const { shared, table, spend } = stores;
  const runs = table(runsTable);
  const seenFiles = table(seenFilesTable);
  const { vault, writer, tombstones, readPairs, nearness } = shared;
  const { consolidation } = config;
  const stateDir = config.state.dir;
  const opened = createConfiguredProvider(
    consolidation.model === undefined
      ? config
      : { ...config, provider: { ...config.provider, primary: consolidation.model } },
    clock,
    log,
  );
  const maxTokens = roomForAnswer(opened.model, operationTokens);
  const history = createHistory(path.join(stateDir, 'history'));
  const consolidator = createConsolidator({
    vault,
    writer,
    sessionsDir: path.join(stateDir, 'sessions'),
    stateDir,
    runs,
    seenFiles,
    history,
    tombstones,
    readPairs,
    nearness,
    ask:
      opened.candidates.length > 0
        ? createAsk({ provider: spend.payFor(opened.provider, 'consolidation'), model: opened.model, maxTokens })
        : null,
    whyNot: () => overBudget(spend),
    clock,
    timezone: chosenTimezone(config).now,
    log,
    budgetChars: consolidation.max_chars,
    partChars: planContext(opened.contextTokens, maxTokens).consolidationLength,
  });
  return { consolidator, runs, seenFiles, history, spend };
}

function overBudget(spend: Spend): string | null {
  try {
    spend.check();
    return null;
  } catch (error) {
    if (error instanceof ProviderError) return `The budget is spent: ${error.message}.`;
    throw error;
  }
}

async function openSharedMemory(
  config: Config,
  model: Pick<SharedMemory, 'readPairs' | 'nearness'>,
): Promise<SharedMemory> {
  const vault = createConfiguredVault(config);
  return {
    vault,
    writer: createWriter({ vault }),
    tombstones: await loadTombstones(path.join(config.state.dir, 'tombstones.json')),
    ...model,
  };
}

/**
 * The nightly run.
 * @param tell takes what the owner should read in the morning; `name` is the same for the same message
 */
export function createNightly(
  config: Config,
  clock: Clock,
  log: Log,
  opened: Pick<ConfiguredConsolidator, 'consolidator' | 'runs' | 'spend'>,
  tell: (text: string, name: string, extras?: Extras) => Promise<void>,
): Daily | null {
  const { schedule, digest } = config.consolidation;
  if (schedule === 'off') return null;
  return createDaily({
    pattern: schedule,
    timezone: chosenTimezone(config).now,
    clock,
    log,
    past: pastRuns(opened.runs),
    async job(signal) {
      const report = await opened.consolidator.run({ trigger: 'schedule', signal });
      const today = localDate(clock.now(), chosenTimezone(config).now());
      const phrases = phrasesNamed(report.language);
      const text = digest ? digestText({ ...report, today, phrases: phrases.digest }) : null;
      if (text !== null)
        await tell(text, `digest:${report.id ?? today}`, {
          buttons: report.id === null ? [] : [undoButton(report.id, phrases.undo)],
        });
      const warnings = opened.spend.takeWarnings();
      if (warnings.length > 0)
        await tell(
          warnings.map(({ news }) => budgetWarning(phrases, news)).join('\n'),
          `budget:${warnings.map(({ name }) => name).join()}`,
        );
      await opened.spend.told(warnings);
      // Told once for failures in a row: the channel recognises them by the name of the first.
      const complaint = complaintOf(report, phrases.digest);
      if (complaint !== null) await tell(complaint, `consolidation-failed:${report.firstFailure}`);
      return report.outcome !== 'postponed' && report.problem === null;
    },
  });
}

const pastRuns = (runs: Runs): PastRuns => ({
  last: (until) => runs.lastScheduled(until)?.startedAt ?? null,
  on: runs.ranOn,
  discount: runs.discount,
});

/** When the schedule brings the next run; in the past for one that is overdue. Null when it is off. */
export function nextConsolidation(config: Config, clock: Clock, runs: Runs): Date | null {
  const { schedule } = config.consolidation;
  const past = pastRuns(runs);
  return schedule === 'off'
    ? null
    : nextRun({ pattern: schedule, timezone: chosenTimezone(config).now, past }, past.last(clock.now()) ?? clock.now());
}

/** The consolidations as `/undo` in a conversation takes them back. */
export const undoableConsolidations = ({ consolidator, history }: ConfiguredConsolidator): UndoableConsolidations => ({
  list: history.list,
  takeBack: async (id, request) => void (await consolidator.undo({ only: id, request })),
});

const failuresToTell = 3;

function complaintOf(
  { outcome, problem, failures, pending }: ConsolidationReport,
  { failing, reason }: DigestPhrases,
): string | null {
  if (problem === null || outcome === 'postponed' || failures < failuresToTell) return null;
  return `${failing(failures, outcome === 'failed' ? null : pending)}\n${reason(problem.replaceAll(/\s+/g, ' '))}`;
}
