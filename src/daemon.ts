// READ FIRST. Builds every part bottom-up, starts them, stops them in reverse. Wiring only: what a part does is in the
// part. Then read assistant/orchestrator.ts: one message in, replies out.
import { inBackground } from './base/background.ts';
import path from 'node:path';
import type { Channel, HandleIncoming } from './assistant/channel.ts';
import type { Command } from './assistant/commands/command.ts';
import { createCommands } from './assistant/commands/table.ts';
import { type Distiller, createCompactor } from './assistant/compaction.ts';
import { distilledTokens } from './assistant/summarizer.ts';
import { createForgetting, terminalHistory, terminalNotices } from './assistant/forgetting/forgetting.ts';
import { createTurnLog } from './assistant/events.ts';
import { type MakeExport, createExporter } from './assistant/export/exporter.ts';
import { type Assistant, createAssistant } from './assistant/orchestrator.ts';
import { createRecall } from './assistant/recall.ts';
import { createUndo } from './assistant/undo.ts';
import { type Clock, systemClock } from './base/clock.ts';
import { createDeferred } from './base/deferred.ts';
import { UserError } from './base/errors.ts';
import type { Log } from './base/log.ts';
import type { Redact } from './base/redact.ts';
import type { Config } from './config.ts';
import {
  createNightly,
  openConfiguredConsolidator,
  type SharedMemory,
  undoableConsolidations,
} from './app/consolidation.ts';
import { planContext } from './app/context-plan.ts';
import { createAlone } from './app/state-in-use.ts';
import { type ChannelLock, holdFolder } from './app/state-lock.ts';
import { openConfiguredMemory } from './app/memory.ts';
import { createConfiguredProvider, createSummaryProvider } from './app/provider.ts';
import { endAtFlushFailure, notifySystemd, stopSignal } from './app/process.ts';
import { saveFile } from './app/save-file.ts';
import { createConfiguredSpend } from './app/spend.ts';
import { chosenTimezone } from './app/timezone.ts';
import { loadTombstones } from './memory/tombstones.ts';
import { createWriter } from './memory/write/writer.ts';
import { createOffline } from './models/offline.ts';
import { type State, openState } from './state/state.ts';
import { openSessions } from './session/sessions.ts';
import { createAgain } from './channels/telegram/retry-command.ts';
import { mostFileBytes } from './channels/telegram/limits.ts';
import { takesColours } from './channels/terminal/inline.ts';
import { createNotices } from './channels/terminal/pending-messages.ts';
import { remind } from './channels/terminal/reminding.ts';
import { createTerminal, terminalKey } from './channels/terminal/terminal.ts';
import { openTyped } from './channels/terminal/input-history.ts';
import { createEditMemoryTool } from './tools/edit-memory.ts';
import { createForgetTool } from './tools/forget.ts';
import { createMemoryGet } from './tools/memory-get.ts';
import { createMemorySearch } from './tools/memory-search.ts';
import { createRemindersTool } from './tools/reminders.ts';
import { createRecorder } from './tools/receipt.ts';
import { createRememberTool } from './tools/remember.ts';
import { createSendMessage } from './tools/send-message.ts';
import { createStaySilent } from './tools/stay-silent.ts';

export interface DaemonOptions {
  config: Config;
  log: Log;
  redact: Redact;
  /** Talk on the terminal although there is a Telegram token. */
  onTerminal?: boolean;
  /** What everything asks for the time and waits by; the system's unless told. */
  clock?: Clock;
}

/** Runs until a signal, the end of the terminal's input, or a failure that no waiting can mend, which it throws. */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const { config, log, clock = systemClock } = options;
  const stopped = stopSignal();
  const name = config.telegram.token !== null && !options.onTerminal ? 'telegram' : 'terminal';
  const lock = holdFolder(config.state.dir, name);
  if ('heldBy' in lock)
    throw new UserError(
      `Scrubjay already runs on ${config.state.dir} (${lock.heldBy}). Stop it first, or choose another state.dir.`,
    );
  const { assistant, close, ...opened } = await openAssistant(options, name);
  const { shared } = opened;
  try {
    const { channel, over, close: closeChannel } = await openChannel(name, options, assistant.handle, opened);
    // After the channel, whose queue it shares and which looks after a damaged one.
    const consolidation = await openConfiguredConsolidator(config, clock, log, shared);
    // A terminal beside the Telegram daemon leaves the nights to that one.
    const nightly =
      options.onTerminal && config.telegram.token !== null
        ? null
        : createNightly(
            config,
            clock,
            log,
            consolidation,
            async (text, about, extras) => await channel.tell?.(text, about, extras),
          );
    try {
      await Promise.race([channel.start(), stopped, over]);
      nightly?.start();
      assistant.start(ownKeys[name]);
      log.info({ channel: name, memory: config.memory.dir }, 'ready');
      notifySystemd('--ready', log);
      inBackground(opened.warmUp(), log, 'the warm-up of the index');
      await Promise.race([stopped, over]);
      notifySystemd('--stopping', log);
    } finally {
      await nightly?.stop();
      consolidation.close();
      await channel.stop();
      closeChannel();
    }
  } finally {
    await close();
    lock.release();
  }
}

