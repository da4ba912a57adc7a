// A clock that can't be right, known by what the program itself has written.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clockDoubt, createClockWatch } from '../../../src/app/daemon/clock-doubt.ts';
import { createClock, systemClock } from '../../../src/base/time/clock.ts';
import { createLog, silentLog } from '../../../src/base/log.ts';
import { type State, openState } from '../../../src/state/state.ts';
import { runsTable } from '../../../src/features/consolidation/runs.ts';

let folder: string;
let state: State;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clock-doubt-'));
  state = openState({ file: path.join(folder, 'queue.db'), clock: systemClock, log: silentLog });
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

let received = 0;
const receive = async (at: string): Promise<unknown> =>
  await state.write(() => {
    received += 1;
    const receivedAt = new Date(at);
    return state.inbox.put({
      channel: 'c',
      key: `${received}`,
      kind: 'k',
      conversation: 'c:1',
      body: '{}',
      receivedAt,
    });
  });
const doubtAt = (at: string): string | null =>
  clockDoubt(state, { clock: { now: () => new Date(at) }, timezone: () => 'UTC' });

it('is doubted before this program existed', () => {
  expect(doubtAt('1970-01-01T00:00:10Z')).toBe(
    'The clock shows 1970-01-01 00:00, when this program did not exist: what is noted gets a wrong day. Put it right: timedatectl set-ntp true',
  );
  expect(doubtAt('2026-11-02T09:10:00Z')).toBeNull();
});

it('is doubted more than a day before the last message, until another one comes', async () => {
  await receive('2026-11-01T09:00:00Z');
  await receive('2036-02-07T06:28:00Z');
  expect(doubtAt('2026-11-02T09:10:00Z')).toBe(
    'The clock shows 2026-11-02 09:10, and showed 2036-02-07 06:28 when something was noted last: one of the two is wrong. If it is this one, put it right: timedatectl set-ntp true',
  );
  await receive('2026-11-02T09:11:00Z');
  expect(doubtAt('2026-11-02T09:12:00Z')).toBeNull();
  expect(doubtAt('2026-11-01T10:00:00Z')).toBeNull();
});

it('is doubted more than a day before the last night', () => {
  const runs = state.table(runsTable);
  runs.begin({ id: 'r', date: '2026-11-20', trigger: 'schedule', startedAt: new Date('2026-11-20T03:00:00Z') }, []);
  expect(doubtAt('2026-11-10T09:10:00Z')).toContain('showed 2026-11-20 03:00');
  expect(doubtAt('2026-11-20T09:10:00Z')).toBeNull();
});

it('is warned of once in the log, and again where it is set wrong again', async () => {
  let now = new Date('1970-01-01T00:00:10Z');
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const lines: string[] = [];
  const job = createClockWatch({
    state,
    timezone: () => 'UTC',
    clock: createClock({ now: () => now, sleep: async () => await settled() }),
    log: createLog(
      'warn',
      (line) => line,
      (line) => void lines.push(line),
    ),
  });
  job.start();
  for (const at of ['1970-01-01T00:01:10Z', '2026-11-02T09:10:00Z', '1970-01-01T00:00:10Z', '1970-01-01T00:05:00Z']) {
    now = new Date(at);
    for (let turn = 0; turn < 5; turn += 1) await settled();
  }
  await job.stop();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('The clock shows 1970-01-01 00:00');
});
