import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { ConfigError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import type { NewInboxRow } from '../../src/state/inbox.ts';
import { type State, openState } from '../../src/state/state.ts';
import { erasureRequestsTable } from '../../src/features/forget/requests.ts';
import { remindersTable } from '../../src/features/reminders/reminders.ts';
import { revisionsTable } from '../../src/features/undo/revisions.ts';
import { schemaVersion } from '../../src/state/schema.ts';
import { ledgerTable } from '../../src/features/usage/ledger.ts';
import { runsTable } from '../../src/features/consolidation/runs.ts';
import { pendingWritesTable } from '../../src/features/confirm/pending-writes.ts';
import { sharedMigrations } from './shared-schema.ts';
import { createInbox } from '../../src/state/inbox.ts';
import { createOutbox } from '../../src/state/outbox.ts';

let folder: string;
let file: string;
const opened: State[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-queue-'));
  file = path.join(folder, 'state', 'queue.db');
});
afterEach(() => {
  for (const state of opened.splice(0)) state.close();
  rmSync(folder, { recursive: true, force: true });
});

function openHere(): State {
  const state = openState({ file, clock: systemClock, log: silentLog });
  opened.push(state);
  return state;
}

/** A file as an older program left it. */
function openOld(version: number): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true });
  const old = new Database(file);
  for (const step of sharedMigrations.slice(0, version)) old.exec(step);
  old.pragma(`user_version = ${version}`);
  return old;
}

const arrival = (id: number, conversation = 'a'): NewInboxRow => ({
  channel: 'test:1',
  key: String(id),
  kind: 'message',
  conversation,
  body: `{"n":${id}}`,
  receivedAt: new Date(1_000 * id),
});

const at = new Date(200_000);
const post = (turn: string, dedupe: string, chunks: string[], chat = 'test:7') => ({
  turn,
  dedupe,
  chat,
  chunks,
  at: new Date(5_000),
});

