import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { type State, openState } from '../../../src/state/state.ts';
import { createNotices } from '../../../src/channels/terminal/pending-messages.ts';
import { createReminding } from '../../../src/features/reminders/job.ts';
import { type Reminders, remindersTable } from '../../../src/features/reminders/reminders.ts';
import { terminalKey } from '../../../src/channels/terminal/answer.ts';
import { createTerminal } from '../../../src/channels/terminal/terminal.ts';

let dir: string;
let state: State;
let reminders: Reminders;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'terminal-'));
  state = openState({ file: path.join(dir, 'queue.db'), clock: systemClock, log: silentLog, delivers: false });
  reminders = state.table(remindersTable);
});
afterEach(() => {
  state.close();
  rmSync(dir, { recursive: true, force: true });
});

const inMs = (ms: number): Date => new Date(Date.now() + ms);
const add = (text: string, dueAt: Date, pattern: string | null = null, lane = terminalKey) =>
  reminders.add({ key: text, conversation: lane, text, dueAt, pattern, timezone: 'UTC' });

async function sit(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  let shown = '';
  output.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  const terminal = createTerminal({
    input,
    output,
    handle: () => Promise.resolve(),
    notices: createNotices(path.join(dir, 'notices.json')),
    save: () => Promise.resolve(''),
    write: (work) => state.write(work),
    clock: systemClock,
    log: silentLog,
    plain: true,
  });
  const saying = createReminding({
    reminders,
    announce: async (announcement) => (await terminal.announce?.(announcement)) ?? false,
    timezone: () => 'UTC',
    clock: systemClock,
    log: silentLog,
  });
  await terminal.start();
  saying.start();
  const stop = async (): Promise<void> => {
    await saying.stop();
    await terminal.stop();
  };
  return { terminal: { stop }, shown: () => shown, times: (what: string) => shown.split(what).length - 1 };
}

test('a reminder is said to who sits there when its time has come, once, with the commands of its buttons; that of another conversation is not', async () => {
  add('call mum', inMs(300));
  add('in another chat', inMs(0), null, 'telegram:tg_main:chat:7:user:7');
  const { terminal, shown, times } = await sit();
  await expect.poll(shown).toContain('⏰ call mum (/reminders done 1: Done, /reminders snooze 1: In 10 minutes)\n');
  await expect.poll(() => reminders.active(terminalKey)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(times('/reminders snooze 1: In 10 minutes)\n')).toBe(1);
  expect(shown()).not.toContain('another chat');
  await terminal.stop();
});

test('one that was due while no terminal was open is said at the next start, with its time; one that repeats goes on', async () => {
  add('water the plants', inMs(-3 * 86_400_000), '0 8 * * *');
  const pipe = await sit(false);
  await expect.poll(() => reminders.active(terminalKey)[0]?.dueAt.getTime() ?? 0).toBeGreaterThan(Date.now());
  await pipe.terminal.stop();
  expect(pipe.shown()).toBe('');
  const { terminal, shown } = await sit();
  await expect.poll(shown).toMatch(/⏰ water the plants \(was due \w{3} \d{4}-/);
  await terminal.stop();
});

test('one that was shown before a crash could note it is not said again', async () => {
  add('call mum', inMs(0));
  const { write } = state;
  Object.assign(state, { write: () => Promise.reject(new Error('the process died here')) });
  const first = await sit();
  await expect.poll(first.shown).toContain('call mum');
  await first.terminal.stop();
  Object.assign(state, { write });
  const { terminal, times } = await sit();
  await expect.poll(() => reminders.active(terminalKey)).toEqual([]);
  await terminal.stop();
  expect(times('call mum')).toBe(0);
});
