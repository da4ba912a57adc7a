// The poll alone, against the loopback Bot API: what is confirmed, and when.
import type { Update } from 'grammy/types';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock as clock } from '../../../src/base/time/clock.ts';
import { ConfigError } from '../../../src/base/errors.ts';
import { silentLog as log } from '../../../src/base/log.ts';
import { createTelegramApi } from '../../../src/channels/telegram/api.ts';
import { pollUpdates } from '../../../src/channels/telegram/poll.ts';
import { createImpatientClock } from '../../support/model-calls.ts';
import { type TelegramApi, openTelegramApi } from '../../support/telegram-api.ts';

let server: TelegramApi;
let stopping: AbortController;
let polling: Promise<void>;
const taken: number[] = [];
/** Runs before a batch counts as taken. */
let before: () => Promise<void>;

beforeEach(async () => {
  server = await openTelegramApi();
  stopping = new AbortController();
  taken.length = 0;
  before = () => Promise.resolve();
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  const take = async (updates: Update[]): Promise<void> => {
    await before();
    taken.push(...updates.map((update) => update.update_id));
  };
  polling = pollUpdates({ api, take, signal: stopping.signal, clock, log, longPollSeconds: 1 });
});
afterEach(async () => {
  stopping.abort();
  await polling;
  await server.close();
});

test('a batch that could not be stored is not confirmed, and comes again until it can', async () => {
  let failures = 2;
  before = async () => {
    await Promise.resolve();
    failures -= 1;
    if (failures >= 0) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  const { updateId } = server.say(7, 'one');
  await server.until(() => failures === 0, 'two failures');
  expect(server.unconfirmed()).toBe(1);
  await server.until(() => taken.length === 1 && server.unconfirmed() === 0, 'the update and its confirmation');
  expect(taken).toEqual([updateId]);
});

test('it asks for every kind that something is done with: what is not named Telegram keeps to itself', async () => {
  await server.until(() => server.calls.length > 0, 'a poll');
  expect(server.calls[0]?.payload['allowed_updates']).toEqual([
    'message',
    'edited_message',
    'callback_query',
    'message_reaction',
    'stopped_message_generation',
    'my_chat_member',
  ]);
});

test('nothing is confirmed while it is being stored', async () => {
  let store = (): void => undefined;
  before = () =>
    new Promise((resolve) => {
      store = resolve;
    });
  server.say(7, 'one');
  await server.until(() => server.calls.length === 1, 'the poll');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(server.calls.filter((call) => call.method === 'getUpdates')).toHaveLength(1);
  expect(server.unconfirmed()).toBe(1);
  store();
  await server.until(() => server.unconfirmed() === 0, 'the confirmation');
});

test('a server that holds no empty answer back is not asked in a hot loop', async () => {
  stopping.abort();
  await polling;
  stopping = new AbortController();
  const before = server.calls.length;
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  polling = pollUpdates({
    api,
    take: () => Promise.resolve(),
    signal: stopping.signal,
    clock,
    log,
    longPollSeconds: 0,
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(server.calls.length - before).toBeLessThanOrEqual(5);
});

test.each([401, 404])('a token that is refused with %d ends it with an error of the configuration', async (code) => {
  stopping.abort();
  await polling;
  stopping = new AbortController();
  server.fail('getUpdates', [{ code, description: code === 401 ? 'Unauthorized' : 'Not Found' }]);
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  await expect(
    pollUpdates({ api, take: () => Promise.resolve(), signal: stopping.signal, clock, log, longPollSeconds: 1 }),
  ).rejects.toThrow(ConfigError);
});

test('another program that polls is waited out by seconds, not asked away in a hot loop', async () => {
  stopping.abort();
  await polling;
  stopping = new AbortController();
  const impatient = createImpatientClock();
  const conflict = {
    code: 409,
    description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  };
  server.fail('getUpdates', [conflict, conflict]);
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  const took: number[] = [];
  polling = pollUpdates({
    api,
    take: (updates) => Promise.resolve(void took.push(...updates.map((update) => update.update_id))),
    signal: stopping.signal,
    clock: impatient,
    log,
    longPollSeconds: 1,
  });
  const { updateId } = server.say(7, 'one');
  await server.until(() => took.includes(updateId), 'the message');
  expect(impatient.slept.slice(0, 2)).toEqual([5_000, 5_000]);
});

test('the offset is forgotten once an empty answer shows that it is confirmed: ids may start lower again after a quiet week', async () => {
  server.say(7, 'one');
  await server.until(
    () => server.calls.length > 2 && server.calls.at(-1)?.payload.offset === undefined,
    'a poll without an offset',
  );
  const low = server.arrive({ update_id: 5, message: { message_id: 900 } });
  await server.until(() => taken.length === 2, 'the low id');
  expect(taken[1]).toBe(low);
});

test('what has no id is skipped, and what came with it is taken', async () => {
  const ending = new AbortController();
  const batches: unknown[][] = [];
  const answers: unknown[][] = [[null, {}, { update_id: 'x' }, { update_id: 5, message: {} }]];
  const api = {
    call: () => Promise.resolve(answers.shift() ?? []),
    download: () => Promise.reject(new Error('no file was expected')),
  } as unknown as ReturnType<typeof createTelegramApi>;
  await pollUpdates({
    api,
    take: (updates) => {
      batches.push(updates);
      ending.abort();
      return Promise.resolve();
    },
    signal: ending.signal,
    clock,
    log,
  });
  expect(batches).toEqual([[{ update_id: 5, message: {} }]]);
});
