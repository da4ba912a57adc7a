// Whatever shape an update or an answer of the Bot API has: polling goes on, what was polled is confirmed, and the next
// message is answered. Shapes are made of real ones, changed at random places; The seed makes them the same ones each time.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bot, echo, openBot, person } from '../../support/telegram-bot.ts';
import { anyValue, mutantsOf, seed } from '../../support/mutants.ts';
import { propertyRuns } from '../../support/property-runs.ts';

let bot: Bot;

const user = { id: person, is_bot: false, first_name: 'Ann', username: 'ann', language_code: 'en' };
const chat = { id: person, type: 'private', first_name: 'Ann' };
const about = { message_id: 5, date: 1_790_000_000, from: user, chat };
const file = { file_id: 'F', file_unique_id: 'U', file_size: 12 };

/** One of each kind that is read, with the fields that are looked at. */
const updates: readonly Record<string, unknown>[] = [
  { message: { ...about, text: 'hello', entities: [{ type: 'bold', offset: 0, length: 5 }] } },
  { message: { ...about, text: '/start now', entities: [{ type: 'bot_command', offset: 0, length: 6 }] } },
  { message: { ...about, caption: 'look', photo: [{ ...file, width: 1, height: 1 }], media_group_id: 'g' } },
  { message: { ...about, voice: { ...file, duration: 1, mime_type: 'audio/ogg' } } },
  { message: { ...about, document: { ...file, file_name: 'a.txt', mime_type: 'text/plain' } } },
  {
    message: {
      ...about,
      text: 'so?',
      reply_to_message: { ...about, message_id: 4, text: 'that' },
      quote: { text: 'at' },
    },
  },
  {
    message: {
      ...about,
      text: 'so?',
      external_reply: { origin: { type: 'hidden_user', sender_user_name: 'Bo' }, audio: file },
    },
  },
  {
    message: {
      ...about,
      text: 'news',
      forward_origin: { type: 'chat', sender_chat: { id: -5, title: 'News' }, date: 1 },
    },
  },
  { message: { ...about, text: 'in a topic', is_topic_message: true, message_thread_id: 9 } },
  {
    message: {
      ...about,
      rich_message: { blocks: [{ type: 'paragraph', text: ['one ', { type: 'bold', text: 'two' }] }] },
    },
  },
  {
    message: { ...about, venue: { title: 'Here', location: { latitude: 1, longitude: 2 } }, location: { latitude: 1 } },
  },
  { message: { ...about, pinned_message: { ...about, text: 'old' } } },
  { edited_message: { ...about, text: 'changed', edit_date: 1_790_000_100 } },
  { callback_query: { id: 'q', from: user, data: 'b:1:0', message: { ...about, from: { id: 1, is_bot: true } } } },
  {
    message_reaction: {
      chat,
      user,
      message_id: 5,
      date: 1,
      old_reaction: [],
      new_reaction: [{ type: 'emoji', emoji: '👍' }],
    },
  },
  { stopped_message_generation: { chat, draft_id: 1 } },
  { my_chat_member: { chat, from: user, new_chat_member: { status: 'member', user } } },
];

async function isHeard(words: string): Promise<void> {
  bot.api.say(person, words);
  await bot.api.until(
    () => bot.api.texts(person).some((text) => text.includes(words)),
    `an answer to "${words}"`,
    60_000,
  );
}

test('an update of any shape is confirmed, and the next message is answered', async () => {
  bot = await openBot(echo);
  const mutants = fc.sample(fc.constantFrom(...updates).chain(mutantsOf), { seed, numRuns: propertyRuns(150) });
  for (const mutant of mutants) bot.api.arrive({ ...(mutant as object), update_id: undefined });
  await isHeard('am I heard after all that?');
  expect(bot.api.unconfirmed()).toBe(0);
  expect(bot.logs.filter((line) => line.includes('could not be stored'))).toEqual([]);
});

test('a batch of any shape ends no polling', async () => {
  bot = await openBot(echo);
  const batch = [
    { update_id: 1, ...updates[0] },
    { update_id: 2, ...updates[1] },
  ];
  const batches = fc.sample(fc.oneof(anyValue, mutantsOf(batch)), { seed, numRuns: propertyRuns(12) });
  // What can't be read is asked for again after a pause that grows: between them the bot is heard.
  for (const instead of batches) {
    bot.api.fail('getUpdates', [{ instead }]);
    await expect(isHeard(`am I heard after ${JSON.stringify(instead).length}?`)).resolves.toBeUndefined();
  }
});

test('an answer of any shape to what is sent loses no message, and none is sent twice', async () => {
  bot = await openBot(echo);
  const results = fc.sample(fc.oneof(anyValue, mutantsOf({ ...about, text: 'x' })), {
    seed,
    numRuns: propertyRuns(40),
  });
  for (const [index, instead] of results.entries()) {
    bot.api.fail('sendMessage', [{ instead }]);
    await isHeard(`is message ${index} there?`);
  }
  const texts = bot.api.texts(person);
  expect(texts).toHaveLength(results.length);
});

test('rows of the queue of any shape end nothing: what comes after them is answered', async () => {
  bot = await openBot(echo, { start: false });
  const { state } = bot;
  const part = { label: null, text: 'hello', recording: { fileId: 'F', uniqueId: 'U', bytes: 1, kind: 'voice' } };
  const arrived = {
    messageId: 1,
    sentAt: 1,
    editedAt: null,
    parts: [part],
    files: [],
    unsupported: [],
    words: 'hello',
  };
  const posted = { chatId: person, text: 'hi', entities: [{ type: 'bold', offset: 0, length: 2 }], replyTo: 1 };
  const buttons = { buttons: [{ label: 'Yes', command: '/yes' }], isChoice: true };
  const shapes = <Sound>(sound: Sound): string[] =>
    fc
      .sample(fc.oneof(mutantsOf(sound), anyValue), { seed, numRuns: propertyRuns(20) })
      .map((value) => JSON.stringify(value) ?? '{');
  await state.write(() => {
    for (const [index, body] of ['', '{', ...shapes({ ...arrived, command: null, isPart: false })].entries())
      state.inbox.put({
        channel: 'telegram:1',
        key: `row ${index}`,
        kind: 'message',
        conversation: `telegram:tg_main:chat:${person}:user:${person}`,
        body,
        receivedAt: new Date(),
      });
    for (const [index, payload] of ['', '{', ...shapes(posted)].entries())
      state.outbox.put({ turn: `t${index}`, dedupe: 'x', chat: 'telegram:8', chunks: [payload], at: new Date() });
    for (const [index, stored] of ['', '{', ...shapes(buttons)].entries())
      state.outbox.put({
        turn: `b${index}`,
        dedupe: 'x',
        chat: 'telegram:9',
        chunks: [JSON.stringify(posted)],
        buttons: stored,
        at: new Date(),
      });
  });
  await bot.channel.start();
  await expect(isHeard('am I heard after those rows?')).resolves.toBeUndefined();
});
