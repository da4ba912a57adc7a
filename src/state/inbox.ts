// What arrived, kept until it is answered. It knows lanes, turns and attempts; what a body means is the channel's affair.
import { createHash } from 'node:crypto';
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
  ofSeq(seq: number): InboxRow | null;
  /** The rows of a turn in order of arrival. */
  ofTurn(turn: string): InboxRow[];
  /** Binds rows to a turn for good (a replay must group them the same way) and counts an attempt. */
  begin(seqs: readonly number[], turn: string): void;
  /** Takes an attempt back: the run was stopped by us, not by what it ran. */
  refund(turn: string): void;
  /** Changes what a row says, whatever became of it. */
  rewrite(seq: number, body: string): void;
  /** The newest rows of a lane that said something, the newest first. */
  newest(lane: string, count: number): InboxRow[];
  /** The rows of a lane that were given up, the oldest first. */
  dead(lane: string): InboxRow[];
  fail(turn: string, error: string): void;
  finish(turn: string, state: 'done' | 'dead' | 'skipped'): void;
  /**
   * Puts the rows of an ended turn in again as new ones, to be answered afresh; what was given up counts as dealt with.
   * @param request names the wish: the same one does it once
   */
  repeat(turn: string, request: string, at: Date): void;
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

/** An id in place of the channel's, for a row of our own making: negative, which no channel gives. */
const ownId = (name: string): number => -createHash('sha256').update(name).digest().readUIntBE(0, 6) - 1;

/** What was said in private is not kept once it is dealt with. */
const withoutPrivateText = `body = CASE WHEN is_private = 1 THEN '{}' ELSE body END, last_error = CASE WHEN is_private = 1 THEN NULL ELSE last_error END`;

export function createInbox(db: Database): Inbox {
  const put = db.prepare(
    `INSERT INTO inbox (bot_id, update_id, kind, lane, body, received_at, state, is_private)
     VALUES (?, ?, ?, ?, ?, ?, ?, EXISTS (SELECT 1 FROM private_lane WHERE lane = ?))
     ON CONFLICT (bot_id, update_id) DO NOTHING`,
  );
  const lanes = db.prepare<[], { lane: string }>(
    `SELECT lane FROM inbox WHERE state = 'pending' GROUP BY lane ORDER BY min(seq)`,
  );
  const pending = db.prepare<[string], Stored>(`SELECT * FROM inbox WHERE state = 'pending' AND lane = ? ORDER BY seq`);
  const find = db.prepare<[number, number], Stored>('SELECT * FROM inbox WHERE bot_id = ? AND update_id = ?');
  const ofTurn = db.prepare<[string], Stored>('SELECT * FROM inbox WHERE turn = ? ORDER BY seq');
  const begin = db.prepare<[string, number]>(
    `UPDATE inbox SET turn = ?, attempts = attempts + 1 WHERE seq = ? AND state = 'pending'`,
  );
  const refund = db.prepare<[string]>('UPDATE inbox SET attempts = max(0, attempts - 1) WHERE turn = ?');
  const rewrite = db.prepare<[string, number]>('UPDATE inbox SET body = ? WHERE seq = ?');
  const newest = db.prepare<[string, number], Stored>(
    `SELECT * FROM inbox WHERE lane = ? AND body <> '{}' ORDER BY seq DESC LIMIT ?`,
  );
  const dead = db.prepare<[string], Stored>(`SELECT * FROM inbox WHERE state = 'dead' AND lane = ? ORDER BY seq`);
  const fail = db.prepare<[string, string]>('UPDATE inbox SET last_error = ? WHERE turn = ?');
  const finish = db.prepare<[string, string]>(
    `UPDATE inbox SET state = ?, ${withoutPrivateText} WHERE turn = ? AND state = 'pending'`,
  );
  const ofSeq = db.prepare<[number], Stored>('SELECT * FROM inbox WHERE seq = ?');
  const dealtWith = db.prepare<[string]>(`UPDATE inbox SET state = 'done' WHERE turn = ? AND state = 'dead'`);
  const counts = db.prepare<[], { state: InboxState; n: number }>(
    'SELECT state, count(*) AS n FROM inbox GROUP BY state',
  );
  const prune = db.prepare<[number]>(`DELETE FROM inbox WHERE state <> 'pending' AND received_at < ?`);

  return {
    put: (row) =>
      put.run(
        row.botId,
        row.updateId,
        row.kind,
        row.lane,
        row.body,
        row.receivedAt.getTime(),
        row.state ?? 'pending',
        row.lane,
      ).changes === 1,
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
    rewrite: (seq, body) => void rewrite.run(body, seq),
    newest: (lane, count) => newest.all(lane, count).map(fromStored),
    dead: (lane) => dead.all(lane).map(fromStored),
    fail: (turn, error) => void fail.run(error, turn),
    finish: (turn, state) => void finish.run(state, turn),
    ofSeq(seq) {
      const row = ofSeq.get(seq);
      return row ? fromStored(row) : null;
    },
    repeat(turn, request, at) {
      for (const row of ofTurn.all(turn)) {
        put.run(
          row.bot_id,
          ownId(`${request}:${row.seq}`),
          row.kind,
          row.lane,
          row.body,
          at.getTime(),
          'pending',
          row.lane,
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
