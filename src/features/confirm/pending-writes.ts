// Writes that wait for the person to agree: kept until they say yes or no, over a restart as well, and for a day at most.
import type { Database } from 'better-sqlite3';
import type { PendingWrite, PendingWrites } from '../../assistant/approval/confirmations.ts';
import type { Eraser } from '../../assistant/feature.ts';
import { mapJsonStrings } from '../../base/text/json-walk.ts';
import type { TableDefinition } from '../../state/table.ts';

/** The table, and how it forgets. */
export interface PendingWriteTable extends PendingWrites {
  erase(eraser: Pick<Eraser, 'text'>): void;
}

interface Row {
  id: number;
  conversation: string;
  at: number;
  tool_use_id: string;
  tool: string;
  input: string;
}

/** The table of the state database. */
export const pendingWritesTable: TableDefinition<PendingWriteTable> = {
  name: 'confirm',
  migrations: [
    `
    CREATE TABLE pending_write (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation TEXT NOT NULL,
      at INTEGER NOT NULL,
      tool_use_id TEXT NOT NULL,
      tool TEXT NOT NULL,
      input TEXT NOT NULL
    ) STRICT;
    `,
  ],
  sharedVersions: [14],
  create: createPendingWrites,
};

function createPendingWrites(db: Database): PendingWriteTable {
  const same = db.prepare<[string, string, string], { id: number }>(
    'SELECT id FROM pending_write WHERE conversation = ? AND tool = ? AND input = ?',
  );
  const add = db.prepare(
    'INSERT INTO pending_write (conversation, at, tool_use_id, tool, input) VALUES (?, ?, ?, ?, ?)',
  );
  const find = db.prepare<[number], Row>('SELECT * FROM pending_write WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM pending_write WHERE id = ?');
  const removeBefore = db.prepare<[number]>('DELETE FROM pending_write WHERE at < ?');
  const all = db.prepare<[], Pick<Row, 'id' | 'input'>>('SELECT id, input FROM pending_write');
  const fromRow = ({ at, tool_use_id: toolUseId, input, ...row }: Row): PendingWrite => ({
    ...row,
    at: new Date(at),
    toolUseId,
    input: JSON.parse(input) as unknown,
  });
  return {
    add({ conversation, at, toolUseId, tool, input }) {
      const json = JSON.stringify(input);
      const known = same.get(conversation, tool, json);
      return known?.id ?? Number(add.run(conversation, at.getTime(), toolUseId, tool, json).lastInsertRowid);
    },
    find(id) {
      const row = find.get(id);
      return row ? fromRow(row) : null;
    },
    remove: (id) => void remove.run(id),
    removeBefore: (at) => void removeBefore.run(at.getTime()),
    erase({ text }) {
      for (const { id, input } of all.all()) if (mapJsonStrings(input, text) !== input) remove.run(id);
    },
  };
}
