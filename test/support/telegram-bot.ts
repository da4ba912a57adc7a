// A Telegram channel on a loopback Bot API, with a queue in a folder of its own and whatever answers are asked for.
import { english } from '../../src/assistant/phrases/english.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Announce, HandleIncoming } from '../../src/assistant/channel.ts';
import type { Channel } from '../../src/channels/channel.ts';
import { aboutCommands } from '../../src/assistant/commands/about.ts';
import { type Command, readCommand } from '../../src/assistant/commands/command.ts';
import { conversationCommands } from '../../src/assistant/commands/conversation.ts';
import { privateCommand } from './assistant.ts';
import type { TurnResult } from '../../src/assistant/turn/turn.ts';
import { createLanes } from '../../src/base/concurrency/lanes.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import { createLog } from '../../src/base/log.ts';
import { createRedactor } from '../../src/base/secrets/redact.ts';
import { type State, openState } from '../../src/state/state.ts';
import { createAgain } from '../../src/channels/retry-command.ts';
import { createReminding } from '../../src/features/reminders/job.ts';
import { type Reminders, remindersTable } from '../../src/features/reminders/reminders.ts';
import { type TelegramOptions, createTelegram } from '../../src/channels/telegram/telegram.ts';
import { type TelegramApi, openTelegramApi } from './telegram-api.ts';

export interface Bot {
  api: TelegramApi;
  state: State;
  reminders: Reminders;
  channel: Channel;
  /** Every line of its log, unredacted: what reaches the one sink. */
  logs: string[];
  /** Stops it, and starts another on the same queue and server. */
  restart(more?: Partial<TelegramOptions>): Promise<void>;
  /** Done by itself when the test is over. */
  close(): Promise<void>;
}

export const person = 7;

/** Answers `echo: <text>`. */
export const echo: HandleIncoming = async (incoming, outlet) => {
  await outlet.post(`echo: ${incoming.text}`, 'final');
};

/** As the assistant does: one message of a conversation at a time, four conversations at once, and urgent commands at once. */
function inTurn(handle: HandleIncoming, commands: readonly Command[]): HandleIncoming {
  const lanes = createLanes(4);
  const turn: HandleIncoming = async (incoming, outlet, signal) => {
    if (readCommand(commands, incoming)?.command.isUrgent) return await handle(incoming, outlet, signal);
    return await lanes.run(incoming.key, async () => {
      signal.throwIfAborted();
      await outlet.begins?.();
      return await handle(incoming, outlet, signal);
    });
  };
  const { giveUp, expect, phrasesOf } = handle;
  return Object.assign(turn, {
    giveUp: giveUp?.bind(handle),
    expect: expect?.bind(handle),
    phrasesOf: phrasesOf?.bind(handle),
  });
}

export async function openBot(
  handle: HandleIncoming = echo,
  more: Partial<TelegramOptions> & { start?: boolean } = {},
): Promise<Bot> {
  const api = await openTelegramApi();
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-telegram-'));
  const logs: string[] = [];
  const log = createLog(
    'debug',
    (text) => text,
    (line) => void logs.push(line),
  );
  const { start = true, ...options } = more;
  const bot: Bot = {
    api,
    logs,
    ...make(options),
    async restart(changed = {}) {
      await bot.channel.stop();
      bot.state.close();
      Object.assign(bot, make({ ...options, ...changed }));
      await bot.channel.start();
    },
    close: () => (closing ??= close()),
  };
  let closing: Promise<void> | null = null;
  onTestFinished(bot.close);
  async function close(): Promise<void> {
    await bot.channel.stop();
    bot.state.close();
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  }
  function make(given: Partial<TelegramOptions>): Pick<Bot, 'state' | 'reminders' | 'channel'> {
    const state = openState({ file: path.join(folder, 'queue.db'), clock: systemClock, log });
    const channel = createTelegram({
      token: api.token,
      apiRoot: api.url,
      allowedUsers: [person],
      connector: 'tg_main',
      state,
      handle: inTurn(handle, given.commands ?? [...conversationCommands, privateCommand]),
      redact: createRedactor([api.token]),
      makeFile: () => Promise.reject(new Error('no file was expected')),
      clock: systemClock,
      log,
      stopGraceMs: 300,
      burstBounds: { minMs: 0, maxMs: 100 },
      commands: [...conversationCommands, privateCommand],
      ...given,
    });
    const reminders = state.table(remindersTable);
    const { clock = systemClock, timezone = () => 'UTC' } = given;
    const announce: Announce = async (announcement) => (await channel.announce?.(announcement)) ?? false;
    const saying = createReminding({ reminders, announce, timezone, clock, log });
    const withReminders: Channel = {
      name: channel.name,
      tell: channel.tell?.bind(channel),
      announce,
      async start() {
        await channel.start();
        saying.start();
      },
      async stop() {
        await saying.stop();
        await channel.stop();
      },
    };
    return { state, reminders, channel: withReminders };
  }
  if (start) await bot.channel.start();
  return bot;
}

/** Answers /again and /status as the program does, and the rest by `handle`. */
export async function openBotWithCommands(handle: HandleIncoming, more: Partial<TelegramOptions> = {}): Promise<Bot> {
  const memory = {
    status: () =>
      Promise.resolve({
        files: 0,
        chunks: 0,
        pendingVectors: 0,
        mode: 'keyword' as const,
        model: null,
        rebuilding: false,
        problems: [],
      }),
  };
  const bot: Bot = await openBot(async (incoming, outlet, signal) => {
    // The queue is another one after a restart.
    const { state } = bot;
    const commands = [
      createAgain({ state, clock: systemClock }),
      ...aboutCommands({
        memory,
        state,
        models: ['m'],
        timezone: { now: () => 'UTC', choose: () => Promise.resolve() },
        clock: systemClock,
      }),
    ];
    const spoken = readCommand(commands, incoming);
    if (!spoken) return await handle(incoming, outlet, signal);
    const say = async (text: string): Promise<TurnResult> =>
      ({ ...(await outlet.post(text, 'answer')) }) as unknown as TurnResult;
    await spoken.command.run({
      ...spoken,
      incoming,
      say,
      phrases: english,
      conversation: { session: () => Promise.resolve({ entries: [] }) } as never,
    });
    return {};
  }, more);
  return bot;
}
