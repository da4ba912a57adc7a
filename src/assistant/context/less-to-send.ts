// What is left of a conversation where the model's service refuses it as it is, or always fails on it: the ways to ask with
// less, each without another part. Asks no model but for the summary, and changes no session.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import { audienceOf } from '../../base/session-key.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import { isOwnText } from '../../models/message.ts';
import { type Entry, type MessageEntry, type PrefixEntry, isWhole } from '../../session/entry.ts';
import { isSpoken, openTurn } from '../../session/history.ts';
import type { Session } from '../../session/sessions.ts';
import type { Compactor } from './compaction.ts';
import { isChoice } from '../preferred-model.ts';
import { buildSystem } from './prompt.ts';

export interface LessParts {
  compactor: Pick<Compactor, 'summarise'>;
  clock: Clock;
  timezone: Timezone;
  redact: Redact;
  replyMode: 'auto' | 'tool';
  persona?: string;
}

/** What a request goes without: earlier messages, MEMORY.md with the names of notes, or all that the program says of the person. */
export type LeftOut = 'messages' | 'memory' | 'all but the words';

export interface LessToSend {
  leftOut: LeftOut;
  entries: readonly Entry[];
  /** What makes the session hold just these; null where a new session is to begin with them. */
  added: readonly Entry[] | null;
}

/** @returns the ways in the order in which they are to be tried */
export async function* waysToSendLess(
  session: Session,
  parts: LessParts,
  signal: AbortSignal,
): AsyncGenerator<LessToSend> {
  const { entries } = session;
  const at = parts.clock.now().toISOString();
  const asked = openTurn(entries).filter(isSpoken);
  const prefix = prefixOf(entries);
  const anew = (summary: string, messages: readonly MessageEntry[], before = prefix): Entry[] => [
    ...(before ? [before] : []),
    ...entries.filter(isChoice).slice(-1),
    { type: 'compaction', at, summary, dropped_before: null },
    ...messages.map((entry) => ({ ...entry, id: randomUUID(), content: entry.content.filter(isNoResult) })),
  ];
  if (entries.some((entry) => entry.type === 'message' && entry.role === 'assistant'))
    yield {
      leftOut: 'messages',
      entries: anew(await parts.compactor.summarise(session, signal), asked),
      added: null,
    };
  yield { leftOut: 'messages', entries: anew('', asked.slice(-1)), added: null };
  if (!prefix) return;
  const withoutMemory = { ...prefix, at, system: systemWithoutMemory(session, parts) };
  // Thinking is bound to what stood before it.
  const under = (other: PrefixEntry): Entry[] => [{ type: 'thinking_dropped', at }, other];
  yield { leftOut: 'memory', entries: [...entries, ...under(withoutMemory)], added: under(withoutMemory) };
  const bare = { ...prefix, at, system: systemWithoutMemory(session, { ...parts, persona: undefined }) };
  if (parts.persona !== undefined)
    yield { leftOut: 'all but the words', entries: [...entries, ...under(bare)], added: under(bare) };
  const words = asked.slice(-1).map((entry) => ({ ...entry, content: entry.content.filter(isOfPerson) }));
  yield { leftOut: 'all but the words', entries: anew('', words, bare), added: null };
}

const isNoResult = ({ type }: MessageEntry['content'][number]): boolean => type !== 'tool_result';

const isOfPerson = (block: MessageEntry['content'][number]): boolean => block.type !== 'text' || isOwnText(block);

const notShown = "Not shown: the model's service did not take it.";

function systemWithoutMemory({ key, isPrivate }: Session, parts: LessParts): string {
  const { clock, timezone, redact, replyMode, persona } = parts;
  const system = buildSystem({
    audience: audienceOf(key),
    memory: notShown,
    maxMemoryLength: notShown.length,
    replyMode,
    persona,
    isPrivate,
    today: localDate(clock.now(), timezone()),
  });
  return redact(system);
}

/** What stands before the messages: the newest rendering. There is none where an ended session is the current one again, as the one after it was lost. */
export function prefixOf(entries: readonly Entry[]): PrefixEntry | undefined {
  const found = entries.findLast((entry) => entry.type === 'prefix');
  return found?.type === 'prefix' && isWhole(found) ? found : undefined;
}
