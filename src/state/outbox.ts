// The messages to be sent, kept until they are delivered. A row is one message of the channel:
// pending -> sending -> sent | dead. A row that a crash left `sending` may have been delivered: it goes back to pending
// with `mayRepeat` set, and the channel says so when it sends it again.
import type { Database } from 'better-sqlite3';
import { channelOf } from '../base/session-key.ts';

export type OutboxState = 'pending' | 'sending' | 'sent' | 'dead';

export interface OutboxRow {
  seq: number;
  turn: string;
  dedupe: string;
  /** Place within the post. Whole numbers as posted; fractions where a chunk had to be split again. */
  chunk: number;
  /** Where it goes, as `<channel>:<place>`, such as `telegram:7`. Rows of one chat leave in order. */
  chat: string;
  /** JSON, as the channel wrote it. */
  payload: string;
  /** JSON, as the channel wrote it; null for a message without any. Of a post of several chunks the last one has them. */
  buttons: string | null;
  state: OutboxState;
  /** An earlier try may have been delivered. */
  mayRepeat: boolean;
  attempts: number;
  retryAt: Date | null;
  messageId: string | null;
  lastError: string | null;
}

/** A message that is there already and holds what is known of an answer. */
export interface LiveMessage {
  turn: string;
  chat: string;
  /** Null: it was about to be sent, and may be there. */
  messageId: string | null;
}

/** All of it is synchronous; call what writes inside `State.write`. */
export interface Outbox {
  /**
   * Takes a post of one or more chunks.
   * @param post.notBefore held until then, and what is posted later passes it; default: leaves in its turn
   * @returns its number, and whether it is new: a second post of (turn, dedupe) is dropped
   */
  put(post: {
    turn: string;
    dedupe: string;
    chat: string;
    chunks: readonly string[];
    at: Date;
    buttons?: string | null;
    notBefore?: Date | null;
  }): { post: number; isNew: boolean };
  /** Numbers are never given twice within one file. */
  find(seq: number): OutboxRow | null;
  /** Replaces the buttons of a message; null takes them away. */
  setButtons(seq: number, buttons: string | null): void;
  /** Chats of a channel with something to send at this time. */
  chats(channel: string, now: Date): string[];
  /** The row of the chat that leaves next at this time. */
  next(chat: string, now: Date): OutboxRow | null;
  /** How many rows of a chat still wait. */
  waiting(chat: string): number;
  begin(seq: number): void;
  sent(seq: number, messageId: string): void;
  /** Back to pending, not before `retryAt`. `mayRepeat`: this try may have been delivered all the same. */
  later(seq: number, why: { retryAt: Date | null; error: string; mayRepeat: boolean }): void;
  dead(seq: number, error: string): void;
  /** Replaces a row by several that take its place in the order; its buttons go to the last. */
  split(seq: number, payloads: readonly string[]): void;
  /** After a start: what was `sending` when the process died. @returns how many */
  recover(): number;
  ofTurn(turn: string): OutboxRow[];
  /** The message that shows a turn's answer while it grows, if there is one: the first post of the turn takes its place. */
  live(turn: string): LiveMessage | null;
  lives(channel: string): LiveMessage[];
  setLive(live: LiveMessage): void;
  dropLive(turn: string): void;
  /** Whether this message of a chat is known, as one that was delivered or that an answer grows in. */
  isKnownMessage(chat: string, messageId: string): boolean;
  counts(): Record<OutboxState, number>;
  prune(before: Date): number;
}

interface Stored {
  seq: number;
  post: number;
  turn: string;
  dedupe: string;
  chunk: number;
  chat: string;
  payload: string;
  buttons: string | null;
  state: OutboxState;
  may_repeat: number;
  attempts: number;
  retry_at: number | null;
  message_id: string | null;
  last_error: string | null;
  created_at: number;
  not_before: number | null;
}

