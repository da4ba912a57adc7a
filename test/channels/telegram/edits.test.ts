// A message that the person changes: before its turn, while it runs, and after the answer.
import { expect, test } from 'vitest';
import { type Bot, echo, openBot, openBotWithCommands, person } from '../../support/telegram-bot.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const mark = '[The person has changed this message since; what counts is how it reads now:]';

function change(bot: Bot, messageId: number, text: string, more: Record<string, unknown> = {}): void {
  const chat = { id: person, type: 'private' };
  bot.api.arrive({
    edited_message: {
      message_id: messageId,
      date: 1,
      edit_date: 1_700_000_000,
      chat,
      from: { id: person, is_bot: false, first_name: 'U' },
      text,
      ...more,
    },
  });
}
const taken = (bot: Bot) => bot.api.until(() => bot.api.unconfirmed() === 0, 'the change to be taken');

test('before the turn: it is answered as it reads then', async () => {
  const bot = await openBot(echo, { burstBounds: { minMs: 300, maxMs: 500 } });
  const { messageId } = bot.api.say(person, 'whta');
  change(bot, messageId, 'what');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  expect(bot.api.texts()).toEqual(['echo: what']);
});

test('before the turn, into a command: it is that, though more of a burst was waited for', async () => {
  const bot = await openBot(echo, { burstBounds: { minMs: 300, maxMs: 500 } });
  const { messageId } = bot.api.say(person, 'new');
  await taken(bot);
  change(bot, messageId, '/new');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  expect(bot.api.texts()).toEqual(['echo: /new']);
});

test('while the turn runs and has said nothing: it begins anew with the new words, and there is one answer', async () => {
  const heard: string[] = [];
  const bot = await openBot(async (incoming, outlet, signal) => {
    heard.push(incoming.id);
    if (heard.length === 1)
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    await outlet.post(`echo: ${incoming.text}`, 'answer');
  });
  const { messageId, updateId } = bot.api.say(person, 'buy mlik');
  await bot.api.until(() => heard.length === 1, 'the turn');
  change(bot, messageId, 'buy milk');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  await taken(bot);
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the end');
  expect(bot.api.texts()).toEqual([`echo: ${mark}\nbuy milk`]);
  // Another name for the assistant, which knows the first one already; and no attempt was used up.
  expect(heard).toEqual([`telegram:${bot.api.botId}:${updateId}`, `telegram:${bot.api.botId}:${updateId}:1700000000`]);
  expect(bot.state.inbox.find(`telegram:${bot.api.botId}`, String(updateId))?.attempts).toBe(1);
});

