// What an admitted update says, as the assistant reads it: text, and marks around what the person did not write
// themselves. Pure.
import type { Message, MessageOrigin, Update } from 'grammy/types';
import type { Redact } from '../../base/redact.ts';
import { notOwnWords, plain, quoted } from './quoted.ts';
import { richWords } from './rich.ts';

export interface Arrival {
  text: string;
  at: Date;
  messageId: number;
  threadId?: number;
  /** Kinds of content that came with it and that can't be taken. Pictures and files are media.ts's affair. */
  unsupported: string[];
}

const otherMedia = {
  voice: 'voice messages',
  audio: 'audio files',
  video: 'videos',
  video_note: 'video messages',
  animation: 'animations',
  sticker: 'stickers',
  location: 'locations',
  venue: 'places',
  contact: 'contacts',
  poll: 'polls',
  dice: 'dice',
  story: 'stories',
  game: 'games',
  gift: 'gifts',
  unique_gift: 'gifts',
  paid_media: 'paid media',
  checklist: 'checklists',
  invoice: 'invoices',
} as const;

/** What Telegram itself says of a chat in the form of a message. Nobody said it, and nobody waits for an answer. */
const notices: ReadonlySet<string> = new Set([
  'pinned_message',
  'message_auto_delete_timer_changed',
  'chat_background_set',
  'write_access_allowed',
  'connected_website',
  'proximity_alert_triggered',
  'users_shared',
  'chat_shared',
  'new_chat_members',
  'left_chat_member',
  'new_chat_title',
  'new_chat_photo',
  'delete_chat_photo',
  'boost_added',
  'video_chat_scheduled',
  'video_chat_started',
  'video_chat_ended',
  'video_chat_participants_invited',
  'forum_topic_created',
  'forum_topic_edited',
  'forum_topic_closed',
  'forum_topic_reopened',
  'giveaway',
  'giveaway_created',
  'giveaway_completed',
  'successful_payment',
  'refunded_payment',
  'passport_data',
  'web_app_data',
  'giveaway_winners',
  'checklist_tasks_done',
  'checklist_tasks_added',
  'poll_option_added',
  'poll_option_deleted',
  'gift_upgrade_sent',
  'managed_bot_created',
  'group_chat_created',
  'supergroup_chat_created',
  'migrate_from_chat_id',
  'chat_owner_left',
  'chat_owner_changed',
  'general_forum_topic_hidden',
  'general_forum_topic_unhidden',
  'paid_message_price_changed',
  'direct_message_price_changed',
  'suggested_post_approved',
  'suggested_post_approval_failed',
  'suggested_post_declined',
  'suggested_post_paid',
  'suggested_post_refunded',
  'community_chat_added',
  'community_chat_removed',
  'community_chat_joined',
]);

export const isNotice = (message: Message): boolean => Object.keys(message).some((key) => notices.has(key));

/** The message in an update, new or edited; null where it has none. */
export const messageOfUpdate = (update: Update): Message | null => update.message ?? update.edited_message ?? null;

/** The update with the secrets taken out of all words in it, before it is kept. */
export function withoutSecrets(update: Update, redact: Redact): Update {
  const clean = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return name === 'text' || name === 'caption' ? redact(value) : value;
    // A rich text is a list of texts.
    if (Array.isArray(value)) return value.map((item) => clean(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner, key)]));
  };
  return clean(update, '') as Update;
}

/** The words of a message: its text, or the caption of what it shows. */
export const wordsOf = (message: Message): string =>
  message.text ?? message.caption ?? (message.rich_message ? richWords(message.rich_message) : '');

/** What the sender has typed, and nobody else: none of what was forwarded, or written by another bot. */
export const typedIn = (message: Message): string => (sourceOf(message) === null ? (message.text ?? '') : '');

/** The message by itself, whatever it answers. */
export function withoutAnswered({
  reply_to_message: _message,
  quote: _quote,
  external_reply: _external,
  ...message
}: Message): Message {
  return message;
}

/** The bot as Telegram knows it; `username` is empty until it is known. */
export interface Me {
  id: number;
  username: string;
}

