// Reminders over a kill and over days off, by the real program. Kills at the moment in which one is said: test/channels/telegram/crash.test.ts.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { remindersTable } from '../../src/features/reminders/reminders.ts';
import { openState } from '../../src/state/state.ts';
import type { Daemon } from '../support/daemon.ts';
import { type Script, calls, lastToolResults, lastUserText } from '../support/messages-api.ts';
import type { TelegramApi } from '../support/telegram-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

/** Sets a reminder when it is asked to, and says what the tool said. */
const script: Script = ({ body }) => {
  const results = lastToolResults(body);
  if (results.length > 0) return results.map((result) => result.text).join('\n');
  const words = lastUserText(body).split('\n').at(-1) ?? '';
  return words.startsWith('remind')
    ? [calls('reminders', { action: 'set', text: 'call mum', when: 'PT4S' })]
    : 'Hello.';
};

let home: TelegramHome;
let telegram: TelegramApi;
let daemon: Daemon;

beforeEach(async () => {
  home = await openTelegramHome(script, '', 'Europe/Berlin');
  ({ telegram } = home);
});
afterEach(() => home.close());

async function start(): Promise<void> {
  daemon = home.start();
  await daemon.ready();
}

it('answers a command without a model, and says a reminder in the topic in which it was set, although kill -9 came first, once', async () => {
  await start();
  telegram.say(person, '/status');
  await telegram.until(() => telegram.texts(person).length >= 1, 'the status');
  expect(telegram.texts(person)[0]).toContain('(Europe/Berlin)');
  expect(home.model.requests).toEqual([]);
  telegram.say(person, 'remind me to call mum', { is_topic_message: true, message_thread_id: 9 });
  await telegram.until(() => telegram.texts(person).length >= 2, 'the time as it was understood');
  expect(telegram.texts(person)[1]).toMatch(
    /^Reminder set: \w{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2} \(Europe\/Berlin\): call mum$/m,
  );
  await daemon.kill('SIGKILL');
  await start();
  await telegram.until(() => telegram.texts(person).some((text) => text.includes('⏰')), 'the reminder');
  telegram.say(person, '/reminders');
  await telegram.until(() => telegram.texts(person).at(-1) === 'No reminders are set.', 'the list');
  const said = telegram.accepted.filter(({ text }) => !text.startsWith('(resent)'));
  expect(said.filter(({ text }) => text.includes('⏰')).map(({ text }) => text)).toEqual(['⏰ call mum']);
  expect(said.map(({ payload }) => payload.message_thread_id)).toEqual([undefined, 9, 9, undefined]);
});

it('with ten thousand reminders, and some that were missed in three days off, it starts, says each missed one once, and its buttons work once', async () => {
  const lane = `telegram:tg_main:chat:${person}:user:${person}`;
  const file = path.join(home.state, 'queue.db');
  mkdirSync(home.state);
  const state = openState({ file, clock: systemClock, log: silentLog, delivers: false });
  state.table(remindersTable);
  state.close();
  const db = new Database(file);
  const add = db.prepare(
    `INSERT INTO reminders (key, conversation, text, due_at, pattern, timezone, state) VALUES (?, ?, ?, ?, ?, 'Europe/Berlin', 'active')`,
  );
  const day = 86_400_000;
  db.transaction(() => {
    for (let n = 0; n < 10_000; n += 1) add.run(`k${n}`, lane, `later ${n}`, Date.now() + day + n * 1_000, null);
    for (let n = 0; n < 5; n += 1) add.run(`m${n}`, lane, `missed ${n}`, Date.now() - (3 - n / 4) * day, null);
    add.run('r', lane, 'each morning', Date.now() - 3 * day, '0 9 * * *');
  })();
  db.close();
  await start();
  const said = () => telegram.texts(person).filter((text) => text.includes('⏰'));
  await telegram.until(() => said().length >= 6, 'what was missed');
  for (const text of said()) expect(text).toMatch(/^⏰ (?:missed \d|each morning) \(was due \w{3} \d{4}-/);
  const pressed = async (label: string, answer: RegExp): Promise<void> => {
    telegram.press(person, label);
    await telegram.until(() => answer.test(telegram.texts(person).at(-1) ?? ''), label);
  };
  await pressed('In 10 minutes', /^I will say it again at/);
  await daemon.kill('SIGKILL');
  await start();
  const count = telegram.accepted.length;
  // The same button again, after a restart: it is settled, and so is the other one beside it.
  telegram.press(person, 'In 10 minutes');
  telegram.press(person, 'Done');
  await telegram.until(() => telegram.unconfirmed() === 0, 'both presses');
  telegram.say(person, '/reminders');
  await telegram.until(
    () => telegram.texts(person).at(-1)?.includes('And 9952 more, later than these.') === true,
    'the list',
  );
  expect(
    telegram
      .texts(person)
      .slice(count)
      .filter((text) => /^(?:I will say it again at|Good)/.test(text)),
  ).toEqual([]);
  expect(telegram.texts(person).filter((text) => text.includes('⏰') && !text.startsWith('(resent)'))).toHaveLength(6);
});
