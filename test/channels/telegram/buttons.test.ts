import { describe, expect, test } from 'vitest';
import type { Extras, HandleIncoming, Incoming } from '../../../src/assistant/channel.ts';
import { formatButtons, keyboardOf, takePress } from '../../../src/channels/telegram/buttons.ts';
import { buttonsIn } from '../../support/telegram-api.ts';
import { type Bot, openBot, person } from '../../support/telegram-bot.ts';

const two: Extras = {
  buttons: [
    { label: 'Undo', command: '/undo r1' },
    { label: 'Sources', command: '/sources' },
  ],
};

/** Answers words with buttons, and notes what commands arrive. */
async function openWith(
  extras: Extras,
  more: Parameters<typeof openBot>[1] = {},
): Promise<{ bot: Bot; heard: Incoming[] }> {
  const heard: Incoming[] = [];
  const handle: HandleIncoming = async (incoming, outlet) => {
    heard.push(incoming);
    if (incoming.text.startsWith('/')) await outlet.post(`did ${incoming.text}`, 'answer');
    else await outlet.post('Saved: tea -> 2026-11-21.md', 'answer', extras);
  };
  const bot = await openBot(handle, more);
  return { bot, heard };
}

const labels = (bot: Bot, index = 0): string[] =>
  buttonsIn(bot.api.accepted[index]?.payload.reply_markup).map(({ text }) => text);
const answers = (bot: Bot): unknown[] =>
  bot.api.calls.filter((call) => call.method === 'answerCallbackQuery').map((call) => call.payload.text);

async function ask(bot: Bot): Promise<void> {
  bot.api.say(person, 'remember tea');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the message with buttons');
}

