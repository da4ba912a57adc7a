// A message that failed for good: told, counted, listed, and tried again when the person wants.
import { english } from '../../../src/assistant/phrases/english.ts';
import { spanish } from '../../../src/assistant/phrases/spanish.ts';
import type { Message } from 'grammy/types';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { createAgain } from '../../../src/channels/retry-command.ts';
import { parseMessage } from '../../../src/channels/telegram/parse-message.ts';
import type { TelegramOptions } from '../../../src/channels/telegram/telegram.ts';
import { createFastClock } from '../../support/fast-clock.ts';
import { type Bot, echo, openBot, openBotWithCommands, person } from '../../support/telegram-bot.ts';

let bot: Bot;

/** Breaks on "poison" until it is mended, and knows /again and /status. */
async function openBreaking(more: Partial<TelegramOptions> = {}): Promise<{ mend(): void }> {
  let isBroken = true;
  bot = await openBotWithCommands(
    async (incoming, outlet, signal) => {
      if (isBroken && incoming.text.includes('poison')) throw new Error('it always breaks');
      await echo(incoming, outlet, signal);
    },
    { clock: createFastClock(20), ...more },
  );
  return {
    mend() {
      isBroken = false;
    },
  };
}

test('is told with a button, and tried again by it when what was wrong is mended', async () => {
  const { mend } = await openBreaking();
  bot.api.say(person, 'poison one');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the word about it');
  expect(bot.api.texts()[0]).toBe(
    'Sorry, I tried three times and could not answer "poison one". /again lists such messages.',
  );
  mend();
  bot.api.press(person, 'Try again');
  await bot.api.until(() => bot.api.accepted.length === 3, 'the answer');
  expect(bot.api.texts().slice(1)).toEqual(['Once more: "poison one"', 'echo: poison one']);
  await bot.api.until(() => bot.state.inbox.counts().pending === 0, 'the end');
  expect(bot.state.inbox.counts().dead).toBe(0);
});

test('is told of in the language of its conversation', async () => {
  const breaks = Object.assign(async () => await Promise.reject(new Error('it always breaks')), {
    giveUp: async () => await Promise.resolve(spanish),
  });
  bot = await openBot(breaks, { clock: createFastClock(20) });
  bot.api.say(person, 'la lluvia');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the word about it');
  expect(bot.api.texts()[0]).toBe(
    'Lo siento, lo intenté tres veces y no pude responder a «la lluvia». /again muestra esos mensajes.',
  );
  expect(JSON.stringify(bot.api.accepted)).toContain('Intentarlo otra vez');
});

test('that was answered in part is not said to have no answer', async () => {
  bot = await openBotWithCommands(
    async (_incoming, outlet) => {
      await outlet.post('The first half.', '1');
      throw new Error('it always breaks');
    },
    { clock: createFastClock(20) },
  );
  bot.api.say(person, 'tell me all');
  await bot.api.until(() => bot.api.accepted.length === 2, 'the word about it');
  expect(bot.api.texts()).toEqual([
    'The first half.',
    'Sorry, something went wrong three times while I answered "tell me all": what you have of my answer may not be all. /again lists such messages.',
  ]);
});

test('is counted by /status and shown by /again, and only to the conversation that it is of', async () => {
  await openBreaking({ allowedUsers: [person, 8] });
  bot.api.say(person, 'poison one');
  await bot.api.until(() => bot.api.texts(person).length === 1, 'the word about it');
  bot.api.say(person, '/status');
  await bot.api.until(() => bot.api.texts(person).length === 2, 'the status');
  expect(bot.api.texts(person)[1]).toContain('Messages that I could not answer: 1, see /again');
  bot.api.say(person, '/again');
  await bot.api.until(() => bot.api.texts(person).length === 3, 'the list');
  expect(bot.api.texts(person)[2]).toMatch(
    /^I could not answer these\. To try one once more:\n\/again \d+ - "poison one"$/,
  );
  const [again] = /\/again \d+/.exec(bot.api.texts(person)[2] ?? '') ?? [];
  bot.api.say(8, again ?? '');
  bot.api.say(8, '/again');
  await bot.api.until(() => bot.api.texts(8).length === 3, 'the answers to the other');
  expect(bot.api.texts(8).join('\n')).not.toContain('poison');
  expect(bot.state.inbox.counts().dead).toBe(1);
});

