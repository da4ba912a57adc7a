// The costs of model calls by local day: the sums for the budget, and the warnings for the person. It is no index: nothing could
// make it again.
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Eraser } from '../../assistant/feature.ts';
import type { BudgetNews, Warning } from '../../assistant/spend.ts';
import type { TableDefinition } from '../../state/table.ts';

export interface LedgerRow {
  at: Date;
  /** Local calendar day, `YYYY-MM-DD`. */
  day: string;
  purpose: string;
  /** `provider/model` */
  model: string;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Null: the price of the model is not known. */
  costUsd: number | null;
}

/** As it is stored: `text` is what the warning says, as JSON. */
interface StoredWarning {
  name: string;
  text: string;
}

export interface Ledger {
  /** Call it inside `State.write`. @param warnings that this call brought about; those that are known already are dropped */
  add(row: LedgerRow, warnings?: readonly Warning[]): void;
  /** Takes forgotten text out of warnings. */
  erase(eraser: Pick<Eraser, 'text'>): void;
  /** Warnings that were not told to the person yet, the oldest first. */
  untold(): Warning[];
  /** Call it inside `State.write`. */
  told(names: readonly string[]): void;
  /** US dollars of all days whose name begins with this text: `2026-11-21` is a day, `2026-11` a month. Calls without a known price are not in it. */
  sum(daysBeginningWith: string): number;
  /** The share of each model, the dearest first. */
  byModel(daysBeginningWith: string): { model: string; calls: number; tokens: number; dollars: number }[];
  /** How many calls of those days have no known price. */
  unpriced(daysBeginningWith: string): number;
}

/** Warnings are kept longer than a month, because a limit may be monthly. */
const warningAgeMs = 62 * 24 * 3_600_000;

/** The table of the state database. */
export const ledgerTable: TableDefinition<Ledger> = {
  name: 'usage',
  migrations: [
    `
    CREATE TABLE spend (
      at INTEGER NOT NULL,
      day TEXT NOT NULL,
      purpose TEXT NOT NULL,
      model TEXT NOT NULL,
      input INTEGER NOT NULL,
      output INTEGER NOT NULL,
      cache_read INTEGER NOT NULL,
      cache_write INTEGER NOT NULL,
      cost_usd REAL NOT NULL
    ) STRICT;
    CREATE INDEX spend_day ON spend (day);
    `,
    `
    ALTER TABLE spend ADD COLUMN unpriced INTEGER NOT NULL DEFAULT 0;
    `,
    `
    CREATE TABLE budget_warning (
      name TEXT PRIMARY KEY,
      at INTEGER NOT NULL,
      text TEXT NOT NULL,
      is_told INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    `,
  ],
  sharedVersions: [2, 6, 11],
  create: createLedger,
};

function createLedger(db: Database.Database): Ledger {
  const insert = db.prepare(
    'INSERT INTO spend (at, day, purpose, model, input, output, cache_read, cache_write, cost_usd, unpriced) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const total = db.prepare<[string, string], { dollars: number }>(
    'SELECT coalesce(sum(cost_usd), 0) AS dollars FROM spend WHERE day >= ? AND day < ?',
  );
  const byModel = db.prepare<[string, string], { model: string; calls: number; tokens: number; dollars: number }>(
    `SELECT model, count(*) AS calls, sum(input + output + cache_read + cache_write) AS tokens, sum(cost_usd) AS dollars
     FROM spend WHERE day >= ? AND day < ? GROUP BY model ORDER BY dollars DESC, tokens DESC`,
  );
  const unknown = db.prepare<[string, string], { calls: number }>(
    'SELECT count(*) AS calls FROM spend WHERE day >= ? AND day < ? AND unpriced = 1',
  );
  const warn = db.prepare<[string, number, string]>(
    'INSERT INTO budget_warning (name, at, text) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const untold = db.prepare<[], StoredWarning>(
    'SELECT name, text FROM budget_warning WHERE is_told = 0 ORDER BY at, name',
  );
  const told = db.prepare<[string]>('UPDATE budget_warning SET is_told = 1 WHERE name = ?');
  const warnings = db.prepare<[], StoredWarning>('SELECT name, text FROM budget_warning');
  const setWarning = db.prepare<[string, string]>('UPDATE budget_warning SET text = ? WHERE name = ?');
  const forget = db.prepare<[number]>('DELETE FROM budget_warning WHERE is_told = 1 AND at < ?');
  return {
    add({ at, day, purpose, model, input, output, cacheRead, cacheWrite, costUsd }, warnings = []) {
      for (const { name, news } of warnings) warn.run(name, at.getTime(), JSON.stringify(news));
      if (warnings.length > 0) forget.run(at.getTime() - warningAgeMs);
      insert.run(
        at.getTime(),
        day,
        purpose,
        model,
        input,
        output,
        cacheRead,
        cacheWrite,
        costUsd ?? 0,
        costUsd === null ? 1 : 0,
      );
    },
    erase({ text }) {
      for (const warning of warnings.all())
        if (text(warning.text) !== warning.text) setWarning.run(text(warning.text), warning.name);
    },
    untold: () =>
      untold.all().flatMap(({ name, text }) => {
        const news = newsIn(text);
        return news ? [{ name, news }] : [];
      }),
    told(names) {
      for (const name of names) told.run(name);
    },
    // Every day that begins so sorts before this same beginning followed by a character above all that a day holds.
    sum: (beginning) => total.get(beginning, `${beginning}~`)?.dollars ?? 0,
    byModel: (beginning) => byModel.all(beginning, `${beginning}~`),
    unpriced: (beginning) => unknown.get(beginning, `${beginning}~`)?.calls ?? 0,
  };
}

/** Null for the sentence of an earlier version, and for what was forgotten since. */
function newsIn(text: string): BudgetNews | null {
  try {
    return newsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const newsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('used'),
    percent: z.number(),
    span: z.enum(['daily', 'monthly']),
    limitUsd: z.number(),
  }),
  z.object({ kind: z.literal('unpriced'), model: z.string() }),
]);
