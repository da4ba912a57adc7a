import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/base/time/clock.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { localDate, localTime } from '../../../src/base/time/local-time.ts';
import { ToolError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { type State, openState } from '../../../src/state/state.ts';
import { nextOccurrence } from '../../../src/base/time/recurrence.ts';
import { english } from '../../../src/assistant/phrases/english.ts';
import type { Phrases } from '../../../src/assistant/phrases/phrases.ts';
import { languages } from '../../../src/assistant/phrases/table.ts';
import { spanish } from '../../../src/assistant/phrases/spanish.ts';
import { questionLines } from '../../../src/assistant/turn/receipts.ts';
import { type Reminders, remindersTable } from '../../../src/features/reminders/reminders.ts';
import type { Tool } from '../../../src/agent/tool.ts';
import { createRemindersTool, parseTime } from '../../../src/features/reminders/tool.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const timezone = 'Europe/Berlin';
const lane = 'telegram:tg_main:chat:7:user:7';
const now = new Date('2026-03-27T12:00:00+01:00');
const clock: Clock = { ...systemClock, now: () => now };
let folder: string;
let state: State;
let reminders: Reminders;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-reminders-'));
  state = openState({ file: path.join(folder, 'queue.db'), clock, log: silentLog });
  reminders = state.table(remindersTable);
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

const toolOf = (more: Partial<Parameters<typeof createRemindersTool>[0]> = {}): Tool =>
  createRemindersTool({
    reminders,
    write: state.write,
    conversation: lane,
    timezone: () => timezone,
    clock,
    ...more,
  });

test('a process that ends with its answer lists and cancels reminders, and sets none', async () => {
  await call({ action: 'set', text: 'water the figs', when: 'PT20M' });
  const tool = toolOf({ delivers: false });
  const execute = async (input: unknown): Promise<string> =>
    (await tool.execute(input, { toolUseId: 'call_2', signal: new AbortController().signal })).text;
  await expect(execute({ action: 'set', text: 'call Bo', when: 'PT20M' })).rejects.toThrow('`scrubjay start`');
  const listed = await execute({ action: 'list' });
  expect(listed).toContain('water the figs');
  expect(listed).not.toContain('call Bo');
  expect(await execute({ action: 'cancel', id: reminders.active(lane)[0]?.id })).toContain('cancelled');
});

test.each([
  ['0 7 * * *', 'every day, then'],
  ['0 7 * * 1-5', 'Monday to Friday, then'],
  ['0 7 * * 6,0', 'Saturday and Sunday, then'],
  ['0 7 * * 7', 'every Sunday, then'],
  ['0 7 * * wed', 'every Wednesday, then'],
  ['0 7 1 * *', '(Europe/Berlin), then'],
])('the question and the receipt of a pattern say on which days it comes: %s', async (repeat, said) => {
  const tool = toolOf({ phrases: () => Promise.resolve(english) });
  const input = { action: 'set', text: 'vitamins', repeat };
  expect((await tool.propose(input))?.place).toContain(said);
  const context = { toolUseId: 'call_1', signal: new AbortController().signal };
  expect((await tool.execute(input, context)).receipts?.[0]?.text).toContain(said);
});

test.each([{}, { action: 'create' }, { action: 'add' }])(
  'a reminder with its text and its time is set, also where the action is left out or called otherwise: %j',
  async (action) => {
    expect(await call({ ...action, text: 'call the bank', when: '2026-03-28T09:00' })).toContain('Set: Reminder 1');
    await expect(call({ ...action, text: 'call the bank' })).rejects.toThrow(/Invalid input for reminders|Not a time/);
  },
);

test('nobody is asked about a reminder that would take the place of one which there is not', async () => {
  const tool = toolOf();
  expect(await tool.propose({ action: 'set', text: 'x', when: 'PT20M', id: 7 })).toBeNull();
});

const call = async (input: unknown, toolUseId = 'call_1', zone = timezone): Promise<string> => {
  const tool = toolOf({ timezone: () => zone });
  return (await tool.execute(input, { toolUseId, signal: new AbortController().signal })).text;
};

describe('a time', () => {
  test.each([
    ['2026-03-28 09:00', '2026-03-28T09:00:00+01:00'],
    ['2026-03-28T09:00', '2026-03-28T09:00:00+01:00'],
    [' 2026-03-28T09:00:30 ', '2026-03-28T09:00:30+01:00'],
    ['PT20M', '2026-03-27T12:20:00+01:00'],
    // The clocks go forward on the 29th.
    ['2026-03-30T09:00', '2026-03-30T09:00:00+02:00'],
    ['PT48H', '2026-03-29T13:00:00+02:00'],
    // As small models write it.
    ['pt20m', '2026-03-27T12:20:00+01:00'],
    ['PT1,5h', '2026-03-27T13:30:00+01:00'],
    ['P1D', '2026-03-28T12:00:00+01:00'],
    ['p2w', '2026-04-10T12:00:00+02:00'],
    // A day is one of the calendar, also where it has 23 hours.
    ['P2DT30M', '2026-03-29T12:30:00+02:00'],
    ['2026-03-28T9:00', '2026-03-28T09:00:00+01:00'],
    ['2026-3-28t9:05', '2026-03-28T09:05:00+01:00'],
    ['2026-03-28T09', '2026-03-28T09:00:00+01:00'],
    ['2026-03-28T09:00:00.000', '2026-03-28T09:00:00+01:00'],
    ['20260328T0900', '2026-03-28T09:00:00+01:00'],
    // An offset may stand where it is that of the wall clock.
    ['2026-03-28T09:00+01:00', '2026-03-28T09:00:00+01:00'],
    ['2026-03-30T09:00:00+0200', '2026-03-30T09:00:00+02:00'],
    // An instant, which is told by the clock on the wall.
    ['2026-03-30T09:00:00Z', '2026-03-30T11:00:00+02:00'],
    ['20260330T0900Z', '2026-03-30T11:00:00+02:00'],
    // English words that can mean one time alone.
    ['2026-03-30 8 pm', '2026-03-30T20:00:00+02:00'],
    ['2026-03-30 8pm', '2026-03-30T20:00:00+02:00'],
    ['2026-03-30 at 8:15 p.m.', '2026-03-30T20:15:00+02:00'],
    ['2026-04-01T9:00 PM', '2026-04-01T21:00:00+02:00'],
    ['tomorrow at 9', '2026-03-28T09:00:00+01:00'],
    ['Tomorrow 15:30', '2026-03-28T15:30:00+01:00'],
    ['today at 6 pm', '2026-03-27T18:00:00+01:00'],
    ['on Monday at noon', '2026-03-30T12:00:00+02:00'],
    ['in 20 minutes', '2026-03-27T12:20:00+01:00'],
    ['20 minutes', '2026-03-27T12:20:00+01:00'],
    ['an hour and a half', '2026-03-27T13:30:00+01:00'],
    ['2 hours from now', '2026-03-27T14:00:00+01:00'],
    ['in 3 days', '2026-03-30T12:00:00+02:00'],
  ])('%s', (words, instant) => {
    expect(parseTime(words, now, timezone).toISOString()).toBe(new Date(instant).toISOString());
  });

  test.each([
    '',
    'soon-ish',
    // No day, no hour, either half of the day, or several times.
    'tomorrow',
    'tonight',
    'at 9',
    'noon',
    'tomorrow at 5',
    'tomorrow at 9 or 10',
    'tomorrow at 9 if it rains',
    'next week at 9',
    'in 20 minutes or so',
    '20',
    '3/4/2026 at 9 am',
    '2026-03-30 13 pm',
    'at 9 in 20 minutes',
    'yesterday at 9',
    'mañana a las 15:30',
    'in 20 Minuten',
    'heute um 18 Uhr',
    '09:00',
    '2026-04-01',
    '2027-02-30T09:00',
    '2026-04-01T24:00',
    '2026-04-01T09:61',
    '2026-04-01T09:00 mañana',
    '2026-04-01 09:00 America/New_York',
    'every weekday at 9',
    'PT',
    'P',
    'P1DT',
    // A month, or a minute without its T.
    'P20M',
    'P1Y',
    'PT20',
    'PT20M5H',
    '-PT20M',
    '2026-03-30T09:00+05:30',
    '2026-04-01T9:5',
    '2026-04-31T9:00',
    '1-4-2026T9:00',
    '2026-04-01T09:00/PT20M',
  ])('%j is refused with what the time is now', (words) => {
    expect(() => parseTime(words, now, timezone)).toThrow(
      /^Not a time: .* Now is Fri 2026-03-27 12:00 \(Europe\/Berlin\)/,
    );
  });

  test('a time that is written in any of its forms is that time, and one with more behind it is none', () => {
    const minutes = fc.integer({ min: 1, max: 400 * 24 * 60 });
    const mixed = (text: string, bits: number): string =>
      [...text].map((letter, i) => ((bits >> (i % 8)) & 1 ? letter.toLowerCase() : letter)).join('');
    const plain = (padded: string): string => String(Number(padded));
    fc.assert(
      fc.property(minutes, fc.nat(255), fc.constantFrom('T', 't', ' '), fc.nat(7), (ahead, bits, join, cut) => {
        const instant = new Date(now.getTime() + ahead * 60_000);
        const [year = '', month = '', day = ''] = localDate(instant, timezone).split('-');
        const [hour = '', minute = ''] = localTime(instant, timezone).split(':');
        const [m, d, h] = [month, day, hour].map((field, i) => ((cut >> i) & 1 ? plain(field) : field));
        const written = `${year}-${m}-${d}${join}${h}:${minute}`;
        // Within the hour that the clocks repeat, the wall clock alone does not tell which one is meant.
        const at = parseTime(written, now, timezone);
        expect([localDate(at, timezone), localTime(at, timezone)]).toEqual([
          `${year}-${month}-${day}`,
          `${hour}:${minute}`,
        ]);
        for (const more of [' o’clock PM or so', ' tomorrow', 'x', ' mañana'])
          expect(() => parseTime(written + more, now, timezone)).toThrow(ToolError);
        const span = `PT${Math.floor(ahead / 60)}H${ahead % 60}M`;
        expect(parseTime(mixed(span, bits), now, timezone)).toEqual(instant);
        const days = Math.floor(ahead / (24 * 60));
        const later = parseTime(mixed(`P${days}DT1M`, bits), now, timezone);
        expect([localTime(later, timezone), Math.round((later.getTime() - now.getTime()) / 86_400_000)]).toEqual([
          '12:01',
          days,
        ]);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test('the error says which forms are taken', () => {
    expect(() => parseTime('at some time', now, timezone)).toThrow(
      /2026-11-22T09:00 or, from now on, PT20M\. .* "tomorrow at 9 am", "2026-11-22 8 pm", "in 20 minutes"/,
    );
    for (const taken of ['2026-11-22T09:00', 'PT20M', 'tomorrow at 9 am', '2026-11-22 8 pm', 'in 20 minutes'])
      expect(parseTime(taken, now, timezone) > now).toBe(true);
  });

  test('words that are not understood become no time, whatever stands around one', () => {
    const word = fc.constantFrom(
      'heute',
      'demain',
      'mañana',
      'à',
      '9:00',
      '15:30',
      'PT',
      'P',
      'T9',
      '2026',
      '3-28',
      'en',
      '20',
      'Minuten',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.constantFrom(' ', '', 'T', '-'), (words, join) => {
        const written = words.join(join);
        fc.pre(!/^\s*\d{4}-?\d/.test(written));
        expect(() => parseTime(written, now, timezone)).toThrow(ToolError);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test.each([{ id: 0 }, { id: '' }, { id: null }])('%j is no id of one to replace', async (more) => {
    expect(await call({ action: 'set', text: 'Call mum', when: 'PT20M', ...more })).toContain('2026-03-27 12:20');
  });

  test('a number in quotes is that number, and what is none is refused as it was given', async () => {
    await call({ action: 'set', text: 'Call mum', when: 'PT20M' });
    await expect(call({ action: 'cancel', id: 'the first' })).rejects.toThrow(/received string/);
    expect(await call({ action: 'cancel', id: ' 1' })).toBe('Reminder 1 is cancelled.');
  });

  test('an empty pattern is none, and null is no id: small models fill in every field', async () => {
    expect(await call({ action: 'set', text: 'Call mum', when: 'PT20M', repeat: '', id: null })).toContain(
      '2026-03-27 12:20',
    );
  });

  test('one that is past is refused', () => {
    for (const words of ['2026-03-01T09:00', 'PT0M'])
      expect(() => parseTime(words, now, timezone)).toThrow('That time is past');
  });

  test('a span is one of real time in the very hour that the clocks repeat', () => {
    const before = new Date('2026-10-25T00:50:00Z');
    expect(parseTime('PT1H30M', before, timezone).getTime() - before.getTime()).toBe(90 * 60_000);
  });
});

test('one that is set with the id of another takes its place; an id that there is not is refused with those that there are', async () => {
  await call({ action: 'set', text: 'Call mum', when: '2026-03-28T09:00' });
  const input = { action: 'set', id: 1, text: 'Call mum and dad', when: '2026-03-28T10:00' };
  expect(await call(input, 'call_2')).toContain('Reminder 2');
  // The same call again, after a crash.
  expect(await call(input, 'call_2')).toContain('Reminder 2');
  expect(reminders.active(lane).map(({ text }) => text)).toEqual(['Call mum and dad']);
  for (const id of [1, 77])
    await expect(call({ action: 'set', id, text: 'x', when: 'PT1H' }, `call_${id}3`)).rejects.toThrow(
      `There is no reminder ${id} here. Reminder 2: Sat 2026-03-28 10:00 (Europe/Berlin): Call mum and dad`,
    );
  expect(reminders.active(lane)).toHaveLength(1);
});

test('one that takes the place of another says of which, to the person who is asked, and when it is done', async () => {
  await call({ action: 'set', text: 'Take the heart pills', when: '2026-03-28T09:00' });
  const input = { action: 'set', id: 1, text: 'Water the plants', when: '2026-03-28T10:00' };
  const tool = toolOf();
  const proposal = await tool.propose(input);
  expect(proposal).toMatchObject({ action: 'remind', before: 'Take the heart pills' });
  expect(questionLines(proposal ? [{ name: 'p1', proposal }] : [], english)[0]).toMatch(
    /, instead of "Take the heart pills"$/,
  );
  const { receipts } = await tool.execute(input, { toolUseId: 'x', signal: new AbortController().signal });
  expect(receipts?.[0]?.text).toMatch(/: Water the plants, instead of "Take the heart pills"$/);
});

test('a recurring one keeps its time on the wall over the change of clocks', () => {
  const at = (after: string): string | undefined =>
    nextOccurrence('0 9 * * *', timezone, new Date(after))?.toISOString();
  expect(at('2026-03-28T10:00:00+01:00')).toBe('2026-03-29T07:00:00.000Z');
  expect(at('2026-10-24T10:00:00+02:00')).toBe('2026-10-25T08:00:00.000Z');
});

test('the time is said as it was understood, and the same call sets it once', async () => {
  const input = { action: 'set', text: 'Call mum', when: '2026-03-28T09:00' };
  expect(await call(input)).toBe('Set: Reminder 1: Sat 2026-03-28 09:00 (Europe/Berlin): Call mum');
  expect(await call(input)).toContain('Reminder 1');
  expect(await call({ action: 'list' })).toBe('Reminder 1: Sat 2026-03-28 09:00 (Europe/Berlin): Call mum');
});

test.each([
  ['a key', 'sk-proj-abcdefghijklmnop1234567890'],
  ['a card', '4111 1111 1111 1111'],
])('one that holds a key or a card is refused and not stored: %s', async (_, secret) => {
  await expect(call({ action: 'set', text: `pay with ${secret}`, when: '2026-03-28T09:00' })).rejects.toThrow(
    'Not set',
  );
  expect(await call({ action: 'list' })).not.toContain(secret);
});

describe('one that repeats from a first time on', () => {
  // Now is Friday 2026-03-27 12:00.
  test.each([
    [{ when: '2026-04-03T18:00', repeat: '0 18 * * 5' }, '2026-04-03 18:00'],
    [{ when: '2026-03-27T18:00', repeat: '0 18 * * 5' }, '2026-03-27 18:00'],
    // Small models fill in both: what is past, or says nothing, leaves it to the pattern.
    [{ when: '2026-03-27T12:00', repeat: '0 18 * * 5' }, '2026-03-27 18:00'],
    [{ when: '2026-03-20T18:00', repeat: '0 18 * * 5' }, '2026-03-27 18:00'],
    [{ when: ' ', repeat: '0 18 * * 5' }, '2026-03-27 18:00'],
  ])('%j comes first at %s', async (given, first) => {
    expect(await call({ action: 'set', text: 'Feed the starter', ...given })).toContain(first);
    expect(reminders.active(lane)[0]?.pattern).toBe(given.repeat);
  });

  test.each(['2026-04-02T18:00', '2026-04-03T09:00', 'PT20M'])(
    'is refused where %s is none of its times, and the next ones are named',
    async (when) => {
      const set = call({ action: 'set', text: 'Feed the starter', when, repeat: '0 18 * * 5' });
      await expect(set).rejects.toThrow(/no time of "0 18 \* \* 5", which comes next at Fri 2026-03-27 18:00/);
      expect(reminders.active(lane)).toEqual([]);
    },
  );

  test('is refused where its first time is not understood', async () => {
    const set = call({ action: 'set', text: 'Feed the starter', when: 'from May on', repeat: '0 18 * * 5' });
    await expect(set).rejects.toThrow('Not a time: "from May on"');
  });

  test('comes first at the time that is given, whichever of its times that is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 0, max: 23 }),
        fc.nat(40),
        async (m, h, n) => {
          const repeat = `${m} ${h} * * *`;
          let first = now;
          for (let i = 0; i <= n; i += 1) first = nextOccurrence(repeat, timezone, first) ?? first;
          const when = `${localDate(first, timezone)}T${localTime(first, timezone)}`;
          await call({ action: 'set', text: 'x', when, repeat }, `call_${m}_${h}_${n}`);
          expect(reminders.active(lane).some(({ dueAt }) => dueAt.getTime() === first.getTime())).toBe(true);
        },
      ),
      { numRuns: propertyRuns(50) },
    );
  });
});

test('in another time zone one that comes once is told in the time there; one that repeats keeps that of the wall where it was set', async () => {
  await call({ action: 'set', text: 'Call mum', when: '2026-03-28T09:00' });
  await call({ action: 'set', text: 'Stand up', repeat: '0 9 * * *' }, 'call_2');
  expect((await call({ action: 'list' }, 'call_3', 'America/New_York')).split('\n')).toEqual([
    'Reminder 1: Sat 2026-03-28 04:00 (America/New_York): Call mum',
    'Reminder 2: Sat 2026-03-28 09:00 (Europe/Berlin), then Sun 2026-03-29 09:00, Mon 2026-03-30 09:00 and so on ("0 9 * * *"): Stand up',
  ]);
});

describe('the question whether to set one', () => {
  const question = async (input: object) =>
    await toolOf({ phrases: () => Promise.resolve(spanish) }).propose({ action: 'set', text: 'Pagar', ...input });

  test.each([
    [{ when: '2026-03-28T18:00' }, 'sáb 2026-03-28 18:00 (Europe/Berlin)', { at: '2026-03-28T18:00' }],
    [{ when: 'PT20M' }, 'vie 2026-03-27 12:20 (Europe/Berlin)', { at: '2026-03-27T12:20' }],
    [
      { repeat: '0 18 * * 1' },
      'lun 2026-03-30 18:00 (Europe/Berlin), cada lunes, luego lun 2026-04-06 18:00, lun 2026-04-13 18:00, etc.',
      { at: '2026-03-30T18:00', repeats: true },
    ],
  ])('says its time as the receipt does: %j', async (input, place, time) => {
    const due: unknown = expect.stringMatching(/^2026-03-\d\dT\d\d:\d\d:00.000Z$/);
    expect(await question(input)).toEqual({ action: 'remind', text: 'Pagar', place, due, ...time });
  });

  test.each([{ when: 'pronto' }, { when: '2025-01-01T09:00' }, { repeat: 'weekly' }])(
    'is not asked where the tool refuses: %j',
    async (input) => {
      expect(await question(input)).toBeNull();
    },
  );
});

test('the question whether to end one says its next time: two may have the same words', async () => {
  await call({ action: 'set', text: 'Judo', when: '2026-03-28T16:30' });
  await call({ action: 'set', text: 'Judo', repeat: '0 17 * * 1' }, 'call_2');
  const asked = async (id: number, phrases: Phrases): Promise<string | undefined> => {
    const tool = toolOf({ phrases: () => Promise.resolve(phrases) });
    const proposal = await tool.propose({ action: 'cancel', id });
    return questionLines(proposal ? [{ name: 'p1', proposal }] : [], phrases)[0];
  };
  expect(await asked(1, english)).toBe('Shall I cancel this reminder? Sat 2026-03-28 16:30 (Europe/Berlin): "Judo"');
  expect(await asked(2, spanish)).toMatch(
    /^¿Anulo este recordatorio\? lun 2026-03-30 17:00 \(Europe\/Berlin\), cada lunes, luego .*: «Judo»$/,
  );
  for (const phrases of languages) expect(await asked(1, phrases)).toContain('2026-03-28 16:30');
});

test('a call that comes again after its reminder was said sets it no second time', async () => {
  const input = { action: 'set', text: 'Call mum', when: '2026-03-28T09:00' };
  await call(input);
  reminders.fired(1, new Date(now.getTime() + 86_400_000));
  await call(input);
  expect(reminders.active(lane)).toEqual([]);
});

test('put off again and again, a recurring one has one echo', async () => {
  await call({ action: 'set', text: 'Stand up', repeat: '0 * * * *' });
  const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  expect(reminders.snooze(lane, 1, later(10))).toBe(true);
  expect(reminders.snooze(lane, 1, later(11))).toBe(true);
  expect(reminders.active(lane).map(({ dueAt, pattern }) => [dueAt, pattern])).toEqual([
    [later(11), null],
    [later(60), '0 * * * *'],
  ]);
});

test('one is cancelled by words that fit it alone, and none where they fit several or none', async () => {
  await call({ action: 'set', text: 'take out the bins', when: 'PT20M' }, 'call_a');
  await call({ action: 'set', text: 'call mum', when: 'PT20M' }, 'call_b');
  await call({ action: 'set', text: 'call the bank', when: 'PT20M' }, 'call_c');
  for (const named of ['call', 'the', 'figs'])
    await expect(call({ action: 'cancel', text: named })).rejects.toThrow(
      'There is no reminder that these words alone fit',
    );
  expect(reminders.active(lane)).toHaveLength(3);
  expect(await call({ action: 'cancel', text: 'the bins' })).toMatch(/^Reminder \d+ is cancelled: take out the bins$/);
  expect(reminders.active(lane).map(({ text }) => text)).toEqual(['call mum', 'call the bank']);
});

test('one is cancelled by its number, and only one of this conversation', async () => {
  await call({ action: 'set', text: 'Stand up', repeat: '0 * * * *' });
  reminders.add({ key: 'other', conversation: 'another', text: 'Theirs', dueAt: now, pattern: null, timezone });
  await expect(call({ action: 'cancel', id: 2 })).rejects.toThrow('no reminder 2');
  expect(await call({ action: 'cancel', id: 1 })).toBe('Reminder 1 is cancelled.');
  expect(await call({ action: 'list' })).toBe('No reminders are set.');
});

test('a pattern with a field for seconds is refused: it would be said every second', async () => {
  for (const repeat of ['* * * * * *', '*/5 * * * * *', '0 0 9 * * * *', '@daily'])
    await expect(call({ action: 'set', text: 'x', repeat })).rejects.toThrow('Not a cron pattern');
  expect(reminders.active(lane)).toEqual([]);
});

test('the last day of each month can be asked for, and every weekday', async () => {
  expect(await call({ action: 'set', text: 'rent', repeat: '0 9 L * *' })).toContain('Tue 2026-03-31 09:00');
  expect(await call({ action: 'set', text: 'stand up', repeat: '0 9 * * 1-5' }, 'call_2')).toContain(
    'Mon 2026-03-30 09:00',
  );
});

test('of ten thousand the next ones are listed, and how many more there are', async () => {
  await state.write(() => {
    for (let n = 0; n < 10_000; n += 1)
      reminders.add({
        key: `k${n}`,
        conversation: lane,
        text: `thing ${n}`,
        dueAt: new Date(now.getTime() + (n + 1) * 60_000),
        pattern: null,
        timezone,
      });
  });
  const lines = (await call({ action: 'list' })).split('\n');
  expect(lines).toHaveLength(51);
  expect(lines[0]).toContain('thing 0');
  expect(lines.at(-1)).toBe('And 9950 more, later than these.');
});

test('what is done is not said again, and a recurring one goes on', async () => {
  await call({ action: 'set', text: 'Call mum', when: '2026-03-28T09:00' });
  await call({ action: 'set', text: 'Stand up', repeat: '0 * * * *' }, 'call_2');
  const later = new Date(now.getTime() + 600_000);
  reminders.snooze(lane, 2, later);
  expect(reminders.active(lane)).toHaveLength(3);
  for (const id of [1, 2]) expect(reminders.done(lane, id)).toBe(true);
  expect(reminders.active(lane).map(({ id, pattern }) => [id, pattern])).toEqual([[2, '0 * * * *']]);
  expect(reminders.done('another', 2)).toBe(false);
  expect(reminders.done(lane, 99)).toBe(false);
});

test('one whose words were forgotten can not be put off: it would come back with a hole', async () => {
  await call({ action: 'set', text: 'Call Anna', when: '2026-03-28T09:00' });
  await state.write(() => reminders.erase({ text: (text) => text.replace('Anna', '[forgotten]') }));
  expect(reminders.snooze(lane, 1, now)).toBe(false);
  expect(reminders.active(lane)).toEqual([]);
});

test.each([
  { action: 'set', text: 'x', repeat: 'whenever' },
  { action: 'set', text: 'x', repeat: '0 0 31 2 *' },
  { action: 'set', text: ' ', when: 'PT1H' },
  { action: 'cancel' },
])('%j is refused with a word for the model', async (input) => {
  await expect(call(input)).rejects.toThrow(ToolError);
});

describe('over the changes of clocks', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'UTC',
  ];
  const minutes = (wall: string): number => Number(wall.slice(0, 2)) * 60 + Number(wall.slice(3));
  const twoDigits = (value: number): string => String(value).padStart(2, '0');

  test('forward and back, a daily reminder comes once on every local day, at its time or at the end of the gap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 0, max: 365 }),
        (zone, hour, minute, day) => {
          let at = new Date(Date.UTC(2026, 0, 1 + day, 12));
          const days: string[] = [];
          for (let turn = 0; turn < 8; turn += 1) {
            const next = nextOccurrence(`${minute} ${hour} * * *`, zone, at);
            if (!next) throw new Error('it always comes');
            expect(next.getTime()).toBeGreaterThan(at.getTime());
            days.push(localDate(next, zone));
            const late = minutes(localTime(next, zone)) - (hour * 60 + minute);
            // Later by the part of the gap that was left, never early; no gap is longer than an hour.
            expect(late).toBeGreaterThanOrEqual(0);
            expect(late).toBeLessThanOrEqual(60);
            at = next;
          }
          const [first = ''] = days;
          expect(days).toEqual(
            Array.from({ length: 8 }, (_, index) =>
              new Date(Date.parse(`${first}T12:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
            ),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a time that was written down is that time on the wall, whatever lies in between', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 364 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (zone, day, hour, minute) => {
          const date = new Date(Date.UTC(2026, 0, 2 + day)).toISOString().slice(0, 10);
          const wall = `${twoDigits(hour)}:${twoDigits(minute)}`;
          const at = parseTime(`${date} ${wall}`, new Date('2026-01-01T12:00:00Z'), zone);
          const shown = `${localDate(at, zone)} ${localTime(at, zone)}`;
          // A time that the clocks skip is moved by the gap.
          const isThere = shown === `${date} ${wall}`;
          const skipped = minutes(localTime(at, zone)) - minutes(wall);
          expect(isThere || (skipped > 0 && skipped <= 60) || hour >= 23).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