describe('a button', () => {
  test('says its command, through the same lane as typed words, and goes; the others stay', async () => {
    const { bot, heard } = await openWith(two);
    await ask(bot);
    expect(labels(bot)).toEqual(['Undo', 'Sources']);
    const { updateId } = bot.api.press(person, 'Undo');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer to the press');
    await bot.api.until(() => labels(bot).length === 1, 'the button to go');
    expect(bot.api.texts()[1]).toBe('did /undo r1');
    expect(heard[1]).toMatchObject({
      id: `telegram:${bot.api.botId}:${updateId}`,
      key: heard[0]?.key,
      text: '/undo r1',
    });
    expect(labels(bot)).toEqual(['Sources']);
    expect(answers(bot)).toEqual([undefined]);
  });

  test('works once, and says so the second time, also after a restart', async () => {
    const { bot, heard } = await openWith(two);
    await ask(bot);
    bot.api.press(person, 'Undo');
    bot.api.press(person, 'Undo');
    await bot.api.until(() => answers(bot).length === 2, 'both presses to be answered');
    await bot.restart();
    bot.api.press(person, 'Undo');
    await bot.api.until(() => answers(bot).length === 3, 'the third');
    expect(answers(bot)).toEqual([undefined, 'That is done already.', 'That is done already.']);
    expect(heard.map(({ text }) => text)).toEqual(['remember tea', '/undo r1']);
  });

  test('is pressed although the program stopped before it was carried out', async () => {
    const { bot } = await openWith(two);
    await ask(bot);
    await bot.channel.stop();
    bot.api.press(person, 'Sources');
    await bot.restart();
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer');
    expect(bot.api.texts()[1]).toBe('did /sources');
  });

  test('is carried out once when the press is delivered three times', async () => {
    const { bot, heard } = await openWith(two);
    await ask(bot);
    bot.api.repeatBatches(3);
    bot.api.press(person, 'Undo');
    await bot.api.until(() => bot.api.unconfirmed() === 0 && bot.api.accepted.length === 2, 'the answer');
    expect(heard.map(({ text }) => text)).toEqual(['remember tea', '/undo r1']);
    expect(answers(bot)).toEqual([undefined]);
  });

  test('of a question settles it: the others go with it', async () => {
    const { bot, heard } = await openWith({ ...two, isChoice: true });
    await ask(bot);
    bot.api.press(person, 'Sources');
    await bot.api.until(() => bot.api.accepted.length === 2 && labels(bot).length === 0, 'the answer');
    bot.api.press(person, 'Undo');
    await bot.api.until(() => answers(bot).length === 2, 'the second press');
    expect(answers(bot)).toEqual([undefined, 'That is done already.']);
    expect(heard.map(({ text }) => text)).toEqual(['remember tea', '/sources']);
  });

  test('that answers several questions takes those of each with it, and stays until all are answered', async () => {
    const buttons = [
      { label: 'All', command: '/yes p1 p2', answers: ['p1', 'p2'] },
      { label: 'Save 1', command: '/yes p1', answers: ['p1'] },
      { label: 'Set 2', command: '/yes p2', answers: ['p2'] },
      { label: 'No', command: '/no p1 p2', answers: ['p1', 'p2'] },
      { label: 'Undo', command: '/undo r1' },
    ];
    const { bot } = await openWith({ buttons });
    await ask(bot);
    bot.api.press(person, 'Save 1');
    await bot.api.until(() => labels(bot).length === 4, 'the first answer');
    expect(labels(bot)).toEqual(['All', 'Set 2', 'No', 'Undo']);
    bot.api.press(person, 'No');
    await bot.api.until(() => labels(bot).length === 1, 'the second answer');
    expect(labels(bot)).toEqual(['Undo']);
  });

  test('pressed by a stranger does nothing, and is still there for its owner', async () => {
    const { bot, heard } = await openWith(two);
    await ask(bot);
    bot.api.press(666, 'Undo');
    await bot.api.until(() => bot.api.unconfirmed() === 0, 'the stranger to be dropped');
    bot.api.press(person, 'Undo');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer');
    expect(heard).toHaveLength(2);
  });

  test('in a group pressed by another who is let in does nothing, and is still there for whom it was put there', async () => {
    const chat = { id: -100, type: 'supergroup', title: 'Home' };
    const { bot, heard } = await openWith(two, { allowedUsers: [person, 8], allowedGroups: [chat.id] });
    bot.api.say(person, '@jay_bot remember tea', { chat });
    await bot.api.until(() => bot.api.accepted.length === 1, 'the message with buttons');
    bot.api.press(8, 'Undo');
    await bot.api.until(() => answers(bot).length === 1, 'the word about it');
    expect(answers(bot)).toEqual(['That is for someone else to press.']);
    bot.api.press(person, 'Undo');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer');
    expect(heard.map(({ key, text }) => [key, text])).toEqual([
      ['telegram:tg_main:group:-100:user:7', 'remember tea'],
      ['telegram:tg_main:group:-100:user:7', '/undo r1'],
    ]);
  });

  test('that is not known is answered in the language of the message above it', async () => {
    const { bot } = await openWith(two);
    const from = { id: person, is_bot: false, first_name: 'U' };
    const text = 'Soll ich mir das merken? „Der Termin ist am Freitag“';
    const message = { message_id: 2, date: 1, chat: { id: person, type: 'private' }, text };
    bot.api.arrive({ callback_query: { id: 'q', from, chat_instance: 'c', data: 'b:9:0:forged00', message } });
    await bot.api.until(() => answers(bot).length === 1, 'the word about it');
    expect(answers(bot)).toEqual(['Der Knopf ist zu alt.']);
  });

  test.each(['b:1:0:forged00', 'b:99:0:AAAAAAAA', 'b:1:9:AAAAAAAA', 'reminder:1:done', '/undo r1', ''])(
    'that nobody sent (%j) is refused',
    async (data) => {
      const { bot, heard } = await openWith(two);
      await ask(bot);
      const from = { id: person, is_bot: false, first_name: 'U' };
      bot.api.arrive({
        callback_query: {
          id: 'q',
          from,
          chat_instance: 'c',
          data,
          message: { message_id: 2, date: 1, chat: { id: person, type: 'private' } },
        },
      });
      await bot.api.until(() => answers(bot).length === 1, 'the word about it');
      expect(answers(bot)).toEqual(['That button is too old.']);
      expect(heard).toHaveLength(1);
    },
  );

  test('stands below the last piece of a long message', async () => {
    const handle: HandleIncoming = async (_incoming, outlet) =>
      void (await outlet.post('word '.repeat(1_500), 'answer', two));
    const bot = await openBot(handle);
    bot.api.say(person, 'hello');
    await bot.api.until(() => bot.api.accepted.length === 2, 'both pieces');
    expect([labels(bot, 0), labels(bot, 1)]).toEqual([[], ['Undo', 'Sources']]);
  });

  test('that Telegram refuses becomes a command to type', async () => {
    const { bot } = await openWith(two);
    bot.api.fail('sendMessage', [{ code: 400, description: 'Bad Request: BUTTON_DATA_INVALID' }]);
    await ask(bot);
    expect(bot.api.texts()).toEqual(['Saved: tea -> 2026-11-21.md\n/undo r1\n/sources']);
  });

  test('can be told without a question as well', async () => {
    const { bot } = await openWith(two);
    await bot.channel.tell?.('Memory tonight: +1', 'digest:1', { buttons: [{ label: 'Undo', command: '/undo c1' }] });
    await bot.api.until(() => bot.api.accepted.length === 1, 'the digest');
    bot.api.press(person, 'Undo');
    await bot.api.until(() => bot.api.accepted.length === 2, 'the answer');
    expect(bot.api.texts()[1]).toBe('did /undo c1');
  });
});

test('the data of a button stays under 64 bytes however long its command and old the queue', async () => {
  const { bot } = await openWith(two);
  const stored = formatButtons({ buttons: [{ label: 'x', command: `/undo ${'ü'.repeat(500)}` }] });
  const [button] = buttonsIn(keyboardOf(Number.MAX_SAFE_INTEGER, stored));
  expect(Buffer.byteLength(button?.callback_data ?? '')).toBeLessThanOrEqual(64);
  expect(takePress(bot.state.outbox, String(person), 'lane', button?.callback_data ?? '')).toEqual({ kind: 'unknown' });
});
