// Reminders: texts to be said at a time, once or again and again. Times are instants; a recurring one also keeps its pattern and
// time zone, from which the next instant is computed when one has passed.
import type { Database } from 'better-sqlite3';
import type { Eraser } from '../../assistant/feature.ts';
import { nextOccurrence } from '../../base/time/recurrence.ts';
import type { TableDefinition } from '../../state/table.ts';

export interface Reminder {
  id: number;
  /** The conversation it belongs to, as a session key. */
  conversation: string;
  text: string;
  dueAt: Date;
  /** Five-field cron pattern; null: once. */
  pattern: string | null;
  timezone: string;
  /** The topic of the chat in which it was set, by the channel's number; null: the chat itself. */
  topic: number | null;
  /** When it was said last, by the clock of then; null where it was not, or where the person has done it. */
  saidAt: Date | null;
}

/** All methods are synchronous; call those that write inside `State.write`. */
export interface Reminders {
  /** @param key the same for the same wish: adding a second reminder of this key changes nothing and gives the first one */
  add(reminder: Omit<Reminder, 'id' | 'topic' | 'saidAt'> & { key: string; topic?: number | undefined }): Reminder;
  /** The reminder that was added under this key, also when it is over. */
  ofKey(key: string): Reminder | null;
  /** The reminders of a conversation that are still to come, the next one first. */
  active(conversation: string): Reminder[];
  /** @returns false when the conversation has no such reminder to come */
  cancel(conversation: string, id: number): boolean;
  /** The next reminders whose time has come, the longest due first. @param after the last one of the page before */
  due(now: Date, limit: number, after?: Reminder | null): Reminder[];
  /** How many are still to come, in all conversations. */
  count(): number;
  /** When the next one is due; null when there is none. */
  nextDue(): Date | null;
  /** Notes that a reminder was said: a recurring one moves to its first time after `now`, a single one is over. */
  fired(id: number, now: Date): void;
  /** Ends those that were brought back although they were said rightly: the time at which they were has come since. */
  settle(until: Date): void;
  /**
   * To be called when the clock was set back. A recurring reminder then waits no longer than its pattern says. A single one that was said
   * at a time that lies ahead now, and before its own, comes at its own; one that was put off by the clock of then comes at its own time
   * too, or now. Each move is a transaction of its own.
   * @param isCertain false where this clock may be the wrong one, as after a start: what turns out to have been said rightly is not said again
   */
  realign(now: Date, isCertain: boolean): void;
  /** The person has done what it reminds of: a single reminder is not said again, a recurring one goes on. @returns false for another conversation's */
  done(conversation: string, id: number): boolean;
  /** Ends the reminders whose text is forgotten, and keeps no word of them. */
  erase(eraser: Pick<Eraser, 'text'>): void;
  /** Says it once more at another time, also when it was over. @returns false for another conversation's, and where its words were forgotten */
  snooze(conversation: string, id: number, until: Date): boolean;
}

interface Stored {
  id: number;
  conversation: string;
  text: string;
  due_at: number;
  pattern: string | null;
  timezone: string;
  topic: number | null;
  said_at: number | null;
}

const fromStored = ({ due_at, said_at, ...rest }: Stored): Reminder => ({
  ...rest,
  dueAt: new Date(due_at),
  saidAt: said_at === null ? null : new Date(said_at),
});

/** How long one is put off. */
export const snoozeMs = 10 * 60_000;

/** Between them lie the keys of what says a recurring one once more. */
const echoKeys = (id: number): [string, string] => [`snooze:${id}:`, `snooze:${id};`];

