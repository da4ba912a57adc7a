import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { echo, openBot, person } from '../../support/telegram-bot.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const answers = (...texts: string[]) =>
  openBot(async (_incoming, outlet) => {
    for (const [index, text] of texts.entries()) await outlet.post(text, String(index));
  });

const diskFull = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

describe('delivery', () => {
  test('notes what was delivered for as long as it takes, and does not send it again meanwhile', async () => {
    const bot = await answers('hello');
    const { outbox } = bot.state;
    const { sent } = outbox;
    let failures = 2;
    outbox.sent = (...given) => {
      failures -= 1;
      if (failures >= 0) throw diskFull();
      sent(...given);
    };
    bot.api.say(person, 'x');
    await bot.api.until(() => outbox.counts().sent === 1, 'the note');
    expect(bot.api.texts()).toEqual(['hello']);
  });

  test('goes on by itself after a full disk', async () => {
    const bot = await answers('hello');
    const { outbox } = bot.state;
    const { begin } = outbox;
    let failures = 1;
    outbox.begin = (seq) => {
      failures -= 1;
      if (failures >= 0) throw diskFull();
      begin(seq);
    };
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
    expect(bot.api.texts()).toEqual(['hello']);
  });

  test('switches link previews off', async () => {
    const bot = await openBot();
    bot.api.say(person, 'https://example.org');
    await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
    expect(bot.api.accepted[0]?.payload.link_preview_options).toEqual({ is_disabled: true });
  });

  test('waits as long as a 429 asks for, over a restart, and keeps the order', async () => {
    const bot = await answers('one', 'two', 'three');
    bot.api.fail('sendMessage', [{ code: 429, description: 'Too Many Requests: retry after 2', retryAfter: 2 }]);
    const at = Date.now();
    bot.api.say(person, 'x');
    await bot.api.until(
      () =>
        bot.state.outbox.next(`telegram:${person}`, new Date())?.retryAt !== null &&
        bot.state.outbox.counts().pending === 3,
      'the wait to be stored',
    );
    await bot.restart();
    await pause(300);
    expect(bot.api.accepted).toEqual([]);
    await bot.api.until(() => bot.api.accepted.length === 3, 'all three');
    expect(Date.now() - at).toBeGreaterThanOrEqual(1_990);
    expect(bot.api.texts()).toEqual(['one', 'two', 'three']);
  });

  test('does not wait for a time that a wrong clock has noted', async () => {
    let aheadMs = 40 * 24 * 3_600_000;
    const bot = await openBot(async (_incoming, outlet) => void (await outlet.post('hello', 'final')), {
      clock: { ...systemClock, now: () => new Date(Date.now() + aheadMs) },
    });
    bot.api.fail('sendMessage', [{ code: 429, description: 'Too Many Requests: retry after 60', retryAfter: 60 }]);
    bot.api.say(person, 'x');
    await bot.api.until(
      () =>
        bot.state.outbox.counts().pending === 1 &&
        bot.state.outbox.chats('telegram', new Date(Date.now() + aheadMs)).length === 1 &&
        bot.state.outbox.ofTurn(`telegram:${bot.api.botId}:1000`)[0]?.retryAt !== null,
      'the wait to be stored',
    );
    aheadMs = 0;
    await bot.restart();
    await bot.api.until(() => bot.api.accepted.length === 1, 'the message');
    expect(bot.api.texts()).toEqual(['hello']);
  });

  test('marks a repeat when the connection died after the message was taken, and not when it died before a connection', async () => {
    const bot = await answers('hello');
    bot.api.fail('sendMessage', ['resetAfter']);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the repeat');
    expect(bot.api.texts()).toEqual(['hello', '(resent) hello']);
  });

  test('marks a repeat also where it could not be noted what became of the try before', async () => {
    const bot = await answers('hello');
    const { outbox } = bot.state;
    const { later } = outbox;
    let failures = 1;
    outbox.later = (...given) => {
      failures -= 1;
      if (failures >= 0) throw diskFull();
      later(...given);
    };
    bot.api.fail('sendMessage', ['resetAfter']);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the repeat');
    expect(bot.api.texts()).toEqual(['hello', '(resent) hello']);
  });

  test.each([401, 404, 409])('keeps what is refused with %d, which is not about the message', async (code) => {
    const bot = await answers('hello');
    bot.api.fail('sendMessage', [{ code, description: 'Unauthorized' }]);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 1, 'the message');
    expect(bot.state.outbox.counts().dead).toBe(0);
  });

  test('of a repeat keeps the entities where they were', async () => {
    const bot = await answers('so **bold** it is');
    bot.api.fail('sendMessage', ['cut']);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the repeat');
    const [first, second] = bot.api.accepted;
    const shown = (one: typeof first): string[] =>
      one?.entities.map((entity) => one.text.slice(entity.offset, entity.offset + entity.length)) ?? [];
    expect(shown(first)).toEqual(['bold']);
    expect(shown(second)).toEqual(['bold']);
  });

  test.each([
    ['a gateway page', 'html502' as const],
    ['a server error', { code: 500, description: 'Internal Server Error' }],
  ])('tries again after %s without a mark: nothing was taken', async (_name, fault) => {
    const bot = await answers('hello');
    bot.api.fail('sendMessage', [fault, fault]);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 1, 'the message');
    expect(bot.api.texts()).toEqual(['hello']);
  });

  test('of thirty replies while Telegram is away happens later, in order, once', async () => {
    const bot = await openBot(async (_incoming, outlet) => {
      await bot.api.down();
      // Until the sockets that were kept open are seen to be closed: a message on one of those may have been taken.
      await pause(100);
      for (let n = 0; n < 30; n += 1) await outlet.post(`reply ${n}`, String(n));
    });
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.state.outbox.counts().pending >= 29, 'the replies to wait');
    await pause(100);
    await bot.api.up();
    await bot.api.until(() => bot.api.accepted.length === 30, 'thirty replies');
    // What was on its way when the connection died may have been taken: that one is marked.
    expect(bot.api.texts().map((text) => text.replace('(resent) ', ''))).toEqual(
      Array.from({ length: 30 }, (_, n) => `reply ${n}`),
    );
  });

  test('sends the same chunk as plain text when its entities are refused', async () => {
    const bot = await answers('so **bold**');
    bot.api.fail('sendMessage', [{ code: 400, description: "Bad Request: can't parse entities: whatever" }]);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 1, 'the message');
    expect(bot.api.accepted[0]).toMatchObject({ text: 'so bold', entities: [] });
  });

  test('splits again what is too long, and never sends it unchanged', async () => {
    const long = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
    const bot = await answers(long, 'after');
    bot.api.fail('sendMessage', [{ code: 400, description: 'Bad Request: message is too long' }]);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.texts().includes('after'), 'all of it');
    expect(bot.api.texts().slice(0, -1).join(' ')).toBe(long);
    expect(bot.api.accepted.length).toBeGreaterThanOrEqual(3);
    expect(bot.api.calls.filter((call) => call.method === 'sendMessage' && call.payload.text === long)).toHaveLength(1);
  });

  test.each(['message thread not found', 'TOPIC_CLOSED'])(
    'goes to the chat itself when its topic is gone: %s',
    async (description) => {
      const bot = await openBot();
      bot.api.fail('sendMessage', [{ code: 400, description: `Bad Request: ${description}` }]);
      bot.reminders.add({
        key: 'k',
        conversation: `telegram:tg_main:chat:${person}:user:${person}`,
        text: 'water',
        dueAt: new Date(),
        pattern: null,
        timezone: 'UTC',
        topic: 9,
      });
      await bot.api.until(() => bot.api.accepted.length === 1, 'the reminder');
      expect(bot.api.accepted[0]?.payload).toMatchObject({ text: '⏰ water' });
      expect(bot.api.accepted[0]?.payload.message_thread_id).toBeUndefined();
      expect(bot.api.accepted[0]?.payload.reply_markup).toBeDefined();
    },
  );

  test('sends without the reply when its target is gone', async () => {
    const bot = await openBot(echo, { allowedGroups: [-100] });
    bot.api.arrive({
      message: {
        message_id: 777_777,
        date: 1,
        chat: { id: -100, type: 'supergroup', title: 'Home' },
        from: { id: person, is_bot: false },
        text: '@jay_bot hello',
        entities: [{ type: 'mention', offset: 0, length: 8 }],
      },
    });
    await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
    expect(bot.api.calls.find((call) => call.method === 'sendMessage')?.payload.reply_parameters).toBeDefined();
    expect(bot.api.accepted[0]?.payload.reply_parameters).toBeUndefined();
    expect(bot.api.accepted[0]).toMatchObject({ chatId: -100, text: expect.stringContaining('echo:') as string });
  });

  test('gives up at once when the person has blocked the bot', async () => {
    const bot = await answers('hello');
    bot.api.fail('sendMessage', [{ code: 403, description: 'Forbidden: bot was blocked by the user' }]);
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.state.outbox.counts().dead === 1, 'the dead letter');
    bot.api.say(person, 'y');
    await bot.api.until(() => bot.api.accepted.length === 1, 'what comes after it in the queue');
    expect(bot.api.calls.filter((call) => call.method === 'sendMessage')).toHaveLength(2);
  });

  test('cuts a long reply below the limit, at its paragraphs', async () => {
    const paragraph = 'All work and no play makes Jack a dull boy. '.repeat(30).trim();
    const bot = await answers(Array.from({ length: 9 }, () => paragraph).join('\n\n'));
    bot.api.say(person, 'x');
    const whole = Array.from({ length: 9 }, () => paragraph).join('\n\n');
    await bot.api.until(() => {
      const { sent, pending, sending } = bot.state.outbox.counts();
      return sent >= 3 && pending + sending === 0;
    }, 'the chunks');
    expect(bot.api.texts().join('\n\n')).toBe(whole);
  });
});

test('the token is in no line of the log, whatever goes wrong', async () => {
  const bot = await answers('hello', 'again');
  bot.api.fail('getUpdates', ['html502', 'cut', 'empty', 'reset']);
  bot.api.fail('sendMessage', [
    'cut',
    'resetAfter',
    'html502',
    { code: 400, description: 'Bad Request: chat not found' },
  ]);
  bot.api.say(person, '/x');
  await bot.api.until(
    () =>
      bot.state.outbox.counts().pending + bot.state.outbox.counts().sending === 0 &&
      bot.state.inbox.counts().done === 1,
    'the end',
  );
  await bot.api.down();
  await pause(300);
  await bot.api.up();
  expect(bot.logs.length).toBeGreaterThan(2);
  expect(bot.logs.filter((line) => line.includes('canaryCANARY'))).toEqual([]);
});
