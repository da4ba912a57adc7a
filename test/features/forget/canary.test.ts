import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { pendingWritesTable } from '../../../src/features/confirm/pending-writes.ts';
import { runsTable } from '../../../src/features/consolidation/runs.ts';
import { createEraser } from '../../../src/features/forget/eraser.ts';
import { erasureRequestsTable } from '../../../src/features/forget/requests.ts';
import { remindersTable } from '../../../src/features/reminders/reminders.ts';
import { revisionsTable } from '../../../src/features/undo/revisions.ts';
import { createErasing } from '../../../src/state/erase.ts';
import { ledgerTable } from '../../../src/features/usage/ledger.ts';
import { openStateFile, type StateFile } from '../../../src/state/state.ts';
import type { ErasableTable } from '../../../src/state/table.ts';

/** Columns of names, states and what the program says itself. Whatever else is text may hold the person's words. */
const wordless: Readonly<Record<string, readonly string[]>> = {
  inbox: ['channel', 'key', 'kind', 'conversation', 'state', 'turn'],
  outbox: ['turn', 'dedupe', 'chat', 'state', 'message_id'],
  live_message: ['turn', 'chat', 'message_id'],
  private_conversation: ['conversation'],
  spend: ['day', 'purpose', 'model'],
  budget_warning: ['name', 'text'],
  reminders: ['key', 'conversation', 'pattern', 'timezone', 'state'],
  consolidation_run: ['id', 'date', 'cause', 'outcome', 'spans'],
  consolidated_span: ['hash', 'run'],
  revision: ['cause', 'verb', 'path', 'undone_by'],
  erasure_request: ['conversation', 'state', 'report'],
  table_version: ['name'],
  pending_write: ['conversation', 'tool_use_id', 'tool'],
};

const canary = 'Anna keeps a canary';

interface Column {
  name: string;
  type: string;
  pk: number;
}

let db: Database | undefined;
afterEach(() => db?.close());

function tablesOf(database: Database): { name: string; sql: string; columns: Column[] }[] {
  return database
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map((table) => ({ ...table, columns: database.pragma(`table_info(${table.name})`) as Column[] }));
}

const holdsWords = (table: string, { name, type }: Column): boolean =>
  (type === 'TEXT' || type === 'BLOB') && wordless[table]?.includes(name) !== true;

/** One row with the canary in every column that can hold words, as JSON or as it is. */
function plant(database: Database, table: string, sql: string, columns: readonly Column[], isJson: boolean): void {
  const states = /state IN \('(\w+)'/.exec(sql)?.[1];
  const values = columns.map((column) => {
    if (column.type === 'INTEGER' || column.type === 'REAL') return isJson ? 2 : 1;
    if (column.name === 'state') return states;
    if (!holdsWords(table, column)) return `${column.name}${isJson ? 2 : 1}`;
    const words = isJson ? JSON.stringify({ of: [{ text: `He said: ${canary}.` }] }) : `- ${canary}\n- other\n`;
    return column.type === 'BLOB' ? Buffer.from(words) : words;
  });
  database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`).run(...values);
}

/** The tables of all features, made where they are missing. */
const stores = ({ table }: StateFile): ErasableTable[] => [
  table(remindersTable),
  table(revisionsTable),
  table(pendingWritesTable),
  table(erasureRequestsTable),
  table(runsTable),
  table(ledgerTable),
];

test('what was said stands in no column of the state after it was forgotten, whatever columns there are', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'scrubjay-canary-')), 'queue.db');
  const opened = openStateFile({ file, clock: systemClock, log: silentLog });
  ({ db } = opened);
  stores(opened);
  const tables = tablesOf(db);
  for (const { name, sql, columns } of tables)
    for (const isJson of [true, false]) plant(db, name, sql, columns, isJson);
  const found = (): string[] =>
    tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => holdsWords(name, column))
        .filter((column) =>
          db
            ?.prepare<[], { value: string | Buffer | null }>(`SELECT ${column.name} AS value FROM ${name}`)
            .all()
            .some(({ value }) => String(value).includes(canary)),
        )
        .map((column) => `${name}.${column.name}`),
    );
  expect(found()).toContain('inbox.body');

  const eraser = createEraser({ phrases: [canary], lines: [canary] });
  createErasing(db).erase(eraser);
  for (const store of stores(opened)) store.erase(eraser);
  expect(found()).toEqual([]);
});

test('every table of the state says which of its columns hold no words', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'scrubjay-canary-')), 'queue.db');
  const opened = openStateFile({ file, clock: systemClock, log: silentLog });
  ({ db } = opened);
  stores(opened);
  const declared = Object.entries(wordless).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
  const there = tablesOf(db).flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  expect(declared.filter((column) => !there.includes(column))).toEqual([]);
  expect(
    tablesOf(db)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(wordless).toSorted());
});
