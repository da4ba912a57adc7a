import { expect, test } from 'vitest';
import type { FileOrder, HandleIncoming } from '../../../src/assistant/channel.ts';
import type { ExportFile } from '../../../src/assistant/channel.ts';
import { createFastClock } from '../../support/fast-clock.ts';
import { type Bot, openBot, person } from '../../support/telegram-bot.ts';

let bot: Bot;

const order: FileOrder = { what: 'all', key: `telegram:tg_main:chat:${person}:user:${person}`, sessionId: 's' };
const file = (text: string, bytes = Buffer.from(text)): ExportFile => ({
  name: 'all.tar.gz',
  bytes,
  notes: 1,
  conversations: 1,
  problems: [],
  others: [],
});
/** Orders a file, and then says something. */
const handle: HandleIncoming = async (_incoming, outlet) => {
  await outlet.post('Here is **all**.', 'answer', { file: order });
  await outlet.post('And more.', 'more');
};
const ask = (): unknown => bot.api.say(person, '/export');
const sent = () =>
  bot.api.accepted.map(({ shown, payload }) => [
    shown,
    (payload.document as { bytes: Buffer } | undefined)?.bytes.toString() ?? null,
  ]);
const until = (count: number) => bot.api.until(() => bot.api.accepted.length === count, `${count} messages`);

test('a file goes out with its caption, in its turn, as it is when it leaves', async () => {
  const asked: FileOrder[] = [];
  let now = 'when it was ordered';
  bot = await openBot(handle, { makeFile: (given) => Promise.resolve(void asked.push(given)).then(() => file(now)) });
  bot.api.fail('sendDocument', [{ code: 429, description: 'Too Many Requests: retry after 1', retryAfter: 1 }]);
  ask();
  await bot.api.until(() => bot.api.calls.some((call) => call.method === 'sendDocument'), 'the first try');
  now = 'when it leaves';
  await until(2);
  expect(sent()).toEqual([
    ['Here is all.', 'when it leaves'],
    ['And more.', null],
  ]);
  expect(bot.api.accepted[0]).toMatchObject({
    chatId: person,
    entities: [{ type: 'bold', offset: 8, length: 3 }],
    payload: { document: { filename: 'all.tar.gz' } },
  });
  expect(asked).toEqual([order, order]);
});

test.each([
  ['resetAfter', ['Here is all.', '(resent) Here is all.']],
  ['reset', ['(resent) Here is all.']],
  ['html502', ['Here is all.']],
] as const)('after %s it is sent again, marked where it may be the second time', async (fault, captions) => {
  bot = await openBot(handle, { makeFile: () => Promise.resolve(file('x')) });
  bot.api.fail('sendDocument', [fault]);
  ask();
  await until(captions.length + 1);
  expect(bot.api.texts()).toEqual([...captions, 'And more.']);
});

test('one that waits is sent after a restart, once', async () => {
  bot = await openBot(handle, { makeFile: () => Promise.resolve(file('x')) });
  bot.api.fail('sendDocument', [{ code: 429, description: 'Too Many Requests: retry after 2', retryAfter: 2 }]);
  ask();
  await bot.api.until(
    () => bot.state.outbox.next(`telegram:${person}`, new Date())?.retryAt != null,
    'the wait to be stored',
  );
  await bot.restart();
  await until(2);
  expect(bot.api.texts()).toEqual(['Here is all.', 'And more.']);
});

test.each([
  ['can not be made', () => Promise.reject(new Error('EACCES')), null, 'The file could not be made.'],
  [
    'has grown',
    () => Promise.resolve(file('', Buffer.alloc(50_000_001))),
    null,
    'The file has become too large to be sent.',
  ],
  [
    'is refused for its size',
    () => Promise.resolve(file('x')),
    { code: 413, description: 'Request Entity Too Large' },
    'The file is too large to be sent.',
  ],
])('where one %s, that is said, and nothing waits for it', async (_what, makeFile, fault, words) => {
  bot = await openBot(handle, { makeFile });
  if (fault) bot.api.fail('sendDocument', [fault]);
  ask();
  await until(2);
  expect(bot.api.texts()).toEqual([`Here is all.\n${words}`, 'And more.']);
});

test('where one can not be sent, again and again, that is said, and what waits behind it comes', async () => {
  bot = await openBot(handle, { makeFile: () => Promise.resolve(file('x')), clock: createFastClock(50) });
  bot.api.fail(
    'sendDocument',
    Array.from({ length: 9 }, () => 'html502' as const),
  );
  ask();
  await until(2);
  expect(bot.api.texts()).toEqual(['Here is all.\nThe file could not be sent. /export tries again.', 'And more.']);
  expect(bot.api.calls.filter(({ method }) => method === 'sendDocument')).toHaveLength(5);
});

test('no group is sent one, whatever asks for it', async () => {
  const problems: unknown[] = [];
  bot = await openBot(
    async (_incoming, outlet) => {
      await outlet.post('Here', 'answer', { file: order }).catch((error: unknown) => problems.push(error));
    },
    { allowedGroups: [-100], makeFile: () => Promise.resolve(file('x')) },
  );
  bot.api.say(person, '@jay_bot hello', { chat: { id: -100, type: 'supergroup', title: 'G' } });
  await bot.api.until(() => problems.length === 1, 'the refusal');
  expect(problems[0]).toEqual(new Error('A file of the memory is for the person alone.'));
  expect(bot.api.accepted).toEqual([]);
});
