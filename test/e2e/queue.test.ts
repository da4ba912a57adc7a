import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Daemon, type Home, createHome } from '../support/daemon.ts';
import { type MessagesApi, type Script, calls, lastToolResults, lastUserText, openMessagesApi } from '../support/messages-api.ts';
import { type TelegramApi, openTelegramApi } from '../support/telegram-api.ts';

const person = 7;

/** Sets a reminder when it is asked to, and says what the tool said. */
const script: Script = ({ body }) => {
  const results = lastToolResults(body);
  if (results.length > 0) return results.map((result) => result.text).join('\n');
  const words = lastUserText(body).split('\n').at(-1) ?? '';
  return words.startsWith('remind') ? [calls('reminders', { action: 'set', text: 'call mum', when: 'in 4 seconds' })] : 'Hello.';
};

let telegram: TelegramApi;
let model: MessagesApi;
let home: Home;
let daemon: Daemon;

beforeEach(async () => {
  telegram = await openTelegramApi();
  model = await openMessagesApi(script, { apiKey: 'local' });
  home = createHome(`
timezone = "Europe/Berlin"
[telegram]
token = "${telegram.token}"
api_root = "${telegram.url}"
allowed_users = [${person}]
[provider.anthropic]
api_key = "local"
base_url = "${model.url}"
[memory.embedding]
model = "none"
`);
  daemon = home.start();
  await daemon.ready();
});
afterEach(async () => {
  await home.close();
  await telegram.close();
  await model.close();
});

it('says a reminder that was set before a kill -9, once', async () => {
  telegram.say(person, 'remind me to call mum');
  await telegram.until(() => telegram.texts(person).length === 1, 'the time as it was understood');
  expect(telegram.texts(person)[0]).toMatch(/^Set: Reminder 1: \w{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2} \(Europe\/Berlin\): call mum$/);
  await daemon.kill('SIGKILL');
  daemon = home.start();
  await daemon.ready();
  await telegram.until(() => telegram.texts(person).some((text) => text.includes('⏰')), 'the reminder');
  telegram.say(person, '/reminders');
  await telegram.until(() => telegram.texts(person).at(-1) === 'No reminders are set.', 'the list');
  expect(telegram.texts(person).filter((text) => text.includes('⏰') && !text.startsWith('(resent)'))).toEqual(['⏰ call mum']);
});

it('answers a command without a model', async () => {
  telegram.say(person, '/status');
  await telegram.until(() => telegram.texts(person).length === 1, 'the status');
  expect(telegram.texts(person)[0]).toContain('(Europe/Berlin)');
  expect(model.requests).toEqual([]);
});

it('sets a damaged queue aside, tells the person, and goes on', async () => {
  await daemon.kill('SIGKILL');
  const queue = path.join(home.state, 'queue.db');
  for (const suffix of ['-wal', '-shm']) rmSync(queue + suffix, { force: true });
  writeFileSync(queue, Buffer.alloc(8_192, 0x5a));
  daemon = home.start();
  await daemon.ready();
  telegram.say(person, 'hello');
  await telegram.until(() => telegram.texts(person).includes('Hello.'), 'the answer');
  expect(telegram.texts(person)[0]).toContain('damaged');
  expect(readdirSync(home.state).some((name) => name.startsWith('queue.db.corrupt-'))).toBe(true);
});
