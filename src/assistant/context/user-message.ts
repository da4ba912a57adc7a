// A message of the person as it is stored and sent: its context, its attachments and its words. For a new session also
// the system prompt, which precedes all messages.
import { randomUUID } from 'node:crypto';
import type { Tool } from '../../agent/tool.ts';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { withoutSensitive } from '../../base/secrets/secrets.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import { cutText } from '../../base/text/text.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import { type ContentBlock, programText } from '../../models/message.ts';
import { type Entry, type MessageEntry, type PrefixEntry, type Source, isWhole } from '../../session/entry.ts';
import type { Incoming } from '../channel.ts';
import { chosenModel } from '../preferred-model.ts';
import { prefixOf } from './less-to-send.ts';
import { type Phrases, problemIn } from '../phrases/phrases.ts';
import { type Facts, type LastConversation, buildContext, buildSystem, describeEdit } from './prompt.ts';
import { partWords } from '../approval/quoted.ts';
import { redactContent, redactJson } from '../redaction.ts';
import { isRestated, wordsShown } from './shown-already.ts';
import { problemOf } from '../../memory/note-problem.ts';
import { withDates } from '../../memory/dated-lines.ts';

/** Chunks of notes that go with a message. @param shown what the model has before it already */
export interface Recall {
  (words: string, signal: AbortSignal, shown?: string): Promise<Source[]>;
  /** Looks for them already, for a turn that will begin in a moment. It returns at once and never throws. */
  ahead?(words: string): void;
}

export interface OpeningParts {
  /** The text of MEMORY.md, empty where there is none. May reject: the answer then comes without it. */
  longTermMemory(): Promise<string>;
  recall: Recall;
  /** The facts that the prompt of a new session states. */
  facts?(incoming: Incoming): Promise<Facts>;
  /** What was said in the conversation's session before this one; null where there is nothing to tell. */
  lastConversation?(key: string): Promise<LastConversation | null>;
  /** How much of it a session begins with. @param model that the person chose for it, `provider/model` */
  maxMemoryLength(model: string | undefined): number;
  replyMode: 'auto' | 'tool';
  persona?: string;
  /** Nothing of the conversation is stored. */
  isPrivate?: boolean;
  timezone: Timezone;
  redact: Redact;
  clock: Clock;
  log: Log;
}

/** A message that waited longer, as the machine was off, is told to be of an earlier time. */
const lateMs = 10 * 60_000;

/**
 * When a message was sent, where that was a while ago: it waited, or the clock is ahead. The same where the clock is behind. The channel
 * tells it by a clock of its own.
 */
export const timeSent = ({ at }: Pick<Incoming, 'at'>, now: Date): Date | undefined =>
  Math.abs(now.getTime() - at.getTime()) >= lateMs ? at : undefined;

export interface Opening {
  entries: Entry[];
  /** What the person is to be told of their memory, where it can't be shown as it is. */
  problem: ((phrases: Phrases) => string) | null;
}

/** @param tools of a new session, which keeps them to its end */
export async function composeOpening(
  parts: OpeningParts,
  entries: readonly Entry[],
  incoming: Incoming,
  tools: readonly Tool[],
  signal: AbortSignal,
): Promise<Opening> {
  const { clock, timezone, redact } = parts;
  const at = clock.now();
  const today = localDate(at, timezone());
  const prefix = prefixOf(entries);
  const isNew = prefix === undefined;
  const reading = readMemory(parts);
  // Recall begins while MEMORY.md is read, except in a new session, whose prompt will show what is read.
  const shownMemory = prefix?.system ?? withDates((await reading).memory ?? '', today);
  const [{ memory, isCut, problem }, found, lastConversation] = await Promise.all([
    reading,
    parts.recall(partWords(incoming.text).own, signal, `${shownMemory}\n${wordsShown(entries)}`),
    isNew ? (parts.lastConversation?.(incoming.key) ?? null) : null,
  ]);
  const recalled = found.filter((source) => !isRestated(memory ?? '', shownMemory, source));
  const known = memoryKnown(entries);
  // A note that can't be read counts as unchanged.
  const edit = known === undefined || memory === null ? undefined : describeEdit(known, memory, today);
  const lastAt = entries.findLast((entry) => entry.type === 'message');
  const sentAt = timeSent(incoming, at);
  const context = buildContext({
    now: at,
    timezone: timezone(),
    sentAt,
    lastAt: lastAt?.type === 'message' ? new Date(lastAt.at) : undefined,
    memoryEdit: edit,
    answered: answeredSince(entries),
    lastConversation: lastConversation ?? undefined,
    recalled,
  });
  const content: ContentBlock[] = [
    programText('context', context),
    ...(incoming.attachments ?? []),
    { type: 'text', text: incoming.text },
  ];
  const message: MessageEntry = {
    type: 'message',
    id: randomUUID(),
    at: at.toISOString(),
    role: 'user',
    content: redactContent(content, redact),
    incoming: incoming.id,
    ...(sentAt && { sent_at: sentAt.toISOString() }),
    ...(edit && memory !== null && { memory }),
    ...(lastConversation && lastConversation.others !== '' && { others_before: redact(lastConversation.others) }),
    ...(recalled.length > 0 && { sources: redactJson(recalled, redact) as Source[] }),
  };
  const opening = isNew ? [await composePrefix(parts, entries, incoming, tools, memory ?? '')] : [];
  // A note that is too long stays so for long: it is told once a session, and when its beginning has changed.
  return { entries: [...opening, message], problem: isCut && !isNew && !edit ? null : problem };
}

