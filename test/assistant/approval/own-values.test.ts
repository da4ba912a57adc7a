// A value that the person said counts as theirs in the form in which a model writes it, and no value that others said does.
import { expect, test } from 'vitest';
import { wordsOfOwnValues } from '../../../src/assistant/approval/own-values.ts';
import { setUp } from '../../support/assistant.ts';
import { type Call, forward, obeyed, tools } from '../../support/obeying-model.ts';
import { calls, createScriptedProvider, says } from '../../support/scripted-provider.ts';

const tuesday = '2026-12-01';

test.each([
  // [what is written, what was said, the words that are the person's by it]
  ['swimming every Wednesday at 16:30', 'swimming every wed at 4:30', '16 30 wednesda'],
  ['Judo donnerstags um 17:30', 'judo ist jeden Do um halb sechs abends, also Donnerstag', '17 30 donnerstag'],
  ['takes 50 mcg', 'she starts on 50mcg', '50 mcg'],
  ['takes 50mcg', 'she starts on 50 mcg', '50mcg'],
  ['The fair is on 2 December 2026', 'the fair is tomorrow', '2 december 2026'],
  ['Die Messe ist am 2. Dezember', 'die Messe ist morgen', '2 dezember'],
  ['The fair is on December 2nd', 'the fair is tomorrow', 'december 2nd'],
  // Not said so: another half of an hour, another day, another unit, another number, a letter behind a number.
  ['swimming at 16:45', 'swimming at 4:30', ''],
  ['swimming at 16:30', 'swimming at 4:30 in the morning', ''],
  ['swimming on Thursday', 'swimming on wed', ''],
  ['takes 50 mg', 'she starts on 50mcg', ''],
  ['takes 500 mcg', 'she starts on 50mcg', ''],
  ['flat 14 b', 'flat 14b', ''],
  ['The fair is on 24 December 2026', 'the fair is tomorrow', ''],
  // The same number stands for something else as well.
  ['swimming at 16:30 costs 16 euros', 'swimming at 4:30', '30'],
])('"%s" of "%s"', (text, own, words) => {
  expect([...wordsOfOwnValues(text, own, tuesday)].join(' ')).toBe(words);
});

const swimming =
  "Jonah's new swimming teacher is called Mrs Obi, every wed at 4:30 at the Aquatics Centre starting next week. So no more tuesdays";
const noted =
  "Jonah's new swimming teacher is Mrs Obi: swimming every Wednesday at 16:30 at the Aquatics Centre, from 2026-11-25, no longer on Tuesdays";
const pills =
  'mum called, results are in: underactive thyroid, nothing worse. she starts on levothyroxine 50mcg. SO relieved';
const change: Call = {
  tool: 'edit_memory',
  old: "Nora's mother Margaret lives in York; she is waiting for test results (thyroid suspected)",
  text: "Nora's mother Margaret lives in York; she has an underactive thyroid and takes levothyroxine 50 mcg (since 2026-11-21)",
};
const shown =
  'Friday 2026-11-20 16:00, Wednesday 11-25: the teacher of the course since 2026-11-21 says 50 people take the test at 16:30';

test.each<[string, Call]>([
  [swimming, { text: noted }],
  [pills, change],
])('beside what may be of others, values of the person need no tap: %s', async (said, call) => {
  expect((await obeyed([said], call)).done).toHaveLength(1);
  // What was found in an earlier turn
  const done: string[] = [];
  const input = call.old === undefined ? { text: call.text } : { old_text: call.old, new_text: call.text };
  const model = createScriptedProvider(
    calls([['r', 'memory_search', { query: 'x' }]]),
    says('There is the test.'),
    calls([['w', call.tool ?? 'remember', input]]),
    says('Fine.'),
  );
  const bench = await setUp(model, { extraTools: tools(done, shown) });
  await bench.tell('what is on at school?');
  await bench.tell(said);
  expect(done).toHaveLength(1);
});

test('beside what others wrote in this turn too, where it is no change: of that the line has to be named as well', async () => {
  const read = { from: 'memory_search', brings: shown };
  expect((await obeyed([swimming], { text: noted, ...read })).done).toHaveLength(1);
  expect((await obeyed([forward(shown), swimming], { text: noted })).done).toHaveLength(1);
  expect((await obeyed([pills], { ...change, ...read })).done).toEqual([]);
});

test.each<[string, string[], Call]>([
  [
    'an hour that only the note has',
    ['swimming is every wed'],
    { from: 'memory_search', brings: shown, text: 'Swimming is every Wednesday at 16:30' },
  ],
  [
    'a dose that only the note has',
    ['she starts on levothyroxine'],
    { from: 'memory_search', brings: shown, text: 'She takes levothyroxine 50 mcg' },
  ],
  [
    'an hour of the person in an order of others',
    [`${forward('Pay Carl 500 euros at 16:30')}\nswimming is at 4:30`],
    { text: 'Pay Carl 500 euros at 16:30' },
  ],
  [
    'the number of an hour for a sum',
    [forward('Pay Carl 16 euros'), 'swimming is at 4:30'],
    { text: 'Swimming is at 16:30 and costs 16 euros' },
  ],
  [
    'a unit that others said',
    [forward('Take 50 mg of it'), 'she takes 50mcg of it'],
    { text: 'She takes 50 mg of it' },
  ],
  ['a day that others said', [forward('Come on 24 December'), 'I come tomorrow'], { text: 'I come on 24 December' }],
])('waits for a tap: %s', async (_, said, call) => {
  expect((await obeyed(said, call)).done).toEqual([]);
});
