// A conversation with another assistant, and the notes that are made of it. Pure.
import { createHash } from 'node:crypto';
import { localDate, localTime } from '../../base/time/local-time.ts';
import { cutText } from '../../base/text/text.ts';

export interface Said {
  from: 'person' | 'assistant';
  text: string;
  at: Date | null;
}

export interface Conversation {
  /** The id that its program gave it, by which a later export of the same conversation is recognised. */
  id?: string | null;
  title: string;
  at: Date | null;
  messages: Said[];
  /** The kinds of those parts of messages that hold something and are in no known form. */
  unread?: readonly string[];
}

/** A note made of something that has an id, so that it is recognised under any name. */
export interface KeyedNote {
  /** The path without `.md` and without the number that tells two notes of one name apart. */
  stem: string;
  /** The key stands in the note, which is recognised by it. */
  key: string;
  text: string;
}

/** Less than the largest note, so that the person can still add to it. */
const maxPartBytes = 6 * 1024 * 1024;
const maxMessageChars = 1024 * 1024;
const maxTitleLength = 60;

/** The speaker of a transcript that does not say which program it is from. */
export const someAssistant = 'Assistant';

/** @returns one note; several for a conversation that is longer than a note can be */
export function notesOfConversation(conversation: Conversation, source: string, timezone: string): KeyedNote[] {
  const { title, at, messages } = conversation;
  const instant = (date: Date | null): string =>
    date === null ? '' : `, ${localDate(date, timezone)} ${localTime(date, timezone)}`;
  // The speaker stands above; what a model answered is quoted as well, so that it is never taken for the person's words.
  const spoken = messages.map(({ from, text, at: saidAt }) => {
    const cut = cutText(text, maxMessageChars);
    return from === 'person'
      ? `**You**${instant(saidAt)}\n\n${cut}`
      : `**${source}**${instant(saidAt)}\n\n${quoted(cut)}`;
  });
  const oneLine = title.replaceAll(/\s+/g, ' ');
  const stem = `imported/${at === null ? '' : `${localDate(at, timezone)} `}${fileTitle(title) || 'Conversation'}`;
  const key = keyOf(source, conversation);
  return inParts(spoken).map((part, index) => {
    const number = index === 0 ? '' : ` part ${index + 1}`;
    const partKey = index === 0 ? key : `${key}#${index + 1}`;
    const whose = source === someAssistant ? 'an assistant' : source;
    const head = `# ${oneLine}${number}\n\nA conversation with ${whose}${instant(at)}, imported. ${keyMark(partKey)}`;
    return { stem: `${stem}${number}`, key: partKey, text: `${[head, ...part].join('\n\n')}\n` };
  });
}

export const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');

/** The key stands in a comment, which most editors hide. */
export const keyMark = (key: string): string => `<!-- ${key} -->`;

const keyOf = (source: string, { id, title, at, messages }: Conversation): string => {
  const known = id?.replaceAll(/[^\w.:-]/g, '').slice(0, 80);
  const own = known || digestOf([title, at?.toISOString() ?? '', messages[0]?.text ?? '']);
  return `${source.toLowerCase()} ${own}`;
};

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** What was said before stays in the part that it was in when more is said later. */
function inParts(spoken: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const text of spoken) {
    bytes += Buffer.byteLength(text) + 2;
    if (bytes > maxPartBytes && (parts.at(-1)?.length ?? 0) > 0) {
      parts.push([]);
      bytes = Buffer.byteLength(text);
    }
    parts.at(-1)?.push(text);
  }
  return parts;
}

/** A title as a name that every file system takes. */
export function fileTitle(title: string): string {
  const plain = title
    .slice(0, 20 * maxTitleLength)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M} ,&'()-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(plain, maxTitleLength).trim();
}
