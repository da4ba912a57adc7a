// What comes at an odd moment: while a turn runs, from an older version, by a clock that is set, and after a very long wait.
import { expect, test } from 'vitest';
import { createClock, systemClock } from '../../../src/base/time/clock.ts';
import { echo, openBot, person } from '../../support/telegram-bot.ts';

const key = `telegram:tg_main:chat:${person}:user:${person}`;

test('a message that comes while a turn runs is handed over at once, and ends with the turn that took it along', async () => {
  const handed: string[] = [];
  let finish = (): void => undefined;
  const bot = await openBot(echo, { start: false, silentReaction: '👌' });
  const over = new Promise<void>((resolve) => (finish = resolve));
  await bot.restart({
    handle: Object.assign(
      async (incoming: { text: string }, outlet: Parameters<typeof echo>[1]) => {
        handed.push(incoming.text);
        if (handed.length > 1) return await over.then(() => ({ joined: true as const }));
        await outlet.begins?.();
        await over;
        await outlet.post('both', 'final');
        return {};
      },
      { isBare: true },
    ),
  });
  bot.api.say(person, 'first');
  await bot.api.until(() => handed.length === 1, 'the first');
  bot.api.say(person, 'second');
  await bot.api.until(() => handed.length === 2, 'the second, while the first runs');
  expect(bot.state.inbox.pending(key).map(({ attempts }) => attempts)).toEqual([1, 0]);
  finish();
  await bot.api.until(() => bot.state.inbox.counts().done === 2 && bot.api.accepted.length === 1, 'the end of both');
  expect(bot.api.texts()).toEqual(['both']);
  expect(bot.api.calls.some(({ method }) => method === 'setMessageReaction')).toBe(false);
});

test('a clock that is set back two hours, or ahead and back, delays no message', async () => {
  let offsetMs = 0;
  const clock = createClock({
    now: () => new Date(Date.now() + offsetMs),
    elapsed: () => performance.now(),
    sleep: systemClock.sleep,
  });
  const bot = await openBot(echo, { clock, burstBounds: { minMs: 20, maxMs: 200 } });
  let count = 0;
  for (const offset of [0, -2 * 3_600_000, 400 * 24 * 3_600_000, 0]) {
    offsetMs = offset;
    bot.api.say(person, `at ${offset}`);
    count += 1;
    await bot.api.until(() => bot.api.accepted.length === count, `the answer at ${offset}`);
  }
  expect(bot.api.texts()).toHaveLength(4);
});

test('a 429 with a wait of days is waited out in parts, and said in the log', async () => {
  const bot = await openBot();
  bot.api.fail('sendMessage', [{ code: 429, description: 'Too Many Requests', retryAfter: 200_000 }]);
  bot.api.say(person, 'hello');
  await bot.api.until(() => bot.logs.join('').includes('a message was not delivered yet'), 'a line in the log');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(bot.api.calls.filter(({ method }) => method === 'sendMessage')).toHaveLength(1);
  expect(bot.logs.join('')).toContain('"waitMs":3600000');
});

test('a message that an older version had stored as it came is answered', async () => {
  const bot = await openBot(echo, { start: false });
  const message = { message_id: 4, date: 1, chat: { id: person, type: 'private' }, from: { id: person }, text: 'old' };
  await bot.state.write(() =>
    bot.state.inbox.put({
      channel: `telegram:${bot.api.botId}`,
      key: '1',
      kind: 'message',
      conversation: key,
      body: JSON.stringify({ update_id: 1, message }),
      receivedAt: new Date(),
    }),
  );
  await bot.channel.start();
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  expect(bot.api.texts()).toEqual(['echo: old']);
});
