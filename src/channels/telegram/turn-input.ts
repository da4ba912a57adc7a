// From stored messages to what the assistant reads: words, files and speech of the messages of one turn, and the outlet that
// its answers go to.
import { type SessionKey } from '../../assistant/channel.ts';
import type { Clock } from '../../base/clock.ts';
import type { TurnInput } from '../inbox-worker.ts';
import { quoted } from '../../assistant/quoted.ts';
import { type InboxMessage, type MessagePart, incomingIdOf, isChanged } from '../stored-message.ts';
import type { Transcription } from '../transcribe.ts';
import type { TelegramApi } from './api.ts';
import { fetchMedia, hearParts } from './media.ts';
import type { ClosableOutlet } from './outlet.ts';
import { audienceOf } from '../../base/session-key.ts';
import { append } from '../../base/lists.ts';

export interface TurnInputOptions {
  api: TelegramApi;
  transcription: Transcription | null;
  clock: Clock;
  /** Takes back what was said before this row and has not been handed in. @returns false where there was nothing */
  withdraw(key: SessionKey, beforeSeq: number): Promise<boolean>;
}

/**
 * @param signal breaks off what is being fetched or heard
 * @returns null when there is nothing to answer, and the person was told why
 */
export async function readTurn(
  turn: string,
  messages: readonly [InboxMessage, ...InboxMessage[]],
  outlet: ClosableOutlet,
  signal: AbortSignal,
  { api, transcription, clock, withdraw }: TurnInputOptions,
): Promise<TurnInput | null> {
  const [{ row: first, message: firstMessage }] = messages;
  const newest = messages.at(-1)?.message ?? firstMessage;
  const source = { api, clock, signal };
  const refused: string[] = [];
  const parts: MessagePart[] = [];
  for (const { message } of messages) append(parts, await hearParts(message, { source, transcription }, refused));
  const media = await fetchMedia(
    messages.map(({ message }) => message),
    source,
  );
  const hasChanges = firstMessage.command === null && messages.some(isChanged);
  const texts = [...media.texts, ...parts.map(partText)];
  const unsupported = [...new Set(messages.flatMap(({ message }) => message.unsupported))];
  append(refused, media.refused);
  if (unsupported.length > 0)
    refused.push(`I can't take ${unsupported.join(' or ')}: only text, speech, pictures, PDFs and text files.`);
  if (refused.length > 0) await outlet.post(refused.join('\n'), 'refused');
  if (texts.length === 0 && media.attachments.length === 0) {
    if (refused.length === 0) await outlet.post('There was no text in that message.', 'empty');
    await outlet.close(true);
    return null;
  }
  return {
    incoming: {
      id: incomingIdOf(turn, messages),
      key: first.conversation,
      audience: audienceOf(first.conversation),
      sender: newest.sender,
      text: [...(hasChanges ? [changedMark] : []), ...texts].join('\n'),
      at: new Date(newest.sentAt),
      topic: newest.threadId,
      attachments: media.attachments.length > 0 ? media.attachments : undefined,
    },
    // The Stop button of a draft means the turn that runs, and takes back nothing else.
    outlet: {
      ...outlet,
      ...(first.kind === 'message' && { withdraw: () => withdraw(first.conversation, first.seq) }),
    },
    close: outlet.close,
  };
}

const partText = ({ label, text }: MessagePart): string => (label === null ? text : quoted(label, text));

const changedMark = '[The person has changed this message since; what counts is how it reads now:]';
