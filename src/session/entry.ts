// The lines of a session's file: one JSON object each, its `type` first. What is stored is what was sent. An entry of a
// type that this version does not know is kept as it is, and so is a content block.
import { type ContentBlock, type ProgramText, isOwnText, programText as markedText } from '../models/message.ts';
import {
  type Fitting,
  type Shape,
  anyObject,
  anything,
  boolean,
  either,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
  tagged,
} from './shape.ts';

/** Version of the file's form, in its first line. */
export const transcriptVersion = 1;

/** Of any kind: one that a later version writes is no less of the program, and does not make the line a damaged one. */
const programText = string as Shape<ProgramText>;
const text = { text: string, program: optional(programText) };
const base64 = object({ type: oneOf('base64'), media_type: string, data: string });
const image = { source: base64 };
const knownBlocks = {
  text,
  image,
  document: { source: base64, title: optional(string) },
  thinking: { thinking: string, signature: optional(nullable(string)) },
  redacted_thinking: { data: string },
  tool_use: { id: string, name: string, input: anything, raw: optional(string), signature: optional(nullable(string)) },
  /** `is_error` is false where it is missing. */
  tool_result: {
    tool_use_id: string,
    content: either(string, list(tagged({ text, image }))),
    is_error: optional(boolean),
  },
  unknown: { raw: object({ type: string }) },
};
const knownBlock = tagged(knownBlocks);
const block: Shape<ContentBlock> = (value) =>
  isTyped(value) && !isKnown(knownBlocks, value) ? null : knownBlock(value);

/** The receipt of a change, for the person. The program shows it, whatever the model says about the change. */
const receipt = object({
  verb: oneOf('saved', 'already_saved', 'changed', 'forgotten', 'reminder_set', 'reminder_cancelled'),
  /** What was written, on one line; empty for what was forgotten. */
  text: string,
  /** Of a change: what of the text is new. */
  part: optional(string),
  /** The note, relative to the memory folder; absent for what is no note. */
  path: optional(string),
  line: optional(number),
  /** The number under which the change can be taken back. */
  change: optional(number),
});
export type Receipt = Fitting<typeof receipt>;

/** A chunk of a note that the model was shown. */
const source = object({
  /** Relative to the memory folder. */
  path: string,
  /** Counted from 1; absent where the whole note was read. */
  start_line: optional(number),
  end_line: optional(number),
  text: string,
  /** How sure the search is of it, 0 to 1, where single lines were asked for. */
  score: optional(number),
});
export type Source = Fitting<typeof source>;

/** The author of a text: the person (or the program), or others. */
const trust = oneOf('own', 'others');
export type Trust = Fitting<typeof trust>;

/** A write as it would be done, for the person who is asked to agree to it. */
const proposal = object({
  action: oneOf('save', 'change', 'replace', 'forget', 'remind', 'cancel', 'other'),
  /** Exactly what the note or the reminder will say; of a removal, exactly what goes; of `replace`, the line that is true no longer. */
  text: string,
  /** For a change: exactly what stands there now. */
  before: optional(string),
  /** Of `replace`: the line that is true instead. */
  instead: optional(string),
  /** The note, or the time. */
  place: optional(string),
  /** Of a reminder its first local time, YYYY-MM-DDTHH:MM, and whether it comes again and again. */
  at: optional(string),
  repeats: optional(boolean),
  /** Of a reminder the instant of its first time. */
  due: optional(instant),
});
export type Proposal = Fitting<typeof proposal>;

/** The data of one tool result. It stands beside the message and never goes to a model. */
const outcome = object({
  tool_use_id: string,
  receipts: optional(list(receipt)),
  sources: optional(list(source)),
  trust: optional(trust),
  said: optional(string),
  /** A write that was not done and waits for the person; `name` is null where the person can't be asked. */
  waits: optional(object({ name: nullable(string), proposal })),
  /** It ended the turn: the model is not asked again. */
  ends_turn: optional(boolean),
});
export type Outcome = Fitting<typeof outcome>;

