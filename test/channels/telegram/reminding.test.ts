import { french } from '../../../src/assistant/phrases/french.ts';
import { german } from '../../../src/assistant/phrases/german.ts';
import { spanish } from '../../../src/assistant/phrases/spanish.ts';
import { english } from '../../../src/assistant/phrases/english.ts';
import { expect, test } from 'vitest';
import { greetingCommands } from '../../../src/assistant/commands/about.ts';
import { remindersCommand } from '../../../src/features/reminders/command.ts';
import { readCommand } from '../../../src/assistant/commands/command.ts';
import type { TurnResult } from '../../../src/assistant/turn/turn.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { buttonsIn } from '../../support/telegram-api.ts';
import { type Bot, echo, openBot, person } from '../../support/telegram-bot.ts';

const lane = `telegram:tg_main:chat:${person}:user:${person}`;
const add = (bot: Bot, text: string, dueAt: Date, pattern: string | null = null, of = lane) =>
  bot.reminders.add({
    key: `${text}:${dueAt.getTime()}`,
    conversation: of,
    text,
    dueAt,
    pattern,
    timezone: 'Europe/Berlin',
  });

test('a reminder is said when its time has come, once, with its buttons', async () => {
  const bot = await openBot();
  add(bot, 'call mum', new Date(Date.now() + 300));
  await bot.api.until(() => bot.api.accepted.length === 1, 'the reminder');
  await bot.restart();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(bot.api.texts()).toEqual(['⏰ call mum']);
  expect(buttonsIn(bot.api.accepted[0]?.payload.reply_markup).map(({ text }) => text)).toEqual([
    'Done',
    'In 10 minutes',
  ]);
});

test('a long one is said to its end, the buttons below its last message', async () => {
  const bot = await openBot();
  const words = Array.from({ length: 1_000 }, (_, index) => `word${index}`).join(' ');
  add(bot, words, new Date());
  await bot.api.until(() => bot.api.accepted.length === 2, 'the reminder');
  expect(bot.api.texts().join(' ').replaceAll(/\s+/g, ' ')).toBe(`⏰ ${words}`);
  expect(bot.api.accepted.map((message) => buttonsIn(message.payload.reply_markup).length)).toEqual([0, 2]);
});

test('one that was set in a topic is said there, also when it was put off', async () => {
  const bot = await openBot();
  const dueAt = new Date();
  const daily = bot.reminders.add({
    key: 'k',
    conversation: lane,
    text: 'water',
    dueAt,
    pattern: '0 8 * * *',
    timezone: 'UTC',
    topic: 9,
  });
  await bot.api.until(() => bot.api.accepted.length === 1, 'the reminder');
  await bot.state.write(() => bot.reminders.snooze(lane, daily.id, new Date()));
  await bot.api.until(() => bot.api.accepted.length === 2, 'the one that was put off');
  expect(bot.api.accepted.map(({ payload }) => payload.message_thread_id)).toEqual([9, 9]);
});

