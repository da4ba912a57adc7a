// What a person sees while a turn runs, and how they stop it.
import { afterEach, expect, test } from 'vitest';
import type { HandleIncoming } from '../../src/assistant/channel.ts';
import { type Bot, echo, openBot, person } from '../support/telegram-bot.ts';

const bots: Bot[] = [];
const open: typeof openBot = async (...given) => {
  const bot = await openBot(...given);
  bots.push(bot);
  return bot;
};
afterEach(async () => {
  for (const bot of bots.splice(0)) await bot.close();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const callsOf = (bot: Bot, method: string) => bot.api.calls.filter((call) => call.method === method);

const growing: HandleIncoming = async (_incoming, outlet) => {
  for (const part of ['The **an', 'The **answer** gr', 'The **answer** grows']) {
    outlet.preview?.(part);
    await pause(20);
  }
  await pause(900);
  await outlet.post('The **answer** grows.', 'final');
};

test('an answer grows as a draft with a Stop button, and is sent once', async () => {
  const bot = await open(growing);
  bot.api.say(person, 'x');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  const drafts = callsOf(bot, 'sendMessageDraft').map((call) => call.payload);
  expect(drafts.map((draft) => draft.text)).toEqual(['The **an', 'The answer grows']);
  expect(drafts.every((draft) => draft.can_stop === true && draft.draft_id === drafts[0]?.draft_id)).toBe(true);
  expect(bot.api.texts()).toEqual(['The answer grows.']);
});

test('a server that knows no drafts is asked once, and the answer comes all the same', async () => {
  const bot = await open(growing);
  bot.api.fail('sendMessageDraft', [{ code: 404, description: 'Not Found: method not found' }]);
  bot.api.say(person, 'x');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  expect(callsOf(bot, 'sendMessageDraft')).toHaveLength(1);
});

/** Runs until it hears the word to stop, as the orchestrator does. */
function stoppable(): HandleIncoming {
  let stop: (() => void) | null = null;
  return async (incoming, outlet) => {
    if (incoming.text === '/stop') {
      stop?.();
      await outlet.post('Stopped.', 'answer');
    } else if (incoming.text === 'work') {
      await new Promise<void>((resolve) => {
        stop = resolve;
      });
    } else await echo(incoming, outlet, new AbortController().signal);
  };
}

test('/stop passes the turn that runs', async () => {
  const bot = await open(stoppable());
  bot.api.say(person, 'work');
  await bot.api.until(() => callsOf(bot, 'sendChatAction').length > 0, 'the turn to run');
  bot.api.say(person, '/stop');
  bot.api.say(person, 'next');
  await bot.api.until(() => bot.api.accepted.length === 2, 'both');
  expect(bot.api.texts().toSorted()).toEqual(['Stopped.', 'echo: next']);
  expect(bot.queue.inbox.counts()).toMatchObject({ pending: 0, done: 3 });
});

test('the Stop button below a draft does what /stop does, and a stranger has none', async () => {
  const bot = await open(stoppable());
  bot.api.say(person, 'work');
  await bot.api.until(() => callsOf(bot, 'sendChatAction').length > 0, 'the turn to run');
  bot.api.arrive({ stopped_message_generation: { chat: { id: 666, type: 'private' }, draft_id: 1 } });
  await bot.api.until(() => bot.api.unconfirmed() === 0, 'the press of the stranger to be dropped');
  expect(bot.api.accepted).toEqual([]);
  bot.api.arrive({ stopped_message_generation: { chat: { id: person, type: 'private' }, draft_id: 1 } });
  await bot.api.until(() => bot.api.accepted.length === 1, 'the word');
  expect(bot.api.texts()).toEqual(['Stopped.']);
});

test('a message that no model could answer yet is handed in again, as often as it takes, also when the next one comes', async () => {
  const ids: string[] = [];
  const bot = await open(async (incoming, outlet) => {
    ids.push(incoming.id);
    if (ids.length < 6) return { retryAfterMs: ids.length < 5 ? 20 : 60_000 };
    await outlet.post(`echo: ${incoming.text}`, 'final');
    return {};
  });
  bot.api.say(person, 'one');
  await bot.api.until(() => ids.length === 5, 'five tries');
  bot.api.say(person, 'two');
  await bot.api.until(() => bot.api.accepted.length === 2, 'both answers');
  expect(new Set(ids.slice(0, 6)).size).toBe(1);
  expect(bot.api.texts()).toEqual(['echo: one', 'echo: two']);
});
