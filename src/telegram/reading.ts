// From inbox rows to what the assistant reads: words, files and speech of the messages of one turn, and the outlet that
// its answers go to.
import type { Message, Update } from 'grammy/types';
import { audienceOf } from '../assistant/channel.ts';
import type { InboxRow } from '../queue/inbox.ts';
import type { TelegramApi } from './api.ts';
import { messageOfUpdate, readArrival } from './arrival.ts';
import { fetchMedia, hearSpeech } from './media.ts';
import type { Posting } from './posting.ts';
import type { Transcription } from './transcribe.ts';
import type { TurnInput } from './turns.ts';

export interface ReadingOptions {
  api: TelegramApi;
  posting: Posting;
  /** The bot's name in its conversations, which is left out of what the person says. */
  username(): string;
  transcription: Transcription | null;
  /** Breaks off what is being heard. */
  signal: AbortSignal;
}

/** The messages in these rows. */
export const messagesOf = (rows: readonly InboxRow[]): Message[] => rows.flatMap((row) => messageOfUpdate(JSON.parse(row.body) as Update) ?? []);

/** @returns null when there is nothing to answer; the person was told why */
export async function readTurn(turn: string, rows: readonly InboxRow[], { api, posting, username, transcription, signal }: ReadingOptions): Promise<TurnInput | null> {
  const [first] = rows;
  const { messages, refused: unheard } = await hearSpeech(messagesOf(rows), api, transcription, signal);
  const parts = messages.map(readArrival);
  const newest = parts.at(-1);
  const chatId = messages[0]?.chat.id;
  if (!first || !newest || chatId === undefined) return null;
  const media = await fetchMedia(messages, api);
  const text = [...media.texts, ...parts.map((part) => part.text)].filter((part) => part !== '').join('\n');
  const outlet = posting.outlet(turn, chatId, newest);
  const others = [...new Set(parts.flatMap((part) => part.unsupported))];
  const refused = [...unheard, ...media.refused, ...(others.length > 0 ? [`I can't take ${others.join(' or ')}: only text, speech, pictures, PDFs and text files.`] : [])];
  if (refused.length > 0) await outlet.post(refused.join('\n'), 'refused');
  if (text === '' && media.attachments.length === 0) {
    if (refused.length === 0) await outlet.post('There was no text in that message.', 'empty');
    outlet.close();
    return null;
  }
  const attachments = media.attachments.length > 0 ? { attachments: media.attachments } : {};
  return { incoming: { id: turn, key: first.lane, audience: audienceOf(first.lane), text: withoutMention(text, username()), at: newest.at, ...attachments }, outlet, close: outlet.close };
}

const withoutMention = (text: string, username: string): string =>
  username === '' ? text : text.replaceAll(new RegExp(`@${username}\\b`, 'gi'), '').trim() || text;
