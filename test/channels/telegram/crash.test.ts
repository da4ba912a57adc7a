// kill -9 at the places where a message could be given up or a reminder be said twice, and at random: a real process on the built
// product, a real queue, and the loopback server's list of what it accepted. The places at which one message could be lost or
// repeated are in test/faults/intake.test.ts and delivery.test.ts, with the whole program.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { remindersTable } from '../../../src/features/reminders/reminders.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { openState } from '../../../src/state/state.ts';
import { autopsy } from '../../support/autopsy.ts';
import { builtForTests } from '../../support/daemon.ts';
import { type Fault, type TelegramApi, openTelegramApi } from '../../support/telegram-api.ts';

const person = 7;
let api: TelegramApi;
let folder: string;
let child: ChildProcess | null = null;

beforeEach(async () => {
  api = await openTelegramApi();
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-crash-'));
});
afterEach(async () => {
  await kill();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A bot that answers each message with the chunks after `echo`, or waits a while first for `slow`. */
function start(): void {
  if (child) throw new Error('The bot that runs would be left behind, and write into the same queue.');
  // One file for all of them, in order: what the last ones said is shown when they come to nothing.
  const log = openSync(logFile(), 'a');
  const program = [builtForTests('echo-bot'), folder, api.url, api.token, String(person)];
  child = spawn(process.execPath, program, { stdio: ['ignore', log, log] });
  closeSync(log);
}

const logFile = (): string => path.join(folder, 'bot.log');

/** As the server's `until`, and says what became of the bot where it does not come to it. A bot that ended by itself is not waited for. */
async function seen(check: () => boolean, what: string, timeoutMs?: number): Promise<void> {
  const hasEnded = (): boolean => child !== null && (child.exitCode !== null || child.signalCode !== null);
  try {
    await api.until(() => check() || hasEnded(), what, timeoutMs);
    if (!check()) throw new Error(`the bot ended while the test waited for: ${what}`);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${autopsy(child, folder, logFile())}`, { cause: error });
  }
}

async function kill(): Promise<void> {
  const dying = child;
  child = null;
  if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
  const gone = new Promise((resolve) => dying.once('exit', resolve));
  dying.kill('SIGKILL');
  await gone;
}

/** Kills the bot when the server has taken this call, before it hears of it. */
function killAt(method: string, when: (payload: Record<string, unknown>, seen: number) => boolean): Promise<void> {
  let times = 0;
  return new Promise((resolve) => {
    api.onAccept(async (called, payload) => {
      if (called !== method) return;
      times += 1;
      if (!when(payload, times)) return;
      api.onAccept(null);
      await kill();
      resolve();
    });
  });
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

test('after three kills in the same turn the message is tried no more, the person is told, and what comes after is answered', async () => {
  api.say(person, 'slow one');
  for (let times = 1; times <= 3; times += 1) {
    const killed = killAt('sendChatAction', () => true);
    start();
    await killed;
  }
  api.say(person, '/two');
  start();
  await seen(() => api.texts().includes('echo /two'), 'the next answer');
  await settle();
  expect(api.texts()).toEqual([
    'Sorry, I tried three times and could not answer "slow one". /again lists such messages.',
    'echo /two',
  ]);
});

/** As the reminders tool leaves it behind. */
async function setReminder(text: string, dueAt: Date): Promise<void> {
  const state = openState({ file: path.join(folder, 'queue.db'), clock: systemClock, log: silentLog, delivers: false });
  await state.write(() =>
    state.table(remindersTable).add({
      key: text,
      conversation: `telegram:tg_main:chat:${person}:user:${person}`,
      text,
      dueAt,
      pattern: '0 8 * * *',
      timezone: 'UTC',
    }),
  );
  state.close();
}

test.each<[string, Fault[]]>([
  ['was said', []],
  ['was said at the second try', ['reset']],
])('killed when a reminder %s and before that was recorded: said once more at most, marked', async (_, faults) => {
  api.fail('sendMessage', faults);
  const killed = killAt('sendMessage', () => true);
  await setReminder('call mum', new Date());
  start();
  await killed;
  start();
  await seen(() => api.accepted.length > 1, 'the repeat');
  await settle();
  await kill();
  const before = api.calls.length;
  start();
  await seen(() => api.calls.slice(before).some((call) => call.method === 'getUpdates'), 'the third start');
  await settle();
  expect(api.texts()).toEqual([faults.length > 0 ? '(resent) ⏰ call mum' : '⏰ call mum', '(resent) ⏰ call mum']);
});

test('killed when a reminder was due and before Telegram had it: said at the next start', async () => {
  api.fail('sendMessage', ['hang']);
  await setReminder('call mum', new Date());
  start();
  await seen(() => api.calls.some((call) => call.method === 'sendMessage'), 'the first try');
  await kill();
  start();
  await seen(() => api.accepted.length > 0, 'the reminder');
  await settle();
  expect(api.texts()).toEqual(['(resent) ⏰ call mum']);
});

test('killed when an answer had taken the place of the message in which it grew: no double and no mark', async () => {
  const chat = { id: -100, type: 'supergroup', title: 'Home' };
  const killed = killAt('editMessageText', (payload) => String(payload.text).startsWith('echo'));
  api.say(person, '@jay_bot grow', { chat, entities: [{ type: 'mention', offset: 0, length: 8 }] });
  start();
  await killed;
  start();
  await seen(
    () =>
      api.calls.filter((call) => call.method === 'editMessageText' && String(call.payload.text).startsWith('echo'))
        .length === 2,
    'the second try',
  );
  await settle();
  expect(api.texts()).toEqual(['echo grow']);
});

/** The answers, whatever repeats there were. */
const distinct = (): Set<string> => new Set(api.texts().map((text) => text.replace('(resent) ', '')));

/** The number of a message that was killed three times over, in what the person is told of it. */
const givenUp = (): number[] =>
  [...distinct()].flatMap((text) =>
    /^Sorry, (?:I tried three times|something went wrong three times)/.test(text)
      ? [Number(/"\/(\d+);/.exec(text)?.[1])]
      : [],
  );

test(
  'killed at any time, again and again: nothing is lost, and no repeat is unmarked',
  async () => {
    const rounds = Number(process.env['SCRUBJAY_RANDOM_KILLS'] ?? 6);
    const count = Math.max(30, 2 * rounds);
    let said = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (; said < (count * (round + 1)) / rounds; said += 1) api.say(person, `/${said};x${said}`);
      const callsBefore = api.calls.length;
      start();
      // From where it first speaks to Telegram, however long it takes to start: so that every kill hits some of its work.
      await seen(() => api.calls.length > callsBefore, 'a sign of life');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
      await kill();
    }
    start();
    // Three kills in one turn, and the message is set aside: told, which is not lost.
    const missing = (): number[] =>
      Array.from({ length: count }, (_, n) => n).filter(
        (n) => !(distinct().has(`echo /${n}`) && distinct().has(`echo x${n}`)) && !givenUp().includes(n),
      );
    await seen(() => missing().length === 0, 'every answer', 60_000);
    await settle();
    if (process.env['SCRUBJAY_RANDOM_KILLS'] !== undefined)
      console.log(
        `${rounds} kills, ${count} messages: ${api.texts().length - distinct().size} marked repeats, ${givenUp().length} given up and told`,
      );
    const unmarked = api.texts().filter((text) => !text.startsWith('(resent) '));
    expect(new Set(unmarked).size).toBe(unmarked.length);
    const order = [...distinct()].filter((text) => text.startsWith('echo /')).map((text) => Number(text.slice(6)));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    // A kill hits one turn of a conversation, and it takes three of them; on a busy machine many starts get no further.
    expect(givenUp().length).toBeLessThanOrEqual(rounds / 3);
  },
  60_000 + 2_000 * Number(process.env['SCRUBJAY_RANDOM_KILLS'] ?? 6),
);