test('while the turn runs and has said something: it goes on, and answering again is offered at its end', async () => {
  let goOn = (): void => undefined;
  const bot = await openBot(async (_incoming, outlet, signal) => {
    await outlet.post('first part', 'message:1');
    await new Promise<void>((resolve, reject) => {
      goOn = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    await outlet.post('the end', 'answer');
  });
  const { messageId } = bot.api.say(person, 'one');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the first part');
  change(bot, messageId, 'two');
  await taken(bot);
  goOn();
  await bot.api.until(() => bot.api.accepted.length === 3, 'the offer');
  expect(bot.api.texts().slice(0, 2)).toEqual(['first part', 'the end']);
  expect(bot.api.texts()[2]).toContain('You changed your message');
});

test('in a group, only the author of a changed message can have it answered again', async () => {
  const group = { id: -100, type: 'supergroup', title: 'Home' };
  const bot = await openBotWithCommands(echo, { allowedUsers: [person, 8], allowedGroups: [group.id] });
  const { messageId } = bot.api.say(person, '@jay_bot whta is it', { chat: group });
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the turn');
  change(bot, messageId, '@jay_bot what is it', { chat: group });
  await bot.api.until(() => bot.api.accepted.length === 2, 'the offer');
  bot.api.press(8, 'Answer again');
  bot.api.press(person, 'Answer again');
  await bot.api.until(() => bot.api.accepted.length === 4, 'the new answer');
  expect(bot.api.texts().slice(2)).toEqual(['Once more: "what is it"', `echo: ${mark}\nwhat is it`]);
});

test('after the answer, into a command: answered again, that is obeyed, and no message for the model', async () => {
  const bot = await openBotWithCommands(echo);
  const { messageId } = bot.api.say(person, '/hepl');
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the turn');
  change(bot, messageId, '/new');
  await bot.api.until(() => bot.api.accepted.length === 2, 'the offer');
  bot.api.press(person, 'Answer again');
  await bot.api.until(() => bot.api.accepted.length === 4, 'the new answer');
  expect(bot.api.texts()[3]).toBe('echo: /new');
});

test('that a handler answered all the same while it was told to stop is not answered twice', async () => {
  let runs = 0;
  const bot = await openBot(async (incoming, outlet, signal) => {
    runs += 1;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await outlet.post(`echo: ${incoming.text}`, 'answer');
    signal.throwIfAborted();
  });
  const { messageId } = bot.api.say(person, 'one');
  await bot.api.until(() => runs === 1, 'the turn');
  change(bot, messageId, 'two');
  await bot.api.until(() => bot.api.accepted.length === 2, 'the answer and the offer');
  expect(bot.api.texts()).toEqual(['echo: one', 'You changed your message after I had answered it.']);
  expect(runs).toBe(1);
});

test('after the answer: the newest message may be answered again, by a button that works once, also after a restart', async () => {
  const bot = await openBotWithCommands(echo);
  const { messageId } = bot.api.say(person, 'whta is it');
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the turn');
  change(bot, messageId, 'what is it');
  await bot.api.until(() => bot.api.accepted.length === 2, 'the offer');
  expect(bot.api.texts()).toEqual(['echo: whta is it', 'You changed your message after I had answered it.']);
  await bot.restart();
  bot.api.press(person, 'Answer again');
  bot.api.press(person, 'Answer again');
  await bot.api.until(() => bot.api.accepted.length === 4, 'the new answer');
  await taken(bot);
  await pause(100);
  expect(bot.api.texts().slice(2)).toEqual(['Once more: "what is it"', `echo: ${mark}\nwhat is it`]);
});

test('while it waits behind the turn that runs, into a command that does not wait: that is obeyed at once', async () => {
  const bot = await openBot(async (incoming, outlet, signal) => {
    if (incoming.text === '/stop') return void (await outlet.post('Stopped.', 'answer'));
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return {};
  });
  bot.api.say(person, 'think');
  await bot.api.until(() => bot.api.calls.some(({ method }) => method === 'sendChatAction'), 'the turn');
  const { messageId } = bot.api.say(person, 'stpo');
  await taken(bot);
  change(bot, messageId, '/stop');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the stop');
  expect(bot.api.texts()).toEqual(['Stopped.']);
});

test('while the turn runs and has said something, and the program ends before the turn does: it goes on as it was, and answering again is offered', async () => {
  const heard: string[] = [];
  const bot = await openBot(async (incoming, outlet, signal) => {
    heard.push(incoming.id);
    await outlet.post('first part', 'message:1');
    if (heard.length === 1)
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    await outlet.post('the end', 'answer');
  });
  const { messageId } = bot.api.say(person, 'one');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the first part');
  change(bot, messageId, 'two');
  await taken(bot);
  await bot.restart();
  await bot.api.until(() => bot.api.accepted.length === 3, 'the offer');
  expect(bot.api.texts()).toEqual(['first part', 'the end', 'You changed your message after I had answered it.']);
  expect(heard[1]).toBe(heard[0]);
});

test('after the answer, and the program ends before the offer is stored: neither is the change, which comes again with its offer', async () => {
  const bot = await openBot();
  const { messageId } = bot.api.say(person, 'one');
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the turn');
  const { outbox } = bot.state;
  outbox.put = () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  change(bot, messageId, 'two');
  await bot.api.until(() => bot.logs.some((line) => line.includes('could not be stored')), 'the failure');
  await bot.restart();
  await bot.api.until(() => bot.api.accepted.length === 2, 'the offer');
  expect(bot.api.texts()[1]).toContain('You changed your message');
});

test.each([
  ['a command', (bot: Bot) => bot.api.say(person, '/status')],
  [
    'the Stop button',
    (bot: Bot) =>
      bot.api.arrive({ stopped_message_generation: { chat: { id: person, type: 'private' }, draft_id: 1 } }),
  ],
])(
  'after the answer and %s: it is still the last thing that was said, and may be answered again',
  async (_name, act) => {
    const bot = await openBot();
    const { messageId } = bot.api.say(person, 'one');
    await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the turn');
    act(bot);
    await bot.api.until(() => bot.state.inbox.counts().done === 2, 'what came between');
    change(bot, messageId, 'two');
    await bot.api.until(() => bot.api.accepted.length === 3, 'the offer');
    expect(bot.api.texts()[2]).toBe('You changed your message after I had answered it.');
  },
);

test('after the answer, changed twice: offered once', async () => {
  const bot = await openBot();
  const { messageId } = bot.api.say(person, 'one');
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the turn');
  change(bot, messageId, 'two');
  change(bot, messageId, 'three');
  await taken(bot);
  await bot.api.until(() => bot.api.accepted.length >= 2, 'the offer');
  await pause(100);
  expect(bot.api.texts()).toHaveLength(2);
});

test.each([
  ['an older message', (bot: Bot, first: number) => change(bot, first, 'new words')],
  [
    'what is no word of it, such as the preview of a link',
    (bot: Bot, _first: number, last: number) =>
      change(bot, last, 'last', { link_preview_options: { is_disabled: true } }),
  ],
  ['an unknown message', (bot: Bot) => change(bot, 99_999, 'new words')],
])('of %s: nothing happens', async (_name, act) => {
  const bot = await openBot();
  const first = bot.api.say(person, '/first');
  const last = bot.api.say(person, 'last');
  await bot.api.until(() => bot.state.inbox.counts().done === 2 && bot.api.accepted.length === 2, 'the turns');
  act(bot, first.messageId, last.messageId);
  await taken(bot);
  await pause(100);
  expect(bot.api.texts()).toEqual(['echo: /first', 'echo: last']);
});

test('by a stranger, of a message of the person, does nothing', async () => {
  const bot = await openBot();
  const { messageId } = bot.api.say(person, 'mine');
  await bot.api.until(() => bot.state.inbox.counts().done === 1 && bot.api.accepted.length === 1, 'the turn');
  bot.api.arrive({
    edited_message: {
      message_id: messageId,
      date: 1,
      edit_date: 2,
      chat: { id: person, type: 'private' },
      from: { id: 666, is_bot: false, first_name: 'M' },
      text: 'theirs',
    },
  });
  await taken(bot);
  await pause(100);
  expect(bot.api.texts()).toEqual(['echo: mine']);
  expect(bot.state.inbox.newest(`telegram:tg_main:chat:${person}:user:${person}`, 1)[0]?.body).not.toContain('theirs');
});
