// Every store of personal text forgets. Nothing is listed here: the columns come from the databases and the files from the
// state folder, so that a store that is added without an eraser is found.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAssistant } from '../../../src/app/assistant.ts';
import { silentLog } from '../../../src/base/log.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Outlet } from '../../../src/assistant/channel.ts';
import { never, unheard } from '../../support/assistant.ts';

const canary = 'Xanadu Crescent';
const key = 'terminal:local:chat:1:user:1';
let root: string;
let state: string;
let memory: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'canary-'));
  state = path.join(root, 'state');
  memory = path.join(root, 'memory');
  mkdirSync(memory);
  writeFileSync(path.join(memory, '2026-11-20.md'), `# 2026-11-20\n\n- 09:00 Anna lives at 14 ${canary}\n`);
  writeFileSync(
    path.join(root, 'config.toml'),
    `[memory]\ndir = "${memory}"\n[memory.embedding]\nmodel = "none"\n[state]\ndir = "${state}"\n`,
    { mode: 0o600 },
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function withAssistant<Result>(
  work: (say: (text: string) => Promise<{ reply: string; commands: string[] }>) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(path.join(root, 'config.toml'), {}, root);
  const opened = await openAssistant({ config, log: silentLog, redact: (text) => text }, unheard);
  let count = 0;
  try {
    return await work(async (text) => {
      count += 1;
      const incoming = { id: `c${count}`, key, audience: 'private' as const, text, at: new Date() };
      const commands: string[] = [];
      const outlet: Outlet = {
        post(_, __, extras) {
          commands.push(...(extras?.buttons ?? []).map(({ command }) => command));
          return Promise.resolve({ messageId: '1' });
        },
      };
      const { reply } = await opened.assistant.turn(incoming, outlet, never);
      return { reply, commands };
    });
  } finally {
    await opened.close();
  }
}

interface Column {
  table: string;
  name: string;
  type: string;
}

const columnsOf = (db: Database.Database): Column[] =>
  db
    .prepare<[], Column>(
      `SELECT t.name AS "table", c.name AS name, c.type AS type FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
    )
    .all();

/** Names, keys and states hold no words of the person; what they are checked against is the schema. */
const isConstrained = (error: unknown): boolean => /CHECK|NOT NULL|UNIQUE|datatype/.test(String(error));

/** A row in every table, with the canary in every text column, alone so that each column is seen to forget by itself. */
function plantRows(file: string): string[] {
  const db = new Database(file);
  const planted: string[] = [];
  const columns = columnsOf(db);
  for (const table of new Set(columns.map((column) => column.table))) {
    const own = columns.filter((column) => column.table === table);
    for (const [index, target] of own.entries()) {
      if (!/TEXT|BLOB/.test(target.type)) continue;
      const values = own.map((column, at) => valueOf(column, at === index, index));
      try {
        db.prepare(
          `INSERT INTO "${table}" (${own.map(({ name }) => `"${name}"`).join(', ')}) VALUES (${own.map(() => '?').join(', ')})`,
        ).run(...values);
        planted.push(`${table}.${target.name}`);
      } catch (error) {
        if (!isConstrained(error)) throw error;
      }
    }
  }
  db.close();
  return planted;
}

const states: Record<string, string> = {
  inbox: 'pending',
  outbox: 'pending',
  reminders: 'active',
  erasure_request: 'asked',
};

function valueOf({ table, name, type }: Column, isTarget: boolean, row: number): unknown {
  const text = `said at 14 ${canary}`;
  if (name === 'state') return states[table] ?? 'pending';
  if (isTarget) return type === 'BLOB' ? Buffer.from(`- ${text}\n`) : isJson(name) ? JSON.stringify({ text }) : text;
  if (type === 'BLOB') return Buffer.from('- nothing\n');
  if (/INTEGER|REAL/.test(type)) return 9_000 + row;
  return isJson(name) ? '{}' : `${table}-${row}-${name}`;
}

const isJson = (name: string): boolean => ['body', 'payload', 'buttons', 'subject', 'spans'].includes(name);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Words by which rows are found, given by the program and never said by the person. */
const namesOnly =
  /\.(?:id|key|turn|dedupe|chat|channel|conversation|kind|timezone|pattern|cause|path|model|purpose|day|date|name|hash|run|trigger|spans|undone_by|verb|outcome|update_id|bot_id|message_id)$/;

test('what is forgotten is in no text column of any table and in no file of the state folder', async () => {
  await withAssistant(async (say) => await say('/status'));
  const databases = filesIn(state).filter((file) => file.endsWith('.db') && !file.endsWith('index.db'));
  const planted = databases.flatMap(plantRows);
  expect(planted).toEqual(
    expect.arrayContaining(['inbox.body', 'outbox.payload', 'reminders.text', 'revision.before']),
  );
  for (const name of [
    'terminal-history',
    'terminal-notices.json',
    'history/x.before.md',
    'history/x.after.md',
    'queue.db.schema-1',
  ]) {
    mkdirSync(path.dirname(path.join(state, name)), { recursive: true });
    writeFileSync(path.join(state, name), name.endsWith('json') ? notices() : `- lives at 14 ${canary}\n`);
  }
  await withAssistant(async (say) => {
    const { commands } = await say(`/forget ${canary}`);
    const { reply } = await say(commands.find((command) => /^\/forget (?:all|yes) /.test(command)) ?? '');
    expect(reply).toMatch(/^Forgotten/);
    expect(reply).not.toContain(canary);
  });
  const left = databases.flatMap((file) => {
    const db = new Database(file, { readonly: true });
    const found = columnsOf(db).filter(
      ({ table, name, type }) =>
        /TEXT|BLOB/.test(type) &&
        db.prepare(`SELECT 1 FROM "${table}" WHERE instr(CAST("${name}" AS TEXT), ?) LIMIT 1`).get(canary) !==
          undefined,
    );
    db.close();
    return found.map(({ table, name }) => `${table}.${name}`).filter((column) => !namesOnly.test(column));
  });
  expect(left).toEqual([]);
  const files = [...filesIn(state), ...filesIn(memory)].filter(
    (file) =>
      !databases.some((database) => [database, `${database}-wal`, `${database}-shm`].includes(file)) &&
      readFileSync(file).includes(canary),
  );
  expect(files).toEqual([]);
});

test('where a note refuses to be changed, the program says so and starts again all the same', async () => {
  const damaged = Buffer.concat([Buffer.from(`\ufeff- of ${canary}\n`, 'utf16le'), Buffer.from('x')]);
  writeFileSync(path.join(memory, 'damaged.md'), damaged);
  await withAssistant(async (say) => {
    await say(`/forget ${canary}`);
    expect((await say('/forget yes f1')).reply).toContain('still hold it: damaged.md (it is damaged)');
  });
  expect(readFileSync(path.join(memory, '2026-11-20.md'), 'utf8')).not.toContain(canary);
  await withAssistant(async (say) => expect((await say('/status')).reply).not.toBe(''));
  writeFileSync(path.join(memory, 'damaged.md'), damaged.subarray(0, -1));
  await withAssistant(() => Promise.resolve());
  expect(readFileSync(path.join(memory, 'damaged.md'), 'utf16le')).toBe('\ufeff');
});

const notices = (): string =>
  JSON.stringify({ waiting: [{ name: 'x', text: `lives at 14 ${canary}`, buttons: [] }], shown: [] });
