// base/concurrency/settles-within.ts: how long work is waited for.
import { expect, test } from 'vitest';
import { settlesWithin } from '../../../src/base/concurrency/settles-within.ts';

const longMs = 60_000;

test('work that ends in time is told from work that does not', async () => {
  expect(await settlesWithin(Promise.resolve('done'), longMs)).toBe(true);
  expect(await settlesWithin(new Promise(() => undefined), 1)).toBe(false);
});

test('work that fails in time fails the wait for it', async () => {
  await expect(settlesWithin(Promise.reject(new Error('no disk')), longMs)).rejects.toThrow('no disk');
});
