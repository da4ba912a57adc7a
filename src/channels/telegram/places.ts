// The strings by which the rest of the program names a place on Telegram: the key of a conversation, the address of a chat
// in the outbox and the channel of a bot in the inbox. Each is built and parsed here alone. Pure.
import type { Audience, SessionKey } from '../../assistant/channel.ts';

/** Where a message was written, by whom. */
export interface Place {
  audience: Audience;
  chatId: number;
  userId: number;
}

/** `telegram:<connector>:chat:<chat>:user:<user>`, in a group `telegram:<connector>:group:<chat>:user:<user>`. */
export const keyOf = (connector: string, { audience, chatId, userId }: Place): SessionKey =>
  `telegram:${connector}:${audience === 'group' ? 'group' : 'chat'}:${chatId}:user:${userId}`;

/** Null for a key of another channel or connector. */
export function placeOf(connector: string, key: SessionKey): Place | null {
  const [, bot, kind, chat, user] = /^telegram:([^:]+):(chat|group):(-?\d+):user:(\d+)$/.exec(key) ?? [];
  if (bot !== connector) return null;
  return { audience: kind === 'group' ? 'group' : 'private', chatId: Number(chat), userId: Number(user) };
}

/** A chat as the outbox names it. */
export const addressOf = (chatId: number): string => `telegram:${chatId}`;

/** Null for an address of another channel. */
export function chatIdOf(address: string): number | null {
  const [, chat] = /^telegram:(-?\d+)$/.exec(address) ?? [];
  return chat === undefined ? null : Number(chat);
}

/** The inbox's name for what one bot receives. */
export const channelOfBot = (botId: number): string => `telegram:${botId}`;
