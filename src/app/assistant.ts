// Everything behind the channels, as the configuration wants it: state, memory, sessions, models, features, and the
// assistant that ties them.
import path from 'node:path';
import type { Incoming, MakeExport, SessionKey } from '../assistant/channel.ts';
import type { Command } from '../assistant/commands/command.ts';
import { createConfirmations } from '../assistant/approval/confirmations.ts';
import { timeSent } from '../assistant/context/user-message.ts';
import { lastConversation } from '../assistant/context/last-conversation.ts';
import { memoryFacts } from '../assistant/context/memory-facts.ts';
import { calledAs } from '../base/called-as.ts';
import { languageNamed } from '../assistant/phrases/languages.ts';
import { combineObservers, createTurnLog } from '../assistant/turn/events.ts';
import type { Feature, Job } from '../assistant/feature.ts';
import { type Assistant, type AssistantParts, createAssistant } from '../assistant/orchestrator.ts';
import { type Clock, systemClock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import type { Redact } from '../base/secrets/redact.ts';
import { createAgain } from '../channels/retry-command.ts';
import type { Config } from '../config.ts';
import { pendingWritesTable } from '../features/confirm/pending-writes.ts';
import { createExporter } from '../features/export/exporter.ts';
import { remindersTable } from '../features/reminders/reminders.ts';
import { createRecall } from '../features/recall/recall.ts';
import { revisionsTable } from '../features/undo/revisions.ts';
import { type Ledger, ledgerTable } from '../features/usage/ledger.ts';
import { linesAboveIn } from '../memory/lines-above.ts';
import { findReplaced } from '../memory/contradictions.ts';
import { loadTombstones } from '../memory/tombstones.ts';
import type { Memory } from '../memory/memory.ts';
import { NoteError } from '../memory/note-problem.ts';
import { createWriter } from '../memory/write/writer.ts';
import type { Tool } from '../agent/tool.ts';
import type { ChosenProvider } from '../models/create-provider.ts';
import { staleSources } from '../memory/stale-sources.ts';
import { createOffline } from '../models/offline/offline.ts';
import { openSessions } from '../session/sessions.ts';
import { type State, openState } from '../state/state.ts';
import { createEditMemoryTool } from '../tools/edit-memory.ts';
import { createMemoryGet } from '../tools/memory-get.ts';
import { createMemorySearch } from '../tools/memory-search.ts';
import { type Recorder, createRecorder, receiptLine } from '../tools/receipt.ts';
import { createClockWatch } from './daemon/clock-doubt.ts';
import { createRememberTool } from '../tools/remember.ts';
import { createSendMessage } from '../tools/send-message.ts';
import { createStaySilent } from '../tools/stay-silent.ts';
import { collectCommands } from './commands.ts';
import { type ConfiguredConsolidator, type SharedMemory, createConfiguredConsolidator } from './consolidation.ts';
import { planContext } from './context-plan.ts';
import { openFeatures } from './features.ts';
import { openConfiguredMemory } from './memory/memory.ts';
import { openMemoryGit } from './memory/memory-git.ts';
import { endAtFlushFailure } from './daemon/process.ts';
import { createConfiguredProvider, createSummaryProvider } from './provider.ts';
import type { Reach } from './channels/reach.ts';
import type { TerminalUse } from './channels/channels.ts';
import { contextOf, createConfiguredCompactor } from './summaries.ts';
import { chosenTimezone } from './timezone.ts';
import { type TurnCounts, createTurnCounts } from './daemon/turn-counts.ts';
import { createConfiguredSpend } from './usage.ts';
import { readPersona } from './persona.ts';
import { roomForAnswer } from '../models/model-limits.ts';

export interface DaemonOptions {
  config: Config;
  log: Log;
  redact: Redact;
  /** Talk on this terminal: in the place of the configured channels, or beside them. Default: only where none is configured. */
  terminal?: TerminalUse;
  /** The clock of all parts; the system's by default. */
  clock?: Clock;
}

export interface OpenedAssistant {
  assistant: Assistant;
  commands: Command[];
  /** What the features do without a message, such as saying reminders. */
  jobs: readonly Job[];
  state: State;
  makeFile: MakeExport;
  memory: Memory;
  /** The models that may answer, `provider/model`, the first one first; empty where none is configured. */
  models: readonly string[];
  ledger: Ledger;
  /** The current state of the models. */
  standing: ChosenProvider['standing'];
  /** The consolidator for runs on demand; the nightly run has its own. */
  consolidation: ConfiguredConsolidator;
  /** What turns did since the start. */
  turns: TurnCounts;
  /** The tool that saves a line, for a program beside the conversations. @param cause names what asked, in the record of changes */
  remember(cause: string): Tool;
  close(): Promise<void>;
}

/** @param reach null where one question is asked and the process ends before anything could be said unasked */
export async function openAssistant(options: DaemonOptions, reach: Reach | null): Promise<OpenedAssistant> {
  const { config, log, redact, clock = systemClock } = options;
  const storesMessages = reach?.channels.some((channel) => channel.storesMessages) ?? false;
  const stores = await openStores(config, clock, log, storesMessages);
  const { state, memory, sessions, ledger } = stores;
  const models = createConfiguredModels(config, stores, clock, log);
  const { opened } = models;
  const timezone = chosenTimezone(config);
  const turns = createTurnCounts();
  const makeFile = configuredExporter(options, memory.vault, clock);
  const recorder = recorderOf(stores, clock, log);
  const features = await openFeatures({
    config,
    ...stores,
    ...models,
    recorder,
    reach,
    makeFile,
    hasModel: opened.candidates.length > 0,
    clock,
    log,
  });
  const names = [...opened.candidates, ...opened.choices].map(({ ref }) => ref);
  const commands = collectCommands(
    { memory, state: storesMessages ? state : null, models: names, program: calledAs(), timezone, clock },
    features,
    storesMessages ? [createAgain({ state, clock })] : [],
  );
  const assistant = createAssistant({
    ...(await configuredParts(config, stores, models, { clock, log })),
    commands,
    tools: turnTools(stores, features, recorder, { clock, timezone: timezone.now }),
    // A process that ends with its answer can't receive the person's yes.
    confirmations: reach && createConfirmations({ pendingWrites: stores.pendingWrites, write: state.write, clock }),
    redact,
    stands: (change) => stores.revisions.find(change)?.undoneAt === null,
    observe: combineObservers([createTurnLog(log), turns.observe], log),
  });
  return {
    assistant,
    state,
    commands,
    jobs: [createClockWatch({ state, clock, timezone: timezone.now, log }), ...jobsOf(features)],
    makeFile,
    memory,
    models: names,
    ledger,
    standing: opened.standing,
    turns,
    consolidation: manualConsolidation(config, stores, models, { clock, log }),
    remember: (cause) =>
      createRememberTool({ ...stores.shared, record: recorder(cause), clock, timezone: timezone.now }),
    async close() {
      await assistant.close();
      await sessions.close();
      await stores.memoryGit?.close();
      await memory.close();
      state.close();
    },
  };
}

const jobsOf = (features: readonly Feature[]): Job[] => features.flatMap(({ jobs = [] }) => jobs);

const recorderOf =
  ({ revisions, state: { write } }: Stores, clock: Clock, log: Log) =>
  (cause: string): Recorder =>
    createRecorder({ state: { revisions, write }, clock, log, cause });

const configuredExporter = ({ config, redact, log }: DaemonOptions, vault: Memory['vault'], clock: Clock): MakeExport =>
  createExporter({
    vault,
    sessionsDir: sessionsFolder(config),
    timezone: chosenTimezone(config).now,
    redact,
    clock,
    log,
  });

const manualConsolidation = (
  config: Config,
  { shared, state }: Stores,
  { spend }: Models,
  { clock, log }: { clock: Clock; log: Log },
): ConfiguredConsolidator => createConfiguredConsolidator(config, clock, log, { shared, table: state.table, spend });

const sessionsFolder = (config: Config): string => path.join(config.state.dir, 'sessions');

/** The most receipts in the message of one commit. */
const maxReceipts = 50;

/** What is kept on disk: the state database with its tables, the memory and the sessions. */
async function openStores(config: Config, clock: Clock, log: Log, delivers: boolean) {
  const onFlushFailure = endAtFlushFailure(log);
  const state = openState({ file: path.join(config.state.dir, 'queue.db'), clock, log, delivers, onFlushFailure });
  const memory = await openConfiguredMemory(config, clock, log, { watch: true });
  const sessions = await openSessions({ dir: sessionsFolder(config), clock, log, onFlushFailure });
  const revisions = state.table(revisionsTable);
  const receiptsSince = (since: Date): string[] =>
    revisions.last(maxReceipts).flatMap((change) => (change.at >= since ? [receiptLine(change)] : []));
  const memoryGit = config.memory.git ? openMemoryGit({ dir: config.memory.dir, receiptsSince, clock, log }) : null;
  const writer = createWriter({ vault: memory.vault });
  const shared: SharedMemory = {
    vault: memory.vault,
    writer: memoryGit?.watch(writer) ?? writer,
    tombstones: await loadTombstones(path.join(config.state.dir, 'tombstones.json')),
    readPairs: memory.readPairs,
    nearness: memory.nearness,
  };
  return {
    state,
    memory,
    sessions,
    memoryGit,
    shared,
    revisions,
    ledger: state.table(ledgerTable),
    pendingWrites: state.table(pendingWritesTable),
    reminders: state.table(remindersTable),
  };
}

type Stores = Awaited<ReturnType<typeof openStores>>;

/** The models that answer and summarise, what they may cost, and what makes room for them. */
function createConfiguredModels(config: Config, { state, ledger, shared }: Stores, clock: Clock, log: Log) {
  const opened = createConfiguredProvider(config, clock, log);
  const summaries = createSummaryProvider(config, clock, log) ?? opened;
  // Without any key the assistant says itself that it has no model; with some, a missing one is news.
  for (const warning of new Set([...opened.warnings, ...summaries.warnings]))
    log[opened.candidates.length > 0 ? 'warn' : 'info'](warning);
  const spend = createConfiguredSpend(config, ledger, state.write, clock, log);
  const compactor = createConfiguredCompactor({ config, opened, summaries, spend, shared, clock, log });
  return { opened, spend, compactor };
}

type Models = ReturnType<typeof createConfiguredModels>;

/** The parts of the assistant that follow from the configuration alone. */
async function configuredParts(
  config: Config,
  { state, memory, sessions, reminders }: Stores,
  { opened, spend, compactor }: Models,
  { clock, log }: { clock: Clock; log: Log },
) {
  const { vault } = memory;
  return {
    privacy: {
      since: state.privacy.since,
      begin: async (key: SessionKey) => await state.write(() => state.privacy.begin(key, clock.now())),
      end: async (key: SessionKey) => await state.write(() => state.privacy.end(key)),
    },
    provider: spend.payFor(opened.provider, 'turn'),
    model: opened.model,
    // It stands in for a model that is configured: the turn says why.
    modelless: createOffline({ explains: false, program: calledAs() }),
    sessions,
    async longTermMemory() {
      const { text, problem } = await vault.longTerm();
      if (problem !== null) throw new NoteError(problem);
      return text;
    },
    facts: async ({ key, sender }: Incoming) => ({
      ...(await memoryFacts(vault)),
      name: config.agent.your_name ?? sender,
      reminders: reminders.active(key).length,
    }),
    language: config.agent.language === undefined ? undefined : (languageNamed(config.agent.language) ?? undefined),
    persona: config.agent.persona_file === undefined ? undefined : readPersona(config.agent.persona_file).text,
    lastConversation: async (key: SessionKey) => await lastConversation(sessions, key, log),
    recall: config.agent.recall
      ? createRecall({
          search: memory.search,
          readHelp: memory.readHelp,
          linesAbove: linesAboveIn(memory.vault),
          minScore: minRecallScore,
          clock,
          log,
        })
      : () => Promise.resolve([]),
    compactor,
    spend,
    ...limitsOf(config, opened),
    idleResetMs: config.session.idle_reset,
    width: 4,
    timezone: chosenTimezone(config).now,
    clock,
    log,
  };
}

/** The tools of a turn, in the order in which the model sees them: the assistant's own, then those of features. */
function turnTools(
  { memory, shared: { writer, tombstones } }: Pick<Stores, 'memory' | 'shared'>,
  features: readonly Feature[],
  recorder: (cause: string) => Recorder,
  time: { clock: Clock; timezone: () => string },
): AssistantParts['tools'] {
  const linesAbove = linesAboveIn(memory.vault);
  return (turn) => {
    const record = recorder(turn.cause);
    return [
      createMemorySearch(memory.search, { isShown: turn.isShown, linesAbove }),
      createMemoryGet((key, range) => memory.vault.get(key, range), linesAbove),
      createRememberTool({
        writer,
        record,
        tombstones,
        findReplaced: async (asked) => await findReplaced(memory, asked),
        saidBefore: turn.saidBefore,
        sentAt: timeSent(turn.incoming, time.clock.now()),
        ...time,
      }),
      createEditMemoryTool({
        writer,
        record,
        findStale: async (edited, change) => await staleSources(memory.vault, edited, change),
        ...time,
      }),
      createSendMessage(turn.send),
      createStaySilent(turn.staySilent),
      ...features.flatMap((feature) => feature.tools?.(turn) ?? []),
    ];
  };
}

function limitsOf(config: Config, opened: ReturnType<typeof createConfiguredProvider>) {
  const { max_tokens: maxTokens = roomForAnswer(opened.model), effort } = config.agent;
  return {
    maxTokens,
    effort,
    maxToolRounds: config.agent.max_tool_rounds,
    maxMessages: config.agent.max_messages_per_turn,
    maxResultLength: planContext(opened.contextTokens, maxTokens).resultLength,
    maxMemoryLength: (choice?: string) =>
      planContext((choice !== undefined && contextOf(opened, choice)) || opened.contextTokens, maxTokens).memoryLength,
    replyMode: config.agent.reply_mode,
  };
}

/**
 * How likely a line must be to help, to be shown unasked. On the lives of test/eval/recall-sets.ts, each judged by what was learnt from the
 * others, 462 of 905 messages get their line and 10 % of what comes is noise; with 0.65 it is 479 and 12 %, with 0.8 417 and 6 %.
 */
const minRecallScore = 0.7;
