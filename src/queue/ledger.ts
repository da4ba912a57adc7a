// What model calls cost, by local day: the sums that a budget is held against. Never thrown away with an index.
import type Database from 'better-sqlite3';

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

export interface Ledger {
  /** Call it inside `Queue.write`. */
  add(row: LedgerRow): void;
  /** US dollars of all days whose name begins so: `2026-11-21` a day, `2026-11` a month. Calls without a known price are not in it. */
  sum(daysBeginningWith: string): number;
  /** What each model had of it, the dearest first. */
  byModel(daysBeginningWith: string): { model: string; calls: number; tokens: number; dollars: number }[];
  /** How many calls of those days have no known price. */
  unpriced(daysBeginningWith: string): number;
}

export function createLedger(db: Database.Database): Ledger {
  const insert = db.prepare(
    'INSERT INTO spend (at, day, purpose, model, input, output, cache_read, cache_write, cost_usd, unpriced) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const total = db.prepare<[string, string], { dollars: number }>('SELECT coalesce(sum(cost_usd), 0) AS dollars FROM spend WHERE day >= ? AND day < ?');
  const byModel = db.prepare<[string, string], { model: string; calls: number; tokens: number; dollars: number }>(
    `SELECT model, count(*) AS calls, sum(input + output + cache_read + cache_write) AS tokens, sum(cost_usd) AS dollars
     FROM spend WHERE day >= ? AND day < ? GROUP BY model ORDER BY dollars DESC, tokens DESC`,
  );
  const unknown = db.prepare<[string, string], { calls: number }>('SELECT count(*) AS calls FROM spend WHERE day >= ? AND day < ? AND unpriced = 1');
  return {
    add({ at, day, purpose, model, input, output, cacheRead, cacheWrite, costUsd }) {
      insert.run(at.getTime(), day, purpose, model, input, output, cacheRead, cacheWrite, costUsd ?? 0, costUsd === null ? 1 : 0);
    },
    // Every day that begins so sorts before this same beginning followed by a character above all that a day holds.
    sum: (beginning) => total.get(beginning, `${beginning}~`)?.dollars ?? 0,
    byModel: (beginning) => byModel.all(beginning, `${beginning}~`),
    unpriced: (beginning) => unknown.get(beginning, `${beginning}~`)?.calls ?? 0,
  };
}
