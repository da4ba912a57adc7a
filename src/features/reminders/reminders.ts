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
}

/** All methods are synchronous; call those that write inside `State.write`. */
export interface Reminders {
  /** @param key the same for the same wish: adding a second reminder of this key changes nothing and gives the first one */
  add(reminder: Omit<Reminder, 'id' | 'topic'> & { key: string; topic?: number | undefined }): Reminder;
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
  /**
   * To be called when the clock was set back: a recurring reminder then waits no longer than its pattern says. Each move is a
   * transaction of its own.
   */
  realign(now: Date): void;
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
}

const fromStored = ({ due_at, ...rest }: Stored): Reminder => ({ ...rest, dueAt: new Date(due_at) });

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
  ],
  sharedVersions: [3, 12, 13, 15],
  create: createReminders,
};

// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
function createReminders(db: Database): Reminders {
  const columns = 'id, conversation, text, due_at, pattern, timezone, topic';
  const add = db.prepare(
    `INSERT INTO reminders (key, conversation, text, due_at, pattern, timezone, topic, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'active') ON CONFLICT (key) DO NOTHING`,
  );
  const byKey = db.prepare<[string], Stored>(`SELECT ${columns} FROM reminders WHERE key = ?`);
  const byId = db.prepare<[number], Stored>(`SELECT ${columns} FROM reminders WHERE id = ?`);
  const active = db.prepare<[string], Stored>(
    `SELECT ${columns} FROM reminders WHERE state = 'active' AND conversation = ? ORDER BY due_at, id`,
  );
  const cancel = db.prepare<[string, number]>(
    `UPDATE reminders SET state = 'over' WHERE state = 'active' AND conversation = ? AND id = ?`,
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
  const end = db.prepare<[number]>(`UPDATE reminders SET state = 'over' WHERE id = ?`);
  const echo = db.prepare<[string, string], { id: number }>(
    `SELECT id FROM reminders WHERE state = 'active' AND key > ? AND key < ?`,
  );
  const snoozeOnce = db.prepare<[number, string, number]>(
    `UPDATE reminders SET due_at = ?, state = 'active' WHERE conversation = ? AND id = ? AND pattern IS NULL`,
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
      else end.run(id);
    },
    realign(now) {
      for (const { id, pattern, timezone, due_at } of recurring.all()) {
        const next = nextOccurrence(pattern, timezone, now);
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
