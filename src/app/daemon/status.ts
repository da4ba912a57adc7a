// The status of the program, as `scrubjay status` shows it and the health endpoint counts it. Figures and names only, never
// text of notes or messages. All of it travels as JSON.
import path from 'node:path';
import type { Clock } from '../../base/time/clock.ts';
import { ConfigError } from '../../base/errors.ts';
import { localDate } from '../../base/time/local-time.ts';
import { english } from '../../assistant/phrases/english.ts';
import { problemIn } from '../../assistant/phrases/phrases.ts';
import { version } from '../../base/version.ts';
import { quantity } from '../../base/text/text.ts';
import type { Channel } from '../../channels/channel.ts';
import { loadPaired } from '../../channels/pairing.ts';
import { type Config, unsetWarnings } from '../../config.ts';
import { unfinishedForgetting } from '../../features/forget/left.ts';
import { erasureRequestsTable } from '../../features/forget/requests.ts';
import { remindersTable } from '../../features/reminders/reminders.ts';
import { ledgerTable } from '../../features/usage/ledger.ts';
import type { Memory, MemoryStatus } from '../../memory/memory.ts';
import type { ModelStanding } from '../../models/router.ts';
import { filesSetAside, setAsideWarning } from '../../state/set-aside.ts';
import type { State } from '../../state/state.ts';
import { clockDoubt } from './clock-doubt.ts';
import { type ConfiguredConsolidator, nextConsolidation } from '../consolidation.ts';
import { readPersona } from '../persona.ts';
import { chosenTimezone } from '../timezone.ts';

export interface Status {
  version: string;
  /** Null where no daemon runs. */
  daemon: DaemonFacts | null;
  /** The configuration file; null: every value is a default. */
  config: string | null;
  memory: { dir: string; /** A sentence for each note with a problem. */ warnings: string[] } & Omit<
    MemoryStatus,
    'problems'
  >;
  state: string;
  /** The configured primary model. */
  provider: string;
  models: ModelStanding;
  channel: 'telegram' | 'terminal';
  allowedUsers: number;
  pairedUsers: number[];
  timezone: string;
  messages: { waiting: number; givenUp: number; toDeliver: number; undelivered: number };
  consolidation: {
    schedule: string;
    lastRun: { startedAt: string; outcome: string | null; note: string; costUsd: number } | null;
    pendingSpans: number;
    failures: number;
    nextRun: string | null;
  };
  reminders: { active: number; nextDue: string | null };
  /** Why the clock can't be right; absent where nothing speaks against it. */
  clock?: string;
  /** US dollars. `unpriced`: calls of this month whose model has no known price. */
  spend: { today: number; month: number; unpriced: number; dailyLimit: number | null; monthlyLimit: number | null };
  /** A sentence for each forgetting that is not finished. */
  forgetting: string[];
  /** One sentence for each part that works only in a limited way. */
  degraded: string[];
}

export interface DaemonFacts {
  pid: number;
  startedAt: string;
  uptimeSeconds: number;
  channel: string;
  /** Whether its channel still moves: polls that end, or a terminal. */
  isAlive: boolean;
  /** What keeps messages from arriving. */
  trouble: string | null;
  /** Bytes of memory of its own process. */
  rssBytes: number;
}

export interface StatusParts {
  config: Config;
  clock: Clock;
  memory: Pick<Memory, 'status'>;
  state: Pick<State, 'inbox' | 'outbox' | 'table'>;
  consolidation: Pick<ConfiguredConsolidator, 'consolidator' | 'runs'>;
  models: ModelStanding;
  daemon: DaemonFacts | null;
}

