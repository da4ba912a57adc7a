// Who may speak: one gate for every kind of update, before anything of it is stored or shown to a model. Pure. It fails
// closed: what it can't read, it does not let in.

export interface GateRules {
  /** Numeric ids of people; empty lets nobody in. User names are never looked at: they can be given away. */
  users: ReadonlySet<number>;
  /** Numeric ids of groups in which those people may speak to the bot. */
  groups: ReadonlySet<number>;
}

export type Verdict =
  | { admitted: true; kind: string; userId: number; chatId: number; isPrivate: boolean }
  /** `unreadable`: no person or chat can be told from it. `denied`: someone who is not let in. */
  | { admitted: false; kind: string; reason: 'unreadable' }
  | { admitted: false; kind: string; reason: 'denied'; why: string; userId: number | null; chatId: number | null };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const asId = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null);

/** The kind of an update: its one field beside `update_id`. */
export const kindOf = (update: Fields): string => Object.keys(update).find((key) => key !== 'update_id') ?? 'empty';

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
  const deny = (why: string): Verdict => ({ admitted: false, kind, reason: 'denied', why, userId, chatId });

  if (chat?.type === 'channel') return deny('channel');
  if (body.sender_chat !== undefined) return deny('sender_chat');
  if (body.actor_chat !== undefined) return deny('actor_chat');
  // A drafted answer's Stop button names only the private chat, whose id is the person's.
  const isPersonal = kind === 'stopped_message_generation' && from === null && chat?.type === 'private';
  const speaker = isPersonal ? chatId : userId;
  if (speaker === null || chatId === null) return { admitted: false, kind, reason: 'unreadable' };
  if (from?.is_bot === true) return deny('bot');
  if (!rules.users.has(speaker)) return deny('user');
  if (chat?.type === 'private') return chatId === speaker ? { admitted: true, kind, userId: speaker, chatId, isPrivate: true } : deny('chat');
  return rules.groups.has(chatId) ? { admitted: true, kind, userId: speaker, chatId, isPrivate: false } : deny('chat');
}
