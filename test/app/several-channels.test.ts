// Several channels in one process: each conversation is answered, and spoken to, by its own channel.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askKey } from '../../src/app/ask-once.ts';
import { openAssistant } from '../../src/app/assistant.ts';
import { channelParts } from '../../src/app/channels/channel-parts.ts';
import { type ChannelEntry, channelEntry, channelsToRun } from '../../src/app/channels/channels.ts';
import { RunningChannels } from '../../src/app/channels/running-channels.ts';
import { silentLog } from '../../src/base/log.ts';
import { sessionKeyOf } from '../../src/base/session-key.ts';
import { loadConfig, type Config } from '../../src/config.ts';
import { LoopbackChannel, loopbackKey, loopbackKind, type Wire } from '../support/loopback-channel.ts';
import { openTelegramApi, type TelegramApi } from '../support/telegram-api.ts';

const person = 7;
const telegramKey = sessionKeyOf({
  channel: 'telegram',
  connector: 'tg_main',
  audience: 'private',
  chat: '7',
  user: '7',
});
let folder: string;
let api: TelegramApi;
let config: Config;
let wire: Wire;
let loopback: LoopbackChannel;
let channels: RunningChannels;
let close: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-channels-'));
  mkdirSync(path.join(folder, 'memory'));
  api = await openTelegramApi();
  const toml = path.join(folder, 'config.toml');
  writeFileSync(
    toml,
    `[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n[telegram]\ntoken = "${api.token}"\napi_root = "${api.url}"\nallowed_users = [${person}]\n`,
    { mode: 0o600 },
  );
  config = loadConfig(toml, {}, folder);
  wire = { shown: [], buttons: [] };
  const line: ChannelEntry = channelEntry(loopbackKind, () => wire);
  const entries: ChannelEntry[] = [
    ...channelsToRun(config),
    {
      ...line,
      async open(...given) {
        const opened = await line.open(...given);
        if (opened.channel instanceof LoopbackChannel) loopback = opened.channel;
        return opened;
      },
    },
  ];
  const options = { config, log: silentLog, redact: (text: string) => text };
  channels = new RunningChannels(entries);
  const { announce } = channels;
  const tell: RunningChannels['tell'] = async (...message) => await channels.tell(...message);
  const opened = await openAssistant(options, { channels: entries, announce, tell, isBeside: false });
  await channels.open(config, channelParts(options, opened));
  await channels.start();
  for (const job of opened.jobs) job.start();
  close = async () => {
    for (const job of opened.jobs) await job.stop();
    await channels.stop();
    await opened.close();
  };
});
afterEach(async () => {
  await close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const onTelegram = (): string => api.texts(person).join('\n');
const onLoopback = (): string => wire.shown.join('\n');

test('each conversation is answered by its own channel, and all of them share one memory', async () => {
  api.say(person, 'remember that Anna is allergic to hazelnuts');
  await vi.waitFor(() => expect(onTelegram()).toContain('hazelnuts'), { timeout: 60_000 });
  await loopback.arrive(1, 'what is Anna allergic to?');
  await vi.waitFor(() => expect(onLoopback()).toContain('hazelnuts'), { timeout: 60_000 });
  const before = onTelegram();
  await loopback.arrive(2, '/help');
  await vi.waitFor(() => expect(onLoopback()).toContain('/reminders'), { timeout: 60_000 });
  expect(onTelegram()).toBe(before);
});

test('what no message asked for goes out by the channel of its conversation', async () => {
  const announce = async (key: string, name: string): Promise<boolean> =>
    await channels.announce({ key, topic: null, name, text: `for ${name}`, extras: {}, alongside: () => undefined });
  expect(await announce(telegramKey, 'telegram')).toBe(true);
  expect(await announce(loopbackKey, 'loopback')).toBe(true);
  expect(await announce(askKey, 'ask')).toBe(true);
  expect(await announce('pigeon:local:chat:1:user:1', 'pigeon')).toBe(false);
  // What was asked for by `scrubjay ask` is told to the owner by the first channel.
  const said = () => [api.texts(person).toSorted(), onLoopback()];
  await vi.waitFor(() => expect(said()).toEqual([['for ask', 'for telegram'], 'for loopback']), { timeout: 60_000 });
});
