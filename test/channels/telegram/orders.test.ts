// Which messages are commands: what the person types, whatever it answers; and nothing that others wrote.
import { afterEach, expect, test } from 'vitest';
import type { Incoming } from '../../../src/assistant/channel.ts';
import type { TelegramOptions } from '../../../src/channels/telegram/telegram.ts';
import { lastUserText } from '../../support/messages-api.ts';
import { type TelegramHome, openTelegramHome } from '../../support/telegram-home.ts';
import { type Bot, openBot, person } from '../../support/telegram-bot.ts';

const open: (Bot | TelegramHome)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function openHere(more: Partial<TelegramOptions> = {}): Promise<{ bot: Bot; heard: Incoming[] }> {
  const heard: Incoming[] = [];
  const bot = await openBot(async (incoming) => void heard.push(incoming), more);
  open.push(bot);
  return { bot, heard };
}

const answering = (botId: number, more: object = {}): Record<string, unknown> => ({
  reply_to_message: {
    message_id: 3,
    date: 1,
    chat: { id: person, type: 'private' },
    from: { id: botId, is_bot: true, first_name: 'Jay' },
    text: 'Your tea is ready.',
    ...more,
  },
});
const forwarded = { forward_origin: { type: 'hidden_user', sender_user_name: 'Anna', date: 1 } };

test('by the real program: a command that answers a message is obeyed, also the one that does not wait', async () => {
  const home = await openTelegramHome(async (request) => {
    if (lastUserText(request.body).includes('slow'))
      await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    return 'Hello.';
  });
  open.push(home);
  const { telegram, model } = home;
  await home.start().ready();
  telegram.say(person, 'slow one');
  await telegram.until(() => model.requests.length === 1, 'the turn');
  telegram.say(person, 'Stop!', answering(telegram.botId));
  await telegram.until(() => home.read().length === 1, 'the word');
  telegram.say(person, '/new', { ...answering(telegram.botId), quote: { text: 'tea', position: 5 } });
  await telegram.until(() => home.read().length === 2, 'the second word');
  expect(home.read()).toEqual(['Stopped.', expect.stringContaining('Started a new conversation.')]);
  expect(model.requests).toHaveLength(1);
});

test('in a group, a command that answers the bot needs no name', async () => {
  const { bot, heard } = await openHere({ allowedGroups: [-100] });
  bot.api.say(person, '/new', { chat: { id: -100, type: 'supergroup', title: 'Home' }, ...answering(bot.api.botId) });
  await bot.api.until(() => heard.length === 1, 'the command');
  expect(heard[0]?.text).toBe('/new');
});

test('one that answers a picture does not bring the picture', async () => {
  const { bot, heard } = await openHere();
  bot.api.addFile('a', Buffer.from('jpeg a'));
  bot.api.say(person, '/new', answering(person, { photo: [{ file_id: 'a', file_size: 6 }] }));
  await bot.api.until(() => heard.length === 1, 'the command');
  expect(heard[0]).toMatchObject({ text: '/new' });
  expect(heard[0]?.attachments).toBeUndefined();
});

test.each([
  ['stop', 'stop'],
  ['try again', '[In reply to your earlier message:]\n> Your tea is ready.\n\ntry again'],
])(
  'in a group, plain words that answer the bot mean what they answer, but for the one that does not wait (%s)',
  async (text, expected) => {
    const { bot, heard } = await openHere({ allowedGroups: [-100] });
    bot.api.say(person, text, { chat: { id: -100, type: 'supergroup', title: 'Home' }, ...answering(bot.api.botId) });
    await bot.api.until(() => heard.length === 1, 'the message');
    expect(heard[0]?.text).toBe(expected);
  },
);

test.each([
  ['is forwarded', forwarded, /^\[Forwarded from Anna;/],
  [
    'another bot wrote',
    { via_bot: { id: 3, is_bot: true, first_name: 'B', username: 'evil_bot' } },
    /^\[Sent through @evil_bot;/,
  ],
])(
  'a command that %s is none: it does not pass the turn that runs, and belongs to the comment on it',
  async (_name, more, mark) => {
    const heard: string[] = [];
    let goOn = (): void => undefined;
    const bot = await openBot(async ({ text }) => {
      heard.push(text);
      if (heard.length === 1) await new Promise<void>((resolve) => (goOn = resolve));
    });
    open.push(bot);
    bot.api.say(person, 'think');
    await bot.api.until(() => heard.length === 1, 'the turn');
    bot.api.say(person, 'what does this do?');
    bot.api.say(person, '/stop', more);
    await bot.api.until(() => bot.api.unconfirmed() === 0, 'both');
    // Time enough for what does not wait.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual(['think']);
    goOn();
    await bot.api.until(() => heard.length === 2, 'the second turn');
    const [question, label, line] = heard[1]?.split('\n') ?? [];
    expect([question, line]).toEqual(['what does this do?', '> /stop']);
    expect(label).toMatch(mark);
  },
);

test('one that does not wait is obeyed once, whatever comes while it is', async () => {
  const heard: string[] = [];
  let goOn = (): void => undefined;
  const bot = await openBot(async ({ text }) => {
    heard.push(text);
    if (text === '/stop') await new Promise<void>((resolve) => (goOn = resolve));
  });
  open.push(bot);
  bot.api.say(person, '/stop');
  await bot.api.until(() => heard.length === 1, 'the command');
  bot.api.say(person, '/help');
  await bot.api.until(() => heard.length === 2, 'what came next');
  goOn();
  await bot.api.until(() => bot.state.inbox.counts().done === 2, 'the end of both');
  expect(heard).toEqual(['/stop', '/help']);
});