const knownEntries = {
  /** First line of the file. */
  session: {
    version: number,
    id: string,
    /** `{channel}:{connector}:{conversation}:{user}` */
    key: string,
    created_at: instant,
  },

  /** What stands before the messages of every request, rendered once. The newest one counts. */
  prefix: {
    at: instant,
    system: string,
    tools: list(
      object({
        name: string,
        description: string,
        input_schema: anyObject,
        purpose: optional(oneOf('save', 'search', 'remind')),
      }),
    ),
    /** MEMORY.md as `system` shows it: what later edits are told against. All three are empty once the session has ended. */
    memory: string,
    /** What the person calls themselves on the channel. */
    person: optional(string),
  },

  message: {
    id: string,
    at: instant,
    role: oneOf('user', 'assistant'),
    content: list(block),
    /** In a person's message: the channel's id of it, by which a redelivery is recognised. */
    incoming: optional(string),
    /** In a person's message that came late: when it was sent. Its words ("tomorrow") are of that day. */
    sent_at: optional(instant),
    /** In a person's message: MEMORY.md as of this turn, where it had changed and the message tells so. */
    memory: optional(string),
    /** In a person's message: the chunks of notes that were recalled with it. */
    sources: optional(list(source)),
    /** In the first message of a session: what others had said in the session before, which its context tells of. */
    others_before: optional(string),
    /** In a person's message: words of it were forgotten, so that it no longer says what they said. */
    forgotten: optional(boolean),
    /** In a message with tool results: the data of the results that have any. */
    outcomes: optional(list(outcome)),
    /** In an assistant's message: the model that answered, and why it stopped. */
    model: optional(string),
    stop_reason: optional(string),
  },

  /** Tokens and price of one model call. `input` excludes what was read from or written to the cache. */
  usage: {
    at: instant,
    purpose: string,
    model: string,
    input: number,
    output: number,
    cache_read: number,
    cache_write: number,
    /** Null: the price of the model is not known. */
    cost_usd: nullable(number),
  },

  /** The end of a turn: everything before it in the file is dealt with. */
  turn: {
    at: instant,
    /** The message that the replies belong to. Others since the turn before were answered along with it. */
    incoming: string,
    outcome: string,
    /** What the person was told at the end, apart from `send_message`: null for nothing. */
    reply: nullable(string),
    messages_sent: number,
    rounds: number,
    input: number,
    output: number,
    cache_read: number,
    cache_write: number,
    cost_usd: nullable(number),
    duration_ms: number,
  },

  /** Stands in the place of the messages before `dropped_before` (a message id; null: of an earlier session). */
  compaction: { at: instant, summary: string, dropped_before: nullable(string) },

  /** Thinking in the messages before this line was refused by the API and is not sent again. */
  thinking_dropped: { at: instant },

  /** Attachments, and blocks of kinds that are not known, in the messages before this one (an id) were refused by the API. */
  attachments_dropped: { at: instant, before: string },

  /** Another model answered than the time before, or the person chose one for this conversation. */
  model_change: { at: instant, model: string, by: optional(oneOf('person')) },

  /** The language of the conversation, by its name in English: that of the program's own words from here on. */
  language: { at: instant, language: string },

  /** The message with this id of the channel has failed for good: its text is not sent to a model again. */
  given_up: { at: instant, incoming: string },

  /** The person's answer to a proposed write, and its outcome; the model is told with the next message. */
  answered: { at: instant, text: string },

  /**
   * A command asked the person something: the commands that a yes and a no in plain words stand for. Both are null once it
   * was answered. The newest one counts, and none that a message came after.
   */
  asked: { at: instant, yes: nullable(string), no: nullable(string) },

  /** The person asked for another answer: what came after the words of that turn (of this message) is taken back. */
  retry: { at: instant, incoming: string, message: string },

  /**
   * What a model made of the messages up to `through` (a message id): the summary that can stand in their place, empty
   * where none was asked for, and what is worth noting. Paid for once: a process that dies goes on from here.
   */
  distilled: {
    at: instant,
    through: string,
    summary: string,
    /** `date` and `time` are local, of when it was said. */
    notes: list(object({ date: string, time: string, text: string })),
  },

  /** What the session came to, made at its end: the next one begins with it. `said_at`: when the last of it was said. */
  session_summary: { at: instant, said_at: instant, text: string },

  /** Everything worth keeping up to here is in the daily notes. */
  flushed: { at: instant, through: string },
};
const knownEntry = tagged(knownEntries);
type KnownEntry = Fitting<typeof knownEntry>;