const fromStored = (row: Stored): OutboxRow => ({
  seq: row.seq,
  turn: row.turn,
  dedupe: row.dedupe,
  chunk: row.chunk,
  chat: row.chat,
  payload: row.payload,
  buttons: row.buttons,
  state: row.state,
  mayRepeat: row.may_repeat === 1,
  attempts: row.attempts,
  retryAt: row.retry_at === null ? null : new Date(row.retry_at),
  messageId: row.message_id,
  lastError: row.last_error,
});

/** Quiet hours hold a message for less than a day. What is held for longer was posted before the clock was set back. */
const maxHeldMs = 25 * 3_600_000;

/** Whether a row may be sent at the instant that is the parameter. */
const isFree = `coalesce(not_before, 0) - ? NOT BETWEEN 1 AND ${maxHeldMs}`;

/** Private messages are not kept once they are delivered or have failed for good. */
const withoutPrivateText = `payload = CASE WHEN is_private = 1 THEN '{}' ELSE payload END`;

// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
export function createOutbox(db: Database): Outbox {
  const known = db.prepare<[string, string], { post: number }>(
    'SELECT post FROM outbox WHERE turn = ? AND dedupe = ? LIMIT 1',
  );
  const newest = db.prepare<[], { post: number | null }>('SELECT max(post) AS post FROM outbox');
  const put = db.prepare(
    `INSERT INTO outbox (post, turn, dedupe, chunk, chat, payload, buttons, state, created_at, not_before, is_private)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, EXISTS (SELECT 1 FROM inbox WHERE turn = ? AND is_private = 1))`,
  );
  const chats = db.prepare<[number], { chat: string }>(
    `SELECT DISTINCT chat FROM outbox WHERE state IN ('pending', 'sending') AND ${isFree}`,
  );
  const next = db.prepare<[string, number], Stored>(
    `SELECT * FROM outbox WHERE state IN ('pending', 'sending') AND chat = ? AND ${isFree} ORDER BY post, chunk LIMIT 1`,
  );
  const waiting = db.prepare<[string], { n: number }>(
    `SELECT count(*) AS n FROM outbox WHERE state IN ('pending', 'sending') AND chat = ?`,
  );
  const bySeq = db.prepare<[number], Stored>('SELECT * FROM outbox WHERE seq = ?');
  const setButtons = db.prepare<[string | null, number]>('UPDATE outbox SET buttons = ? WHERE seq = ?');
  const begin = db.prepare<[number]>(`UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE seq = ?`);
  const sent = db.prepare<[string, number]>(
    `UPDATE outbox SET state = 'sent', message_id = ?, retry_at = NULL, ${withoutPrivateText} WHERE seq = ?`,
  );
  const later = db.prepare(
    `UPDATE outbox SET state = 'pending', retry_at = ?, last_error = ?, may_repeat = max(may_repeat, ?) WHERE seq = ?`,
  );
  const dead = db.prepare<[string, number]>(
    `UPDATE outbox SET state = 'dead', last_error = ?, ${withoutPrivateText} WHERE seq = ?`,
  );
  const rewrite = db.prepare<[string, string | null, number]>(
    `UPDATE outbox SET payload = ?, buttons = ?, state = 'pending' WHERE seq = ?`,
  );
  const after = db.prepare<[number, number], { chunk: number | null }>(
    'SELECT min(chunk) AS chunk FROM outbox WHERE post = ? AND chunk > ?',
  );
  const recover = db.prepare<[]>(`UPDATE outbox SET state = 'pending', may_repeat = 1 WHERE state = 'sending'`);
  const ofTurn = db.prepare<[string], Stored>('SELECT * FROM outbox WHERE turn = ? ORDER BY post, chunk');
  const lives = db.prepare<[], LiveMessage>('SELECT turn, chat, message_id AS messageId FROM live_message');
  const live = db.prepare<[string], LiveMessage>(
    'SELECT turn, chat, message_id AS messageId FROM live_message WHERE turn = ?',
  );
  const setLive = db.prepare<[string, string, string | null]>(
    'INSERT OR REPLACE INTO live_message (turn, chat, message_id) VALUES (?, ?, ?)',
  );
  const dropLive = db.prepare<[string]>('DELETE FROM live_message WHERE turn = ?');
  const isKnown = db.prepare<[string, string, string, string], { n: number }>(
    `SELECT EXISTS (SELECT 1 FROM outbox WHERE chat = ? AND message_id = ?) OR EXISTS (SELECT 1 FROM live_message WHERE chat = ? AND message_id = ?) AS n`,
  );
  const counts = db.prepare<[], { state: OutboxState; n: number }>(
    'SELECT state, count(*) AS n FROM outbox GROUP BY state',
  );
  const prune = db.prepare<[number]>(`DELETE FROM outbox WHERE state IN ('sent', 'dead') AND created_at < ?`);

  return {
    put({ turn, dedupe, chat, chunks, at, buttons = null, notBefore = null }) {
      const before = known.get(turn, dedupe);
      if (before) return { post: before.post, isNew: false };
      const post = (newest.get()?.post ?? 0) + 1;
      for (const [index, payload] of chunks.entries()) {
        put.run(
          post,
          turn,
          dedupe,
          index,
          chat,
          payload,
          index === chunks.length - 1 ? buttons : null,
          at.getTime(),
          notBefore?.getTime() ?? null,
          turn,
        );
      }
      return { post, isNew: true };
    },
    find(seq) {
      const row = bySeq.get(seq);
      return row ? fromStored(row) : null;
    },
    setButtons: (seq, buttons) => void setButtons.run(buttons, seq),
    chats: (channel, now) =>
      chats
        .all(now.getTime())
        .map(({ chat }) => chat)
        .filter((chat) => channelOf(chat) === channel),
    next(chat, now) {
      const row = next.get(chat, now.getTime());
      return row ? fromStored(row) : null;
    },
    waiting: (chat) => waiting.get(chat)?.n ?? 0,
    begin: (seq) => void begin.run(seq),
    sent: (seq, messageId) => void sent.run(messageId, seq),
    later: (seq, { retryAt, error, mayRepeat }) =>
      void later.run(retryAt?.getTime() ?? null, error, mayRepeat ? 1 : 0, seq),
    dead: (seq, error) => void dead.run(error, seq),
    split(seq, payloads) {
      const row = bySeq.get(seq);
      const [first, ...rest] = payloads;
      if (!row || first === undefined) return;
      rewrite.run(first, rest.length === 0 ? row.buttons : null, seq);
      const room = (after.get(row.post, row.chunk)?.chunk ?? row.chunk + 1) - row.chunk;
      for (const [index, payload] of rest.entries()) {
        const chunk = row.chunk + (room * (index + 1)) / payloads.length;
        put.run(
          row.post,
          row.turn,
          row.dedupe,
          chunk,
          row.chat,
          payload,
          index === rest.length - 1 ? row.buttons : null,
          row.created_at,
          row.not_before,
          row.turn,
        );
      }
    },
    recover: () => recover.run().changes,
    ofTurn: (turn) => ofTurn.all(turn).map(fromStored),
    live: (turn) => live.get(turn) ?? null,
    lives: (channel) => lives.all().filter(({ chat }) => channelOf(chat) === channel),
    setLive: ({ turn, chat, messageId }) => void setLive.run(turn, chat, messageId),
    dropLive: (turn) => void dropLive.run(turn),
    isKnownMessage: (chat, messageId) => isKnown.get(chat, messageId, chat, messageId)?.n === 1,
    counts() {
      const result: Record<OutboxState, number> = { pending: 0, sending: 0, sent: 0, dead: 0 };
      for (const row of counts.all()) result[row.state] = row.n;
      return result;
    },
    prune: (before) => prune.run(before.getTime()).changes,
  };
}
