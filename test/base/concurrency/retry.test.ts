import { expect, test } from 'vitest';
import { createClock, systemClock } from '../../../src/base/time/clock.ts';
import { createMutex } from '../../../src/base/concurrency/mutex.ts';
import { backoffMs, retry, waitAfter } from '../../../src/base/concurrency/retry.ts';

const createNotingClock = () => {
  const slept: number[] = [];
  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    slept.push(ms);
  };
  return { ...createClock({ now: () => new Date(0), sleep }), slept };
};

test('work is tried again after the wait that is asked for, until it succeeds', async () => {
  const clock = createNotingClock();
  const work = async (attempt: number) => (attempt < 3 ? Promise.reject(new Error('busy')) : attempt);
  expect(await retry(work, { clock, delayMs: (_, attempt) => attempt * 100 })).toBe(3);
  expect(clock.slept).toEqual([100, 200]);
});

test('the last failure comes out when there is nothing more to try, and the signal ends a wait', async () => {
  const clock = createNotingClock();
  const fail = async (attempt: number) => Promise.reject(new Error(`failure ${attempt}`));
  await expect(retry(fail, { clock, delayMs: (_, attempt) => (attempt < 2 ? 1 : null) })).rejects.toThrow('failure 2');
  const signal = AbortSignal.abort(new Error('stopping'));
  await expect(retry(fail, { clock, delayMs: () => 1, signal })).rejects.toThrow('stopping');
});

test('the back-off doubles up to its bound, with jitter', () => {
  for (let attempt = 1; attempt <= 2_000; attempt += 1) {
    const waitMs = backoffMs(attempt, 100, 5_000);
    const exact = Math.min(5_000, 100 * 2 ** (attempt - 1));
    expect(waitMs).toBeGreaterThanOrEqual(exact * 0.75);
    expect(waitMs).toBeLessThanOrEqual(exact * 1.25 + 1);
  }
});

test('what a server asks for is waited for, and never less than the back-off', () => {
  for (const asked of [undefined, 0, -5_000, 0.001])
    expect(waitAfter(asked, 3, 100, 5_000)).toBeGreaterThanOrEqual(300);
  expect(waitAfter(7_000, 3, 100, 5_000)).toBe(7_000);
});

test('a mutex runs one piece of work at a time, in order, and goes on after a failure', async () => {
  const exclusive = createMutex();
  const events: string[] = [];
  const work = (name: string) =>
    exclusive(async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (name === 'b') throw new Error(name);
      return name;
    });
  const ends = await Promise.allSettled([work('a'), work('b'), work('c')]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a pause ends early when its signal aborts, without an error', async () => {
  const stopping = new AbortController();
  const paused = systemClock.pause(60_000, stopping.signal);
  stopping.abort(new Error('stopping'));
  await expect(paused).resolves.toBeUndefined();
  await expect(systemClock.pause(60_000, stopping.signal)).resolves.toBeUndefined();
});

test('a wait longer than a timer of Node can take does not end at once', async () => {
  const stopping = new AbortController();
  const slept = systemClock.sleep(400 * 86_400_000, stopping.signal).then(
    () => 'over',
    () => 'stopped',
  );
  await systemClock.sleep(20);
  stopping.abort();
  expect(await slept).toBe('stopped');
});
