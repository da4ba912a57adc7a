// Decides which updates are admitted: one gate for every kind of update, before anything of it is stored or shown to a
// model. It fails closed: an update that it does not know or can't read is turned away. Pure.

export interface GateRules {
  /** Numeric ids of people; an empty set admits no person. User names are ignored: Telegram can give one to another person. */
  users: ReadonlySet<number>;
  /** Numeric ids of groups in which those people may speak to the bot. */
  groups: ReadonlySet<number>;
}

export type Verdict =
  | { admitted: true; kind: string; userId: number; chatId: number; isPrivate: boolean }
  /** It names no person or chat, or its kind is not known. */
  | { admitted: false; kind: string; reason: 'unreadable' }
  /** From a person or a place that is not listed. `group`: from a listed person, in a group that is not listed. */
  | { admitted: false; kind: string; reason: 'denied'; why: Denial; userId: number | null; chatId: number | null }
  /** A listed group has become another one, with an id that is not listed. */
  | { admitted: false; kind: string; reason: 'migrated'; chatId: number; newChatId: number };

type Denial = 'channel' | 'sender_chat' | 'business' | 'forwarded by Telegram' | 'bot' | 'user' | 'chat' | 'group';

/** The kinds of updates that the bot handles. All others are turned away, from every sender. */
export const updateKinds = [
  'message',
  'edited_message',
  'callback_query',
  'message_reaction',
  'stopped_message_generation',
  'my_chat_member',
] as const;
const knownKinds: ReadonlySet<string> = new Set(updateKinds);

/** Accounts of Telegram's own that stand for somebody else: its service, channels, anonymous admins, replies. */
const standIns: ReadonlySet<number> = new Set([777000, 136817688, 1087968824, 1271266957]);

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asId = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;

/** The kind of an update: its one field beside `update_id`. */
const kindOf = (update: Fields): string => Object.keys(update).find((key) => key !== 'update_id') ?? 'empty';

/** @param update as Telegram sent it */
export function admit(update: Fields, rules: GateRules): Verdict {
  const kind = kindOf(update);
  const body = update[kind];
  if (!isFields(body)) return { admitted: false, kind, reason: 'unreadable' };
  // A callback's chat is that of the message its button is on.
  const message = isFields(body.message) ? body.message : body;
  const chat = isFields(message.chat) ? message.chat : null;
  const from = isFields(body.from) ? body.from : isFields(body.user) ? body.user : null;
  const chatId = asId(chat?.id);
  const userId = asId(from?.id);
  const deny = (why: Denial): Verdict => ({ admitted: false, kind, reason: 'denied', why, userId, chatId });

  const newChatId = asId(body.migrate_to_chat_id);
  if (kind === 'message' && newChatId !== null && chatId !== null && rules.groups.has(chatId))
    return { admitted: false, kind, reason: 'migrated', chatId, newChatId };
  if (chat?.type === 'channel') return deny('channel');
  if (body.sender_chat !== undefined || body.actor_chat !== undefined) return deny('sender_chat');
  if (body.business_connection_id !== undefined || body.sender_business_bot !== undefined) return deny('business');
  if (body.is_automatic_forward !== undefined) return deny('forwarded by Telegram');
  // A drafted answer's Stop button names only the private chat, whose id is the person's.
  const isPersonal = kind === 'stopped_message_generation' && from === null && chat?.type === 'private';
  const speaker = isPersonal ? chatId : userId;
  if (!isPersonal && from !== null && from.is_bot !== false) return deny('bot');
  if (speaker !== null && (standIns.has(speaker) || !rules.users.has(speaker))) return deny('user');
  if (speaker === null || chatId === null || !knownKinds.has(kind))
    return { admitted: false, kind, reason: 'unreadable' };
  if (chat?.type === 'private')
    return chatId === speaker ? { admitted: true, kind, userId: speaker, chatId, isPrivate: true } : deny('chat');
  if (chat?.type !== 'group' && chat?.type !== 'supergroup') return deny('chat');
  return rules.groups.has(chatId) ? { admitted: true, kind, userId: speaker, chatId, isPrivate: false } : deny('group');
}
