import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tool } from '../../../src/agent/tool.ts';
import { type Undo, type UndoableConsolidations, createUndo } from '../../../src/features/undo/undo.ts';
import { silentLog } from '../../../src/base/log.ts';
import { type Tombstones, loadTombstones } from '../../../src/memory/tombstones.ts';
import { createVault } from '../../../src/memory/vault.ts';
import { type Writer, createWriter } from '../../../src/memory/write/writer.ts';
import { type Revisions, revisionsTable } from '../../../src/features/undo/revisions.ts';
import { type State, openState } from '../../../src/state/state.ts';
import { german } from '../../../src/assistant/phrases/german.ts';
import { createEditMemoryTool } from '../../../src/tools/edit-memory.ts';
import { createRecorder } from '../../../src/tools/receipt.ts';
import { createRememberTool } from '../../../src/tools/remember.ts';
import { createManualClock } from '../../support/assistant.ts';

const clock = createManualClock();
const day = '2026-11-21.md';
let dir: string;
let state: State;
let tombstones: Tombstones;
let writer: Writer;
let revisions: Revisions;
let undo: Undo;
let nights: UndoableConsolidations & { undone: string[] };

/** What a new process would be on the same folder. */
async function open(): Promise<void> {
  state = openState({ file: path.join(dir, 'queue.db'), clock, log: silentLog });
  tombstones = await loadTombstones(path.join(dir, 'tombstones.json'));
  writer = createWriter({ vault: createVault(path.join(dir, 'memory')) });
  revisions = state.table(revisionsTable);
  undo = createUndo({
    revisions,
    write: state.write,
    writer,
    vault: createVault(path.join(dir, 'memory')),
    tombstones,
    consolidations: nights,
    clock,
    timezone: () => 'UTC',
  });
}

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'undo-'));
  const undone: string[] = [];
  nights = {
    undone,
    list: () =>
      Promise.resolve([
        {
          id: 'night-1',
          at: '2026-11-20T04:00:00.000Z',
          summary: '+1 ~0 -0',
          undoneAt: undone.length > 0 ? '2026-11-21T05:00:00.000Z' : null,
        },
      ]),
    takeBack: (id) => Promise.resolve(void undone.push(id)),
  };
  await open();
});
afterEach(() => {
  state.close();
  rmSync(dir, { recursive: true, force: true });
});

const read = (name = day): string => readFileSync(path.join(dir, 'memory', name), 'utf8');
const write = (text: string, name = day): void => writeFileSync(path.join(dir, 'memory', name), text);

/** Runs a tool as a turn of this message would. @returns the id of the change */
async function call(
  make: (record: ReturnType<typeof createRecorder>) => Tool,
  input: unknown,
  cause = 'm1',
): Promise<string> {
  const tool = make(createRecorder({ state: { revisions, write: state.write }, clock, log: silentLog, cause }));
  const result = await tool.execute(input, { toolUseId: 't', signal: new AbortController().signal });
  return `r${result.receipts?.[0]?.change}`;
}
const save = (text: string, where = 'daily') =>
  call((record) => createRememberTool({ writer, record, clock, timezone: () => 'UTC', tombstones }), { text, where });

test('takes back exactly that save, and nothing that was saved before or after', async () => {
  await save('Anna likes tea');
  const id = await save('the key is with Okafor');
  await save('Rex is a dog');
  expect(await undo.takeBack(id, 'u1')).toBe(`Undone: Saved: the key is with Okafor -> ${day}`);
  expect(read()).toBe('# 2026-11-21\n\n- 09:00 Anna likes tea\n- 09:00 Rex is a dog\n');
});

test('leaves a line that was changed by hand since as it is, and says so', async () => {
  const id = await save('Anna likes tea');
  write(read().replace('likes tea', 'likes green tea, since May'));
  const before = read();
  expect(await undo.takeBack(id, 'u1')).toContain('changed by hand since');
  expect(read()).toBe(before);
  expect(tombstones.covers('Anna likes tea')).toBe(false);
});

test('keeps everything else that was written by hand since, byte for byte', async () => {
  const id = await save('Anna likes tea');
  write(read().replace('# 2026-11-21\n', '# 2026-11-21\r\nby hand, with a CRLF\r\n') + '- and at the end');
  await undo.takeBack(id, 'u1');
  expect(read()).toBe('# 2026-11-21\r\nby hand, with a CRLF\r\n\n- and at the end');
});

