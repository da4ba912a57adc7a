// The word to stop, said before the assistant has the message that it is about: while more of a burst is waited for, while
// speech is heard, and while no model can answer.
import { afterEach, expect, test } from 'vitest';
import type { HandleIncoming } from '../../../src/assistant/channel.ts';
import { type TelegramHome, openTelegramHome } from '../../support/telegram-home.ts';
import { type Bot, openBot, person } from '../../support/telegram-bot.ts';

const open: (Bot | TelegramHome)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const heard: string[] = [];
/** Obeys /stop as the assistant does when nothing of the conversation runs. */
const stopping: HandleIncoming = async (incoming, outlet) => {
  if (incoming.text === '/stop')
    return void (await outlet.post(
      (await outlet.withdraw?.()) === true ? 'Stopped.' : 'Nothing is running.',
      'answer',
    ));
  heard.push(incoming.text);
  await outlet.post(`echo: ${incoming.text}`, 'answer');
};

async function openStopping(): Promise<Bot> {
  heard.length = 0;
  const bot = await openBot(stopping, { burstBounds: { minMs: 500, maxMs: 1_000 } });
  open.push(bot);
  return bot;
}

test('what waits for more of its burst is taken back; what comes after the word is answered', async () => {
  const bot = await openStopping();
  bot.api.say(person, 'buy these things:');
  bot.api.say(person, 'milk');
  await bot.api.until(() => bot.api.unconfirmed() === 0, 'the burst');
  bot.api.say(person, '/stop');
  bot.api.say(person, 'hello');
  await bot.api.until(() => bot.api.texts().includes('echo: hello'), 'the answer');
  expect(bot.api.texts()).toEqual(['Stopped.', 'echo: hello']);
  expect(heard).toEqual(['hello']);
  expect(bot.state.inbox.counts()).toMatchObject({ pending: 0, done: 4 });
});

test('with nothing to take back it says so', async () => {
  const bot = await openStopping();
  bot.api.say(person, '/stop');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the word');
  expect(bot.api.texts()).toEqual(['Nothing is running.']);
});

test('the Stop button of an answer takes back no message that waits', async () => {
  const bot = await openStopping();
  bot.api.say(person, 'hello');
  await bot.api.until(() => bot.api.unconfirmed() === 0, 'the message');
  bot.api.arrive({ stopped_message_generation: { chat: { id: person, type: 'private' }, draft_id: 1 } });
  await bot.api.until(() => bot.api.accepted.length === 2, 'both');
  expect(bot.api.texts()).toEqual(['Nothing is running.', 'echo: hello']);
});

/** Holds every turn but that of the word to stop until it is told to go on. */
async function openHolding(allowedUsers: number[]): Promise<{ bot: Bot; begun: string[]; goOn(): void }> {
  const begun: string[] = [];
  let goOn = (): void => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const bot = await openBot(
    async (incoming, outlet, signal) => {
      if (incoming.text === '/stop') return await stopping(incoming, outlet, signal);
      begun.push(incoming.text);
      await released;
      await outlet.post(`echo: ${incoming.text}`, 'answer');
      return {};
    },
    { allowedUsers },
  );
  open.push(bot);
  return { bot, begun, goOn };
}

test('what the assistant has is its own to stop: it is not taken from it', async () => {
  const { bot, begun, goOn } = await openHolding([person]);
  bot.api.say(person, 'think');
  await bot.api.until(() => begun.length === 1, 'the turn');
  bot.api.say(person, '/stop');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the word');
  goOn();
  await bot.api.until(() => bot.api.accepted.length === 2, 'the answer');
  expect(bot.api.texts()).toEqual(['Nothing is running.', 'echo: think']);
});

test('what waits for its place, as many others are answered, is taken back', async () => {
  const others = [11, 12, 13, 14];
  const { bot, begun, goOn } = await openHolding([person, ...others]);
  for (const other of others) bot.api.say(other, `think ${other}`);
  await bot.api.until(() => begun.length === others.length, 'four turns at once');
  bot.api.say(person, 'hello');
  await bot.api.until(() => bot.api.unconfirmed() === 0, 'the message');
  await new Promise((resolve) => setTimeout(resolve, 200));
  bot.api.say(person, '/stop');
  await bot.api.until(() => bot.api.texts(person).length === 1, 'the word');
  goOn();
  bot.api.say(person, 'and now?');
  await bot.api.until(() => bot.api.texts(person).length === 2, 'the answer');
  expect(bot.api.texts(person)).toEqual(['Stopped.', 'echo: and now?']);
});

test('by the real program: speech that is being heard shows as typing, and is taken back', async () => {
  const home = await openTelegramHome(() => 'Hello.');
  open.push(home);
  home.configureTelegram(`allowed_users = [${person}]\nvoice_command = ["sh", "-c", "sleep 100", "{file}"]`);
  const { telegram } = home;
  telegram.addFile('ogg', Buffer.from('speech'));
  // By name: a file that was only found may run no program.
  await home.start({ args: ['start', '--config', 'config.toml'] }).ready();
  telegram.say(person, '', { text: undefined, voice: { file_id: 'ogg', duration: 3, file_size: 6 } });
  await telegram.until(() => telegram.calls.some(({ method }) => method === 'sendChatAction'), 'typing');
  telegram.say(person, 'stop');
  await telegram.until(() => home.read().length === 1, 'the word');
  telegram.say(person, 'hi');
  await telegram.until(() => home.read().length === 2, 'the answer');
  expect(home.read()).toEqual(['Stopped.', 'Hello.']);
  expect(home.model.requests).toHaveLength(1);
});
