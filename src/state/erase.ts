// Takes words out of the messages that came in and go out. What is over keeps its row and loses its text; what is still
// to be done loses the words only. The tables of features have erasers of their own.
import type { Database } from 'better-sqlite3';
import { mapJsonStrings } from '../base/text/json-walk.ts';

export interface Eraser {
  text(text: string): string;
}

export interface Erasing {
  /** Call it inside `State.write`. */
  erase(eraser: Eraser): void;
  /**
   * Gives back the pages that texts were in: until then they can be read from the file. Outside any transaction.
   * @returns false where another program that reads the file keeps them in its journal
   */
  scrub(): boolean;
}

interface JsonColumn {
  table: string;
  key: string;
  column: string;
  /** The SQL condition of rows that nothing will be done with any more. */
  isOver: string;
}

const jsonColumns: readonly JsonColumn[] = [
  { table: 'inbox', key: 'seq', column: 'body', isOver: `state <> 'pending'` },
  { table: 'outbox', key: 'seq', column: 'payload', isOver: `state IN ('sent', 'dead')` },
  { table: 'outbox', key: 'seq', column: 'buttons', isOver: 'FALSE' },
];

const textColumns = [
  { table: 'inbox', key: 'seq', column: 'last_error' },
  { table: 'outbox', key: 'seq', column: 'last_error' },
] as const;

export function createErasing(db: Database): Erasing {
  function eraseJson({ table, key, column, isOver }: JsonColumn, { text }: Eraser): void {
    const set = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`);
    const rows = db.prepare<[], { key: number; json: string; isOver: number }>(
      `SELECT ${key} AS key, ${column} AS json, ${isOver} AS isOver FROM ${table} WHERE ${column} IS NOT NULL AND ${column} <> ''`,
    );
    for (const row of rows.all()) {
      const left = mapJsonStrings(row.json, text);
      // A text that is not JSON is no message that could still be answered or sent.
      if (left === null) set.run(text(row.json), row.key);
      else if (left !== row.json) set.run(row.isOver ? '{}' : withoutMarks(left), row.key);
    }
  }

  return {
    erase(eraser) {
      for (const column of jsonColumns) eraseJson(column, eraser);
      for (const { table, key, column } of textColumns) {
        const set = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`);
        for (const row of db
          .prepare<[], { key: number | string; text: string }>(
            `SELECT ${key} AS key, ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`,
          )
          .all()) {
          const left = eraser.text(row.text);
          if (left !== row.text) set.run(left, row.key);
        }
      }
    },
    scrub() {
      db.exec('VACUUM');
      return db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
    },
  };
}

/** A text that changed has other places for its bold and its links; without them it is still whole. */
const withoutMarks = (json: string): string =>
  JSON.stringify(
    JSON.parse(json, (field, value: unknown) =>
      field === 'entities' || field === 'caption_entities' ? undefined : value,
    ),
  );
