// A reminder at another time of day than the person said is refused to the model, which can mend it.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Tool, defineTool } from '../../../src/agent/tool.ts';
import { english } from '../../../src/assistant/phrases/english.ts';
import { receiptLines } from '../../../src/assistant/turn/receipts.ts';
import { setUp } from '../../support/assistant.ts';
import { type Call, forward, obeyed } from '../../support/obeying-model.ts';
import { calls, createScriptedProvider, says } from '../../support/scripted-provider.ts';

const reminders: Tool = defineTool({
  name: 'reminders',
  description: 'x',
  effects: { writes: 'schedule' },
  purpose: 'remind',
  input: z.object({ text: z.string(), when: z.string() }),
  propose: ({ text, when }) => ({ action: 'remind', text, at: when, place: when }),
  run: ({ text, when }) =>
    Promise.resolve({ text: 'Set', receipts: [{ verb: 'reminder_set', text: `${when}: ${text}` }] }),
});
let made = 0;
const set = (when: string, text = 'tidy the cellar') => calls([[`t${(made += 1)}`, 'reminders', { text, when }]]);

const [morning, evening] = ['2026-12-03T08:00', '2026-12-03T20:00'];

test.each([
  'remind me on 3 December at 8 pm to tidy the cellar',
  'Actually, remind me on 3 December at 8pm to tidy the cellar.',
  'Please set a reminder for 3 December 20:00: tidy the cellar',
  'Erinnere mich am 3. Dezember um 20 Uhr daran, den Keller aufzuräumen',
  'remind me on 3 December at 8 in the evening to tidy the cellar',
  'erinnere mich am 3. Dezember um 8 Uhr abends an den Keller',
  'erinnere mich am Donnerstag abends um 8 an den Keller',
  'recuérdame el jueves a las 8 de la tarde ordenar el sótano',
])('the wrong half of the day is refused with what the person said, and the right one is set: %s', async (words) => {
  const model = createScriptedProvider(set(morning), set(evening), says('Done!'));
  const bench = await setUp(model, { extraTools: [reminders] });
  await bench.tell(words);
  const result = JSON.stringify(model.requests[1]?.messages.at(-1));
  expect(result).toContain('the person said 20:00');
  expect(result).toContain('this would come at 08:00');
  expect(bench.posts.map(({ text }) => text.split('\n').at(-1))).toEqual([
    expect.stringContaining('2026-12-03T20:00: tidy the cellar'),
  ]);
});

test.each([
  'remind me on 3 December at 2pm EST to tidy the cellar',
  'remind me on 3 December at 2pm New York time to tidy the cellar',
  'erinnere mich am 3. Dezember um 19 Uhr UTC an den Keller',
])('an hour that is said on another clock is not held against the person’s own: %s', async (words) => {
  const model = createScriptedProvider(set(evening), says('Done!'));
  const bench = await setUp(model, { extraTools: [reminders] });
  await bench.tell(words);
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('Set');
});

test('"et" behind an hour names no clock: the hour is the person’s own', async () => {
  const model = createScriptedProvider(set(evening), says('Done!'));
  const bench = await setUp(model, { extraTools: [reminders] });
  await bench.tell('rappelle-moi le 3 décembre à 9h et range la cave');
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).not.toContain('Set');
});

test('a model that copies the wish into the text of the reminder is held to its time as well', async () => {
  const words = 'Remind me on 3 December at 8 pm to tidy the cellar';
  const model = createScriptedProvider(set(morning, words), says('Done!'));
  const bench = await setUp(model, { extraTools: [reminders] });
  await bench.tell(words);
  expect(bench.posts.map(({ text }) => text)).toEqual(['Done!\n\nNothing was saved or changed.']);
});

test('a model that insists leaves the time to the person', async () => {
  const model = createScriptedProvider(set(morning), set(morning), says('Done!'));
  const bench = await setUp(model, { extraTools: [reminders] });
  await bench.tell('remind me on 3 December at 8 pm to tidy the cellar');
  expect(bench.posts[0]?.text).toContain('2026-12-03T08:00');
  expect(bench.posts[0]?.extras?.buttons).toHaveLength(2);
});

