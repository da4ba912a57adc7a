// A Telegram bot as a program of its own, for tests that kill it: `echo-bot.js FOLDER API_ROOT TOKEN PERSON`. It answers each
// message with `echo` and its chunks (between semicolons), or waits a while first for `slow`.
import path from 'node:path';
import type { HandleIncoming } from '../../src/assistant/channel.ts';
import { systemClock as clock } from '../../src/base/time/clock.ts';
import { createLog } from '../../src/base/log.ts';
import { createTelegram } from '../../src/channels/telegram/telegram.ts';
import { createReminding } from '../../src/features/reminders/job.ts';
import { remindersTable } from '../../src/features/reminders/reminders.ts';
import { openState } from '../../src/state/state.ts';

const [, , folder = '', apiRoot = '', token = '', person = ''] = process.argv;
const log = createLog('debug', (line) => line);
log.info({ pid: process.pid }, 'started');
const state = openState({ file: path.join(folder, 'queue.db'), clock, log });

const handle: HandleIncoming = async (incoming, outlet) => {
  if (incoming.text.startsWith('slow')) await clock.sleep(400);
  // Long enough for the answer to be seen growing in a group.
  for (let second = 0; incoming.text === 'grow' && second < 5; second += 1) {
    outlet.preview?.(() => `so far ${second}`);
    await clock.sleep(1_000);
  }
  for (const [index, part] of incoming.text.split(';').entries()) await outlet.post(`echo ${part}`, String(index));
};

const telegram = createTelegram({
  token,
  apiRoot,
  allowedUsers: [Number(person)],
  allowedGroups: [-100],
  connector: 'tg_main',
  state,
  handle,
  makeFile: () => Promise.reject(new Error('No file is made here.')),
  redact: (text) => text,
  clock,
  log,
  burstBounds: { minMs: 0, maxMs: 0 },
});
await telegram.start();
createReminding({
  reminders: state.table(remindersTable),
  announce: async (said) => (await telegram.announce?.(said)) ?? false,
  timezone: () => 'UTC',
  clock,
  log,
}).start();
