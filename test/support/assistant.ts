// An assistant on a temporary folder with a scripted model: everything else is real.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { z } from 'zod';
import { type Tool, defineTool } from '../../src/agent/tool.ts';
import type { Reach } from '../../src/app/channels/reach.ts';
import type { Extras, Incoming, Outlet } from '../../src/assistant/channel.ts';
import { conversationCommands } from '../../src/assistant/commands/conversation.ts';
import { createPrivateCommand } from '../../src/features/private/command.ts';
import {
  type Confirmations,
  type PendingWrite,
  createConfirmations,
} from '../../src/assistant/approval/confirmations.ts';
import { createCompactor } from '../../src/assistant/context/compaction.ts';
import type { TurnEvent } from '../../src/assistant/turn/events.ts';
import { type Assistant, type AssistantParts, createAssistant } from '../../src/assistant/orchestrator.ts';
import type { Spend } from '../../src/assistant/spend.ts';
import { type Clock, createClock } from '../../src/base/time/clock.ts';
import { confirmCommands } from '../../src/features/confirm/command.ts';
import { silentLog } from '../../src/base/log.ts';
import { costUsd } from '../../src/models/prices.ts';
import type { Provider } from '../../src/models/provider.ts';
import { type Sessions, openSessions } from '../../src/session/sessions.ts';
import { createSendMessage } from '../../src/tools/send-message.ts';
import { createStaySilent } from '../../src/tools/stay-silent.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function createManualClock(start = '2026-11-21T09:00:00Z'): ManualClock {
  let now = Date.parse(start);
  const advance = (ms: number): void => void (now += ms);
  return { ...createClock({ now: () => new Date(now), sleep: async (ms) => advance(ms) }), advance };
}

/** In a process that stays, on a messenger and with a model. */
export const privateCommand = createPrivateCommand({
  hasModel: true,
  serviceOf: () => 'Telegram',
  lasts: true,
  program: 'scrubjay',
});

/** Prices without limits and without a ledger. */
export const unlimitedSpend: Spend = {
  check: () => undefined,
  payFor: (provider) => ({
    name: provider.name,
    async complete(...given) {
      const response = await provider.complete(...given);
      return { ...response, costUsd: costUsd(response.model, response.usage) };
    },
  }),
  takeWarnings: () => [],
  told: () => Promise.resolve(),
};

/** An assistant without a channel: what it would say unasked is heard by no one. */
export const unheard: Reach = {
  channels: [],
  announce: () => Promise.resolve(false),
  tell: () => Promise.resolve(),
  isBeside: true,
};

export interface Post {
  text: string;
  /** The message that it answers and its name within that turn: a second post under both is dropped. */
  incoming: string;
  dedupe: string;
  extras?: Extras | undefined;
}

export function createRecordingOutlet(posts: Post[], incoming: string): Outlet {
  return {
    post(text, dedupe, extras) {
      const known = posts.findIndex((post) => post.incoming === incoming && post.dedupe === dedupe);
      if (known < 0) posts.push({ text, incoming, dedupe, ...(extras?.buttons?.length && { extras }) });
      return Promise.resolve({ messageId: String(known < 0 ? posts.length : known + 1) });
    },
  };
}

/** Says back what it is given. */
export const echo: Tool = defineTool({
  name: 'echo',
  description: 'Says it back.',
  effects: {},
  input: z.object({ text: z.string() }),
  run: ({ text }) => Promise.resolve(JSON.stringify({ text })),
});

export const key = 'telegram:tg_main:chat:1:user:1';
export const never = new AbortController().signal;

/** Confirmations whose store is this process's. */
export function createUnwrittenConfirmations(clock: Clock): Confirmations {
  const rows = new Map<number, PendingWrite>();
  return createConfirmations({
    pendingWrites: {
      add: (write) => rows.set(rows.size + 1, { ...write, id: rows.size + 1 }).size,
      find: (id) => rows.get(id) ?? null,
      remove: (id) => void rows.delete(id),
      removeBefore: () => undefined,
    },
    write: (work) => Promise.resolve(work()),
    clock,
  });
}

/** Outlives a restart when it is handed on. */
export function createPrivacyRecord(clock: Clock): AssistantParts['privacy'] {
  const since = new Map<string, Date>();
  return {
    since: (lane) => since.get(lane) ?? null,
    begin: (lane) => Promise.resolve(void since.set(lane, since.get(lane) ?? clock.now())),
    end: (lane) => Promise.resolve(void since.delete(lane)),
  };
}

export interface Bench {
  assistant: Assistant;
  sessions: Sessions;
  clock: ManualClock;
  dir: string;
  events: TurnEvent[];
  /** All that arrived at the person, over restarts as well. */
  posts: Post[];
  /** Sends a message and returns what came of it; ids count up unless one is given. */
  tell(text: string, id?: string, attachments?: Incoming['attachments']): ReturnType<Assistant['turn']>;
  /** What a new process would be on the same folder. */
  restart(provider: Provider): Promise<Bench>;
}

// Those that a test left open: their files would be closed by the garbage collector, with a warning.
const opened: Sessions[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sessions) => sessions.close()));
});

export async function setUp(
  provider: Provider,
  overrides: Partial<AssistantParts> & {
    spend?: Spend;
    dir?: string;
    clock?: ManualClock;
    extraTools?: Tool[];
    posts?: Post[];
  } = {},
): Promise<Bench> {
  const dir = overrides.dir ?? (await mkdtemp(path.join(tmpdir(), 'scrubjay-turn-')));
  const clock = overrides.clock ?? createManualClock();
  const sessions = await openSessions({ dir: path.join(dir, 'sessions'), clock, log: silentLog });
  opened.push(sessions);
  const events: TurnEvent[] = [];
  const parts: AssistantParts = {
    provider: (overrides.spend ?? unlimitedSpend).payFor(provider, 'turn'),
    model: 'test',
    maxTokens: 2048,
    modelless: null,
    tools: (turn) => [
      echo,
      createSendMessage(turn.send),
      createStaySilent(turn.staySilent),
      ...(overrides.extraTools ?? []),
    ],
    longTermMemory: () => Promise.resolve('# Memory\n'),
    recall: () => Promise.resolve([]),
    confirmations: createUnwrittenConfirmations(clock),
    compactor: createCompactor({ clock, limits: { maxMessages: 40, maxTokens: 60_000, requestTokens: Infinity } }),
    spend: unlimitedSpend,
    maxToolRounds: 10,
    maxMessages: 5,
    maxResultLength: 30_000,
    maxMemoryLength: () => 24_000,
    replyMode: 'auto',
    timezone: () => 'Europe/Berlin',
    redact: (text) => text,
    commands: [...confirmCommands, ...conversationCommands, privateCommand],
    privacy: overrides.privacy ?? createPrivacyRecord(clock),
    observe: (event) => events.push(event),
    idleResetMs: 4 * 3_600_000,
    width: 4,
    log: silentLog,
    ...overrides,
    sessions,
    clock,
  };
  const assistant = createAssistant(parts);
  const posts = overrides.posts ?? [];
  let count = 0;
  return {
    assistant,
    sessions,
    clock,
    dir,
    events,
    posts,
    tell(text, id, attachments) {
      count += 1;
      const incoming: Incoming = {
        id: id ?? `in-${count}`,
        key,
        audience: 'private',
        text,
        at: clock.now(),
        ...(attachments ? { attachments } : {}),
      };
      return assistant.turn(incoming, createRecordingOutlet(posts, incoming.id), never);
    },
    async restart(next) {
      await sessions.close();
      return await setUp(next, { ...overrides, dir, clock, posts });
    },
  };
}
