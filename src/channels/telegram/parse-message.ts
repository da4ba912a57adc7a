// Converts the Telegram message of an admitted update into the message that is stored. It marks text that the person did
// not write, and names the files that came with the message. Pure.
import type { Message, MessageOrigin, Update } from 'grammy/types';
import type { Redact } from '../../base/secrets/redact.ts';
import { cutText } from '../../base/text/text.ts';
import type { MessageFile, MessagePart, Recording, StoredMessage } from '../stored-message.ts';
import { notOwnWords, oneLine } from '../../assistant/approval/quoted.ts';
import { richWords } from './rich.ts';

const otherMedia = {
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

/** Service messages of Telegram about a chat. No person wrote them, and they need no answer. */
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

/** The words of a message: its text, or the caption of what it shows. @throws for what is no text */
export function textOfMessage({ text, caption, rich_message: rich }: Partial<Message>): string {
  const words: unknown = text ?? caption ?? (rich ? richWords(rich) : '');
  if (typeof words !== 'string') throw new TypeError('the words of a message are no text');
  return words;
}

/** What the sender has typed: nothing that was forwarded, not even of their own, or that another bot has written. */
export const typedIn = (message: Message): string =>
  message.forward_origin || message.via_bot || typeof message.text !== 'string' ? '' : message.text;

/** The bot as Telegram knows it; `username` is empty until it is known. */
export interface Me {
  id: number;
  username: string;
}

/**
 * Reads one message. @param isCommand what it answers does not count
 * @throws for a shape that Telegram does not send
 */
export function parseMessage(message: Message, me: Me, isCommand: boolean): Omit<StoredMessage, 'command'> {
  const answered = isCommand ? null : answeredBy(message);
  const context = isCommand ? [] : contextParts(message, answered, me);
  // A place is a location with a name.
  const kinds = Object.entries(otherMedia).filter(
    ([key]) => key in message && !(key === 'location' && 'venue' in message),
  );
  const words = withoutMention(textOfMessage(message), me.username).trim();
  const isForeignFile = answered !== null && answered.from?.id !== me.id;
  return {
    messageId: numberIn(message.message_id),
    threadId: message.is_topic_message ? message.message_thread_id : undefined,
    sentAt: numberIn(message.date) * 1000,
    editedAt: message.edit_date === undefined ? null : message.edit_date * 1000,
    parts: [...context, ...ownParts(message, words)],
    files: [...(isForeignFile ? filesOf(answered, true) : []), ...filesOf(message, false)],
    unsupported: kinds.map(([, name]) => name),
    sender: senderOf(message),
    words,
    isPart: words.length >= pasteUnits || message.media_group_id !== undefined || message.forward_origin !== undefined,
  };
}

/** A longer name would be a text in the place of a name. */
const maxNameUnits = 64;

/** One line: it stands in the prompt, and the person can write anything into it. */
function senderOf({ from }: Message): string | undefined {
  const given: unknown = from?.first_name;
  const name = typeof given === 'string' ? cutText(given.replaceAll(/[\s<>]+/g, ' '), maxNameUnits).trim() : '';
  return name === '' ? undefined : name;
}

/** Telegram cuts a long paste near here. */
const pasteUnits = 3_500;

function numberIn(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('a message without its number or date');
  return value;
}

export const withoutMention = (text: string, username: string): string =>
  username === '' ? text : text.replaceAll(new RegExp(`@${username}\\b[ \\t]?`, 'gi'), '').trim() || text;

/** In a group only a mention of the bot, a command with its name, or a reply to it is meant for it. */
export function isAddressedTo(message: Message, me: Me): boolean {
  // A mention of the bot in a forwarded text was not written by the sender.
  if (message.forward_origin) return false;
  const earlier = message.reply_to_message;
  if (earlier?.from?.id === me.id && earlier.message_id !== message.message_thread_id) return true;
  if (me.username === '') return false;
  const at = `@${me.username.toLowerCase()}`;
  return (message.entities ?? message.caption_entities ?? []).some((entity) => {
    const words = textOfMessage(message)
      .slice(entity.offset, entity.offset + entity.length)
      .toLowerCase();
    if (entity.type === 'mention') return words === at;
    if (entity.type === 'bot_command') return words.endsWith(at);
    return entity.type === 'text_mention' && entity.user.id === me.id;
  });
}

/** Those of a message that were written, or spoken, for it; marked where they are somebody else's. */
function ownParts(message: Message, words: string): MessagePart[] {
  const source = sourceOf(message);
  const recording = recordingOf(message, false);
  if (source === null) {
    if (recording) return [{ label: null, text: words, recording }];
    return words === '' ? [] : [{ label: null, text: words }];
  }
  const label = `${source}; ${notOwnWords}`;
  if (recording) return [{ label, text: words, recording }];
  const hasContent = words !== '' || 'photo' in message || 'document' in message;
  return hasContent ? [{ label, text: words === '' ? '(no words)' : words }] : [];
}

/** A message that is answered, or as much of it as Telegram tells of one in another chat. */
type Answered = Partial<Message>;

/** In a topic every message "replies" to the one that opened it. */
function answeredBy(message: Message): Answered | null {
  const { reply_to_message: earlier, message_thread_id: thread, external_reply: external } = message;
  if (earlier && earlier.message_id !== thread) return earlier;
  return (external as Answered | undefined) ?? null;
}

/** Whether it is a reply to a message that is not the bot's. */
export function answersAnother(message: Message, me: Me): boolean {
  const answered = answeredBy(message);
  return answered !== null && answered.from?.id !== me.id;
}

/** What a reply or a quote refers to. */
function contextParts(message: Message, answered: Answered | null, me: Me): MessagePart[] {
  if (answered === null && !message.quote) return [];
  const recording = answered && answered.from?.id !== me.id ? recordingOf(answered, true) : undefined;
  const words = message.quote?.text ?? (answered ? textOfMessage(answered) || wordless(answered) : '');
  if (words === '') return [];
  const part = message.quote ? 'this part of ' : '';
  const text = cutText(words, maxContextUnits);
  const whole = message.quote ? undefined : recording;
  return [{ label: `In reply to ${part}${whose(message, me)}`, text, ...(whole && { recording: whole }) }];
}

/** Telegram takes no longer text, and more than this of what is answered tells a model no more. */
const maxContextUnits = 4_096;

function whose({ from, reply_to_message: earlier }: Message, me: Me): string {
  const isForeign = !earlier || sourceOf(earlier) !== null || earlier.sender_chat !== undefined;
  if (!isForeign && earlier.from?.id === me.id) return 'your earlier message';
  // An audio file is not the person's own voice, also where they have sent it.
  if (!isForeign && earlier.from?.id === from?.id && !earlier.audio) return 'their own earlier message';
  return `an earlier message; ${notOwnWords}`;
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

/** Where a message comes from that its sender did not write; null where they did, also where they forward their own. */
function sourceOf({ forward_origin: origin, via_bot: bot, from, audio }: Partial<Message>): string | null {
  if (bot) return `Sent through @${oneLine(bot.username ?? 'a bot')}`;
  if (origin?.type === 'user' && origin.sender_user.id === from?.id && !audio) return null;
  if (origin) return `Forwarded from ${oneLine(nameOf(origin)) || 'someone'}`;
  return audio ? 'A recording that the person sent' : null;
}

function nameOf(origin: MessageOrigin): string {
  if (origin.type === 'user') return origin.sender_user.first_name;
  if (origin.type === 'hidden_user') return origin.sender_user_name;
  if (origin.type === 'chat') return origin.sender_chat.title ?? 'a chat';
  // A kind that Telegram adds is still a forward.
  return (origin.type as string) === 'channel' ? origin.chat.title : '';
}

function recordingOf({ voice, audio, caption }: Answered, isAnswered: boolean): Recording | undefined {
  const file = voice ?? audio;
  if (!file) return undefined;
  return {
    fileId: file.file_id,
    uniqueId: file.file_unique_id ?? file.file_id,
    bytes: file.file_size ?? 0,
    kind: voice ? 'voice' : 'audio',
    ending: voice ? '.ogg' : (/\.\w{1,5}$/.exec(audio?.file_name?.slice(-8) ?? '')?.[0] ?? '.mp3'),
    caption: caption ?? '',
    isAnswered,
  };
}

function filesOf(message: Answered, isAnswered: boolean): MessageFile[] {
  const { photo, document, video, animation } = message;
  const file = (
    kind: MessageFile['kind'],
    given: { file_id: string; file_unique_id?: string; file_size?: number; file_name?: string; mime_type?: string },
  ): MessageFile => ({
    fileId: given.file_id,
    uniqueId: given.file_unique_id ?? given.file_id,
    name: given.file_name ?? null,
    mediaType: kind === 'photo' ? 'image/jpeg' : (given.mime_type ?? ''),
    bytes: given.file_size ?? 0,
    kind,
    isAnswered,
  });
  // The sizes of a photo stand in order, the largest that a model takes last.
  const size = photo?.findLast((one) => (one.file_size ?? 0) <= maxImageBytes);
  if (size) return [file('photo', size)];
  if (document && !animation) return [file('document', document)];
  const other = animation ?? video;
  return other ? [file('other', other)] : [];
}

/** A model takes no larger picture; see https://platform.claude.com/docs/en/build-with-claude/vision. */
export const maxImageBytes = 5 * 1024 * 1024;
