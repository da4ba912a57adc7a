import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/clock.ts';
import { ToolError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Queue, openQueue } from '../../src/queue/queue.ts';
import { nextOccurrence } from '../../src/queue/reminders.ts';
import { createRemindersTool, parseTime } from '../../src/tools/reminders.ts';

const timezone = 'Europe/Berlin';
const lane = 'telegram:tg_main:chat:7:user:7';
const now = new Date('2026-03-27T12:00:00+01:00');
const clock: Clock = { ...systemClock, now: () => now };
let folder: string;
let queue: Queue;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-reminders-'));
  queue = openQueue({ file: path.join(folder, 'queue.db'), clock, log: silentLog });
});
afterEach(() => {
  queue.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (input: unknown, toolUseId = 'call_1'): Promise<string> =>
  createRemindersTool({ queue, lane, timezone, clock }).execute(input, { toolUseId, signal: new AbortController().signal });

describe('a time in words', () => {
  test.each([
    ['2026-03-28 09:00', '2026-03-28T09:00:00+01:00'],
    ['2026-03-28T09:00', '2026-03-28T09:00:00+01:00'],
    ['tomorrow at 9', '2026-03-28T09:00:00+01:00'],
    ['in 20 minutes', '2026-03-27T12:20:00+01:00'],
    // The clocks go forward on the 29th.
    ['2026-03-30 09:00', '2026-03-30T09:00:00+02:00'],
    ['in 48 hours', '2026-03-29T13:00:00+02:00'],
    ['2026-03-30T09:00:00Z', '2026-03-30T09:00:00Z'],
  ])('%s', (words, instant) => {
    expect(parseTime(words, now, timezone).toISOString()).toBe(new Date(instant).toISOString());
  });

  test.each(['', 'soon-ish', '2026-03-01 09:00'])('%j is refused', (words) => {
    expect(() => parseTime(words, now, timezone)).toThrow(ToolError);
  });
});

test('a recurring one keeps its time on the wall over the change of clocks', () => {
  const at = (after: string): string | undefined => nextOccurrence('0 9 * * *', timezone, new Date(after))?.toISOString();
  expect(at('2026-03-28T10:00:00+01:00')).toBe('2026-03-29T07:00:00.000Z');
  expect(at('2026-10-24T10:00:00+02:00')).toBe('2026-10-25T08:00:00.000Z');
});

test('the time is said as it was understood, and the same call sets it once', async () => {
  const input = { action: 'set', text: 'Call mum', when: 'tomorrow at 9' };
  expect(await call(input)).toBe('Set: Reminder 1: Sat 2026-03-28 09:00 (Europe/Berlin): Call mum');
  expect(await call(input)).toContain('Reminder 1');
  expect(await call({ action: 'list' })).toBe('Reminder 1: Sat 2026-03-28 09:00 (Europe/Berlin): Call mum');
});

test('one is cancelled by its number, and only one of this conversation', async () => {
  await call({ action: 'set', text: 'Stand up', repeat: '0 * * * *' });
  queue.reminders.add({ key: 'other', lane: 'another', text: 'Theirs', dueAt: now, pattern: null, timezone });
  await expect(call({ action: 'cancel', id: 2 })).rejects.toThrow('no reminder 2');
  expect(await call({ action: 'cancel', id: 1 })).toBe('Reminder 1 is cancelled.');
  expect(await call({ action: 'list' })).toBe('No reminders are set.');
});

test.each([{ action: 'set', text: 'x', repeat: 'whenever' }, { action: 'set', text: 'x', repeat: '0 0 31 2 *' }, { action: 'set', text: ' ', when: 'tomorrow' }, { action: 'cancel' }])(
  '%j is refused with a word for the model',
  async (input) => {
    await expect(call(input)).rejects.toThrow(ToolError);
  },
);
