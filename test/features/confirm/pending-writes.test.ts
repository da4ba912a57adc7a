import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { type PendingWriteTable, pendingWritesTable } from '../../../src/features/confirm/pending-writes.ts';
import { type State, openState } from '../../../src/state/state.ts';

const at = new Date('2026-11-21T09:00:00Z');
const clock = createClock({ now: () => at, sleep: () => Promise.resolve() });
const write = { conversation: 'c', at, toolUseId: 't1', tool: 'remember', input: { text: 'Anna likes tea' } };

let dir: string;
let state: State;
let pendingWrites: PendingWriteTable;
function open(): void {
  state = openState({ file: path.join(dir, 'queue.db'), clock, log: silentLog });
  pendingWrites = state.table(pendingWritesTable);
}
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'pending-'));
  open();
});
afterEach(() => {
  state.close();
  rmSync(dir, { recursive: true, force: true });
});

test('a write that waits survives a restart, and the same one waits once', async () => {
  const id = await state.write(() => pendingWrites.add(write));
  state.close();
  open();
  expect(pendingWrites.find(id)).toEqual({ ...write, id });
  expect(await state.write(() => pendingWrites.add({ ...write, toolUseId: 't2' }))).toBe(id);
  await state.write(() => pendingWrites.remove(id));
  expect(pendingWrites.find(id)).toBeNull();
  expect(await state.write(() => pendingWrites.add(write))).toBe(id + 1);
});

test('what is forgotten does not wait any more, in no byte of the file', async () => {
  const id = await state.write(() => pendingWrites.add(write));
  const other = await state.write(() => pendingWrites.add({ ...write, input: { text: 'buy milk' } }));
  await state.write(() => pendingWrites.erase({ text: (text) => text.replaceAll('Anna', '') }));
  state.erasing.scrub();
  expect(pendingWrites.find(id)).toBeNull();
  expect(pendingWrites.find(other)).not.toBeNull();
  expect(readFileSync(path.join(dir, 'queue.db')).includes('Anna')).toBe(false);
});