/** The table of the state database. */
export const remindersTable: TableDefinition<Reminders> = {
  name: 'reminders',
  migrations: [
    `
    CREATE TABLE reminders (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      lane TEXT NOT NULL,
      text TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      pattern TEXT,
      timezone TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('active', 'over'))
    ) STRICT;
    CREATE INDEX reminders_due ON reminders (due_at) WHERE state = 'active';
    `,
    `
    ALTER TABLE reminders ADD COLUMN topic INTEGER;
    `,
    `
    ALTER TABLE reminders RENAME COLUMN lane TO conversation;
    `,
    `
    CREATE INDEX reminders_conversation ON reminders (conversation, due_at) WHERE state = 'active';
    `,
    // own_due_at: for when one was set that was put off since. doubted_at: when one was said that was brought back, as this time lay ahead.
    `
    ALTER TABLE reminders ADD COLUMN said_at INTEGER;
    ALTER TABLE reminders ADD COLUMN doubted_at INTEGER;
    ALTER TABLE reminders ADD COLUMN own_due_at INTEGER;
    CREATE INDEX reminders_said ON reminders (said_at) WHERE said_at IS NOT NULL;
    CREATE INDEX reminders_doubted ON reminders (doubted_at) WHERE doubted_at IS NOT NULL;
    `,
  ],
  sharedVersions: [3, 12, 13, 15],
  create: createReminders,
};

// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
function createReminders(db: Database): Reminders {
  const columns = 'id, conversation, text, due_at, pattern, timezone, topic, said_at';
  const add = db.prepare(
    `INSERT INTO reminders (key, conversation, text, due_at, pattern, timezone, topic, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'active') ON CONFLICT (key) DO NOTHING`,
  );
  const byKey = db.prepare<[string], Stored>(`SELECT ${columns} FROM reminders WHERE key = ?`);
  const byId = db.prepare<[number], Stored>(`SELECT ${columns} FROM reminders WHERE id = ?`);
  const active = db.prepare<[string], Stored>(
    `SELECT ${columns} FROM reminders WHERE state = 'active' AND conversation = ? ORDER BY due_at, id`,
  );
  const cancel = db.prepare<[string, number]>(
    `UPDATE reminders SET state = 'over', said_at = NULL WHERE state = 'active' AND conversation = ? AND id = ?`,
  );
  const due = db.prepare<[number, number, number, number], Stored>(
    `SELECT ${columns} FROM reminders WHERE state = 'active' AND due_at <= ? AND (due_at, id) > (?, ?) ORDER BY due_at, id LIMIT ?`,
  );
  const nextDue = db.prepare<[], { at: number | null }>(
    `SELECT min(due_at) AS at FROM reminders WHERE state = 'active'`,
  );
  const count = db.prepare<[], number>(`SELECT count(*) FROM reminders WHERE state = 'active'`).pluck();
  const move = db.prepare<[number, number]>('UPDATE reminders SET due_at = ? WHERE id = ?');
  const recurring = db.prepare<[], { id: number; pattern: string; timezone: string; due_at: number }>(
    `SELECT id, pattern, timezone, due_at FROM reminders WHERE state = 'active' AND pattern IS NOT NULL`,
  );
  const end = db.prepare<[number]>(`UPDATE reminders SET state = 'over', said_at = NULL WHERE id = ?`);
  const endSaid = db.prepare<[number, number]>(
    `UPDATE reminders SET state = 'over', said_at = ?, doubted_at = NULL WHERE id = ?`,
  );
  const settle = db.prepare<[number]>(
    `UPDATE reminders SET state = 'over', doubted_at = NULL WHERE state = 'active' AND doubted_at < ?`,
  );
  const doubt = db.prepare<[number, number, number]>(
    `UPDATE reminders SET state = 'active', doubted_at = iif(?, NULL, said_at),
       due_at = coalesce(own_due_at, due_at), own_due_at = NULL
     WHERE state = 'over' AND pattern IS NULL AND text > '' AND said_at > ? AND coalesce(own_due_at, due_at) > ?`,
  );
  const wakeUp = db.prepare<[number, number, number]>(
    `UPDATE reminders SET due_at = max(coalesce(own_due_at, 0), ?)
     WHERE state = 'active' AND pattern IS NULL AND due_at > max(coalesce(own_due_at, 0) + ?, ?) AND (own_due_at IS NOT NULL OR key LIKE 'snooze:%')`,
  );
  const echo = db.prepare<[string, string], { id: number }>(
    `SELECT id FROM reminders WHERE state = 'active' AND key > ? AND key < ?`,
  );
  const snoozeOnce = db.prepare<[number, string, number]>(
    `UPDATE reminders SET own_due_at = coalesce(own_due_at, due_at), due_at = ?, state = 'active', doubted_at = NULL
     WHERE conversation = ? AND id = ? AND pattern IS NULL`,
  );

  const all = db.prepare<[], { id: number; text: string }>(`SELECT id, text FROM reminders WHERE text <> ''`);
  const wipe = db.prepare<[number]>(`UPDATE reminders SET text = '', state = 'over' WHERE id = ?`);

  return {
    erase(eraser) {
      // Its words are removed whole: a button must not bring a reminder back with a gap in it.
      for (const { id, text } of all.all()) if (eraser.text(text) !== text) wipe.run(id);
    },
    add(reminder) {
      add.run(
        reminder.key,
        reminder.conversation,
        reminder.text,
        reminder.dueAt.getTime(),
        reminder.pattern,
        reminder.timezone,
        reminder.topic ?? null,
      );
      const stored = byKey.get(reminder.key);
      if (!stored) throw new Error('A reminder was not stored');
      return fromStored(stored);
    },
    ofKey(key) {
      const stored = byKey.get(key);
      return stored ? fromStored(stored) : null;
    },
    active: (conversation) => active.all(conversation).map(fromStored),
    cancel: (conversation, id) => cancel.run(conversation, id).changes === 1,
    due: (now, limit, after = null) =>
      due.all(now.getTime(), after?.dueAt.getTime() ?? -Infinity, after?.id ?? 0, limit).map(fromStored),
    count: () => count.get() ?? 0,
    nextDue() {
      const at = nextDue.get()?.at ?? null;
      return at === null ? null : new Date(at);
    },
    fired(id, now) {
      const row = byId.get(id);
      const next = row?.pattern == null ? null : nextOccurrence(row.pattern, row.timezone, now);
      if (next) move.run(next.getTime(), id);
      else endSaid.run(now.getTime(), id);
    },
    settle: (until) => void settle.run(until.getTime()),
    realign(at, isCertain) {
      const now = at.getTime();
      doubt.run(isCertain ? 1 : 0, now, now);
      // Nobody puts one off for longer: it was done by a clock that was ahead.
      wakeUp.run(now, snoozeMs, now + snoozeMs);
      for (const { id, pattern, timezone, due_at } of recurring.all()) {
        const next = nextOccurrence(pattern, timezone, at);
        const afterNext = next && nextOccurrence(pattern, timezone, next);
        // The next one may have been said before the clock was set; the one after it was not waited for yet.
        if (next && afterNext && due_at > afterNext.getTime()) move.run(next.getTime(), id);
      }
    },
    done(conversation, id) {
      const row = byId.get(id);
      if (!row || row.conversation !== conversation) return false;
      const echoes = echo.get(...echoKeys(id));
      if (row.pattern === null) end.run(id);
      if (echoes) end.run(echoes.id);
      return true;
    },
    snooze(conversation, id, until) {
      const row = byId.get(id);
      if (!row || row.conversation !== conversation || row.text === '') return false;
      // A recurring one goes on as it does; its echo is a reminder of its own.
      if (row.pattern === null) return snoozeOnce.run(until.getTime(), conversation, id).changes === 1;
      // One at a time: asked again, the echo that waits moves.
      const waits = echo.get(...echoKeys(id));
      if (waits) return move.run(until.getTime(), waits.id).changes === 1;
      return (
        add.run(
          `snooze:${id}:${until.getTime()}`,
          conversation,
          row.text,
          until.getTime(),
          null,
          row.timezone,
          row.topic,
        ).changes === 1
      );
    },
  };
}
