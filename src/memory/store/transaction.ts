// All or nothing, for the rows and for what is remembered of them outside the database.
import type Database from 'better-sqlite3';

export type Transaction = <Result>(work: () => Result) => Result;

/**
 * @param onChange called in each transaction, before its work
 * @param onUndone called after a transaction that failed, before its error is thrown on
 */
export function createTransaction(db: Database.Database, onChange: () => void, onUndone: () => void): Transaction {
  return (work) => {
    try {
      return db.transaction(() => {
        onChange();
        return work();
      })();
    } catch (error) {
      onUndone();
      throw error;
    }
  };
}
