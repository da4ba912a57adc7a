// What a person sees while a turn runs, and how they stop it.
import { describe, expect, test } from 'vitest';
import type { HandleIncoming } from '../../../src/assistant/channel.ts';
import { createFastClock } from '../../support/fast-clock.ts';
import { type Bot, echo, openBot, person } from '../../support/telegram-bot.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const callsOf = (bot: Bot, method: string) => bot.api.calls.filter((call) => call.method === method);

const growing: HandleIncoming = async (_incoming, outlet) => {
  for (const part of ['The **an', 'The **answer** gr', 'The **answer** grows']) {
    outlet.preview?.(() => part);
    await pause(20);
  }
  await pause(900);
  await outlet.post('The **answer** grows.', 'final');
};

test('an answer grows as a draft with a Stop button, and is sent once', async () => {
  const bot = await openBot(growing);
  bot.api.say(person, 'x');
  await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
  const drafts = callsOf(bot, 'sendMessageDraft').map((call) => call.payload);
  expect(drafts.map((draft) => draft.text)).toEqual(['The **an', 'The answer grows']);
  expect(drafts.every((draft) => draft.can_stop === true && draft.draft_id === drafts[0]?.draft_id)).toBe(true);
  expect(bot.api.texts()).toEqual(['The answer grows.']);
});

test('a server that knows no drafts is asked once, and the answer comes all the same', async () => {
  const bot = await openBot(growing);
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
  const bot = await openBot(stoppable());
  bot.api.say(person, 'work');
  await bot.api.until(() => callsOf(bot, 'sendChatAction').length > 0, 'the turn to run');
  bot.api.say(person, '/stop');
  bot.api.say(person, 'next');
  await bot.api.until(() => bot.api.accepted.length === 2, 'both');
  expect(bot.api.texts().toSorted()).toEqual(['Stopped.', 'echo: next']);
  expect(bot.state.inbox.counts()).toMatchObject({ pending: 0, done: 3 });
});

