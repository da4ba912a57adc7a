// The table of channels: how each is opened from the configuration.
import path from 'node:path';
import type { HandleIncoming } from '../assistant/channel.ts';
import type { Channel } from '../channels/channel.ts';
import { systemClock } from '../base/clock.ts';
import { createDeferred } from '../base/deferred.ts';
import { terminalHistory, terminalNotices } from '../channels/terminal/erase.ts';
import { takesColours } from '../channels/terminal/paint.ts';
import { openInputHistory } from '../channels/terminal/input-history.ts';
import { createNotices } from '../channels/terminal/pending-messages.ts';
import { terminalKey } from '../channels/terminal/answer.ts';
import { createTerminal } from '../channels/terminal/terminal.ts';
import type { DaemonOptions, OpenedAssistant } from './assistant.ts';
import { terminalFooter, terminalGreeting } from './terminal-words.ts';
import { saveFile } from './save-file.ts';
import { chosenTimezone } from './timezone.ts';

export interface OpenedChannel {
  channel: Channel;
  /** Resolves when the channel has come to its end by itself, rejects when it can't go on. */
  over: Promise<void>;
  close(): void;
}

type OpenChannel = (
  options: DaemonOptions,
  handle: HandleIncoming,
  opened: Pick<OpenedAssistant, 'state' | 'commands' | 'makeFile' | 'models' | 'ledger'>,
) => Promise<OpenedChannel>;

export type ChannelName = 'telegram' | 'terminal';

/** `keys`: how the keys of the channel's own conversations begin; those of `scrubjay ask` are another process's. */
export const channels: Readonly<Record<ChannelName, { keys: string; open: OpenChannel }>> = {
  telegram: { keys: 'telegram:', open: openTelegram },
  terminal: { keys: 'terminal:local:', open: openTerminal },
};

async function openTerminal(
  { config, log, clock = systemClock }: DaemonOptions,
  handle: HandleIncoming,
  { state, commands, makeFile, models, ledger }: Parameters<OpenChannel>[2],
): Promise<OpenedChannel> {
  const terminal = createTerminal({
    input: process.stdin,
    output: process.stdout,
    handle,
    notices: createNotices(path.join(config.state.dir, terminalNotices)),
    save: async (order) => await saveFile(process.cwd(), await makeFile(order)),
    write: state.write,
    clock,
    log,
    plain: !takesColours(process.env),
    isPrivate: () => state.privacy.since(terminalKey) !== null,
    greeting: terminalGreeting(config, models),
    footer: terminalFooter(config, models, ledger, clock),
    commands,
    typed: process.stdin.isTTY ? await openInputHistory(path.join(config.state.dir, terminalHistory)) : undefined,
  });
  return { channel: terminal, over: terminal.ended, close: () => undefined };
}

async function openTelegram(
  { config, log, redact, clock = systemClock }: DaemonOptions,
  handle: HandleIncoming,
  { state, commands, makeFile }: Pick<OpenedAssistant, 'state' | 'commands' | 'makeFile'>,
): Promise<OpenedChannel> {
  const [{ createTelegram }, { openPairing }] = await Promise.all([
    import('../channels/telegram/telegram.ts'),
    import('../channels/pairing.ts'),
  ]);
  const { telegram } = config;
  const pairing = openPairing({ file: path.join(config.state.dir, 'pairing.db'), clock, log });
  const failure = createDeferred<void>();
  const channel = createTelegram({
    token: telegram.token ?? '',
    apiRoot: telegram.api_root,
    allowedUsers: telegram.allowed_users,
    allowedGroups: telegram.allowed_groups,
    pairing,
    connector: telegram.connector,
    transcription:
      telegram.voice_command.length > 0 ? { command: telegram.voice_command, timeoutMs: telegram.voice_timeout } : null,
    quietHours: telegram.quiet_hours ?? null,
    timezone: chosenTimezone(config).now,
    silentReaction: telegram.reactions ? '👌' : null,
    queue: state,
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
