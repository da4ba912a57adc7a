import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createClock, systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { createReminding } from '../../../src/features/reminders/job.ts';
import { type Reminders, remindersTable } from '../../../src/features/reminders/reminders.ts';
import { type State, openState } from '../../../src/state/state.ts';
import { setPragma } from '../../support/state-pragma.ts';

let folder: string;
let state: State;
let reminders: Reminders;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reminding-'));
  state = openState({ file: path.join(folder, 'queue.db'), clock: systemClock, log: silentLog });
  // What is measured is the work between two reminders, not the disk.
  setPragma(state, 'synchronous = OFF');
  reminders = state.table(remindersTable);
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

const conversation = 'test:one:chat:1:user:1';
const setMany = async (count: number): Promise<void> =>
  await state.write(() => {
    for (let n = 0; n < count; n += 1)
      reminders.add({
        key: `k${n}`,
        conversation,
        text: `thing ${n}`,
        dueAt: new Date(0),
        pattern: null,
        timezone: 'UTC',
      });
  });

test('five thousand that are due at once are all said, in order, once, and the event loop stays free', async () => {
  await setMany(5_000);
  const said: string[] = [];
  let mostInOneGo = 0;
  let inOneGo = 0;
  const ticking = setInterval(() => (inOneGo = 0), 1);
  const job = createReminding({
    reminders,
    announce: ({ name, alongside }) => {
      inOneGo += 1;
      mostInOneGo = Math.max(mostInOneGo, inOneGo);
      said.push(name);
      alongside();
      return Promise.resolve(true);
    },
    timezone: () => 'UTC',
    clock: systemClock,
    log: silentLog,
  });
  job.start();
  await expect.poll(() => said.length, { timeout: 60_000 }).toBe(5_000);
  await job.stop();
  clearInterval(ticking);
  expect(new Set(said).size).toBe(5_000);
  expect(said[0]).toBe('reminder:1:0');
  expect(reminders.active(conversation)).toEqual([]);
  // Timers run between two of them: however slow the machine, no timer waits for all.
  expect(mostInOneGo).toBeLessThan(1_000);
});

test('one that no channel may say stays, and keeps none that comes after it', async () => {
  await setMany(150);
  const said: string[] = [];
  const job = createReminding({
    reminders,
    announce: ({ name, alongside }) => {
      if (name === 'reminder:1:0') return Promise.resolve(false);
      said.push(name);
      alongside();
      return Promise.resolve(true);
    },
    timezone: () => 'UTC',
    clock: systemClock,
    log: silentLog,
  });
  job.start();
  await expect.poll(() => said.length, { timeout: 30_000 }).toBe(149);
  await job.stop();
  expect(reminders.active(conversation).map(({ id }) => id)).toEqual([1]);
});

test('one that comes every day is said once by a clock that was 400 days ahead, and the next day by the right one', async () => {
  let now = new Date('2026-11-22T08:00:00Z');
  let monotonicMs = 0;
  const clock = createClock({ now: () => now, elapsed: () => monotonicMs, sleep: async () => await settled() });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  await state.write(() => {
    const pattern = '0 9 * * *';
    const dueAt = new Date('2026-11-22T09:00:00Z');
    reminders.add({ key: 'pills', conversation, text: 'pills', dueAt, pattern, timezone: 'UTC' });
  });
  const said: string[] = [];
  const job = createReminding({
    reminders,
    announce: ({ alongside }) => {
      said.push(now.toISOString().slice(0, 10));
      alongside();
      return Promise.resolve(true);
    },
    timezone: () => 'UTC',
    clock,
    log: silentLog,
  });
  const setClock = async (to: string): Promise<void> => {
    now = new Date(to);
    monotonicMs += 1_000;
    for (let turn = 0; turn < 10; turn += 1) await settled();
  };
  job.start();
  await setClock('2027-12-27T10:00:00Z');
  await setClock('2026-11-22T10:00:00Z');
  expect(said).toEqual(['2027-12-27']);
  await setClock('2026-11-23T09:00:01Z');
  // Two hours back, when it was said already: not again.
  await setClock('2026-11-23T07:00:00Z');
  await setClock('2026-11-23T09:00:02Z');
  await setClock('2026-11-24T09:00:01Z');
  await job.stop();
  expect(said).toEqual(['2027-12-27', '2026-11-23', '2026-11-24']);
});

/** A job by a clock that a test sets, and what it said: the text and the time on that clock. */
function underClock(start: string): {
  said: string[];
  names: Set<string>;
  begin(): ReturnType<typeof createReminding>;
  setClock(to: string): Promise<void>;
} {
  let now = new Date(start);
  let monotonicMs = 0;
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const said: string[] = [];
  const names = new Set<string>();
  return {
    said,
    names,
    begin: () =>
      createReminding({
        reminders,
        // As the outbox does: the second of a name is dropped.
        announce: ({ name, text, alongside }) => {
          if (!names.has(name)) said.push(`${now.toISOString().slice(0, 16)} ${text}`);
          names.add(name);
          alongside();
          return Promise.resolve(true);
        },
        timezone: () => 'UTC',
        clock: createClock({ now: () => now, elapsed: () => monotonicMs, sleep: async () => await settled() }),
        log: silentLog,
      }),
    async setClock(to) {
      now = new Date(to);
      monotonicMs += 1_000;
      for (let turn = 0; turn < 10; turn += 1) await settled();
    },
  };
}

