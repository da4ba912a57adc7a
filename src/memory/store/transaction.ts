// All or nothing, for the rows and for what is remembered of them outside the database.
import type Database from 'better-sqlite3';
import type { Change } from './snapshot-name.ts';

/** @param change what it changes of what a snapshot holds */
export type Transaction = <Result>(work: () => Result, change: Change) => Result;

/**
 * @param onChange called in each transaction, before its work
 * @param onUndone called after a transaction that failed, before its error is thrown on
 */
export function createTransaction(
  db: Database.Database,
  onChange: (change: Change) => void,
  onUndone: () => void,
): Transaction {
  return (work, change) => {
    try {
      // What is read first must not be older than what is written after it.
      return db
        .transaction(() => {
          onChange(change);
          return work();
        })
        .immediate();
    } catch (error) {
      onUndone();
      throw error;
    }
  };
}