describe('the file', () => {
  test('is made with its folder, for its owner only, whatever the umask', () => {
    const before = process.umask(0);
    try {
      openHere();
    } finally {
      process.umask(before);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
  });

  test('that others could read is closed to them when it is opened', () => {
    openHere().close();
    opened.pop();
    chmodSync(file, 0o644);
    openHere();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('keeps what was written when it is closed and opened again', async () => {
    const first = openHere();
    await first.write(() => first.inbox.put(arrival(1)));
    first.close();
    opened.pop();
    expect(
      openHere()
        .inbox.pending('a')
        .map((row) => Number(row.key)),
    ).toEqual([1]);
  });

  test.each([
    ['garbage', Buffer.alloc(8192, 0x5a)],
    ['a text file', Buffer.from('hello, this is not a database at all\n'.repeat(200))],
  ])('is set aside when it is %s, and a new one begins', async (_name, bytes) => {
    openHere().close();
    opened.pop();
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    writeFileSync(file, bytes);
    const state = openHere();
    expect(state.setAside).toContain('queue.db.corrupt-');
    expect(readFileSync(state.setAside ?? '').subarray(0, 64)).toEqual(bytes.subarray(0, 64));
    await state.write(() => state.inbox.put(arrival(1)));
    expect(state.inbox.pending('a')).toHaveLength(1);
  });

  test('with a damaged page inside is noticed at open, not at the first row that lies there', async () => {
    const first = openHere();
    await first.write(() => {
      for (let id = 1; id <= 400; id += 1)
        first.inbox.put({ ...arrival(id), body: JSON.stringify({ text: 'x'.repeat(400) }) });
    });
    first.close();
    opened.pop();
    const bytes = readFileSync(file);
    bytes.fill(0xff, bytes.length - 3 * 4096, bytes.length - 2 * 4096);
    writeFileSync(file, bytes);
    expect(openHere().setAside).toContain('corrupt');
    expect(readdirSync(path.dirname(file)).some((name) => name.includes('corrupt'))).toBe(true);
  });

  test('that is damaged is renamed together with its log, which has what was written last', async () => {
    const first = openHere();
    const beside = new Database(file);
    beside.pragma('wal_checkpoint(TRUNCATE)');
    beside.close();
    await first.write(() => first.inbox.put(arrival(1)));
    // As a crash leaves them.
    const crashed = path.join(folder, 'crashed');
    cpSync(path.dirname(file), crashed, { recursive: true });
    file = path.join(crashed, 'queue.db');
    writeFileSync(file, 'garbage '.repeat(1_000));
    const state = openHere();
    const kept = readdirSync(crashed).filter((name) => name.includes('.corrupt-'));
    // SQLite may have folded the log into the file before it found the damage.
    expect(kept.some((name) => readFileSync(path.join(crashed, name)).includes('{"n":1}'))).toBe(true);
    await state.write(() => state.inbox.put(arrival(2)));
    expect(state.inbox.pending('a').map((row) => Number(row.key))).toEqual([2]);
  });

  test('of zero bytes is an empty queue', async () => {
    openHere().close();
    opened.pop();
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    writeFileSync(file, '');
    const state = openHere();
    expect(state.setAside).toBeNull();
    expect(state.inbox.pending('a')).toEqual([]);
    await state.write(() => state.inbox.put(arrival(1)));
    expect(state.inbox.pending('a')).toHaveLength(1);
  });

  test('of an older version is brought up to date, with all that it holds', () => {
    const old = openOld(1);
    old.exec(
      `INSERT INTO outbox (post, turn, dedupe, chunk, chat, payload, state, created_at) VALUES (1, 't', 'answer', 0, '7', '{"text":"hello"}', 'pending', 1)`,
    );
    old.close();
    const { outbox } = openHere();
    expect(outbox.next('telegram:7', at)).toMatchObject({ payload: '{"text":"hello"}', buttons: null });
    outbox.put({ ...post('u', 'answer', ['a', 'b']), buttons: '{"buttons":[]}' });
    expect(outbox.ofTurn('u').map((row) => row.buttons)).toEqual([null, '{"buttons":[]}']);
    const seen = new Database(file, { readonly: true });
    expect(seen.pragma('user_version', { simple: true })).toBe(schemaVersion);
    seen.close();
  });

  test('from before there were several channels keeps every row, under the names of today', () => {
    const old = openOld(12);
    old.exec(readFileSync(path.join(import.meta.dirname, 'before-channels.sql'), 'utf8'));
    old.close();
    const { inbox, outbox, privacy, table } = openHere();
    const [reminders, revisions, erasureRequests] = [
      table(remindersTable),
      table(revisionsTable),
      table(erasureRequestsTable),
    ];
    const conversation = 'telegram:tg_main:chat:7:user:7';
    expect(inbox.conversations('telegram')).toEqual([conversation]);
    expect(inbox.conversations('terminal')).toEqual([]);
    expect(inbox.pending(conversation)).toMatchObject([
      { seq: 42, channel: 'telegram:123', key: '900', turn: 'telegram:123:900', attempts: 1, body: '{"n":1}' },
      { seq: 43, channel: 'telegram:123', key: '-17', turn: null },
    ]);
    inbox.put(arrival(1));
    // Numbers are never given twice, though the rows with the highest ones are gone.
    expect(inbox.find('test:1', '1')?.seq).toBe(100);
    expect(outbox.next('telegram:7', at)).toMatchObject({ turn: 'telegram:123:900', payload: '{"text":"hello"}' });
    expect(outbox.lives('telegram')).toEqual([
      { turn: 'telegram:123:900', chat: 'telegram:7', messageId: '55' },
      { turn: 'telegram:123:901', chat: 'telegram:7', messageId: null },
    ]);
    expect(reminders.active(conversation)).toMatchObject([{ text: 'call mum', conversation }]);
    expect(erasureRequests.unfinished()).toMatchObject([{ conversation, subject: '{"phrase":"x"}' }]);
    expect(privacy.since(conversation)).toEqual(new Date(5));
    expect(revisions.last(1)).toMatchObject([{ verb: 'saved', text: 'tea', path: 'a.md' }]);
  });

  const schemaOf = (database: string): unknown[] => {
    const db = new Database(database, { readonly: true });
    const tables = db.prepare<[], { name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`,
    );
    const columns = tables
      .all()
      .map(({ name }) => [name, db.pragma(`table_info(${name})`), db.pragma(`index_list(${name})`)]);
    db.close();
    return columns;
  };
  const openEveryTable = (): void => {
    const state = openHere();
    state.table(remindersTable);
    state.table(revisionsTable);
    state.table(erasureRequestsTable);
    state.table(ledgerTable);
    state.table(runsTable);
    state.table(pendingWritesTable);
    state.close();
    opened.pop();
  };

  test.each(sharedMigrations.map((_, index) => index + 1))(
    'of version %i, when all tables counted together, has the tables of a new one, twice over',
    (version) => {
      openEveryTable();
      const fresh = schemaOf(file);
      rmSync(path.dirname(file), { recursive: true });
      openOld(version).close();
      openEveryTable();
      expect(schemaOf(file)).toEqual(fresh);
      openEveryTable();
      expect(schemaOf(file)).toEqual(fresh);
    },
  );

  /** A later version of two tables, in which each has one more column. */
  const [laterReminders, laterRuns] = [
    { ...remindersTable, migrations: [...remindersTable.migrations, 'ALTER TABLE reminders ADD COLUMN later TEXT'] },
    { ...runsTable, migrations: [...runsTable.migrations, 'ALTER TABLE consolidation_run ADD COLUMN later TEXT'] },
  ];
  const copies = (): string[] => readdirSync(path.dirname(file)).filter((name) => name.includes('.schema-'));
  const hasLaterColumn = (table: string, database: string): boolean => {
    const db = new Database(database, { readonly: true });
    const columns = db.pragma(`table_info(${table})`) as { name: string }[];
    db.close();
    return columns.some(({ name }) => name === 'later');
  };

  test('with an older table of a feature is copied once before the first of them is changed', () => {
    openEveryTable();
    expect(copies()).toEqual([]);
    const state = openHere();
    state.table(laterReminders);
    state.table(laterRuns);
    expect(copies()).toEqual([`queue.db.schema-${schemaVersion}`]);
    const [copy] = copies().map((name) => path.join(path.dirname(file), name));
    for (const table of ['reminders', 'consolidation_run']) {
      expect(hasLaterColumn(table, file)).toBe(true);
      expect(hasLaterColumn(table, copy ?? '')).toBe(false);
    }
    expect(() => openHere().table(remindersTable)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining(`mv '${copy}' '${file}'`) as string }),
    );
  });

  test('whose own tables are older keeps the copy from before those, when tables of features follow', () => {
    openOld(12).close();
    openHere().table(laterReminders);
    expect(copies()).toEqual(['queue.db.schema-12']);
  });

  test.each([12, schemaVersion])(
    'of schema %s keeps its copy when a step fails and the program is started again',
    (schema) => {
      if (schema < schemaVersion) openOld(schema).close();
      else openEveryTable();
      const failing = {
        ...laterRuns,
        migrations: [...laterRuns.migrations, 'ALTER TABLE no_such_table ADD COLUMN later TEXT'],
      };
      for (let start = 0; start < 2; start += 1) {
        const state = openHere();
        state.table(laterReminders);
        expect(() => state.table(failing)).toThrow('no_such_table');
      }
      const kept = path.join(path.dirname(file), `queue.db.schema-${schema}`);
      expect(copies()).toEqual([path.basename(kept)]);
      expect(hasLaterColumn('reminders', kept)).toBe(false);
      expect(hasLaterColumn('reminders', file)).toBe(true);

      const mended = openHere();
      mended.table(laterRuns);
      mended.endUpgrade();
      expect(copies()).toEqual([path.basename(kept)]);
      const evenLater = [...laterRuns.migrations, 'ALTER TABLE consolidation_run ADD COLUMN even_later TEXT'];
      openHere().table({ ...laterRuns, migrations: evenLater });
      expect(copies()).toEqual([`queue.db.schema-${schemaVersion}`]);
      expect(hasLaterColumn('reminders', path.join(path.dirname(file), `queue.db.schema-${schemaVersion}`))).toBe(true);
    },
  );

  test('with a table of a feature from a newer version is refused', () => {
    openEveryTable();
    const db = new Database(file);
    db.exec(`INSERT OR REPLACE INTO table_version VALUES ('reminders', 99)`);
    db.close();
    expect(() => openHere().table(remindersTable)).toThrow(/newer Scrubjay \(its table of "reminders" has version 99/);
  });

  test('from a newer version is refused, and left as it is', () => {
    openHere().close();
    opened.pop();
    const db = new Database(file);
    db.pragma('user_version = 99');
    db.close();
    expect(() => openHere()).toThrow(ConfigError);
    expect(() => openHere()).toThrow(/newer Scrubjay \(schema 99/);
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('corrupt'))).toEqual([]);
  });

  test('held by another process for a while is waited for without blocking the program', async () => {
    const state = openHere();
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const ticker = setInterval(() => (ticks += 1), 5);
    setTimeout(() => other.exec('COMMIT'), 400);
    await state.write(() => state.inbox.put(arrival(1)));
    clearInterval(ticker);
    other.close();
    expect(state.inbox.pending('a')).toHaveLength(1);
    expect(ticks).toBeGreaterThan(0);
  });
});

test('the work of a write is done once, however long another process holds the file', async () => {
  const { inbox, write } = openHere();
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  setTimeout(() => other.exec('COMMIT'), 400);
  let runs = 0;
  await write(() => {
    runs += 1;
    if (inbox.find('test:1', '1') === null) inbox.put(arrival(1));
  });
  other.close();
  expect(runs).toBe(1);
});

test('a write is all or nothing', async () => {
  const { inbox, write } = openHere();
  const broken = write(() => {
    inbox.put(arrival(1));
    throw new Error('half way');
  });
  await expect(broken).rejects.toThrow('half way');
  expect(inbox.find('test:1', '1')).toBeNull();
});

describe('the inbox', () => {
  test('takes an update once, however often it comes', () => {
    const { inbox } = openHere();
    expect([inbox.put(arrival(5)), inbox.put(arrival(5)), inbox.put(arrival(4))]).toEqual([true, false, true]);
    expect(inbox.pending('a').map((row) => Number(row.key))).toEqual([5, 4]);
  });

  test('tells bots apart', () => {
    const { inbox } = openHere();
    inbox.put(arrival(5));
    expect(inbox.put({ ...arrival(5), channel: 'test:2' })).toBe(true);
  });

  test('counts an attempt before it runs, and keeps the rows of a turn together', () => {
    const { inbox } = openHere();
    inbox.put(arrival(1));
    inbox.put(arrival(2));
    inbox.begin(
      inbox.pending('a').map((row) => row.seq),
      't',
    );
    inbox.put(arrival(3));
    expect(inbox.ofTurn('t').map((row) => [Number(row.key), row.attempts])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    inbox.refund('t');
    expect(inbox.ofTurn('t').map((row) => row.attempts)).toEqual([0, 0]);
    inbox.finish('t', 'done');
    expect(inbox.pending('a').map((row) => Number(row.key))).toEqual([3]);
  });

  test('an end is for good: what failed for good is not done later, nor begun again', () => {
    const { inbox } = openHere();
    inbox.put(arrival(1));
    inbox.begin([1], 't');
    inbox.finish('t', 'dead');
    inbox.finish('t', 'done');
    inbox.begin([1], 'u');
    expect(inbox.ofSeq(1)).toMatchObject({ state: 'dead', turn: 't', attempts: 1 });
  });

  test('names the lane first that has waited longest', () => {
    const { inbox } = openHere();
    for (const [id, lane] of [
      [1, 'z'],
      [2, 'a'],
      [3, 'z'],
      [4, 'm'],
    ] as const)
      inbox.put(arrival(id, lane));
    expect(inbox.conversations()).toEqual(['z', 'a', 'm']);
    inbox.begin([1, 3], 't');
    inbox.finish('t', 'done');
    expect(inbox.conversations()).toEqual(['a', 'm']);
  });

  test('puts an ended turn in again as new rows, once for the same wish', () => {
    const { inbox } = openHere();
    for (const id of [1, 2]) inbox.put(arrival(id));
    inbox.begin(
      inbox.pending('a').map((row) => row.seq),
      't',
    );
    inbox.finish('t', 'dead');
    expect(inbox.dead('a')).toHaveLength(2);
    inbox.repeat('t', 'wish', at);
    inbox.repeat('t', 'wish', at);
    const again = inbox.pending('a');
    expect(again.map((row) => [row.body, row.turn, row.attempts])).toEqual([
      ['{"n":1}', null, 0],
      ['{"n":2}', null, 0],
    ]);
    expect(again.every(({ key }) => key.startsWith('again:'))).toBe(true);
    expect(inbox.counts()).toEqual({ pending: 2, done: 2, skipped: 0, dead: 0 });
    inbox.repeat('t', 'another wish', at);
    expect(inbox.pending('a')).toHaveLength(4);
  });

  test('forgets what ended long ago, and never what is pending', () => {
    const { inbox } = openHere();
    inbox.put(arrival(1));
    inbox.put({ ...arrival(2), state: 'skipped' });
    expect(inbox.prune(new Date(1_000_000))).toBe(1);
    expect(inbox.counts()).toEqual({ pending: 1, done: 0, skipped: 0, dead: 0 });
  });
});

describe('the outbox', () => {
  test('drops a second post of the same name in the same turn', () => {
    const { outbox } = openHere();
    const first = outbox.put(post('t', 'final', ['a', 'b']));
    expect(first.isNew).toBe(true);
    expect(outbox.put(post('t', 'final', ['other']))).toEqual({ post: first.post, isNew: false });
    expect(outbox.ofTurn('t').map((row) => row.payload)).toEqual(['a', 'b']);
  });

  test('gives the rows of a chat in order, one chat apart from the other', () => {
    const { outbox } = openHere();
    outbox.put(post('t', '1', ['a', 'b']));
    outbox.put(post('u', '1', ['x'], 'test:8'));
    outbox.put(post('t', '2', ['c']));
    expect(outbox.chats('test', at).toSorted()).toEqual(['test:7', 'test:8']);
    const left: string[] = [];
    for (let row = outbox.next('test:7', at); row; row = outbox.next('test:7', at)) {
      outbox.begin(row.seq);
      left.push(row.payload);
      outbox.sent(row.seq, '1');
    }
    expect(left).toEqual(['a', 'b', 'c']);
    expect(outbox.waiting('test:8')).toBe(1);
  });

  test('keeps the order when chunks are split again, and again', () => {
    const { outbox } = openHere();
    outbox.put(post('t', '1', ['abc', 'd']));
    outbox.split(outbox.next('test:7', at)?.seq ?? 0, ['ab', 'c1', 'c2']);
    const second = outbox.ofTurn('t')[1];
    outbox.split(second?.seq ?? 0, ['c1a', 'c1b']);
    expect(outbox.ofTurn('t').map((row) => row.payload)).toEqual(['ab', 'c1a', 'c1b', 'c2', 'd']);
  });

  test('lets the pieces of a chunk that is split leave before what was posted after it', () => {
    const { outbox } = openHere();
    for (const dedupe of ['a', 'b']) outbox.put(post('t', dedupe, [dedupe]));
    outbox.split(1, ['a1', 'a2']);
    const left: string[] = [];
    for (let row = outbox.next('test:7', at); row; row = outbox.next('test:7', at)) {
      left.push(row.payload);
      outbox.sent(row.seq, '1');
    }
    expect(left).toEqual(['a1', 'a2', 'b']);
  });

  test('keeps the buttons on the last piece when a chunk is split again', () => {
    const { outbox } = openHere();
    outbox.put({ ...post('t', '1', ['abc']), buttons: '{}' });
    outbox.split(1, ['a', 'b', 'c']);
    expect(outbox.ofTurn('t').map((row) => [row.payload, row.buttons])).toEqual([
      ['a', null],
      ['b', null],
      ['c', '{}'],
    ]);
    outbox.split(3, ['C']);
    expect(outbox.find(3)).toMatchObject({ payload: 'C', buttons: '{}' });
  });

  test('marks what was being sent when the process died', () => {
    const first = openHere();
    first.outbox.put(post('t', '1', ['a', 'b']));
    first.outbox.begin(first.outbox.next('test:7', at)?.seq ?? 0);
    first.close();
    opened.pop();
    const rows = openHere().outbox.ofTurn('t');
    expect(rows.map((row) => [row.state, row.mayRepeat])).toEqual([
      ['pending', true],
      ['pending', false],
    ]);
  });

  test('that may be a repeat stays one, however the next try fails', () => {
    const { outbox } = openHere();
    outbox.put(post('t', '1', ['a']));
    outbox.later(1, { retryAt: null, error: 'cut', mayRepeat: true });
    outbox.later(1, { retryAt: null, error: 'refused', mayRepeat: false });
    expect(outbox.find(1)).toMatchObject({ mayRepeat: true, lastError: 'refused' });
  });

  test('drops what was delivered or failed long ago, and never what waits', () => {
    const { outbox } = openHere();
    outbox.put(post('t', '1', ['sent', 'dead', 'sending', 'pending']));
    outbox.sent(1, '1');
    outbox.dead(2, 'blocked');
    outbox.begin(3);
    expect(outbox.prune(new Date(1_000_000))).toBe(2);
    expect(outbox.ofTurn('t').map((row) => row.payload)).toEqual(['sending', 'pending']);
  });

  test('leaves alone what another process is sending just now', () => {
    const daemon = openHere();
    daemon.outbox.put(post('t', '1', ['a']));
    daemon.outbox.begin(1);
    const beside = openState({ file, clock: systemClock, log: silentLog, delivers: false });
    opened.push(beside);
    expect(daemon.outbox.find(1)).toMatchObject({ state: 'sending', mayRepeat: false });
  });

  test('holds a post until its time, and lets what comes later pass', () => {
    const { outbox } = openHere();
    const later = new Date(at.getTime() + 1_000);
    outbox.put({ ...post('t', 'digest', ['held']), notBefore: later });
    expect([outbox.chats('test', at), outbox.next('test:7', at)]).toEqual([[], null]);
    outbox.put(post('u', '1', ['now']));
    expect(outbox.next('test:7', at)?.payload).toBe('now');
    expect(outbox.chats('test', later)).toEqual(['test:7']);
    expect(outbox.next('test:7', later)?.payload).toBe('held');
    outbox.split(1, ['first half', 'second half']);
    expect(outbox.next('test:7', at)?.payload).toBe('now');
    outbox.sent(2, '1');
    expect(outbox.next('test:7', at)).toBeNull();
  });

  test('holds no post for more than a day: it was posted before the clock was set back', () => {
    const { outbox } = openHere();
    outbox.put({ ...post('t', 'digest', ['held']), notBefore: new Date(at.getTime() + 400 * 86_400_000) });
    expect(outbox.chats('test', at)).toEqual(['test:7']);
    expect(outbox.next('test:7', at)?.payload).toBe('held');
  });

  test('remembers when a row may be tried again, over a restart', () => {
    const first = openHere();
    first.outbox.put(post('t', '1', ['a']));
    const retryAt = new Date(123_456);
    first.outbox.later(1, { retryAt, error: 'flood', mayRepeat: false });
    first.close();
    opened.pop();
    expect(openHere().outbox.next('test:7', at)).toMatchObject({ retryAt, lastError: 'flood', mayRepeat: false });
  });
});

describe('what is asked of the queue with each message', () => {
  /** The statements that a table prepares and that read every row. */
  function scans(create: (db: Database.Database) => unknown): string[] {
    openHere().table(remindersTable);
    const db = new Database(file, { readonly: true });
    const statements: string[] = [];
    create({
      prepare(sql: string) {
        statements.push(sql);
        return db.prepare(sql);
      },
    } as unknown as Database.Database);
    const found = statements.filter((sql) => {
      const places = Array.from({ length: sql.split('?').length - 1 }, () => 0);
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...places) as { detail: string }[];
      return plan.some(({ detail }) => /^SCAN (?:inbox|outbox|reminders)$/.test(detail));
    });
    db.close();
    return found;
  }

  test('is looked up in an index: nothing gets slower with all that was ever said', () => {
    const rare = /count\(\*\)|DELETE FROM|state = 'sending'|text <> ''/;
    for (const create of [createInbox, createOutbox, remindersTable.create])
      expect(scans(create).filter((sql) => !rare.test(sql))).toEqual([]);
  });
});
