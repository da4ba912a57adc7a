// The strings by which the rest of the program names a place on Telegram: the key of a conversation, the address of a chat
// in the outbox, the channel of a bot in the inbox, and the turn of a notice. Each is built and parsed here alone. Pure.
import { type Audience, type SessionKey, channelOf, parseSessionKey, sessionKeyOf } from '../../base/session-key.ts';

/** The chat in which a message was written, and its author. */
export interface Place {
  audience: Audience;
  chatId: number;
  userId: number;
}

/** The session key for the messages of a person in a chat. */
export const keyOf = (connector: string, { audience, chatId, userId }: Place): SessionKey =>
  sessionKeyOf({ channel: 'telegram', connector, audience, chat: String(chatId), user: String(userId) });

/** Null for a key of another channel or connector. */
export function placeOf(connector: string, key: SessionKey): Place | null {
  const address = parseSessionKey(key);
  if (address?.channel !== 'telegram' || address.connector !== connector) return null;
  const { audience, chat, user } = address;
  return { audience, chatId: Number(chat), userId: Number(user) };
}

/** A chat as the outbox names it. */
export const addressOf = (chatId: number): string => `telegram:${chatId}`;

/** Null for an address of another channel. */
export function chatIdOf(address: string): number | null {
  return channelOf(address) === 'telegram' ? Number(address.slice('telegram:'.length)) : null;
}

/** The inbox's name for what one bot receives. */
export const channelOfBot = (botId: number): string => `telegram:${botId}`;

const noticeStart = 'tell:';

/** The outbox's name for what is told to a person by themselves and belongs to no turn. */
export const noticeTurn = (name: string): string => noticeStart + name;

export const isNotice = (turn: string): boolean => turn.startsWith(noticeStart);