/** How the keys of a daemon's own conversations begin: those of `scrubjay ask` are another process's. */
const ownKeys = { telegram: 'telegram:', terminal: 'terminal:local:' };

/** Everything behind the channels: queue, memory, sessions, tools, model, and the assistant that ties them. */
export async function openAssistant(
  { config, log, redact, clock = systemClock }: DaemonOptions,
  channel: ChannelLock,
): Promise<{
  assistant: Assistant;
  commands: Command[];
  queue: State;
  shared: SharedMemory;
  makeFile: MakeExport;
  warmUp(): Promise<void>;
  close(): Promise<void>;
}> {
  const timezone = chosenTimezone(config);
  const delivers = channel === 'telegram';
  // Nobody is there any more when what `ask` was told is due.
  const canRemind = channel !== 'ask';
  const onFlushFailure = endAtFlushFailure(log);
  const queue = openState({ file: path.join(config.state.dir, 'queue.db'), clock, log, delivers, onFlushFailure });
  const memory = await openConfiguredMemory(config, clock, log, { watch: true });
  const writer = createWriter({ vault: memory.vault });
  const tombstones = await loadTombstones(path.join(config.state.dir, 'tombstones.json'));
  const sessions = await openSessions({ dir: path.join(config.state.dir, 'sessions'), clock, log, onFlushFailure });
  const opened = createConfiguredProvider(config, clock, log);
  const { provider, model, candidates } = opened;
  const summaries = createSummaryProvider(config, clock, log) ?? opened;
  // Without any key the assistant says itself that it has no model; with some, a missing one is news.
  for (const warning of new Set([...opened.warnings, ...summaries.warnings]))
    log[candidates.length > 0 ? 'warn' : 'info'](warning);

  const spend = createConfiguredSpend(config, queue.ledger, queue.write, clock, log);
  const note = async (date: string, time: string, line: string) => {
    if (!tombstones.covers(line)) await writer.appendDaily(date, time, line);
  };
  const context = planContext(opened.contextTokens, config.agent.max_tokens);
  const models = [...candidates, ...opened.choices];
  const sizeOf = (model: string): number | undefined => models.find(({ ref }) => ref === model)?.contextTokens;
  const { requestTokens } = planContext(summaries.contextTokens, distilledTokens);
  const chosen = (prefer: string) => {
    const contextTokens = summaries === opened ? sizeOf(prefer) : undefined;
    return contextTokens === undefined
      ? null
      : { prefer, requestTokens: planContext(contextTokens, distilledTokens).requestTokens };
  };
  const distiller: Distiller | null =
    summaries.candidates.length > 0
      ? {
          provider: summaries.provider,
          model: summaries.model,
          requestTokens,
          chosen,
          spend,
          note,
          timezone: timezone.now,
          log,
        }
      : null;

  const shared = { vault: memory.vault, writer, tombstones };
  const undo = createUndo({
    queue,
    writer,
    tombstones,
    consolidations: undoableConsolidations(config, clock, log, shared),
    clock,
    timezone: timezone.now,
  });
  const compactor = createCompactor({
    clock,
    limits: {
      maxMessages: config.session.history_messages,
      maxTokens: context.historyTokens,
      requestTokens: context.requestTokens,
    },
    ...(distiller && { distiller }),
  });
  const onlyWriter = createAlone(config.state.dir, channel, clock);
  const forgetting = createForgetting({
    queue,
    memory,
    writer,
    sessions,
    tombstones,
    stateDir: config.state.dir,
    alone: (work) => onlyWriter(() => compactor.whileStill(work)),
    clock,
    log,
  });
  await forgetting.resume();
  const makeFile = createExporter({
    vault: memory.vault,
    sessionsDir: path.join(config.state.dir, 'sessions'),
    timezone: timezone.now,
    redact,
    clock,
    log,
  });
  const commands = createCommands({
    memory,
    undo,
    forgetting,
    ledger: queue.ledger,
    budget: { dailyUsd: config.budget.daily_usd, monthlyUsd: config.budget.monthly_usd },
    queue: delivers ? queue : null,
    reminders: canRemind ? queue : null,
    models: models.map(({ ref }) => ref),
    files: { make: makeFile, mostBytes: delivers ? mostFileBytes : null },
    timezone,
    clock,
    more: delivers ? [createAgain({ queue, clock })] : [],
  });

  const assistant = createAssistant({
    commands,
    privacy: {
      since: queue.privacy.since,
      begin: async (key) => await queue.write(() => queue.privacy.begin(key, clock.now())),
      end: async (key) => await queue.write(() => queue.privacy.end(key)),
    },
    provider,
    model,
    // It stands in for a model that is configured: why, the turn says.
    modelless: createOffline({ notice: '' }),
    sessions,
    tools(turn) {
      const record = createRecorder({ queue, clock, cause: turn.incoming.id });
      return [
        createMemorySearch(memory.search),
        createMemoryGet((key, range) => memory.vault.get(key, range)),
        createRememberTool({ writer, record, clock, timezone: timezone.now, tombstones }),
        createEditMemoryTool({ writer, record }),
        createForgetTool({ writer, record, tombstones }),
        createSendMessage(turn.send),
        createStaySilent(turn.staySilent),
        ...(canRemind
          ? [
              createRemindersTool({
                queue,
                lane: turn.incoming.key,
                topic: turn.incoming.topic,
                timezone: timezone.now,
                clock,
              }),
            ]
          : []),
      ];
    },
    longTermMemory: async () => {
      const { text, problem } = await memory.vault.longTerm();
      return problem === null ? text : `[${problem} Say so to the person.]`;
    },
    recall: config.agent.recall
      ? createRecall({ search: memory.search, minScore: minRecallScore, clock, log })
      : () => Promise.resolve([]),
    compactor,
    spend,
    maxTokens: config.agent.max_tokens,
    maxToolRounds: config.agent.max_tool_rounds,
    maxMessages: config.agent.max_messages_per_turn,
    maxResultLength: context.resultLength,
    maxMemoryLength: (choice) =>
      planContext((choice !== undefined && sizeOf(choice)) || opened.contextTokens, config.agent.max_tokens)
        .memoryLength,
    replyMode: config.agent.reply_mode,
    idleResetMs: config.session.idle_reset,
    width: 4,
    timezone: timezone.now,
    redact,
    observe: createTurnLog(log),
    clock,
    log,
  });
  return {
    assistant,
    queue,
    shared,
    commands,
    makeFile,
    warmUp: memory.warmUp,
    async close() {
      await assistant.close();
      await sessions.close();
      await memory.close();
      queue.close();
    },
  };
}

