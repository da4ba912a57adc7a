// From inbox rows to what the assistant reads: words, files and speech of the messages of one turn, and the outlet that
// its answers go to.
import { audienceOf } from '../../assistant/channel.ts';
import type { Message } from 'grammy/types';
import type { Clock } from '../../base/clock.ts';
import type { InboxRow } from '../../state/inbox.ts';
import type { TelegramApi } from './api.ts';
import { type Me, isNotice, readArrival, withoutAnswered } from './parse-message.ts';
import { fetchMedia, hearSpeech } from './media.ts';
import type { ClosableOutlet, Posting } from './outlet.ts';
import { isChanged, messagesOf } from './rows.ts';
import type { Transcription } from './transcribe.ts';
import type { TurnInput } from './inbox-worker.ts';

export interface ReadingOptions {
  api: TelegramApi;
  posting: Posting;
  /** Its name is left out of what the person says. */
  me: Me;
  /** The chat of a conversation, null where its person may no longer speak. */
  chatOf(lane: string): number | null;
  /** Whether what a row says is a command, which means the same whatever it is a reply to. */
  isOrder(row: InboxRow): boolean;
  transcription: Transcription | null;
  clock: Clock;
  /** Takes back what was said before this row and has not been handed in. @returns false where there was nothing */
  withdraw(lane: string, beforeSeq: number): Promise<boolean>;
}

/**
 * @param signal breaks off what is being fetched or heard
 * @returns null when there is nothing to answer, and the person was told why; or nobody who may still speak
 */
export async function readTurn(
  turn: string,
  rows: readonly InboxRow[],
  signal: AbortSignal,
  options: ReadingOptions,
): Promise<TurnInput | null> {
  const [first] = rows;
  const chatId = first ? options.chatOf(first.conversation) : null;
  const messages = messagesOf(rows);
  const newest = messages.at(-1);
  if (!first || chatId === null || !newest) return null;
  // Before anything is fetched or heard, which takes its time: the person sees that something happens.
  const outlet = options.posting.outlet(turn, chatId, readArrival(newest, options.me));
  try {
    return await readMessages({ turn, rows, first, messages, outlet, signal, ...options });
  } catch (error) {
    await outlet.close(false);
    throw error;
  }
}

interface Reading extends ReadingOptions {
  turn: string;
  rows: readonly InboxRow[];
  first: InboxRow;
  messages: readonly Message[];
  outlet: ClosableOutlet;
  signal: AbortSignal;
}

async function readMessages({
  turn,
  rows,
  first,
  messages: given,
  outlet,
  signal,
  api,
  me,
  isOrder,
  clock,
  transcription,
  withdraw,
}: Reading): Promise<TurnInput | null> {
  const source = { api, clock, signal };
  const isCommand = rows.length === 1 && isOrder(first);
  const arrived = isCommand ? given.map(withoutAnswered) : given;
  const { messages, refused: unheard } = await hearSpeech(arrived, { me, source, transcription });
  const parts = messages.map((message) => readArrival(message, me));
  const newest = parts.at(-1);
  if (!newest) return null;
  const media = await fetchMedia(messages, me, source);
  const changes = rows.filter(isChanged).flatMap((row) => messagesOf([row]));
  const text = [
    ...(changes.length > 0 && !isCommand ? [changedMark] : []),
    ...media.texts,
    ...parts.map((part) => part.text),
  ]
    .filter((part) => part !== '')
    .join('\n');
  const others = [...new Set(parts.flatMap((part) => part.unsupported))];
  const refused = [
    ...unheard,
    ...media.refused,
    ...(others.length > 0
      ? [`I can't take ${others.join(' or ')}: only text, speech, pictures, PDFs and text files.`]
      : []),
  ];
  if (refused.length > 0) await outlet.post(refused.join('\n'), 'refused');
  if (parts.every((part) => part.text === '') && media.texts.length === 0 && media.attachments.length === 0) {
    const isSaid = !messages.every(isNotice);
    if (refused.length === 0 && isSaid) await outlet.post('There was no text in that message.', 'empty');
    await outlet.close(isSaid);
    return null;
  }
  const topic = newest.threadId === undefined ? {} : { topic: newest.threadId };
  const attachments = media.attachments.length > 0 ? { attachments: media.attachments } : {};
  // Told apart from the message as it was, which the conversation may know already.
  const id =
    changes.length === 0 ? turn : `${turn}:${Math.max(...changes.map(({ edit_date, date }) => edit_date ?? date))}`;
  // The Stop button is that of a turn that runs, and takes back nothing else.
  return {
    incoming: {
      id,
      key: first.conversation,
      audience: audienceOf(first.conversation),
      text: withoutMention(text, me.username),
      at: newest.at,
      ...topic,
      ...attachments,
    },
    outlet: {
      ...outlet,
      ...(first.kind === 'message' ? { withdraw: () => withdraw(first.conversation, first.seq) } : {}),
    },
    close: outlet.close,
  };
}

const changedMark = '[The person has changed this message since; what counts is how it reads now:]';

export const withoutMention = (text: string, username: string): string =>
  username === '' ? text : text.replaceAll(new RegExp(`@${username}\\b[ \\t]?`, 'gi'), '').trim() || text;
