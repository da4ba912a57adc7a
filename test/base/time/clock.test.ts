import { expect, test } from 'vitest';
import { sleepUntil, systemClock } from '../../../src/base/time/clock.ts';
import { localDate } from '../../../src/base/time/local-time.ts';

test('a wait for a time that does not exist fails, where it would turn for ever', async () => {
  await expect(sleepUntil(systemClock, new Date(NaN))).rejects.toThrow('there is no such time to wait for');
  await sleepUntil(systemClock, new Date(0));
});

test('the day of an instant is that of its time zone and its minute, whatever was asked before', () => {
  const lastMinute = new Date('2026-03-31T21:59:59Z');
  const midnight = new Date('2026-03-31T22:00:00Z');
  expect(localDate(lastMinute, 'Europe/Berlin')).toBe('2026-03-31');
  expect(localDate(midnight, 'Europe/Berlin')).toBe('2026-04-01');
  expect(localDate(midnight, 'Europe/London')).toBe('2026-03-31');
  expect(localDate(midnight, 'Pacific/Auckland')).toBe('2026-04-01');
  expect(localDate(lastMinute, 'Europe/Berlin')).toBe('2026-03-31');
});
