import { expect, test } from 'vitest';
import { createClock } from '../../../src/base/time/clock.ts';
import { localDate, localTime } from '../../../src/base/time/local-time.ts';
import { silentLog } from '../../../src/base/log.ts';
import { createDaily } from '../../../src/features/consolidation/daily.ts';

const timezone = 'Europe/Berlin';

/** Lets the time of day run from `start` to `end` and notes each run. At first the clock may be ahead; `turn` may set it after a run. */
async function live(options: {
  start: string;
  end: string;
  pattern?: string;
  last?: Date;
  /** Earlier ones, also those of a clock that was ahead. */
  runs?: Date[];
  fails?: number;
  aheadMs?: number;
  turn?: (runs: number) => number;
  zoneAt?: (now: number) => string;
}): Promise<string[]> {
  let now = Date.parse(options.start) + (options.aheadMs ?? 0);
  const past = [...(options.last ? [options.last] : []), ...(options.runs ?? [])];
  let aheadMs = options.aheadMs ?? 0;
  let failures = options.fails ?? 0;
  const runs: string[] = [];
  const daily = createDaily({
    pattern: options.pattern ?? '0 4 * * *',
    timezone: () => options.zoneAt?.(now) ?? timezone,
    log: silentLog,
    clock: createClock({
      now: () => new Date(now),
      async sleep(ms) {
        now += ms - aheadMs;
        aheadMs = 0;
        // A clock that is years ahead is not the end.
        const overMs = now - Date.parse(options.end);
        if (overMs > 0 && overMs < 365 * 86_400_000)
          await new Promise<never>((_, reject) => setTimeout(() => reject(new Error('the end of the test')), 0));
      },
    }),
    past: {
      last: (until) => past.filter((at) => at <= until).at(-1) ?? null,
      on: (date) => past.some((at) => localDate(at, timezone) === date),
      discount: (after) => void past.splice(0, past.length, ...past.filter((at) => at <= after)),
    },
    async job() {
      const at = new Date(now);
      runs.push(`${localDate(at, timezone)} ${localTime(at, timezone)}`);
      failures -= 1;
      if (failures >= 0) return false;
      // Some seconds into its hour, which is ahead of a clock that is then set back.
      past.push(new Date(now + 5_000));
      past.sort((a, b) => a.getTime() - b.getTime());
      now += options.turn?.(runs.length) ?? 0;
      return true;
    },
  });
  daily.start();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await daily.stop();
  return runs;
}

test('runs at its hour on each day, also on days of 23 and 25 hours', async () => {
  expect(await live({ start: '2026-03-27T12:00:00Z', end: '2026-03-30T12:00:00Z' })).toEqual([
    '2026-03-28 04:00',
    '2026-03-29 04:00',
    '2026-03-30 04:00',
  ]);
  expect(await live({ start: '2026-10-23T12:00:00Z', end: '2026-10-26T12:00:00Z' })).toEqual([
    '2026-10-24 04:00',
    '2026-10-25 04:00',
    '2026-10-26 04:00',
  ]);
});

test('runs once in an hour that comes twice, and on a day whose hour does not come', async () => {
  expect(await live({ pattern: '30 2 * * *', start: '2026-10-24T12:00:00Z', end: '2026-10-26T12:00:00Z' })).toEqual([
    '2026-10-25 02:30',
    '2026-10-26 02:30',
  ]);
  const spring = await live({ pattern: '30 2 * * *', start: '2026-03-28T12:00:00Z', end: '2026-03-30T12:00:00Z' });
  expect(spring.map((run) => run.slice(0, 10))).toEqual(['2026-03-29', '2026-03-30']);
});

test('runs once for a date although the clock is set back two hours', async () => {
  const turn = (runs: number): number => (runs === 1 ? -2 * 3_600_000 : 0);
  expect(await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-22T12:00:00Z', turn })).toEqual([
    '2026-11-21 04:00',
    '2026-11-22 04:00',
  ]);
});

test('after five days off it runs at once, and once', async () => {
  const last = new Date('2026-11-15T03:00:00Z');
  expect(await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-21T12:00:00Z', last })).toEqual([
    '2026-11-20 13:00',
    '2026-11-21 04:00',
  ]);
});

test('does not run again on a day on which it ran', async () => {
  const last = new Date('2026-11-20T03:00:05Z');
  expect(await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-21T02:00:00Z', last })).toEqual([]);
});

test('a failure is tried again after ten minutes and an hour, then on the next day', async () => {
  expect(await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-22T12:00:00Z', fails: 3 })).toEqual([
    '2026-11-21 04:00',
    '2026-11-21 04:10',
    '2026-11-21 05:10',
    '2026-11-22 04:00',
  ]);
});

test('failing for days it tries three times a day, and nothing in a row for the days that were missed', async () => {
  const last = new Date('2026-11-15T03:00:00Z');
  expect(await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-22T12:00:00Z', last, fails: 99 })).toEqual([
    '2026-11-20 13:00',
    '2026-11-20 13:10',
    '2026-11-20 14:10',
    '2026-11-21 04:00',
    '2026-11-21 04:10',
    '2026-11-21 05:10',
    '2026-11-22 04:00',
    '2026-11-22 04:10',
    '2026-11-22 05:10',
  ]);
});

test('a clock that was years ahead when the program began does not keep it waiting for years', async () => {
  const year = 365 * 86_400_000;
  expect(await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-21T12:00:00Z', aheadMs: 70 * year })).toEqual([
    '2026-11-21 04:00',
  ]);
});

test('a clock that was years ahead for one run does not keep the next ones waiting for years', async () => {
  const year = 365 * 86_400_000;
  const turn = (runs: number): number => (runs === 1 ? 70 * year : runs === 2 ? -70 * year : 0);
  const runs = await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-23T12:00:00Z', turn });
  expect(runs.filter((run) => run < '2030')).toEqual(['2026-11-21 04:00', '2026-11-22 04:00', '2026-11-23 04:00']);
});

test('goes by the time zone that the person is in by then, once a local date', async () => {
  // Chosen at noon in Berlin: four o'clock in New York is ten there.
  const zoneAt = (now: number): string =>
    now < Date.parse('2026-11-21T11:00:00Z') ? 'Europe/Berlin' : 'America/New_York';
  expect(await live({ start: '2026-11-20T12:00:00Z', end: '2026-11-23T12:00:00Z', zoneAt })).toEqual([
    '2026-11-21 04:00',
    '2026-11-22 10:00',
    '2026-11-23 10:00',
  ]);
});

test('has its nights again after a clock that was ten days ahead for ten days', async () => {
  const runs = Array.from({ length: 10 }, (_, day) => new Date(Date.UTC(2027, 0, 11 + day, 3, 0, 5)));
  expect(await live({ start: '2027-01-10T12:00:00Z', end: '2027-01-14T12:00:00Z', runs })).toEqual([
    '2027-01-11 04:00',
    '2027-01-12 04:00',
    '2027-01-13 04:00',
    '2027-01-14 04:00',
  ]);
});

test('a night that a clock of 1970 sees ahead of it is not done again by the right one', async () => {
  const runs = [new Date('2026-11-20T03:00:05Z')];
  const start = '1970-01-01T00:00:10Z';
  const end = '2026-11-21T02:00:00Z';
  const aheadMs = Date.parse(start) - Date.parse('2026-11-20T12:00:00Z');
  const again = await live({ start: '2026-11-20T12:00:00Z', end, runs, aheadMs });
  expect(again.filter((run) => run > '2026')).toEqual([]);
});
