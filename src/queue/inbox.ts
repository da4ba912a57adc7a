// What arrived, kept until it is answered. It knows lanes, turns and attempts; what a body means is the channel's affair.
import type { Database } from 'better-sqlite3';

export type InboxState = 'pending' | 'done' | 'skipped' | 'dead';

export interface InboxRow {
  /** Order of arrival. */
  seq: number;
  botId: number;
  updateId: number;
  kind: string;
  /** Rows of one lane are worked on in order. */
  lane: string;
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
  botId: number;
  updateId: number;
  kind: string;
  lane: string;
  body: string;
  receivedAt: Date;
  /** `skipped`: nothing will be done with it, but its id counts as seen. Default `pending`. */
  state?: 'pending' | 'skipped';
}

/** All of it is synchronous; call what writes inside `Queue.write`. */
export interface Inbox {
  /** @returns false when (botId, updateId) was there already: then nothing changes */
  put(row: NewInboxRow): boolean;
  /** Lanes with pending rows, the one that waits longest first. */
  lanes(): string[];
  /** The pending rows of a lane in order of arrival. */
  pending(lane: string): InboxRow[];
  /** Looks a row up whatever its state. */
  find(botId: number, updateId: number): InboxRow | null;
  /** The rows of a turn in order of arrival. */
  ofTurn(turn: string): InboxRow[];
  /** Binds rows to a turn for good (a replay must group them the same way) and counts an attempt. */
  begin(seqs: readonly number[], turn: string): void;
  /** Takes an attempt back: the run was stopped by us, not by what it ran. */
  refund(turn: string): void;
  /** Changes what a row that has no turn yet says. @returns false when it has one, or is not pending */
  rewrite(seq: number, body: string): boolean;
  fail(turn: string, error: string): void;
  finish(turn: string, state: 'done' | 'dead' | 'skipped'): void;
  /** Ends rows that never went into a turn. */
  skip(seqs: readonly number[]): void;
  counts(): Record<InboxState, number>;
  /** Drops rows that ended before `before`. Their ids may then be taken for new ones: stay well over 24 h. */
  prune(before: Date): number;
}

interface Stored {
  seq: number;
  bot_id: number;
  update_id: number;
  kind: string;
  lane: string;
  body: string;
  received_at: number;
  state: InboxState;
  turn: string | null;
  attempts: number;
  last_error: string | null;
}

const fromStored = (row: Stored): InboxRow => ({
  seq: row.seq,
  botId: row.bot_id,
  updateId: row.update_id,
  kind: row.kind,
  lane: row.lane,
  body: row.body,
  receivedAt: new Date(row.received_at),
  state: row.state,
  turn: row.turn,
  attempts: row.attempts,
  lastError: row.last_error,
});

export function createInbox(db: Database): Inbox {
  const put = db.prepare<unknown[]>(
    `INSERT INTO inbox (bot_id, update_id, kind, lane, body, received_at, state) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, update_id) DO NOTHING`,
  );
  const lanes = db.prepare<[], { lane: string }>(`SELECT lane FROM inbox WHERE state = 'pending' GROUP BY lane ORDER BY min(seq)`);
  const pending = db.prepare<[string], Stored>(`SELECT * FROM inbox WHERE state = 'pending' AND lane = ? ORDER BY seq`);
  const find = db.prepare<[number, number], Stored>('SELECT * FROM inbox WHERE bot_id = ? AND update_id = ?');
  const ofTurn = db.prepare<[string], Stored>('SELECT * FROM inbox WHERE turn = ? ORDER BY seq');
  const begin = db.prepare<[string, number]>(`UPDATE inbox SET turn = ?, attempts = attempts + 1 WHERE seq = ? AND state = 'pending'`);
  const refund = db.prepare<[string]>('UPDATE inbox SET attempts = max(0, attempts - 1) WHERE turn = ?');
  const rewrite = db.prepare<[string, number]>(`UPDATE inbox SET body = ? WHERE seq = ? AND state = 'pending' AND turn IS NULL`);
  const fail = db.prepare<[string, string]>('UPDATE inbox SET last_error = ? WHERE turn = ?');
  const finish = db.prepare<[string, string]>(`UPDATE inbox SET state = ? WHERE turn = ? AND state = 'pending'`);
  const skip = db.prepare<[number]>(`UPDATE inbox SET state = 'skipped' WHERE seq = ? AND state = 'pending'`);
  const counts = db.prepare<[], { state: InboxState; n: number }>('SELECT state, count(*) AS n FROM inbox GROUP BY state');
  const prune = db.prepare<[number]>(`DELETE FROM inbox WHERE state <> 'pending' AND received_at < ?`);

  return {
    put: (row) =>
      put.run(row.botId, row.updateId, row.kind, row.lane, row.body, row.receivedAt.getTime(), row.state ?? 'pending').changes === 1,
    lanes: () => lanes.all().map((row) => row.lane),
    pending: (lane) => pending.all(lane).map(fromStored),
    find(botId, updateId) {
      const row = find.get(botId, updateId);
      return row ? fromStored(row) : null;
    },
    ofTurn: (turn) => ofTurn.all(turn).map(fromStored),
    begin(seqs, turn) {
      for (const seq of seqs) begin.run(turn, seq);
    },
    refund: (turn) => void refund.run(turn),
    rewrite: (seq, body) => rewrite.run(body, seq).changes === 1,
    fail: (turn, error) => void fail.run(error, turn),
    finish: (turn, state) => void finish.run(state, turn),
    skip(seqs) {
      for (const seq of seqs) skip.run(seq);
    },
    counts() {
      const result: Record<InboxState, number> = { pending: 0, done: 0, skipped: 0, dead: 0 };
      for (const row of counts.all()) result[row.state] = row.n;
      return result;
    },
    prune: (before) => prune.run(before.getTime()).changes,
  };
}
