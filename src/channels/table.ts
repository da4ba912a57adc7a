// The table of channels that work over a network: a line each. Its section of the configuration has the name that it has here.
import type { ChannelKind } from './channel.ts';
import { telegramKind } from './telegram/kind.ts';

export const networkChannels = { telegram: telegramKind } satisfies Record<string, ChannelKind<unknown>>;
