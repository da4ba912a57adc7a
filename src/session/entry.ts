// The lines of a session's file: one JSON object each, its `type` first. What is stored is what was sent. An entry of a
// type that this version does not know is kept as it is, and so is a content block.
import { z } from 'zod';
import type { ContentBlock } from '../provider/message.ts';

/** Version of the file's form, in its first line. */
export const transcriptVersion = 1;

const instant = z.iso.datetime();

const text = z.object({ type: z.literal('text'), text: z.string() });
const base64 = z.object({ type: z.literal('base64'), media_type: z.string(), data: z.string() });
const image = z.object({ type: z.literal('image'), source: base64 });
const knownBlock = z.discriminatedUnion('type', [
  text,
  image,
  z.object({ type: z.literal('document'), source: base64, title: z.string().optional() }),
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().nullish() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.unknown(),
    raw: z.string().optional(),
    signature: z.string().nullish(),
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image]))]),
    is_error: z.boolean().default(false),
  }),
  z.object({ type: z.literal('unknown'), raw: z.looseObject({ type: z.string() }) }),
]);
const knownTypes: ReadonlySet<unknown> = new Set(knownBlock.options.map((option) => option.shape.type.value));
const block = z.preprocess(
  (value) => (isTyped(value) && !knownTypes.has(value.type) ? { type: 'unknown', raw: value } : value),
  knownBlock,
) as unknown as z.ZodType<ContentBlock>;

/** First line of the file. */
const session = z.object({
  type: z.literal('session'),
  version: z.int(),
  id: z.string(),
  /** `{channel}:{connector}:{conversation}:{user}` */
  key: z.string(),
  created_at: instant,
});

/** What stands before the messages of every request, rendered once. The newest one counts. */
const prefix = z.object({
  type: z.literal('prefix'),
  at: instant,
  system: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), input_schema: z.record(z.string(), z.unknown()) })),
  /** MEMORY.md as `system` shows it: what later edits are told against. */
  memory: z.string(),
});

const message = z.object({
  type: z.literal('message'),
  id: z.string(),
  at: instant,
  role: z.enum(['user', 'assistant']),
  content: z.array(block),
  /** Of a person's message: the channel's id of it, by which a redelivery is recognised. */
  incoming: z.string().optional(),
  /** Of a person's message: MEMORY.md as of this turn, where it had changed and the message tells so. */
  memory: z.string().optional(),
  /** Of an assistant's message: who answered, and why it stopped. */
  model: z.string().optional(),
  stop_reason: z.string().optional(),
});

/** Tokens and price of one model call. `input` excludes what was read from or written to the cache. */
const usage = z.object({
  type: z.literal('usage'),
  at: instant,
  purpose: z.string(),
  model: z.string(),
  input: z.number(),
  output: z.number(),
  cache_read: z.number(),
  cache_write: z.number(),
  /** Null: the price of the model is not known. */
  cost_usd: z.number().nullable(),
});

/** The end of a turn: everything before it in the file is dealt with. */
const turn = z.object({
  type: z.literal('turn'),
  at: instant,
  /** The message that the replies belong to. Others since the turn before were answered along with it. */
  incoming: z.string(),
  outcome: z.string(),
  /** What the person was told at the end, apart from `send_message`: null for nothing. */
  reply: z.string().nullable(),
  messages_sent: z.number(),
  rounds: z.number(),
  input: z.number(),
  output: z.number(),
  cache_read: z.number(),
  cache_write: z.number(),
  cost_usd: z.number().nullable(),
  duration_ms: z.number(),
});

/** Stands in the place of the messages before `dropped_before` (a message id; null: of an earlier session). */
const compaction = z.object({ type: z.literal('compaction'), at: instant, summary: z.string(), dropped_before: z.string().nullable() });

/** Thinking in the messages before this line was refused by the API and is not sent again. */
const thinkingDropped = z.object({ type: z.literal('thinking_dropped'), at: instant });

const modelChange = z.object({ type: z.literal('model_change'), at: instant, model: z.string() });

/**
 * What a model made of the messages up to `through` (a message id): the summary that can stand in their place, empty
 * where none was asked for, and what is worth noting. Paid for once: a process that dies goes on from here.
 */
const distilled = z.object({
  type: z.literal('distilled'),
  at: instant,
  through: z.string(),
  summary: z.string(),
  /** `date` and `time` are local, of when it was said. */
  notes: z.array(z.object({ date: z.string(), time: z.string(), text: z.string() })),
});

/** What was said up to here and is worth keeping is in the daily notes. */
const flushed = z.object({ type: z.literal('flushed'), at: instant, through: z.string() });

const knownEntry = z.discriminatedUnion('type', [session, prefix, message, usage, turn, compaction, thinkingDropped, modelChange, distilled, flushed]);
const knownEntryTypes: ReadonlySet<unknown> = new Set(knownEntry.options.map((option) => option.shape.type.value));

export type SessionEntry = z.infer<typeof session>;
export type PrefixEntry = z.infer<typeof prefix>;
export type MessageEntry = z.infer<typeof message>;
export type UsageEntry = z.infer<typeof usage>;
export type TurnEntry = z.infer<typeof turn>;
export type DistilledEntry = z.infer<typeof distilled>;
/** An entry of a later version's making. */
export interface UnknownEntry {
  type: 'unknown';
  raw: { type: string; [key: string]: unknown };
}
export type Entry = z.infer<typeof knownEntry> | UnknownEntry;

/**
 * Reads one line.
 * @throws for anything that is not a JSON object with a `type`, or a known type with wrong fields
 */
export function parseEntry(line: string): Entry {
  const value: unknown = JSON.parse(line);
  if (isTyped(value) && !knownEntryTypes.has(value.type)) return { type: 'unknown', raw: value };
  return knownEntry.parse(value);
}

/** The line of an entry, without its newline. */
export const formatEntry = (entry: Entry): string => JSON.stringify(entry.type === 'unknown' ? entry.raw : entry);

function isTyped(value: unknown): value is { type: string } {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