async function composePrefix(
  parts: OpeningParts,
  entries: readonly Entry[],
  incoming: Incoming,
  tools: readonly Tool[],
  memory: string,
): Promise<PrefixEntry> {
  const { replyMode, persona, redact } = parts;
  const facts = incoming.audience === 'private' ? await factsOf(parts, incoming) : undefined;
  const system = buildSystem({
    audience: incoming.audience,
    memory,
    maxMemoryLength: parts.maxMemoryLength(chosenModel(entries)),
    replyMode,
    persona,
    facts,
    isPrivate: parts.isPrivate,
    today: localDate(parts.clock.now(), parts.timezone()),
  });
  const definitions = tools.map(({ definition }) => ({
    name: definition.name,
    description: definition.description,
    input_schema: definition.inputSchema,
    ...(definition.purpose && { purpose: definition.purpose }),
  }));
  return {
    type: 'prefix',
    at: parts.clock.now().toISOString(),
    system: redact(system),
    tools: definitions,
    memory,
    person: facts?.name,
  };
}

/** These facts are optional: a turn does not fail for the lack of them. */
async function factsOf(parts: OpeningParts, incoming: Incoming): Promise<Facts | undefined> {
  try {
    return await parts.facts?.(incoming);
  } catch (error) {
    parts.log.warn({ reason: messageOf(error) }, 'the facts about the memory could not be told');
    return undefined;
  }
}

/** More is not kept in a session, which would hold it again at each change. */
const maxMemoryUnits = 200_000;
/** What is looked at for secrets beyond that: one that begins before the cut ends before this is over. */
const beyondUnits = 20_000;

/** Where the memory can't be read, the turn goes on without it and the person is told. */
async function readMemory(
  parts: OpeningParts,
): Promise<{ memory: string | null; isCut?: boolean; problem: Opening['problem'] }> {
  try {
    const whole = await parts.longTermMemory();
    const memory = parts.redact(withoutSensitive(cutText(whole, maxMemoryUnits + beyondUnits)));
    if (whole.length <= maxMemoryUnits) return { memory, problem: null };
    const kept = Math.min(maxMemoryUnits, Math.max(0, memory.length - beyondUnits));
    return { memory: cutText(memory, kept), isCut: true, problem: (phrases) => phrases.memoryTooLong };
  } catch (error) {
    const problem = problemOf('MEMORY.md', error);
    parts.log.warn({ ...problem, reason: messageOf(error) }, 'MEMORY.md could not be read');
    return { memory: null, problem: (phrases) => phrases.memoryUnreadable(problemIn(phrases, problem)) };
  }
}

/** MEMORY.md as the model was last shown it. */
function memoryKnown(entries: readonly Entry[]): string | undefined {
  const last = entries.findLast(
    (entry) => (entry.type === 'prefix' && isWhole(entry)) || (entry.type === 'message' && entry.memory !== undefined),
  );
  return last?.type === 'prefix' || last?.type === 'message' ? last.memory : undefined;
}

/** The person's answers to questions of the program since the last message. */
function answeredSince(entries: readonly Entry[]): string[] {
  const last = entries.findLastIndex((entry) => entry.type === 'message');
  return entries.slice(last + 1).flatMap((entry) => (entry.type === 'answered' ? [entry.text] : []));
}
