// The channels with their settings: which are configured, and which of them a process runs.
import type { Config } from '../../config.ts';
import { parseSessionKey, type SessionKey } from '../../base/session-key.ts';
import type { ChannelKind, ChannelParts, OpenedChannel } from '../../channels/channel.ts';
import { networkChannels } from '../../channels/table.ts';
import { terminalKind } from '../../channels/terminal/kind.ts';

/** A kind of channel together with its settings. */
export interface ChannelEntry extends Pick<ChannelKind<unknown>, 'name' | 'storesMessages' | 'maxFileBytes' | 'owns'> {
  isConfigured(config: Config): boolean;
  open(config: Config, parts: ChannelParts): Promise<OpenedChannel>;
}

const configurable: readonly ChannelEntry[] = Object.entries<ChannelKind<unknown>>(networkChannels).map(
  ([name, kind]) =>
    channelEntry(kind, (config) => {
      const settings: unknown = config[name as keyof typeof networkChannels];
      return kind.section?.isConfigured(settings) ? settings : null;
    }),
);

const terminal: ChannelEntry = { ...channelEntry(terminalKind, () => null), isConfigured: () => true };

/** The name of the lock that `scrubjay ask` takes; all others are those of channels. */
export const askLock = 'ask';

/** The names of all that may write to the state folder, each under a lock of its own. */
export const lockNames: readonly string[] = [...configurable, terminal, { name: askLock }].map(({ name }) => name);

/** @param settingsOf null where the configuration has no such channel */
export function channelEntry<Settings>(
  kind: ChannelKind<Settings>,
  settingsOf: (config: Config) => Settings | null,
): ChannelEntry {
  return {
    ...kind,
    isConfigured: (config) => settingsOf(config) !== null,
    open: async (config, parts) => await kind.open(settingsOf(config) as Settings, parts),
  };
}

/** Whether the terminal runs instead of the configured channels or beside them. */
export type TerminalUse = 'alone' | 'as well';

/** The channels that a process runs: those that are configured, and the terminal where it is asked for or nothing else is. */
export function channelsToRun(config: Config, terminalUse?: TerminalUse): ChannelEntry[] {
  const configured = configuredChannels(config);
  if (terminalUse === 'alone' || configured.length === 0) return [terminal];
  return terminalUse === 'as well' ? [...configured, terminal] : configured;
}

export const configuredChannels = (config: Config): ChannelEntry[] =>
  configurable.filter((entry) => entry.isConfigured(config));

/** The service that carries a conversation, as a person calls it; null where it stays on this machine. */
export function serviceOfKey(key: SessionKey): string | null {
  const name = parseSessionKey(key)?.channel ?? '';
  return Object.hasOwn(networkChannels, name) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : null;
}

/** The largest file that the channel of a conversation can hand over; null: any. */
export function maxFileBytesOf(channels: readonly Pick<ChannelEntry, 'owns' | 'maxFileBytes'>[], key: SessionKey) {
  const address = parseSessionKey(key);
  return channels.find(({ owns }) => address !== null && owns(address))?.maxFileBytes ?? null;
}