test.each(['daily', 'MEMORY.md'])('gives a note back that held nothing but blank lines: %s', async (where) => {
  const name = where === 'daily' ? day : where;
  const blank = '\r\n  \r\n\r\n';
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  write(blank, name);
  const id = await save('Anna likes tea', where);
  expect(read(name)).toContain('Anna likes tea');
  await undo.takeBack(id, 'u1');
  expect(read(name)).toBe(blank);
});

test('says that it is undone already when it is asked again, also after a restart', async () => {
  const id = await save('Anna likes tea');
  await undo.takeBack(id, 'u1');
  state.close();
  await open();
  expect(await undo.takeBack(id, 'u2')).toBe(`That is undone already: Saved: Anna likes tea -> ${day}`);
});

test('the same request goes on where a crash left it, and gives the same answer', async () => {
  const id = await save('Anna likes tea');
  // The note is as before, the record does not know it yet: what a kill between the two leaves.
  revisions.begin(1, 'u1');
  write('# 2026-11-21\n\n');
  expect(await undo.takeBack(id, 'u1')).toBe(`Undone: Saved: Anna likes tea -> ${day}`);
  expect(await undo.takeBack(id, 'u1')).toBe(`Undone: Saved: Anna likes tea -> ${day}`);
  expect(read()).toBe('# 2026-11-21\n\n');
});

test('a kill between the note and the record of it leaves the same answer for the request that comes again', async () => {
  const id = await save('Anna likes tea');
  const { undone } = revisions;
  revisions.undone = () => {
    throw new Error('killed');
  };
  await expect(undo.takeBack(id, 'u1')).rejects.toThrow('killed');
  revisions.undone = undone;
  expect(read()).not.toContain('Anna');
  expect(await undo.takeBack(id, 'u1')).toBe(`Undone: Saved: Anna likes tea -> ${day}`);
});

test('a corrected line that was corrected again by hand stays as the hand left it', async () => {
  await save('Dentist on Tuesday');
  const id = await call((record) => createEditMemoryTool({ writer, record, clock, timezone: () => 'UTC' }), {
    path: day,
    old_text: 'Tuesday',
    new_text: 'Thursday',
  });
  write(read().replace('Thursday', 'Friday'));
  expect(await undo.takeBack(id, 'u1')).toContain('changed by hand since');
  expect(read()).toBe('# 2026-11-21\n\n- 09:00 Dentist on Friday\n');
});

test('brings back what an edit changed and what was forgotten, and lets it be remembered again', async () => {
  await save('Dentist on Tuesday');
  const edited = await call((record) => createEditMemoryTool({ writer, record, clock, timezone: () => 'UTC' }), {
    path: day,
    old_text: 'Tuesday',
    new_text: 'Thursday',
  });
  await undo.takeBack(edited, 'u1');
  expect(read()).toContain('- 09:00 Dentist on Tuesday');
  // An earlier version noted it so.
  await tombstones.add('Dentist on Tuesday');
  const record = createRecorder({ state: { revisions, write: state.write }, clock, log: silentLog, cause: 'u1' });
  const { receipts } = await record('forgotten', (keep) => writer.remove(day, 'Dentist on Tuesday', keep));
  const forgotten = `r${receipts[0]?.change}`;
  expect(read()).not.toContain('Dentist');
  await undo.takeBack(forgotten, 'u2');
  expect(read()).toBe('# 2026-11-21\n\n- 09:00 Dentist on Tuesday\n');
  expect(tombstones.covers('Dentist on Tuesday')).toBe(false);
});

test('what a save put down does not come back by night once it is undone, unless it is remembered again', async () => {
  const id = await save('Anna likes tea');
  await undo.takeBack(id, 'u1');
  expect(tombstones.covers('Anna likes tea')).toBe(true);
  await save('Anna likes tea');
  expect(tombstones.covers('Anna likes tea')).toBe(false);
});

test('the last change is the newest of any kind that stands', async () => {
  expect(await undo.last()).toEqual({
    text: 'the consolidation of 2026-11-20 (1 added, none changed, none removed) (2026-11-20 04:00)',
    button: { label: 'Undo', command: '/undo night-1' },
  });
  const id = await save('Anna likes tea');
  expect(await undo.last()).toEqual({
    text: `Saved: Anna likes tea -> ${day} (2026-11-21 09:00)`,
    button: { label: 'Undo', command: `/undo ${id}` },
  });
  await undo.takeBack(id, 'u1');
  expect((await undo.last())?.button.command).toBe('/undo night-1');
  expect(await undo.takeBack('night-1', 'u2')).toBe(
    'Undone: the consolidation of 2026-11-20 (1 added, none changed, none removed)\nWhat was said on the days that it read is not gone over again by night: tell me what you would like kept of it.',
  );
  expect(nights.undone).toEqual(['night-1']);
  expect(await undo.last()).toBeNull();
  expect((await undo.list()).split('\n')).toEqual([
    `/undo ${id} - 2026-11-21 09:00 Saved: Anna likes tea -> ${day} (undone)`,
    '/undo night-1 - 2026-11-20 04:00 the consolidation of 2026-11-20 (1 added, none changed, none removed) (undone)',
  ]);
  expect((await undo.list(german)).match(/\(rückgängig gemacht\)/g)).toHaveLength(2);
});

