import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLanes } from '../../../src/base/concurrency/lanes.ts';

test('work of one key runs one at a time and in order', async () => {
  const lanes = createLanes(4);
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} starts`);
    await delay(ms);
    seen.push(`${name} ends`);
  };
  await Promise.all([lanes.run('chat', work('first', 15)), lanes.run('chat', work('second', 1))]);
  expect(seen).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});

test('no more lanes move at once than the width allows', async () => {
  const lanes = createLanes(2);
  let moving = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 10 }, (_, lane) =>
      lanes.run(`chat ${lane}`, async () => {
        moving += 1;
        most = Math.max(most, moving);
        await delay(2);
        moving -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
});

test('a failure reaches its caller and the lane goes on', async () => {
  const lanes = createLanes(1);
  const failed = lanes.run('chat', async () => {
    throw new Error('boom');
  });
  const next = lanes.run('chat', async () => 'fine');
  await expect(failed).rejects.toThrow('boom');
  expect(await next).toBe('fine');
  await lanes.idle();
  expect(lanes.depth('chat')).toBe(0);
});
