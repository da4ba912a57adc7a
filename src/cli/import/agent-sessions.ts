// The conversations that OpenClaw and Hermes keep: OpenClaw a file of JSON lines each, Hermes a database, and in older versions
// files as well. Unknown fields are ignored. Pure; the database is read from its bytes.
import { z } from 'zod';
import Database from 'better-sqlite3';
import { type Conversation, type Said } from './conversation.ts';
import { describeCall, describeResult, textOf } from './transcript.ts';
import { append } from '../../base/lists.ts';

const block = z.looseObject({ type: z.string(), text: z.string().nullish(), name: z.string().nullish() });
const messageSchema = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(block)]).nullish(),
  timestamp: z.union([z.string(), z.number()]).nullish(),
  toolName: z.string().nullish(),
  name: z.string().nullish(),
});
/** A line of OpenClaw's: an envelope with the message in it. */
const enveloped = z.object({
  type: z.literal('message'),
  timestamp: z.union([z.string(), z.number()]).nullish(),
  message: messageSchema,
});
const opening = z.object({ type: z.literal('session'), id: z.string(), timestamp: z.string().nullish() });
/** A line of an early Hermes: one turn. */
const pair = z.object({
  timestamp: z.union([z.string(), z.number()]).nullish(),
  user_message: z.string(),
  assistant_response: z.string(),
});

/** @param lines the parsed lines of the file @returns null where none of them belongs to a conversation */
export function parseSessionLines(lines: Iterable<unknown>, title: string): Conversation | null {
  const messages: Said[] = [];
  let id: string | null = null;
  let begun: Date | null = null;
  let isKnown = false;
  for (const line of lines) {
    const start = opening.safeParse(line);
    if (start.success) {
      id = start.data.id;
      begun = dateOf(start.data.timestamp);
    }
    const said = saidInLine(line);
    isKnown ||= start.success || said !== null;
    append(messages, said ?? []);
  }
  return isKnown ? { id: id ?? title, title, at: begun ?? messages[0]?.at ?? null, messages } : null;
}

function saidInLine(line: unknown): Said[] | null {
  const entry = enveloped.safeParse(line);
  if (entry.success) return saidBy(entry.data.message, dateOf(entry.data.timestamp ?? entry.data.message.timestamp));
  const turn = pair.safeParse(line);
  if (turn.success) {
    const at = dateOf(turn.data.timestamp);
    return [...said('person', turn.data.user_message, at), ...said('assistant', turn.data.assistant_response, at)];
  }
  const message = messageSchema.safeParse(line);
  return message.success ? saidBy(message.data, dateOf(message.data.timestamp)) : null;
}

const snapshot = z.object({
  session_id: z.string(),
  session_start: z.string().nullish(),
  messages: z.array(messageSchema.nullish().catch(null)),
});

/** A session of Hermes as one JSON document. @returns null for another document */
export function parseSnapshot(json: unknown): Conversation | null {
  const parsed = snapshot.safeParse(json);
  if (!parsed.success) return null;
  const { session_id: id, session_start: start, messages: list } = parsed.data;
  const messages = list.flatMap((message) => (message ? saidBy(message, dateOf(message.timestamp)) : []));
  return { id, title: `Conversation ${id}`, at: dateOf(start) ?? messages[0]?.at ?? null, messages };
}

function saidBy({ role, content, toolName, name }: z.infer<typeof messageSchema>, at: Date | null): Said[] {
  if (role === 'toolResult' || role === 'tool')
    return said('assistant', describeResult(toolName ?? name ?? undefined, textOf(content)), at);
  if (role !== 'user' && role !== 'assistant') return [];
  const blocks = typeof content === 'string' ? [content] : (content ?? []).map(textOfBlock);
  return said(role === 'user' ? 'person' : 'assistant', blocks.filter((one) => one !== '').join('\n'), at);
}

function textOfBlock({ type, text, name, ...more }: z.infer<typeof block>): string {
  if (type === 'text') return text ?? '';
  if ((type === 'toolCall' || type === 'tool_use') && name)
    return describeCall({ name, input: asObject(more['arguments'] ?? more['input']) });
  return type === 'image' ? '(a picture)' : '';
}

const asObject = (value: unknown): Record<string, unknown> => z.record(z.string(), z.unknown()).catch({}).parse(value);

const said = (from: Said['from'], text: string, at: Date | null): Said[] =>
  text.trim() === '' ? [] : [{ from, text: text.trim(), at }];

interface SessionRow {
  id: string;
  title: string | null;
  started_at: number | null;
}
interface MessageRow {
  role: string;
  content: string | null;
  tool_name: string | null;
  timestamp: number | null;
}

/**
 * The conversations of Hermes' `state.db`.
 * @throws Error where the bytes are no such database
 */
export function* parseHermesDatabase(bytes: Buffer): Generator<Conversation> {
  // The header says that a log lies beside the file, and SQLite does not open it from memory without that log.
  const plain = Buffer.from(bytes);
  plain.fill(1, 18, 20);
  // oxlint-disable-next-line scrubjay/no-bare-database -- bytes in memory, and no file
  const db = new Database(plain, { readonly: true });
  try {
    const messagesOf = db.prepare<[string], MessageRow>(
      'SELECT role, content, tool_name, timestamp FROM messages WHERE session_id = ? ORDER BY id',
    );
    for (const { id, title, started_at: start } of db
      .prepare<[], SessionRow>('SELECT id, title, started_at FROM sessions ORDER BY started_at, id')
      .all()) {
      const messages = messagesOf
        .all(id)
        .flatMap(({ role, content, tool_name: toolName, timestamp }) =>
          saidBy({ role, content: decoded(content), toolName }, dateOf(timestamp)),
        );
      yield { id, title: title?.trim() || `Conversation ${id}`, at: dateOf(start), messages };
    }
  } finally {
    db.close();
  }
}

/** The column holds contents of several parts as JSON. */
function decoded(content: string | null): string | z.infer<typeof block>[] {
  if (!content?.startsWith('[')) return content ?? '';
  try {
    const blocks = z.array(block).safeParse(JSON.parse(content));
    return blocks.success ? blocks.data : content;
  } catch {
    return content;
  }
}

/** Seconds or milliseconds since 1970, or a text. */
function dateOf(given: string | number | null | undefined): Date | null {
  const isSeconds = typeof given === 'number' && given < 100_000_000_000;
  const date = new Date(isSeconds ? given * 1000 : (given ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? null : date;
}