/** @returns also `over`: resolves when the channel has come to its end by itself, rejects when it can't go on */
async function openChannel(
  name: 'telegram' | 'terminal',
  { config, log, redact, clock = systemClock }: DaemonOptions,
  handle: HandleIncoming,
  { queue, commands, makeFile }: { queue: State; commands: readonly Command[]; makeFile: MakeExport },
): Promise<{ channel: Channel; over: Promise<void>; close(): void }> {
  if (name === 'terminal') {
    const terminal = createTerminal({
      input: process.stdin,
      output: process.stdout,
      handle,
      notices: createNotices(path.join(config.state.dir, terminalNotices)),
      save: async (order) => await saveFile(process.cwd(), await makeFile(order)),
      clock,
      log,
      plain: !takesColours(process.env),
      isPrivate: () => queue.privacy.since(terminalKey) !== null,
      remind: async (tell, signal) =>
        await remind({ queue, lane: terminalKey, tell, timezone: chosenTimezone(config).now, clock, log, signal }),
      ...(process.stdin.isTTY && { typed: await openTyped(path.join(config.state.dir, terminalHistory)) }),
    });
    return { channel: terminal, over: terminal.ended, close: () => undefined };
  }
  const [{ createTelegram }, { openPairing }] = await Promise.all([
    import('./channels/telegram/telegram.ts'),
    import('./channels/telegram/pairing.ts'),
  ]);
  const {
    token,
    api_root: apiRoot,
    allowed_users: allowedUsers,
    allowed_groups: allowedGroups,
    connector,
    voice_command: voice,
    ...more
  } = config.telegram;
  const pairing = openPairing({ file: path.join(config.state.dir, 'pairing.db'), clock, log });
  const failure = createDeferred<void>();
  const channel = createTelegram({
    token: token ?? '',
    apiRoot,
    allowedUsers,
    allowedGroups,
    pairing,
    connector,
    transcription: voice.length > 0 ? { command: voice, timeoutMs: more.voice_timeout } : null,
    quietHours: more.quiet_hours ?? null,
    timezone: chosenTimezone(config).now,
    silentReaction: more.reactions ? '👌' : null,
    queue,
    handle,
    commands,
    redact,
    makeFile,
    clock,
    log,
    onFatal: failure.reject,
  });
  return { channel, over: failure.promise, close: pairing.close };
}

/**
 * Lines that nobody asked for: only those that a search is sure of. Of what LoCoMo dev questions would be shown, 39 % of the lines
 * are evidence and 70 % stand within two lines of it; 54 % of the questions are shown some, and of another chat's .2 % are shown any line.
 */
const minRecallScore = 0.75;
