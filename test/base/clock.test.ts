import { expect, test } from 'vitest';
import { sleepUntil, systemClock } from '../../src/base/clock.ts';

test('a wait for a time that does not exist fails, where it would turn for ever', async () => {
  await expect(sleepUntil(systemClock, new Date(NaN))).rejects.toThrow('there is no such time to wait for');
  await sleepUntil(systemClock, new Date(0));
});
