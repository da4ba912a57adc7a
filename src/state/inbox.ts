// The messages that arrived, kept until they are answered. The inbox knows conversations, turns and attempts; what a body means is the channel's affair.
import type { Database } from 'better-sqlite3';
import { channelOf } from '../base/session-key.ts';

export type InboxState = 'pending' | 'done' | 'skipped' | 'dead';

export interface InboxRow {
  /** Order of arrival. */
  seq: number;
  /** Where it came from: the channel's name and what distinguishes two accounts of it, such as `telegram:<bot id>`. */
  channel: string;
  /** The channel's own id of it, unique within `channel`. */
  key: string;
  kind: string;
  /** Session key. Rows of one conversation are worked on in order. */
  conversation: string;
  /** JSON, as the channel wrote it. */
  body: string;
  receivedAt: Date;
  state: InboxState;
  /** The turn this row went into; null while it waits for one. */
  turn: string | null;
  /** Runs begun, counted before each. */
  attempts: number;
  lastError: string | null;
}

export interface NewInboxRow {
  channel: string;
  key: string;
  kind: string;
  conversation: string;
  body: string;
  receivedAt: Date;
  /** `skipped`: nothing will be done with it, but its id counts as seen. Default `pending`. */
  state?: 'pending' | 'skipped';
}

/** All of it is synchronous; call what writes inside `State.write`. */
export interface Inbox {
  /** @returns false when (channel, key) was there already: then nothing changes */
  put(row: NewInboxRow): boolean;
  /**
   * Conversations with pending rows, the one that waits longest first.
   * @param channel only those whose session key begins with this channel's name; all unless given
   */
  conversations(channel?: string): string[];
  /** The pending rows of a conversation in order of arrival. */
  pending(conversation: string): InboxRow[];
  /** Looks a row up whatever its state. */
  find(channel: string, key: string): InboxRow | null;
  ofSeq(seq: number): InboxRow | null;
  /** The rows of a turn in order of arrival. */
  ofTurn(turn: string): InboxRow[];
  /** Binds rows to a turn for good (a replay must group them the same way) and counts an attempt. */
  begin(seqs: readonly number[], turn: string): void;
  /** Binds rows to a turn without counting an attempt. */
  bind(seqs: readonly number[], turn: string): void;
  /** Takes an attempt back: the run was stopped by us, not by what it ran. */
  refund(turn: string): void;
  /** Changes what a row says, whatever became of it. */
  rewrite(seq: number, body: string): void;
  /** The newest rows of a conversation that said something, the newest first. */
  newest(conversation: string, count: number): InboxRow[];
  /** The rows of a conversation that failed for good, the oldest first. */
  dead(conversation: string): InboxRow[];
  fail(turn: string, error: string): void;
  finish(turn: string, state: 'done' | 'dead' | 'skipped'): void;
  /**
   * Puts the rows of an ended turn in again as new ones, to be answered afresh; what had failed for good counts as dealt with.
   * @param request names the wish: the same one is granted once
   */
  repeat(turn: string, request: string, at: Date): void;
  counts(): Record<InboxState, number>;
  /** When the row that came last was received, by the clock of then; null for none. */
  lastReceived(): Date | null;
  /** Drops rows that ended before `before`. Their ids may then be taken for new ones: stay well over 24 h. */
  prune(before: Date): number;
}

interface Stored {
  seq: number;
  channel: string;
  key: string;
  kind: string;
  conversation: string;
  body: string;
  received_at: number;
  state: InboxState;
  turn: string | null;
  attempts: number;
  last_error: string | null;
}

const fromStored = (row: Stored): InboxRow => ({
  seq: row.seq,
  channel: row.channel,
  key: row.key,
  kind: row.kind,
  conversation: row.conversation,
  body: row.body,
  receivedAt: new Date(row.received_at),
  state: row.state,
  turn: row.turn,
  attempts: row.attempts,
  lastError: row.last_error,
});

/** What was said in private is not kept once it is dealt with. */
const withoutPrivateText = `body = CASE WHEN is_private = 1 THEN '{}' ELSE body END, last_error = CASE WHEN is_private = 1 THEN NULL ELSE last_error END`;

// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
export function createInbox(db: Database): Inbox {
  const put = db.prepare(
    `INSERT INTO inbox (channel, key, kind, conversation, body, received_at, state, is_private)
     VALUES (?, ?, ?, ?, ?, ?, ?, EXISTS (SELECT 1 FROM private_conversation WHERE conversation = ?))
     ON CONFLICT (channel, key) DO NOTHING`,
  );
  const conversations = db.prepare<[], { conversation: string }>(
    `SELECT conversation FROM inbox WHERE state = 'pending' GROUP BY conversation ORDER BY min(seq)`,
  );
  const pending = db.prepare<[string], Stored>(
    `SELECT * FROM inbox WHERE state = 'pending' AND conversation = ? ORDER BY seq`,
  );
  const find = db.prepare<[string, string], Stored>('SELECT * FROM inbox WHERE channel = ? AND key = ?');
  const ofTurn = db.prepare<[string], Stored>('SELECT * FROM inbox WHERE turn = ? ORDER BY seq');
  const bind = db.prepare<[string, number]>(`UPDATE inbox SET turn = ? WHERE seq = ? AND state = 'pending'`);
  const begin = db.prepare<[string, number]>(
    `UPDATE inbox SET turn = ?, attempts = attempts + 1 WHERE seq = ? AND state = 'pending'`,
  );
  const refund = db.prepare<[string]>('UPDATE inbox SET attempts = max(0, attempts - 1) WHERE turn = ?');
  const rewrite = db.prepare<[string, number]>('UPDATE inbox SET body = ? WHERE seq = ?');
  const newest = db.prepare<[string, number], Stored>(
    `SELECT * FROM inbox WHERE conversation = ? AND body <> '{}' ORDER BY seq DESC LIMIT ?`,
  );
  const dead = db.prepare<[string], Stored>(
    `SELECT * FROM inbox WHERE state = 'dead' AND conversation = ? ORDER BY seq`,
  );
  const fail = db.prepare<[string, string]>('UPDATE inbox SET last_error = ? WHERE turn = ?');
  const finish = db.prepare<[string, string]>(
    `UPDATE inbox SET state = ?, ${withoutPrivateText} WHERE turn = ? AND state = 'pending'`,
  );
  const ofSeq = db.prepare<[number], Stored>('SELECT * FROM inbox WHERE seq = ?');
  const dealtWith = db.prepare<[string]>(`UPDATE inbox SET state = 'done' WHERE turn = ? AND state = 'dead'`);
  const counts = db.prepare<[], { state: InboxState; n: number }>(
    'SELECT state, count(*) AS n FROM inbox GROUP BY state',
  );
  const lastReceived = db
    .prepare<[], number>('SELECT received_at FROM inbox WHERE seq = (SELECT max(seq) FROM inbox)')
    .pluck();
  const prune = db.prepare<[number]>(`DELETE FROM inbox WHERE state <> 'pending' AND received_at < ?`);

  return {
    put: (row) =>
      put.run(
        row.channel,
        row.key,
        row.kind,
        row.conversation,
        row.body,
        row.receivedAt.getTime(),
        row.state ?? 'pending',
        row.conversation,
      ).changes === 1,
    conversations: (channel) =>
      conversations
        .all()
        .map(({ conversation }) => conversation)
        .filter((conversation) => channel === undefined || channelOf(conversation) === channel),
    lastReceived() {
      const at = lastReceived.get();
      return at === undefined ? null : new Date(at);
    },
    pending: (conversation) => pending.all(conversation).map(fromStored),
    find(channel, key) {
      const row = find.get(channel, key);
      return row ? fromStored(row) : null;
    },
    ofTurn: (turn) => ofTurn.all(turn).map(fromStored),
    bind(seqs, turn) {
      for (const seq of seqs) bind.run(turn, seq);
    },
    begin(seqs, turn) {
      for (const seq of seqs) begin.run(turn, seq);
    },
    refund: (turn) => void refund.run(turn),
    rewrite: (seq, body) => void rewrite.run(body, seq),
    newest: (conversation, count) => newest.all(conversation, count).map(fromStored),
    dead: (conversation) => dead.all(conversation).map(fromStored),
    fail: (turn, error) => void fail.run(error, turn),
    finish: (turn, state) => void finish.run(state, turn),
    ofSeq(seq) {
      const row = ofSeq.get(seq);
      return row ? fromStored(row) : null;
    },
    repeat(turn, request, at) {
      for (const row of ofTurn.all(turn)) {
        put.run(
          row.channel,
          `again:${request}:${row.seq}`,
          row.kind,
          row.conversation,
          row.body,
          at.getTime(),
          'pending',
          row.conversation,
        );
      }
      dealtWith.run(turn);
    },
    counts() {
      const result: Record<InboxState, number> = { pending: 0, done: 0, skipped: 0, dead: 0 };
      for (const row of counts.all()) result[row.state] = row.n;
      return result;
    },
    prune: (before) => prune.run(before.getTime()).changes,
  };
}