test('the Stop button below a draft does what /stop does, and a stranger has none', async () => {
  const bot = await openBot(stoppable());
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
  const bot = await openBot(async (incoming, outlet) => {
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

describe('in a group', () => {
  const chat = { id: -100, type: 'supergroup', title: 'Home' };
  const openGroup = (handle: HandleIncoming, factor = 10) =>
    openBot(handle, { allowedGroups: [chat.id], clock: createFastClock(factor) });
  const shows = (bot: Bot) =>
    bot.api.calls.filter((call) => call.method === 'sendMessage' || call.method === 'editMessageText');
  /** Grows for so many of the clock's seconds. */
  const growFor =
    (seconds: number, clock: { sleep(ms: number): Promise<void> }, end = 'The **end** of it.'): HandleIncoming =>
    async (_incoming, outlet) => {
      for (let second = 0; second < seconds; second += 1) {
        outlet.preview?.(() => `So far **${second}** seconds`);
        await clock.sleep(1_000);
      }
      if (end !== '') await outlet.post(end, 'answer');
    };

  test('an answer grows in one message, edited at most once in three seconds, which becomes the answer', async () => {
    const clock = createFastClock(10);
    const bot = await openGroup(growFor(12, clock));
    const { messageId } = bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
    expect(bot.api.texts()).toEqual(['The end of it.']);
    expect(bot.api.accepted[0]).toMatchObject({
      text: expect.stringMatching(/^So far \d seconds …$/) as string,
      entities: [{ type: 'bold', offset: 4, length: 3 }],
      payload: { reply_parameters: { message_id: messageId } },
    });
    const at = shows(bot)
      .slice(0, -1)
      .map((call) => call.at);
    expect(at.length).toBeGreaterThanOrEqual(3);
    expect(at.length).toBeLessThanOrEqual(5);
    expect(bot.state.outbox.lives('telegram')).toEqual([]);
  });

  test('a quick answer is one message that was never edited', async () => {
    const bot = await openGroup(growFor(2, createFastClock(10)));
    bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
    expect(shows(bot).map((call) => call.method)).toEqual(['sendMessage']);
  });

  test('a long answer takes the place of what grew with its first part, and the rest follows', async () => {
    const end = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ');
    const bot = await openGroup(growFor(8, createFastClock(10), end));
    bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => bot.state.outbox.counts().sent === 2, 'the answer');
    expect(bot.api.texts().join(' ')).toBe(end);
  });

  test('the edit that becomes the answer is repeated without a double, whatever happens to it', async () => {
    const bot = await openGroup(growFor(8, createFastClock(10)));
    bot.api.fail(
      'editMessageText',
      ['resetAfter', 'cut', { code: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 }],
      (payload) => payload.text === 'The end of it.',
    );
    bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
    expect(bot.api.texts()).toEqual(['The end of it.']);
  });

  test('an edit that is on its way is waited for, so that it can not come after the answer', async () => {
    const clock = createFastClock(10);
    const bot = await openGroup(async (_incoming, outlet) => {
      outlet.preview?.(() => 'First');
      await clock.sleep(4_000);
      outlet.preview?.(() => 'Second, which is long on its way');
      await bot.api.until(() => callsOf(bot, 'editMessageText').length === 1, 'the edit');
      await outlet.post('The end of it.', 'answer');
    });
    bot.api.fail('editMessageText', ['late']);
    bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
    await pause(700);
    expect(bot.api.texts()).toEqual(['The end of it.']);
  });

  test.each(['resetAfter', 'cut'] as const)(
    'a first message whose number was lost (%s) is found again and becomes the answer',
    async (fault) => {
      const bot = await openGroup(growFor(8, createFastClock(10)));
      bot.api.fail('sendMessage', [fault]);
      bot.api.say(person, '@jay_bot tell', { chat });
      bot.api.say(person, 'between ourselves', { chat });
      await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
      expect(bot.api.texts()).toEqual(['The end of it.']);
      expect(bot.state.outbox.lives('telegram')).toEqual([]);
    },
  );

  test.each([{ code: 400, description: 'Bad Request: TOPIC_CLOSED' }, 'html502', 'reset'] as const)(
    'a first message that was never taken (%j) is not looked for in those of others, and the answer comes',
    async (fault) => {
      const bot = await openGroup(growFor(8, createFastClock(10)));
      bot.api.fail('sendMessage', [fault]);
      bot.api.say(person, '@jay_bot tell', { chat });
      bot.api.say(person, 'between ourselves', { chat });
      await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
      expect(bot.api.texts()).toEqual(['The end of it.']);
      expect(bot.state.outbox.lives('telegram')).toEqual([]);
    },
  );

  test('an answer whose growing message was taken away comes as a message of its own', async () => {
    const bot = await openGroup(growFor(8, createFastClock(10)));
    bot.api.fail(
      'editMessageText',
      [{ code: 400, description: 'Bad Request: message to edit not found' }],
      (payload) => payload.text === 'The end of it.',
    );
    bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
    expect(bot.api.texts().filter((text) => text === 'The end of it.')).toHaveLength(1);
    expect(bot.api.accepted).toHaveLength(2);
  });

  test('what grew and came to nothing is taken away', async () => {
    const bot = await openGroup(growFor(8, createFastClock(10), ''));
    bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => callsOf(bot, 'deleteMessage').length === 1, 'the removal');
    expect(callsOf(bot, 'deleteMessage')[0]?.payload).toEqual({
      chat_id: chat.id,
      message_id: bot.api.accepted[0]?.messageId,
    });
    await bot.api.until(() => bot.state.outbox.lives('telegram').length === 0, 'the note');
  });

  test('a turn that a stop cuts short goes on in the message that it had begun', async () => {
    const clock = createFastClock(10);
    let runs = 0;
    const bot = await openGroup(async (incoming, outlet, signal) => {
      runs += 1;
      if (runs > 1) return await growFor(5, clock)(incoming, outlet, signal);
      outlet.preview?.(() => 'Half of it');
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      return {};
    });
    bot.api.say(person, '@jay_bot tell', { chat });
    await bot.api.until(() => bot.state.outbox.lives('telegram').length === 1, 'the growing message');
    await bot.restart();
    await bot.api.until(() => bot.state.outbox.counts().sent === 1, 'the answer');
    expect(bot.api.texts()).toEqual(['The end of it.']);
  });
});

describe('a tool that works long', () => {
  const searching =
    (seconds: number, clock: { sleep(ms: number): Promise<void> }): HandleIncoming =>
    async (_incoming, outlet) => {
      outlet.working?.('thinking');
      outlet.working?.('reading_notes');
      await clock.sleep(seconds * 1_000);
      outlet.working?.('thinking');
      await clock.sleep(6_000);
      await outlet.post('Found.', 'answer');
    };

  test.each([
    [7, ['Searching memory…']],
    [3, []],
    // A draft fades after half a minute.
    [30, ['Searching memory…', 'Searching memory…']],
  ])('of %d seconds is said in the draft: %j', async (seconds, drafts) => {
    const clock = createFastClock(10);
    const bot = await openBot(searching(seconds, clock), { clock });
    bot.api.say(person, 'x');
    await bot.api.until(() => bot.api.accepted.length === 1, 'the answer');
    expect(callsOf(bot, 'sendMessageDraft').map((call) => call.payload.text)).toEqual(drafts);
    expect(bot.api.texts()).toEqual(['Found.']);
  });
});

test('a tool that works long is said no more once something was posted', async () => {
  const clock = createFastClock(10);
  const bot = await openBot(
    async (_incoming, outlet) => {
      outlet.working?.('reading_notes');
      await clock.sleep(3_000);
      await outlet.post('Soon.', 'message:1');
      await clock.sleep(6_000);
      await outlet.post('Found.', 'answer');
    },
    { clock },
  );
  bot.api.say(person, 'x');
  await bot.api.until(() => bot.api.accepted.length === 2, 'the answer');
  expect(callsOf(bot, 'sendMessageDraft')).toEqual([]);
});

test('typing is shown for as long as tools run, and not after', async () => {
  const clock = createFastClock(20);
  const bot = await openBot(
    async (_incoming, outlet) => {
      outlet.working?.('reading_notes');
      await clock.sleep(20_000);
      await outlet.post('Found.', 'answer');
    },
    { clock },
  );
  bot.api.say(person, 'x');
  await bot.api.until(() => bot.state.inbox.counts().done === 1, 'the end');
  const shown = callsOf(bot, 'sendChatAction').length;
  expect(shown).toBeGreaterThanOrEqual(3);
  await pause(500);
  expect(callsOf(bot, 'sendChatAction')).toHaveLength(shown);
});

test('a message without an answer gets a reaction where that is set, and nothing where it is not', async () => {
  const silent: HandleIncoming = () => Promise.resolve();
  const bot = await openBot(silent, { silentReaction: '👌' });
  const { messageId } = bot.api.say(person, 'just so you know');
  await bot.api.until(() => callsOf(bot, 'setMessageReaction').length === 1, 'the reaction');
  expect(callsOf(bot, 'setMessageReaction')[0]?.payload).toEqual({
    chat_id: person,
    message_id: messageId,
    reaction: [{ type: 'emoji', emoji: '👌' }],
  });
  const plain = await openBot(silent);
  plain.api.say(person, 'just so you know');
  await plain.api.until(() => plain.state.inbox.counts().done === 1, 'the end');
  expect(callsOf(plain, 'setMessageReaction')).toEqual([]);
});