test('one that was missed while the bot was off is said at the start, with the time it was due; a recurring one once', async () => {
  const bot = await openBot(echo, { start: false });
  add(bot, 'water the plants', new Date(Date.now() - 3 * 86_400_000), '0 8 * * *');
  await bot.channel.start();
  await bot.api.until(() => bot.api.accepted.length === 1, 'the reminder');
  expect(bot.api.texts()[0]).toMatch(/^⏰ water the plants \(was due \w{3} \d{4}-/);
  expect(bot.reminders.active(lane)[0]?.dueAt.getTime()).toBeGreaterThan(Date.now());
});

test('the button puts it off, for its owner only', async () => {
  const bot = await openBot(async (incoming, outlet) => {
    const spoken = readCommand(
      [
        remindersCommand({
          reminders: bot.reminders,
          write: bot.state.write,
          timezone: () => 'UTC',
          clock: systemClock,
        }),
      ],
      incoming,
    );
    const say = async (text: string): Promise<TurnResult> =>
      ({ ...(await outlet.post(text, 'answer')) }) as unknown as TurnResult;
    await spoken?.command.run({ ...spoken, incoming, say, phrases: english, conversation: {} as never });
  });
  add(bot, 'call mum', new Date());
  await bot.api.until(() => bot.api.accepted.length === 1, 'the reminder');
  bot.api.press(666, 'In 10 minutes');
  await bot.api.until(() => bot.api.unconfirmed() === 0, 'the stranger to be dropped');
  expect(bot.reminders.active(lane)).toEqual([]);
  bot.api.press(person, 'In 10 minutes');
  await bot.api.until(() => bot.api.accepted.length === 2, 'the word about it');
  expect(bot.api.texts()[1]).toMatch(/^I will say it again at \d\d:\d\d\.$/);
  const [again] = bot.reminders.active(lane);
  expect(again?.dueAt.getTime()).toBeGreaterThan(Date.now() + 500_000);
});

test('a person cancels by number or by words that fit one alone, and is told where nothing was cancelled', async () => {
  const bot = await openBot(async (incoming, outlet) => {
    const spoken = readCommand(
      [
        remindersCommand({
          reminders: bot.reminders,
          write: bot.state.write,
          timezone: () => 'UTC',
          clock: systemClock,
        }),
      ],
      incoming,
    );
    const say = async (text: string): Promise<TurnResult> =>
      ({ ...(await outlet.post(text, 'answer')) }) as unknown as TurnResult;
    await spoken?.command.run({ ...spoken, incoming, say, phrases: english, conversation: {} as never });
  });
  const { id } = add(bot, 'call mum', new Date(Date.now() + 3_600_000));
  const theirs = add(bot, 'theirs', new Date(Date.now() + 3_600_000), null, 'telegram:tg_main:chat:8:user:8');
  const bins = add(bot, 'take out the bins', new Date(Date.now() + 3_600_000));
  for (const words of [
    `cancel ${theirs.id}`,
    `Cancel ${id}`,
    `cancel ${id}`,
    'done 99',
    'cancl 3',
    'cancel one',
    'cancel the bins',
  ]) {
    const count = bot.api.accepted.length;
    bot.api.say(person, `/reminders ${words}`);
    await bot.api.until(() => bot.api.accepted.length > count, words);
  }
  expect(bot.api.texts()).toEqual([
    `There is no reminder ${theirs.id}. /reminders shows those there are.`,
    `Reminder ${id} is cancelled.`,
    `There is no reminder ${id}. /reminders shows those there are.`,
    'There is no reminder 99. /reminders shows those there are.',
    ...[1, 2].map(
      () => expect.stringMatching(/^Nothing is cancelled\. .* \/reminders cancel 3\.\nReminder \d+: .*bins$/) as string,
    ),
    `Reminder ${bins.id} is cancelled.`,
  ]);
  expect(bot.reminders.active(lane)).toEqual([]);
  expect(bot.reminders.active('telegram:tg_main:chat:8:user:8')).toHaveLength(1);
});

test('nothing is said to someone who was taken off the list', async () => {
  const bot = await openBot();
  add(bot, 'secret', new Date(), null, 'telegram:tg_main:chat:8:user:8');
  add(bot, 'open', new Date(Date.now() + 10));
  await bot.api.until(() => bot.api.accepted.length === 1, 'the other reminder');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(bot.state.outbox.counts()).toMatchObject({ sent: 1, dead: 0 });
  expect(bot.api.texts()).toEqual(['⏰ open']);
});

test('the people on the list can be told something unasked, once', async () => {
  const bot = await openBot(echo, { allowedUsers: [person, 8] });
  await bot.channel.tell?.('Good **morning**', 'digest:2026-11-21');
  await bot.channel.tell?.('Good morning again', 'digest:2026-11-21');
  await bot.api.until(() => bot.api.accepted.length === 2, 'both');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(
    bot.api.accepted.map(({ chatId, text }) => [chatId, text]).toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual([
    [person, 'Good morning'],
    [8, 'Good morning'],
  ]);
});

test('the menu of commands is shown, and a server that refuses it stops nothing', async () => {
  const bot = await openBot(echo, { start: false, commands: greetingCommands(() => '').slice(1) });
  bot.api.fail('setMyCommands', [{ code: 400, description: 'Bad Request: BOT_COMMAND_INVALID' }]);
  await bot.channel.start();
  bot.api.say(person, 'hello');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  const menus = (language?: string) =>
    bot.api.calls.filter((call) => call.method === 'setMyCommands' && call.payload.language_code === language);
  await bot.api.until(() => menus('fr').length === 1, 'the other menus');
  await bot.restart();
  await bot.api.until(() => menus('fr').length === 2, 'the menus once more');
  expect([undefined, 'de', 'es', 'fr'].map((language) => menus(language).at(-1)?.payload.commands)).toEqual(
    [english, german, spanish, french].map(({ help }) => [{ command: 'help', description: help.help }]),
  );
});

test('in a group, a reminder is acknowledged only by the person whom it is for', async () => {
  const bot = await openBot(echo, { allowedUsers: [person, 8], allowedGroups: [-100] });
  add(bot, 'call mum', new Date(), null, `telegram:tg_main:group:-100:user:${person}`);
  await bot.api.until(() => bot.api.accepted.length === 1, 'the reminder');
  bot.api.press(8, 'Done');
  bot.api.press(person, 'Done');
  const toasts = () =>
    bot.api.calls.filter(({ method }) => method === 'answerCallbackQuery').map(({ payload }) => payload.text);
  await bot.api.until(() => bot.api.accepted.length === 2 && toasts().length === 2, 'the answers to both presses');
  expect(bot.api.texts()).toEqual(['⏰ call mum', expect.stringMatching(/^echo: \/reminders done \d+$/)]);
  expect(toasts()).toEqual(['That is for someone else to press.', undefined]);
});