test.each([
  ['remind me on 3 December at 8 to buy food for the evening', morning],
  ['remind me on 3 December in the morning of the concert in the evening', morning],
  ['remind me on 3 December at 8 to tidy the cellar', evening],
  ['remind me on 3 December at 8:00 to tidy the cellar', evening],
  ['remind me on 3 December to tidy the cellar', morning],
  ['remind me an hour before the concert on 3 December at 8 pm to tidy the cellar', '2026-12-03T19:00'],
  ['remind me on 3 December at half past eight pm to tidy the cellar', '2026-12-03T20:30'],
  ['remind me at 7 am and at 8 pm on 3 December to tidy the cellar', evening],
  ['the concert is on 3 December at 8 pm. Please see that I tidy the cellar in the morning', morning],
])('a time that the person named, or that is worked out, is set: %s', async (words, when) => {
  const bench = await setUp(createScriptedProvider(set(when), says('Done!')), { extraTools: [reminders] });
  await bench.tell(words);
  expect(bench.posts.map(({ text }) => text)).toEqual([`Done!\n\nReminder set: ${when}: tidy the cellar`]);
});

test('what is reminded of may have a time of its own', async () => {
  const bench = await setUp(createScriptedProvider(set(morning, 'train at 20:00'), says('Done!')), {
    extraTools: [reminders],
  });
  await bench.tell('remind me on 3 December in the morning of the train at 20:00');
  expect(bench.posts[0]?.text).toContain('Reminder set');
});

test('of several changes in one line the text of a reminder is shown', () => {
  const time =
    'Mon 2026-11-30 07:00 (Europe/Berlin), Monday to Friday, then Tue 2026-12-01 07:00, Wed 2026-12-02 07:00 and so on';
  const receipts = ['take vitamins', 'water the figs', 'call mom'].map((text) => ({
    verb: 'reminder_set' as const,
    text: `${time}: ${text}`,
  }));
  const [line = ''] = receiptLines(receipts, english);
  for (const text of ['take vitamins', 'water the figs', 'call mom']) expect(line).toContain(text);
});

// Said on Saturday, 21 November 2026.
const now = '2026-11-21T09:00:00.000Z';
const thingOf = (words: string): string =>
  /tidy the cellar|Keller|ordenar el sótano|ranger la cave/u.exec(words)?.[0] ?? '';
test.each<[string, Call]>([
  ['remind me on Friday to tidy the cellar', { at: '2026-12-18T10:00' }],
  ['remind me on Friday to tidy the cellar', { at: '2027-06-04T10:00' }],
  ['erinnere mich am Freitag an den Keller', { at: '2026-12-04T10:00' }],
  ['rappelle-moi vendredi de ranger la cave', { at: '2026-12-11T10:00' }],
])('beside words of others a day that was not said is asked: %s', async (words, call) => {
  const said = [forward('see you at the fair'), words];
  expect((await obeyed(said, { tool: 'reminders', text: thingOf(words), ...call })).done).toEqual([]);
});

test.each([
  ['remind me in two hours to tidy the cellar', 2 * 3_600, 48 * 3_600],
  ['erinnere mich in 20 Minuten an den Keller', 20 * 60, 20 * 3_600],
  ['rappelle-moi dans deux heures de ranger la cave', 2 * 3_600, 20 * 60],
])('a span that was not said is asked, with and without words of others: %s', async (words, right, wrong) => {
  for (const seconds of [right, wrong])
    for (const before of [[], [forward('see you at the fair')]]) {
      const due = new Date(Date.parse(now) + seconds * 1_000).toISOString();
      const call = { tool: 'reminders', text: thingOf(words), at: due.slice(0, 16), due };
      expect((await obeyed([...before, words], call)).done).toHaveLength(seconds === right ? 1 : 0);
    }
});

test.each([
  ['remind me tomorrow morning to tidy the cellar', '09:00', '21:00'],
  ['erinnere mich morgen früh an den Keller', '08:00', '20:00'],
  ['rappelle-moi demain soir de ranger la cave', '19:00', '07:00'],
])('another part of the day than was said is asked: %s', async (words, right, wrong) => {
  for (const time of [right, wrong])
    for (const before of [[], [forward('see you at the fair')]]) {
      const call = { tool: 'reminders', text: thingOf(words), at: `2026-11-22T${time}` };
      expect((await obeyed([...before, words], call)).done).toHaveLength(time === right ? 1 : 0);
    }
});

test.each([
  'Shall I remind you of the fair on Friday at 12:00?',
  'Want me to set a reminder for "the fair" on Friday at noon?',
])('a yes to a question that names the time sets it at that time, and at no other: %s', async (before) => {
  const said = [forward('see you at the fair'), 'yes'];
  const call = { tool: 'reminders', text: 'the fair', before };
  expect((await obeyed(said, { ...call, at: '2026-11-27T12:00' })).done).toHaveLength(1);
  expect((await obeyed(said, { ...call, at: '2026-12-11T12:00' })).done).toEqual([]);
  expect((await obeyed(said, { ...call, text: 'the fair and the rent', at: '2026-11-27T12:00' })).done).toEqual([]);
});