export async function collectStatus(parts: StatusParts): Promise<Status> {
  const { config, clock, state, consolidation, models, daemon } = parts;
  const timezone = chosenTimezone(config).now();
  const { inbox, outbox } = state;
  const messages = {
    waiting: inbox.counts().pending,
    givenUp: inbox.counts().dead,
    toDeliver: outbox.counts().pending + outbox.counts().sending,
    undelivered: outbox.counts().dead,
  };
  const { lastRun, pendingSpans, failures } = await consolidation.consolidator.status();
  const reminders = state.table(remindersTable);
  const { problems, ...known } = await parts.memory.status();
  const doubt = clockDoubt(state, { clock, timezone: () => timezone });
  const status: Omit<Status, 'degraded'> = {
    version: version(),
    daemon,
    config: config.file,
    memory: { dir: config.memory.dir, ...known, warnings: problems.map((problem) => problemIn(english, problem)) },
    state: config.state.dir,
    provider: config.provider.primary,
    models,
    channel: config.telegram.token === null ? 'terminal' : 'telegram',
    allowedUsers: config.telegram.allowed_users.length,
    pairedUsers: loadPaired(path.join(config.state.dir, 'pairing.db')),
    timezone,
    messages,
    consolidation: {
      schedule: config.consolidation.schedule,
      lastRun: lastRun && {
        startedAt: lastRun.startedAt.toISOString(),
        outcome: lastRun.outcome,
        note: lastRun.note,
        costUsd: lastRun.costUsd,
      },
      pendingSpans,
      failures,
      nextRun: nextConsolidation(config, clock, consolidation.runs)?.toISOString() ?? null,
    },
    reminders: { active: reminders.count(), nextDue: reminders.nextDue()?.toISOString() ?? null },
    forgetting: unfinishedForgetting(state.table(erasureRequestsTable)),
    ...(doubt !== null && { clock: doubt }),
    spend: spendOf(config, state, localDate(clock.now(), timezone)),
  };
  const damaged = filesSetAside(config.state.dir).map(setAsideWarning);
  return {
    ...status,
    degraded: [...stopsStart(config), ...unsetWarnings(config), ...degradedParts(status), ...damaged],
  };
}

/** What would end a start, although the configuration itself can be read. */
function stopsStart({ agent }: Config): string[] {
  if (agent.persona_file === undefined) return [];
  try {
    readPersona(agent.persona_file);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [`Scrubjay can't be started: ${error.message}`];
  }
}

function spendOf(config: Config, state: StatusParts['state'], today: string): Status['spend'] {
  const ledger = state.table(ledgerTable);
  const month = today.slice(0, 7);
  return {
    today: ledger.sum(today),
    month: ledger.sum(month),
    unpriced: ledger.unpriced(month),
    dailyLimit: config.budget.daily_usd ?? null,
    monthlyLimit: config.budget.monthly_usd ?? null,
  };
}

/** The daemon's own part of the status. Setting the wall clock does not change the uptime. */
export function startFacts(
  name: string,
  channel: Required<Pick<Channel, 'isAlive' | 'trouble'>>,
  clock: Clock,
): () => DaemonFacts {
  const startedAt = clock.now().toISOString();
  const startedMs = clock.elapsed();
  return () => ({
    pid: process.pid,
    startedAt,
    uptimeSeconds: Math.round((clock.elapsed() - startedMs) / 1000),
    channel: name,
    isAlive: channel.isAlive(),
    trouble: channel.trouble(),
    rssBytes: process.memoryUsage.rss(),
  });
}

/** One sentence for each part that does not work as it should. Pure. */
function degradedParts(status: Omit<Status, 'degraded'>): string[] {
  const { memory, models, messages, consolidation, daemon, spend, forgetting } = status;
  const said: (string | false)[] = [
    ...models.missing,
    ...models.resting.map(
      ({ ref, seconds }) => `The model ${ref} failed and is not asked for ${Math.ceil(seconds)} seconds.`,
    ),
    daemon?.isAlive === false &&
      'Telegram’s updates have not been asked for in a while: the daemon hangs. Start it anew.',
    daemon?.trouble ?? false,
    status.clock ?? false,
    memory.model !== null && memory.mode === 'keyword' && 'Notes are found by their words only, as none is embedded.',
    memory.pendingVectors > 0 &&
      `Not embedded yet, and found by words only: ${quantity(memory.pendingVectors, 'chunk')}.`,
    memory.rebuilding && 'The search index is being built anew; the one before answers meanwhile.',
    typeof memory.sweeps === 'string' &&
      `Every search looks at all notes, because the watch on the folder can't be trusted: ${memory.sweeps}`,
    ...memory.warnings,
    ...forgetting,
    messages.givenUp > 0 &&
      `${quantity(messages.givenUp, 'message')} could not be answered; /again in the chat lists them.`,
    messages.undelivered > 0 && `${quantity(messages.undelivered, 'message')} could not be delivered.`,
    consolidation.failures > 0 &&
      `The consolidation failed, or left a part open, ${quantity(consolidation.failures, 'time')} in a row.`,
    (isReached(spend.today, spend.dailyLimit) || isReached(spend.month, spend.monthlyLimit)) &&
      'The budget is spent: no model is called until it begins again.',
  ];
  return said.filter((sentence) => sentence !== false);
}

const isReached = (dollars: number, limit: number | null): boolean => limit !== null && dollars >= limit;