test('of one person is told to the others on the list as well, without what was said', async () => {
  await openBreaking({ allowedUsers: [person, 8] });
  bot.api.say(8, 'poison of mine');
  await bot.api.until(() => bot.api.texts(person).length === 1, 'the word to the other');
  expect(bot.api.texts(person)[0]).toBe(
    'A message in another conversation could not be answered, three times over: it always breaks. I have told the person there.',
  );
});

test('is told in the morning where it came before the night, and at once to who wrote in it', async () => {
  const quietHours = { from: '22:00', to: '07:30' };
  let now = new Date('2026-11-21T21:30:00Z');
  await openBreaking({ clock: { ...createFastClock(20), now: () => now }, quietHours });
  bot.api.say(person, 'poison before');
  await bot.api.until(() => bot.state.inbox.counts().pending === 1, 'the first to arrive');
  now = new Date('2026-11-21T23:00:00Z');
  await bot.api.until(() => bot.state.inbox.counts().dead === 1, 'the first to be given up');
  bot.api.say(person, 'poison in the night');
  await bot.api.until(() => bot.state.inbox.counts().dead === 2, 'the second to be given up');
  await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'a word');
  expect(bot.api.texts()).toEqual([expect.stringContaining('poison in the night')]);
  expect(bot.state.outbox.waiting(`telegram:${person}`)).toBe(1);
});

test('that can not be delivered is dropped together with the notice about it', async () => {
  await openBreaking({ allowedUsers: [person, 8] });
  const { write } = bot.state;
  let seen: string[] | null = null;
  // What a crash right after it would find.
  Object.assign(bot.state, {
    async write(work: () => unknown) {
      const result = await write(work);
      if (seen === null && bot.state.outbox.counts().dead === 1)
        seen = bot.state.outbox.ofTurn('tell:undelivered:1').map(({ dedupe }) => dedupe);
      return result;
    },
  });
  bot.api.fail('sendMessage', [{ code: 403, description: 'Forbidden: bot was blocked by the user' }]);
  bot.api.say(8, 'hello');
  await bot.api.until(() => bot.api.texts(person).length === 1, 'the word about it');
  expect(seen).toHaveLength(1);
});

test('that could not be delivered is told to those whom a message still reaches', async () => {
  await openBreaking({ allowedUsers: [person, 8] });
  bot.api.fail('sendMessage', [{ code: 403, description: 'Forbidden: bot was blocked by the user' }]);
  bot.api.say(8, 'hello');
  await bot.api.until(() => bot.api.texts(person).length === 1, 'the word about it');
  expect(bot.api.texts(person)[0]).toBe(
    'I could not deliver a message to the chat 8: Forbidden: bot was blocked by the user.',
  );
  expect(bot.api.texts(8)).toEqual([]);
});

test('a message that is still being answered is not begun twice, and one whose words were forgotten is not known', async () => {
  await openBreaking();
  const { state } = bot;
  const lane = `telegram:tg_main:chat:${person}:user:${person}`;
  const command = createAgain({ state, clock: systemClock });
  const told: string[] = [];
  const again = (seq: number) =>
    command.run({
      argument: String(seq),
      isPlain: false,
      incoming: { id: 'press', key: lane, audience: 'private', text: '', at: new Date() },
      phrases: english,
      conversation: {} as never,
      say: async (text) => void told.push(text) as never,
    });
  const message = { message_id: 1, date: 1, chat: { id: person, type: 'private' }, text: 'tea' };
  // Of a conversation that nothing works on.
  await state.write(() =>
    state.inbox.put({
      channel: 'telegram:1',
      key: '1',
      kind: 'message',
      conversation: lane,
      body: JSON.stringify({ ...parseMessage(message as Message, { id: 1, username: '' }, false), command: null }),
      receivedAt: new Date(),
    }),
  );
  const row = state.inbox.find('telegram:1', '1');
  await state.write(() => state.inbox.begin([row?.seq ?? 0], 'turn'));
  await again(row?.seq ?? 0);
  await state.write(() => {
    state.inbox.finish('turn', 'done');
    state.inbox.rewrite(row?.seq ?? 0, '{}');
  });
  await again(row?.seq ?? 0);
  expect(told).toEqual(['I am still at that one.', `I know no message ${row?.seq} here.`]);
  expect(state.inbox.counts()).toEqual({ pending: 0, done: 1, skipped: 0, dead: 0 });
});