export type SessionEntry = Extract<KnownEntry, { type: 'session' }>;
export type PrefixEntry = Extract<KnownEntry, { type: 'prefix' }>;
export type MessageEntry = Extract<KnownEntry, { type: 'message' }>;
export type UsageEntry = Extract<KnownEntry, { type: 'usage' }>;
export type TurnEntry = Extract<KnownEntry, { type: 'turn' }>;
export type AskedEntry = Extract<KnownEntry, { type: 'asked' }>;
export type AnsweredEntry = Extract<KnownEntry, { type: 'answered' }>;
export type DistilledEntry = Extract<KnownEntry, { type: 'distilled' }>;

/**
 * The end of a turn that asked no model and sent nothing.
 * @param incoming the id of its message
 * @param at ISO 8601
 */
export const unusedTurn = (incoming: string, at: string, outcome: TurnEntry['outcome']): TurnEntry => ({
  type: 'turn',
  at,
  incoming,
  outcome,
  reply: null,
  messages_sent: 0,
  rounds: 0,
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write: 0,
  cost_usd: 0,
  duration_ms: 0,
});

/**
 * An entry of a session that has ended: without the copies of MEMORY.md, of the system prompt and of the tools, which only a next request
 * would need, and which were three quarters of all that sessions hold.
 */
export function entryOfEnded(entry: Entry): Entry {
  if (entry.type === 'prefix') return { ...entry, system: '', tools: [], memory: '' };
  if (entry.type !== 'message' || entry.memory === undefined) return entry;
  const { memory: _, ...said } = entry;
  return said;
}

/** Whether the prefix still has what a request begins with. */
export const isWhole = (prefix: PrefixEntry): boolean => prefix.system !== '';

/** An entry of a later version's making. */
export interface UnknownEntry {
  type: 'unknown';
  raw: { type: string; [key: string]: unknown };
}
export type Entry = KnownEntry | UnknownEntry;

/**
 * Reads one line.
 * @throws for anything that is not a JSON object with a `type`, or a known type with wrong fields
 */
export function parseEntry(line: string): Entry {
  const value: unknown = JSON.parse(line);
  if (isTyped(value) && !isKnown(knownEntries, value)) return { type: 'unknown', raw: value };
  const problem = knownEntry(value);
  if (problem !== null) throw new TypeError(`the entry${problem}`);
  const entry = value as KnownEntry;
  if (entry.type === 'message') entry.content = withMarks(entry.role, entry.content.map(asBlock));
  return entry;
}

const contextStart = '<context>';

/**
 * Versions up to 0.2 stored the context of a message without a mark: before the words, which were the last text. Between
 * the two stands at most what is left of forgotten pictures.
 */
function withMarks(role: MessageEntry['role'], content: ContentBlock[]): ContentBlock[] {
  const [first] = content;
  const last = content.findLastIndex((block) => block.type === 'text');
  const isOld =
    role === 'user' &&
    first?.type === 'text' &&
    first.text.startsWith(contextStart) &&
    last > 0 &&
    content.every((block) => block.type !== 'text' || isOwnText(block));
  if (!isOld) return content;
  return content.map((block, index) =>
    block.type === 'text' && index < last ? markedText(index === 0 ? 'context' : 'attachment', block.text) : block,
  );
}

/** A block of a later version's making is wrapped; what may be missing is filled in. */
function asBlock(content: ContentBlock): ContentBlock {
  if (!isKnown(knownBlocks, content)) return { type: 'unknown', raw: content as object as UnknownEntry['raw'] };
  return content.type === 'tool_result' && (content.is_error as unknown) === undefined
    ? { ...content, is_error: false }
    : content;
}

/** The line of an entry, without its newline. */
export const formatEntry = (entry: Entry): string => JSON.stringify(entry.type === 'unknown' ? entry.raw : entry);

function isTyped(value: unknown): value is { type: string } {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

const isKnown = (kinds: object, { type }: { type: string }): boolean => Object.hasOwn(kinds, type);
