// From stored messages to what the assistant reads: words, files and speech of the messages of one turn, and the outlet that
// its answers go to.
import { type SessionKey } from '../../assistant/channel.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { TurnInput } from '../inbox-worker.ts';
import { quoted } from '../../assistant/approval/quoted.ts';
import { type InboxMessage, type MessagePart, incomingIdOf, isChanged } from '../stored-message.ts';
import type { FilePhrases } from '../../assistant/phrases/phrases.ts';
import type { Transcription } from '../transcribe.ts';
import type { TelegramApi } from './api.ts';
import { type Refusal, fetchMedia, hearParts } from './media.ts';
import type { ClosableOutlet } from './outlet.ts';
import { audienceOf } from '../../base/session-key.ts';
import { append } from '../../base/lists.ts';

export interface TurnInputOptions {
  api: TelegramApi;
  transcription: Transcription | null;
  clock: Clock;
  /** Takes back what was said before this row and has not been handed in. @returns false where there was nothing */
  withdraw(key: SessionKey, beforeSeq: number): Promise<boolean>;
  /** In the language of the conversation. */
  phrases(): Promise<FilePhrases>;
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
  { api, transcription, clock, withdraw, phrases }: TurnInputOptions,
): Promise<TurnInput | null> {
  const [{ row: first, message: firstMessage }] = messages;
  const newest = messages.at(-1)?.message ?? firstMessage;
  const source = { api, clock, signal };
  const refusals: Refusal[] = [];
  const parts: MessagePart[] = [];
  for (const { message } of messages) append(parts, await hearParts(message, { source, transcription }, refusals));
  const media = await fetchMedia(
    messages.map(({ message }) => message),
    source,
  );
  const hasChanges = firstMessage.command === null && messages.some(isChanged);
  const texts = [...media.texts, ...parts.map(partText)];
  const unsupported = [...new Set(messages.flatMap(({ message }) => message.unsupported))];
  append(refusals, media.refused);
  if (unsupported.length > 0) refusals.push((words) => words.unsupported(unsupported));
  const isEmpty = texts.length === 0 && media.attachments.length === 0;
  if (refusals.length > 0 || isEmpty) {
    const words = await phrases();
    const told = [...new Set(refusals.map((refusal) => refusal(words)))];
    if (told.length > 0) await outlet.post(told.join('\n'), 'refused');
    else await outlet.post(words.noText, 'empty');
  }
  if (isEmpty) {
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
      at: new Date((hasChanges ? newest.editedAt : null) ?? newest.sentAt),
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
