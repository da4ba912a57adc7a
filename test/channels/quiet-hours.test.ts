import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../src/base/time/local-time.ts';
import { quietUntil } from '../../src/channels/quiet-hours.ts';
import { createFastClock } from '../support/fast-clock.ts';
import { type Bot, openBot, person } from '../support/telegram-bot.ts';

const timezone = 'Europe/Berlin';
const night = { from: '22:00', to: '07:30' };

describe('the quiet hours', () => {
  test.each([
    ['2026-11-20T21:59:59+01:00', null],
    ['2026-11-20T22:00:00+01:00', '2026-11-21T07:30:00+01:00'],
    ['2026-11-21T07:29:59+01:00', '2026-11-21T07:30:00+01:00'],
    ['2026-11-21T07:30:00+01:00', null],
    // The clocks go forward and back in these nights.
    ['2026-03-28T23:00:00+01:00', '2026-03-29T07:30:00+02:00'],
    ['2026-10-24T23:00:00+02:00', '2026-10-25T07:30:00+01:00'],
  ])('at %s last until %s', (now, until) => {
    expect(quietUntil(new Date(now), night, timezone)?.toISOString() ?? null).toBe(
      until === null ? null : new Date(until).toISOString(),
    );
  });

  test('within a day are quiet between their ends only', () => {
    const noon = { from: '12:00', to: '14:00' };
    expect(quietUntil(new Date('2026-11-20T13:00:00+01:00'), noon, timezone)?.toISOString()).toBe(
      '2026-11-20T13:00:00.000Z',
    );
    expect(quietUntil(new Date('2026-11-20T15:00:00+01:00'), noon, timezone)).toBeNull();
  });

  test('end within a day, when it is no longer quiet, whatever the hours, the zone and the season', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        time,
        time,
        zone,
        (now, from, to, where) => {
          fc.pre(from !== to);
          const until = quietUntil(now, { from, to }, where);
          if (until === null) return;
          expect(until.getTime()).toBeGreaterThan(now.getTime());
          expect(until.getTime() - now.getTime()).toBeLessThanOrEqual(26 * 3_600_000);
          // A time that the clocks skip comes when they are on again.
          expect(localTime(until, where) >= to).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('what is said in them', () => {
  let bot: Bot;
  const lane = `telegram:tg_main:chat:${person}:user:${person}`;

  test('is answers and reminders; a digest waits for the morning, over a restart, and blocks nothing', async () => {
    // A minute of the clock is a tenth of a second here.
    const clock = createFastClock(600, new Date('2026-11-21T07:15:00+01:00'));
    bot = await openBot(undefined, { quietHours: night, timezone: () => timezone, clock, stopGraceMs: 600_000 });
    await bot.channel.tell?.('Good morning', 'digest:1');
    bot.reminders.add({
      key: 'r',
      conversation: lane,
      text: 'take the pill',
      dueAt: clock.now(),
      pattern: null,
      timezone,
    });
    bot.api.say(person, 'awake?');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer and the reminder');
    expect(bot.api.texts().toSorted()).toEqual(['echo: awake?', '⏰ take the pill']);
    await bot.restart();
    await bot.api.until(() => bot.api.accepted.length === 3, 'the digest');
    expect(bot.api.texts()[2]).toBe('Good morning');
    expect(localTime(clock.now(), timezone) >= '07:30').toBe(true);
  });

  test('go by the time zone that the person is in by then', async () => {
    const noon = new Date('2026-11-21T12:00:00Z');
    let zone = 'Europe/Berlin';
    bot = await openBot(undefined, { quietHours: night, timezone: () => zone, clock: createFastClock(1, noon) });
    await bot.channel.tell?.('At noon', 'digest:1');
    // Nine in the evening, then ten.
    zone = 'Asia/Tokyo';
    await bot.channel.tell?.('In the evening', 'digest:2');
    zone = 'Australia/Sydney';
    await bot.channel.tell?.('At night', 'digest:3');
    await bot.api.until(() => bot.state.outbox.counts().sent === 2, 'what is not held');
    expect(bot.api.texts()).toEqual(['At noon', 'In the evening']);
    expect(bot.state.outbox.waiting(`telegram:${person}`)).toBe(1);
  });

  test('is everything when none are set', async () => {
    bot = await openBot(undefined, {
      timezone: () => timezone,
      clock: createFastClock(1, new Date('2026-11-21T03:00:00+01:00')),
    });
    await bot.channel.tell?.('At night', 'digest:1');
    await bot.api.until(() => bot.api.accepted.length === 1, 'the digest');
    expect(bot.api.texts()).toEqual(['At night']);
  });
});
