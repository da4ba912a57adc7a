// A message of the person as it is stored and sent: its context, what came with it, its words. In a new session, what
// stands before all messages as well.
import { randomUUID } from 'node:crypto';
import type { Tool } from '../agent/tool.ts';
import type { Clock } from '../base/clock.ts';
import type { Redact } from '../base/redact.ts';
import type { Timezone } from '../base/timezone.ts';
import type { ContentBlock } from '../models/message.ts';
import type { Entry, MessageEntry, Source } from '../session/entry.ts';
import type { Incoming } from './channel.ts';
import { chosenModel } from './preferred-model.ts';
import { prefixOf } from './model-call.ts';
import { buildContext, buildSystem, describeEdit } from './prompt.ts';
import { redactContent } from './redaction.ts';

export interface OpeningParts {
  /** The text of MEMORY.md, empty where there is none. */
  longTermMemory(): Promise<string>;
  /** Lines of memory that go with a message. */
  recall(words: string, signal: AbortSignal): Promise<Source[]>;
  /** How much of it a session begins with. @param model that the person chose for it, `provider/model` */
  maxMemoryLength(model: string | undefined): number;
  replyMode: 'auto' | 'tool';
  persona?: string;
  timezone: Timezone;
  redact: Redact;
  clock: Clock;
}

/** A message that waited longer, as the machine was off, is told to be of an earlier time. */
const lateMs = 10 * 60_000;

/** @param tools of a new session, which keeps them to its end */
export async function composeOpening(
  parts: OpeningParts,
  entries: readonly Entry[],
  incoming: Incoming,
  tools: readonly Tool[],
  signal: AbortSignal,
): Promise<Entry[]> {
  const { clock, timezone, redact, replyMode, persona } = parts;
  const at = clock.now();
  const [memoryText, recalled] = await Promise.all([parts.longTermMemory(), parts.recall(incoming.text, signal)]);
  const memory = redact(memoryText);
  const known = memoryKnown(entries);
  const edit = known === undefined ? undefined : describeEdit(known, memory);
  const lastAt = entries.findLast((entry) => entry.type === 'message');
  const sentAt = at.getTime() - incoming.at.getTime() >= lateMs ? incoming.at : undefined;
  const context = buildContext({
    now: at,
    timezone: timezone(),
    sentAt,
    lastAt: lastAt?.type === 'message' ? new Date(lastAt.at) : undefined,
    memoryEdit: edit,
    recalled,
  });
  const content: ContentBlock[] = [
    { type: 'text', text: context },
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
    ...(edit && { memory }),
    ...(recalled.length > 0 && { sources: recalled }),
  };
  if (prefixOf(entries)) return [message];
  const system = buildSystem({
    audience: incoming.audience,
    memory,
    maxMemoryLength: parts.maxMemoryLength(chosenModel(entries)),
    replyMode,
    ...(persona && { persona }),
  });
  const definitions = tools.map(({ definition }) => ({
    name: definition.name,
    description: definition.description,
    input_schema: definition.inputSchema,
    ...(definition.purpose && { purpose: definition.purpose }),
  }));
  return [{ type: 'prefix', at: at.toISOString(), system, tools: definitions, memory }, message];
}

/** MEMORY.md as the model was last shown it. */
function memoryKnown(entries: readonly Entry[]): string | undefined {
  const last = entries.findLast(
    (entry) => entry.type === 'prefix' || (entry.type === 'message' && entry.memory !== undefined),
  );
  return last?.type === 'prefix' || last?.type === 'message' ? last.memory : undefined;
}
