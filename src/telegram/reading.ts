// From inbox rows to what the assistant reads: words, files and speech of the messages of one turn, and the outlet that
// its answers go to.
import { audienceOf } from '../assistant/channel.ts';
import type { InboxRow } from '../queue/inbox.ts';
import type { TelegramApi } from './api.ts';
import { type Me, isNotice, readArrival } from './arrival.ts';
import { fetchMedia, hearSpeech } from './media.ts';
import type { Posting } from './posting.ts';
import { isChanged, messagesOf } from './rows.ts';
import type { Transcription } from './transcribe.ts';
import type { TurnInput } from './turns.ts';

export interface ReadingOptions {
  api: TelegramApi;
  posting: Posting;
  /** Its name is left out of what the person says. */
  me: Me;
  /** The chat of a conversation, null where its person may no longer speak. */
  chatOf(lane: string): number | null;
  transcription: Transcription | null;
  /** Breaks off what is being heard. */
  signal: AbortSignal;
}

/** @returns null when there is nothing to answer, and the person was told why; or nobody who may still speak */
export async function readTurn(turn: string, rows: readonly InboxRow[], { api, posting, me, chatOf, transcription, signal }: ReadingOptions): Promise<TurnInput | null> {
  const [first] = rows;
  const chatId = first ? chatOf(first.lane) : null;
  if (!first || chatId === null) return null;
  const { messages, refused: unheard } = await hearSpeech(messagesOf(rows), api, transcription, signal);
  const parts = messages.map((message) => readArrival(message, me));
  const newest = parts.at(-1);
  if (!newest) return null;
  const media = await fetchMedia(messages, api);
  const changes = rows.filter(isChanged).flatMap((row) => messagesOf([row]));
  const text = [...(changes.length > 0 ? [changedMark] : []), ...media.texts, ...parts.map((part) => part.text)].filter((part) => part !== '').join('\n');
  const outlet = posting.outlet(turn, chatId, newest);
  const others = [...new Set(parts.flatMap((part) => part.unsupported))];
  const refused = [...unheard, ...media.refused, ...(others.length > 0 ? [`I can't take ${others.join(' or ')}: only text, speech, pictures, PDFs and text files.`] : [])];
  if (refused.length > 0) await outlet.post(refused.join('\n'), 'refused');
  if (parts.every((part) => part.text === '') && media.texts.length === 0 && media.attachments.length === 0) {
    const isSaid = !messages.every(isNotice);
    if (refused.length === 0 && isSaid) await outlet.post('There was no text in that message.', 'empty');
    await outlet.close(isSaid);
    return null;
  }
  const attachments = media.attachments.length > 0 ? { attachments: media.attachments } : {};
  // Told apart from the message as it was, which the conversation may know already.
  const id = changes.length === 0 ? turn : `${turn}:${Math.max(...changes.map(({ edit_date, date }) => edit_date ?? date))}`;
  return { incoming: { id, key: first.lane, audience: audienceOf(first.lane), text: withoutMention(text, me.username), at: newest.at, ...attachments }, outlet, close: outlet.close };
}

const changedMark = '[The person has changed this message since; what counts is how it reads now:]';

export const withoutMention = (text: string, username: string): string =>
  username === '' ? text : text.replaceAll(new RegExp(`@${username}\\b`, 'gi'), '').trim() || text;