const setOnce = async (text: string, at: string): Promise<number> =>
  await state.write(
    () => reminders.add({ key: text, conversation, text, dueAt: new Date(at), pattern: null, timezone: 'UTC' }).id,
  );

describe('a single reminder that was said by a clock that was ahead', () => {
  const visa = '⏰ visa';
  const early = '2036-02-07T06:28 ⏰ visa (was due Tue 2027-06-01 09:00)';

  it('comes again at its own time once the clock is put right', async () => {
    await setOnce('visa', '2027-06-01T09:00:00Z');
    const { said, begin, setClock } = underClock('2036-02-07T06:28:00Z');
    const job = begin();
    job.start();
    await setClock('2036-02-07T06:28:01Z');
    await setClock('2026-11-02T09:10:00Z');
    expect(said).toEqual([early]);
    expect(reminders.active(conversation).map(({ dueAt }) => dueAt.toISOString())).toEqual([
      '2027-06-01T09:00:00.000Z',
    ]);
    await setClock('2027-06-01T09:00:01Z');
    await setClock('2036-02-07T06:29:00Z');
    await job.stop();
    expect(said).toEqual([early, `2027-06-01T09:00 ${visa}`]);
  });

  it('and also where the program began anew in between', async () => {
    await setOnce('visa', '2027-06-01T09:00:00Z');
    const { said, begin, setClock } = underClock('2036-02-07T06:28:00Z');
    const first = begin();
    first.start();
    await setClock('2036-02-07T06:28:01Z');
    await first.stop();
    await setClock('2026-11-02T09:10:00Z');
    const second = begin();
    second.start();
    await setClock('2026-11-02T09:10:01Z');
    await setClock('2027-06-03T12:00:00Z');
    await second.stop();
    expect(said).toEqual([early, '2027-06-03T12:00 ⏰ visa (was due Tue 2027-06-01 09:00)']);
  });

  it('and also where the clock went through its time ten days too early', async () => {
    await setOnce('visa', '2027-06-01T09:00:00Z');
    const { said, begin, setClock } = underClock('2027-05-30T09:00:00Z');
    const job = begin();
    job.start();
    await setClock('2027-06-01T09:00:01Z');
    await setClock('2027-05-22T09:00:01Z');
    await setClock('2027-06-01T09:00:00Z');
    await job.stop();
    expect(said).toEqual([`2027-06-01T09:00 ${visa}`, `2027-06-01T09:00 ${visa}`]);
  });

  it('but not where the person has done it, or cancels it', async () => {
    const done = await setOnce('visa', '2027-06-01T09:00:00Z');
    const cancelled = await setOnce('tax', '2027-06-02T09:00:00Z');
    const { said, begin, setClock } = underClock('2036-02-07T06:28:00Z');
    const job = begin();
    job.start();
    await setClock('2036-02-07T06:28:01Z');
    await state.write(() => reminders.done(conversation, done));
    await setClock('2026-11-02T09:10:00Z');
    await state.write(() => reminders.cancel(conversation, cancelled));
    await setClock('2026-11-02T09:20:00Z');
    await setClock('2026-11-02T09:10:00Z');
    await setClock('2027-06-03T09:00:01Z');
    await job.stop();
    expect(said).toHaveLength(2);
  });

  it('and one that was put off meanwhile does not wait for ten years', async () => {
    const single = await setOnce('visa', '2027-06-01T09:00:00Z');
    const late = await setOnce('bins', '2026-11-02T09:00:00Z');
    const daily = await state.write(() => {
      const dueAt = new Date('2026-11-03T08:00:00Z');
      return reminders.add({ key: 'd', conversation, text: 'pills', dueAt, pattern: '0 8 * * *', timezone: 'UTC' }).id;
    });
    const { said, begin, setClock } = underClock('2036-02-07T06:28:00Z');
    const job = begin();
    job.start();
    await setClock('2036-02-07T06:28:01Z');
    for (const id of [single, late, daily])
      await state.write(() => reminders.snooze(conversation, id, new Date('2036-02-07T06:38:01Z')));
    said.length = 0;
    await setClock('2026-11-02T09:10:00Z');
    expect(said).toEqual(['2026-11-02T09:10 ⏰ pills', '2026-11-02T09:10 ⏰ bins'].toSorted());
    await setClock('2027-06-01T09:00:01Z');
    await job.stop();
    expect(said).toContain('2027-06-01T09:00 ⏰ visa');
  });
});

describe('a single reminder that was said at its time', () => {
  it.each(['1970-01-01T00:00:10Z', '2026-05-01T00:00:00Z'])('is not said again after a start at %s', async (behind) => {
    await setOnce('bins', '2026-11-01T09:00:00Z');
    const { said, begin, setClock } = underClock('2026-11-01T09:00:01Z');
    const first = begin();
    first.start();
    await setClock('2026-11-01T09:00:02Z');
    await first.stop();
    await setClock(behind);
    const second = begin();
    second.start();
    await setClock(behind);
    await setClock('2026-11-02T09:10:00Z');
    await setClock('2026-11-02T09:10:01Z');
    await second.stop();
    expect(said).toEqual(['2026-11-01T09:00 ⏰ bins']);
    expect(reminders.active(conversation)).toEqual([]);
  });
});
