// Long outages, by a clock that runs fast: what is waited for, and what comes of it.
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/base/time/clock.ts';
import { createFastClock } from '../../support/fast-clock.ts';
import { type Bot, echo, openBot, person } from '../../support/telegram-bot.ts';

const pollsOf = (bot: Bot): number => bot.api.calls.filter((call) => call.method === 'getUpdates').length;
const minutesBetween = (clock: Clock, from: Date): number => (clock.now().getTime() - from.getTime()) / 60_000;

describe('polling', () => {
  test('goes on by itself after a minute in which another program polled, and did not knock all the time', async () => {
    const clock = createFastClock(60);
    const bot = await openBot(echo, { clock });
    bot.api.fail(
      'getUpdates',
      Array.from({ length: 12 }, () => ({
        code: 409,
        description: 'Conflict: terminated by other getUpdates request',
      })),
    );
    const from = clock.now();
    bot.api.say(person, '/first');
    await bot.api.until(() => bot.api.accepted.length === 1, 'what came with the poll before');
    bot.api.say(person, '/second');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer after the conflict');
    expect(minutesBetween(clock, from)).toBeGreaterThan(0.9);
    expect(pollsOf(bot)).toBeLessThan(30);
  });

  test('that stalls is noticed although messages still go out', async () => {
    const bot = await openBot(echo, { start: false, pollTimeoutMs: 1_500 });
    bot.api.fail('getUpdates', ['hang']);
    await bot.channel.start();
    await bot.channel.tell?.('still here', 'one');
    await bot.api.until(
      () => bot.api.accepted.length === 1 && pollsOf(bot) > 0,
      'the poll, and what goes out beside it',
    );
    bot.api.say(person, 'and in?');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer');
    expect(bot.api.texts()).toEqual(['still here', 'echo: and in?']);
    expect(bot.logs.join('')).toContain('no answer within 1500 ms');
  });

  test('removes a webhook that was set while it ran, and keeps what it held back', async () => {
    const bot = await openBot(echo, { clock: createFastClock(10) });
    bot.api.setWebhook('https://elsewhere.example/hook');
    bot.api.say(person, '/one');
    bot.api.say(person, '/two');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answers');
    expect(bot.api.texts()).toEqual(['echo: /one', 'echo: /two']);
    expect(
      bot.api.calls.filter((call) => call.method === 'deleteWebhook').map((call) => call.payload.drop_pending_updates),
    ).not.toContain(true);
    expect(bot.api.webhook()).toBe('');
  });

  test('works off what came in two hours without a connection, in order, once', async () => {
    const clock = createFastClock(3_600);
    const bot = await openBot(echo, { clock });
    await bot.api.down();
    const from = clock.now();
    for (let n = 0; n < 30; n += 1) bot.api.say(person, `/${n}`);
    while (minutesBetween(clock, from) < 120) await new Promise((resolve) => setTimeout(resolve, 50));
    await bot.api.up();
    await bot.api.until(() => bot.api.accepted.length === 30, 'thirty answers');
    expect(bot.api.texts()).toEqual(Array.from({ length: 30 }, (_, n) => `echo: /${n}`));
  });
});

test('what ended a week ago is dropped while it runs', async () => {
  // A day of the clock is half a second here.
  const bot = await openBot(echo, { clock: createFastClock(172_800) });
  bot.api.say(person, 'long ago');
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the turn');
  await bot.api.until(
    () => bot.state.inbox.counts().done === 0 && bot.state.outbox.counts().sent === 0,
    'the end of the week',
  );
  expect(bot.api.texts()).toEqual(['echo: long ago']);
});

describe('delivery', () => {
  test('of thirty replies that waited two hours happens in order, once', async () => {
    const clock = createFastClock(3_600);
    const bot = await openBot(
      async (_incoming, outlet) => {
        await bot.api.down();
        for (let n = 0; n < 30; n += 1) await outlet.post(`reply ${n}`, String(n));
      },
      { clock },
    );
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.state.outbox.waiting(`telegram:${person}`) === 30, 'the replies to wait');
    const from = clock.now();
    while (minutesBetween(clock, from) < 120) await new Promise((resolve) => setTimeout(resolve, 50));
    await bot.api.up();
    await bot.api.until(() => bot.api.accepted.length >= 30, 'thirty replies');
    // What was on its way when the connection died may have been taken: that one is marked.
    expect(bot.api.texts().map((text) => text.replace('(resent) ', ''))).toEqual(
      Array.from({ length: 30 }, (_, n) => `reply ${n}`),
    );
  });

  test('waits out the forty seconds of a 429 over two restarts, and keeps the order', async () => {
    const clock = createFastClock(20);
    const bot = await openBot(
      async (_incoming, outlet) => {
        for (const text of ['one', 'two', 'three']) await outlet.post(text, text);
      },
      { clock, stopGraceMs: 6_000 },
    );
    bot.api.fail('sendMessage', [{ code: 429, description: 'Too Many Requests: retry after 40', retryAfter: 40 }]);
    bot.api.say(person, 'x');
    await bot.api.until(
      () =>
        bot.state.outbox.next(`telegram:${person}`, clock.now())?.retryAt !== null &&
        bot.state.outbox.counts().pending === 3,
      'the wait to be stored',
    );
    const from = clock.now();
    await bot.restart();
    await bot.restart();
    await bot.api.until(() => bot.api.accepted.length === 3, 'all three');
    expect(minutesBetween(clock, from) * 60).toBeGreaterThan(35);
    expect(bot.api.texts()).toEqual(['one', 'two', 'three']);
    expect(bot.api.calls.filter((call) => call.method === 'sendMessage')).toHaveLength(4);
  });
});

test('a stop in good order, again and again, loses nothing and repeats nothing', async () => {
  const people = [1, 2, 3, 4, 5];
  const bot = await openBot(
    async (incoming, outlet, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      signal.throwIfAborted();
      await outlet.post(`echo: ${incoming.text}`, 'answer');
    },
    { start: false, allowedUsers: people, stopGraceMs: 2_000 },
  );
  for (let n = 0; n < 100; n += 1) bot.api.say(people[n % 5] ?? 1, `/${n}`);
  await bot.channel.start();
  for (let round = 0; round < 8; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20 + 15 * round));
    await bot.restart();
  }
  await bot.api.until(() => bot.api.accepted.length >= 100 && bot.state.inbox.counts().pending === 0, 'all answers');
  for (const user of people) {
    expect(bot.api.texts(user)).toEqual(Array.from({ length: 20 }, (_, index) => `echo: /${index * 5 + user - 1}`));
  }
});