/** Reads one message. Its `text` is empty where there are no words in it. */
export function readArrival(message: Message, me: Me): Arrival {
  // A place is a location with a name.
  const kinds = Object.entries(otherMedia).filter(
    ([key]) => key in message && !(key === 'location' && 'venue' in message),
  );
  return {
    text: [...context(message, me), said(message)].filter((part) => part !== '').join('\n'),
    at: new Date(message.date * 1000),
    messageId: message.message_id,
    ...(message.is_topic_message && message.message_thread_id !== undefined
      ? { threadId: message.message_thread_id }
      : {}),
    unsupported: kinds.map(([, name]) => name),
  };
}

/** In a group only a mention of the bot, a command with its name, or a reply to it is meant for it. */
export function isAddressedTo(message: Message, me: Me): boolean {
  // What was forwarded names the bot by someone else's will.
  if (message.forward_origin) return false;
  const earlier = message.reply_to_message;
  if (earlier?.from?.id === me.id && !opensTopic(message)) return true;
  if (me.username === '') return false;
  const at = `@${me.username.toLowerCase()}`;
  return (message.entities ?? message.caption_entities ?? []).some((entity) => {
    const words = wordsOf(message)
      .slice(entity.offset, entity.offset + entity.length)
      .toLowerCase();
    if (entity.type === 'mention') return words === at;
    if (entity.type === 'bot_command') return words.endsWith(at);
    return entity.type === 'text_mention' && entity.user.id === me.id;
  });
}

/** The message's own words, marked where they are somebody else's. */
function said(message: Message): string {
  const words = wordsOf(message).trim();
  const source = sourceOf(message);
  if (source === null) return words;
  const hasContent = words !== '' || 'photo' in message || 'document' in message;
  return hasContent ? quoted(`${source}; ${notOwnWords}`, words === '' ? '(no words)' : words) : '';
}

/** What a reply or a quote refers to. */
function context(message: Message, me: Me): string[] {
  const earlier = message.reply_to_message;
  const answered = (opensTopic(message) ? undefined : earlier) ?? message.external_reply;
  const words = message.quote?.text ?? (answered ? wordsOf(answered as Message) || wordless(answered) : '');
  if (words === '') return [];
  const part = message.quote ? 'this part of ' : '';
  const isForeign = !earlier || sourceOf(earlier) !== null || earlier.sender_chat !== undefined;
  if (!isForeign && earlier.from?.id === me.id) return [quoted(`In reply to ${part}your earlier message`, words)];
  if (!isForeign && earlier.from?.id === message.from?.id)
    return [quoted(`In reply to ${part}their own earlier message`, words)];
  return [quoted(`In reply to ${part}an earlier message; ${notOwnWords}`, words)];
}

/** What a message without words shows; empty where that says nothing. */
function wordless(message: object): string {
  const [, what] = Object.entries(shownThings).find(([key]) => key in message) ?? [];
  return what === undefined ? '' : `(${what})`;
}

const shownThings = {
  photo: 'a picture',
  animation: 'an animation',
  document: 'a file',
  voice: 'a voice message',
  audio: 'a recording',
  video: 'a video',
  video_note: 'a video message',
  sticker: 'a sticker',
  venue: 'a place',
  location: 'a location',
  contact: 'a contact',
  poll: 'a poll',
} as const;

/** In a topic every message "replies" to the one that opened it. */
export const opensTopic = (message: Message): boolean =>
  message.reply_to_message?.message_id === message.message_thread_id;

/** Where a message comes from that its sender did not write; null where they did. */
function sourceOf(message: Message): string | null {
  const origin = message.forward_origin;
  if (!origin) return message.via_bot ? `Sent through @${plain(message.via_bot.username ?? 'a bot')}` : null;
  return `Forwarded from ${plain(nameOf(origin)) || 'someone'}`;
}

function nameOf(origin: MessageOrigin): string {
  if (origin.type === 'user') return origin.sender_user.first_name;
  if (origin.type === 'hidden_user') return origin.sender_user_name;
  if (origin.type === 'chat') return origin.sender_chat.title ?? 'a chat';
  // A kind that Telegram adds is still a forward.
  return (origin.type as string) === 'channel' ? origin.chat.title : '';
}
