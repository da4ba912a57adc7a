// The record of the nightly runs, in queue.db: which spans of text are consolidated, and how each run ended. Knows spans
// as hashes only.
import type Database from 'better-sqlite3';
import type { Eraser } from '../../assistant/feature.ts';
import type { TableDefinition } from '../../state/table.ts';

/** `partly`: what could be done is, a part was refused and is open still. */
export type RunOutcome = 'done' | 'partly' | 'failed';

export interface Run {
  id: string;
  /** Local day on which it ran, `YYYY-MM-DD`. */
  date: string;
  trigger: 'schedule' | 'manual';
  startedAt: Date;
  /** Null: it never ended, the process died. */
  outcome: RunOutcome | null;
  /** `+3 ~1 -0`, or why it failed. */
  note: string;
  costUsd: number;
}

export interface Runs {
  /** Recorded before the write: these spans will be done when the file has these bytes. */
  begin(run: Pick<Run, 'id' | 'date' | 'trigger' | 'startedAt'>, spans: readonly string[]): void;
  /** Recorded after the write. Unless it is `failed`, it marks the spans as consolidated, together with the outcome. */
  finish(id: string, outcome: RunOutcome, note: string, costUsd: number): void;
  /** Takes what is forgotten out of the notes on how runs ended. */
  erase(eraser: Pick<Eraser, 'text'>): void;
  /** The hashes among these that are consolidated. */
  done(hashes: readonly string[]): Set<string>;
  /** A run that began and never ended, oldest first. */
  unfinished(): Run[];
  /** The newest ones by the order in which they were recorded; those of a clock that was ahead last. */
  last(count: number): Run[];
  /** Scheduled runs that ended well: the newest one up to an instant, and whether a local day had one. */
  lastScheduled(until: Date): Run | null;
  ranOn(date: string): boolean;
  /** Runs that began after this instant have not been: a clock that was ahead recorded them, and they count no more as scheduled ones. */
  discount(after: Date): void;
  /** Runs since the last one that ended well; `first` names the first of them. */
  failures(): { count: number; first: string | null };
}

interface Row {
  id: string;
  date: string;
  cause: Run['trigger'];
  started_at: number;
  outcome: RunOutcome | null;
  note: string;
  cost_usd: number;
}

/** The table of the state database. */
export const runsTable: TableDefinition<Runs> = {
  name: 'consolidation',
  migrations: [
    `
    CREATE TABLE consolidation_run (
      id TEXT PRIMARY KEY,
      date TEXT NOT NULL,
      cause TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      outcome TEXT,
      note TEXT NOT NULL DEFAULT '',
      cost_usd REAL NOT NULL DEFAULT 0,
      spans TEXT NOT NULL
    ) STRICT;
    CREATE TABLE consolidated_span (
      hash TEXT PRIMARY KEY,
      run TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    `,
    `
    ALTER TABLE consolidation_run ADD COLUMN ahead INTEGER NOT NULL DEFAULT 0;
    `,
  ],
  sharedVersions: [4],
  create: createRuns,
};

/** All of it is synchronous; each call is on disk when it returns. */
// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
function createRuns(db: Database.Database): Runs {
  const columns = 'id, date, cause, started_at, outcome, note, cost_usd';
  const insert = db.prepare(
    'INSERT INTO consolidation_run (id, date, cause, started_at, spans) VALUES (?, ?, ?, ?, ?)',
  );
  const end = db.prepare('UPDATE consolidation_run SET outcome = ?, note = ?, cost_usd = ? WHERE id = ?');
  const mark = db.prepare(
    'INSERT OR IGNORE INTO consolidated_span (hash, run) SELECT value, ? FROM json_each((SELECT spans FROM consolidation_run WHERE id = ?))',
  );
  const find = db.prepare<[string], { hash: string }>(
    'SELECT hash FROM consolidated_span WHERE hash IN (SELECT value FROM json_each(?))',
  );
  const open = db.prepare<[], Row>(
    `SELECT ${columns} FROM consolidation_run WHERE outcome IS NULL ORDER BY started_at, rowid`,
  );
  const newest = db.prepare<[number], Row>(
    `SELECT ${columns} FROM consolidation_run ORDER BY ahead, rowid DESC LIMIT ?`,
  );
  const scheduled = db.prepare<[number], Row>(
    `SELECT ${columns} FROM consolidation_run WHERE cause = 'schedule' AND outcome = 'done' AND ahead = 0 AND started_at <= ? ORDER BY started_at DESC LIMIT 1`,
  );
  const onDate = db.prepare<[string], { found: number }>(
    "SELECT 1 AS found FROM consolidation_run WHERE cause = 'schedule' AND outcome = 'done' AND ahead = 0 AND date = ? LIMIT 1",
  );
  const isAhead = db.prepare<[number]>('SELECT 1 FROM consolidation_run WHERE ahead = 0 AND started_at > ? LIMIT 1');
  const setAhead = db.prepare<[number]>('UPDATE consolidation_run SET ahead = 1 WHERE started_at > ?');
  // SQLite takes a bare column of an aggregate from the row that has the minimum.
  const failed = db.prepare<[], { count: number; first: string | null }>(
    `SELECT count(*) AS count, id AS first, min(rowid) FROM consolidation_run
     WHERE outcome IN ('failed', 'partly') AND rowid > (SELECT coalesce(max(rowid), 0) FROM consolidation_run WHERE outcome = 'done')`,
  );

  const notes = db.prepare<[], { id: string; note: string }>(`SELECT id, note FROM consolidation_run WHERE note <> ''`);
  const setNote = db.prepare<[string, string]>('UPDATE consolidation_run SET note = ? WHERE id = ?');

  return {
    erase({ text }) {
      for (const { id, note } of notes.all()) {
        const left = text(note);
        if (left !== note) setNote.run(left, id);
      }
    },
    begin: ({ id, date, trigger, startedAt }, spans) =>
      void insert.run(id, date, trigger, startedAt.getTime(), JSON.stringify(spans)),
    finish: db.transaction((id: string, outcome: RunOutcome, note: string, costUsd: number) => {
      if (outcome !== 'failed') mark.run(id, id);
      end.run(outcome, note, costUsd, id);
    }),
    done: (hashes) => new Set(find.all(JSON.stringify(hashes)).map((row) => row.hash)),
    unfinished: () => open.all().map(runOf),
    last: (count) => newest.all(count).map(runOf),
    lastScheduled(until) {
      const row = scheduled.get(until.getTime());
      return row ? runOf(row) : null;
    },
    ranOn: (date) => onDate.get(date) !== undefined,
    discount(after) {
      const at = after.getTime();
      if (isAhead.get(at) !== undefined) setAhead.run(at);
    },
    failures() {
      const { count = 0, first = null } = failed.get() ?? {};
      return { count, first };
    },
  };
}

const runOf = (row: Row): Run => ({
  id: row.id,
  date: row.date,
  trigger: row.cause,
  startedAt: new Date(row.started_at),
  outcome: row.outcome,
  note: row.note,
  costUsd: row.cost_usd,
});
