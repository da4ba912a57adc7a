// Provenance of the text before the model: which words are the person's own and which are of others, by the marks of the
// channels and the data of tool results. Pure.
import { isAttachment } from '../../models/attachment.ts';
import { type ToolResultBlock, ownTexts, text as textOf } from '../../models/message.ts';
import type { Entry, MessageEntry, Outcome } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';
import { trustOfChunk, trustOfChunks } from '../../tools/note-trust.ts';
import { wordsRepliedTo } from './quoted.ts';
import { wordsIn } from './quoted-by-hand.ts';

/** What a message of the person says, without what the program put into it. All that reads their words begins here. */
export const spokenText = (entry: MessageEntry): string => ownTexts(entry).join('\n');

export interface Provenance {
  /** All that the person said themselves. */
  own: string;
  /**
   * All that is marked as said by others, what tools brought from outside, recalled lines that may be of others, and what
   * others said in the session before.
   */
  others: string;
  /** Of whom the messages of others are, as the channel names them. */
  senders: string;
  /** What the assistant had said, where the person replies to it. */
  quoted: string;
  /**
   * How foreign the rest is: `strong` where others wrote to the person or a tool read outside, `weak` where a note was
   * shown that may be somebody else's, null where there is nothing of others.
   */
  foreign: 'strong' | 'weak' | null;
}

/** Which words of these messages are the person's own, and which are of others. */
export function provenanceOf(messages: readonly MessageEntry[]): Provenance {
  const own: string[] = [];
  const others: string[] = [];
  const senders: string[] = [];
  const quoted: string[] = [];
  let isStrong = false;
  let isWeak = false;
  for (const message of messages) {
    const foreign = (message.outcomes ?? []).filter(({ trust }) => trust === 'others');
    isStrong ||= foreign.some(({ sources }) => sources === undefined);
    isWeak ||= foreign.length > 0 || trustOfChunks(message.sources ?? []) === 'others';
    if (message.others_before !== undefined) others.push(message.others_before);
    // A recalled line that may be somebody else's is before the model as much as one that it searched for.
    for (const source of message.sources ?? []) if (trustOfChunk(source) === 'others') others.push(source.text);
    for (const outcome of foreign) others.push(textOfOthers(outcome, message));
    if (!isSpoken(message)) continue;
    const words = wordsIn(spokenText(message));
    own.push(words.own);
    others.push(words.others);
    senders.push(words.senders);
    quoted.push(wordsRepliedTo(spokenText(message)));
    isStrong ||= words.others !== '' || message.content.some(isAttachment);
  }
  const foreign = isStrong ? 'strong' : isWeak ? 'weak' : null;
  const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');
  return { own: own.join('\n'), others: joined(others), senders: joined(senders), quoted: joined(quoted), foreign };
}

/** Of a tool's result the chunks that are of others; the whole of it where it came from outside. */
function textOfOthers({ tool_use_id: id, sources = [] }: Outcome, { content }: MessageEntry): string {
  const theirs = sources.filter((source) => trustOfChunk(source) === 'others').map(({ text }) => text);
  if (theirs.length > 0) return theirs.join('\n');
  const results = content.filter((block) => block.type === 'tool_result' && block.tool_use_id === id);
  return results.map((block) => (block.type === 'tool_result' ? resultText(block.content) : '')).join('\n');
}

const resultText = (content: ToolResultBlock['content']): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

/** What the model itself said last in these messages. */
export const lastAnswerOf = (messages: readonly MessageEntry[]): string => {
  const last = messages.findLast(({ role }) => role === 'assistant');
  return last ? textOf(last) : '';
};

/** The last thing that the assistant, or the program for it, said before this message. */
export function lastSaidBefore(entries: readonly Entry[], first: MessageEntry | undefined): string {
  const before = entries.slice(0, first ? entries.indexOf(first) : entries.length);
  const ended = before.findLast((entry) => entry.type === 'turn');
  if (ended?.type === 'turn' && ended.reply !== null) return ended.reply;
  const last = before.findLast((entry) => entry.type === 'message' && entry.role === 'assistant');
  return last?.type === 'message' ? textOf(last) : '';
}

/** The day of the last message, YYYY-MM-DD in UTC; empty where there is none. */
export const dayOfTalk = (entries: readonly Entry[]): string =>
  entries.findLast((entry) => entry.type === 'message')?.at.slice(0, 'YYYY-MM-DD'.length) ?? '';

/** What the person is called, by the channel. */
export const personNamesIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => (entry.type === 'prefix' ? (entry.person ?? []) : []));