test.each(['r99', 'R0', 'nonsense', 'night-9'])('knows no change %s', async (id) => {
  await expect(undo.takeBack(id, 'u1')).rejects.toThrow('I find no change');
});

test('a change of a note that someone changed at that moment is kept as it was made', async () => {
  await save('Anna likes tea');
  const vault = createVault(path.join(dir, 'memory'));
  let raced = false;
  const id = await call(
    (record) =>
      createRememberTool({
        writer: {
          ...createWriter({ vault }),
          appendDaily: (date, time, text, keep) =>
            createWriter({ vault }).appendDaily(date, time, text, async (...change) => {
              if (!raced) write(`${read()}- by hand\n`);
              raced = true;
              await keep?.(...change);
            }),
        },
        record,
        clock,
        timezone: () => 'UTC',
      }),
    { text: 'Rex is a dog' },
  );
  expect(read()).toBe('# 2026-11-21\n\n- 09:00 Anna likes tea\n- by hand\n- 09:00 Rex is a dog\n');
  await undo.takeBack(id, 'u1');
  expect(read()).toBe('# 2026-11-21\n\n- 09:00 Anna likes tea\n- by hand\n');
});

test('a note that can’t be read is named below the changes, of which that in it is one', async () => {
  await call(remember, { text: 'likes tea' });
  await call(remember, { text: 'likes the gnu', where: 'MEMORY.md' });
  const vault = createVault(path.join(dir, 'memory'));
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  const closed = {
    read: async (note: string) => (note === day ? await Promise.reject(denied) : await vault.read(note)),
  };
  const parts = { revisions, write: state.write, writer, tombstones, consolidations: nights, clock };
  const list = await createUndo({ ...parts, vault: closed, timezone: () => 'UTC' }).list();
  expect(list).toContain('Saved: likes tea');
  expect(list).toContain('Saved: likes the gnu');
  expect(list.split('\n').at(-1)).toBe(`I may not read ${day}.`);
});

const remember = (record: ReturnType<typeof createRecorder>): Tool =>
  createRememberTool({ writer, record, clock, timezone: () => 'UTC' });

test('a save that failed is in no list of changes', async () => {
  await call(remember, { text: 'likes tea' });
  // A folder in the place of the note's temporary file: the disk takes no new bytes.
  mkdirSync(path.join(dir, 'memory', 'MEMORY.md'));
  await expect(call(remember, { text: 'likes the gnu', where: 'MEMORY.md' })).rejects.toThrow('is not a regular file');
  const failing = createWriter({
    vault: {
      ...createVault(path.join(dir, 'memory')),
      pin: async (note) => {
        const pinned = await createVault(path.join(dir, 'memory')).pin(note);
        return pinned && { ...pinned, folder: { ...pinned.folder, isInPlace: () => Promise.resolve(false) } };
      },
    },
  });
  const whole = writer;
  writer = failing;
  await expect(call(remember, { text: 'likes the gnu' })).rejects.toThrow('was moved meanwhile');
  writer = whole;
  expect(revisions.last(10).map(({ text }) => text)).toEqual(['likes tea']);
  expect((await undo.last())?.text).toContain('Saved: likes tea');
});

test('a change that a crash came before is not listed, and noted once where the turn is made again', async () => {
  await call(remember, { text: 'likes tea' });
  const bytes = Buffer.from(read());
  await state.write(() =>
    revisions.add({
      at: clock.now(),
      cause: 'm2',
      verb: 'saved',
      text: 'likes the gnu',
      path: day,
      before: bytes,
      after: Buffer.concat([bytes, Buffer.from('- 09:00 likes the gnu\n')]),
    }),
  );
  expect((await undo.last())?.text).toContain('Saved: likes tea');
  expect(await undo.list()).not.toContain('gnu');
  expect(await call(remember, { text: 'likes the gnu' }, 'm2')).toBe('r2');
  expect((await undo.last())?.text).toContain('Saved: likes the gnu');
  expect(revisions.last(10)).toHaveLength(2);
});
