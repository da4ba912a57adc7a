// Reminders where no model reads the words: set for exactly the time that was meant, with exactly the text, or refused with the reason.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import * as fc from 'fast-check';
import { createOffline } from '../../../src/models/offline/offline.ts';
import { readReminder } from '../../../src/models/offline/reminder-wish.ts';
import { nowIn } from '../../../src/models/offline/spoken-time.ts';
import { programText, text } from '../../../src/models/message.ts';

/** A Saturday. */
const context = '<context>\nNow: Saturday, 2026-11-28 11:08 (Europe/Berlin)\n</context>';
const now = nowIn(context);
const read = (asked: string) => readReminder(asked, now);

async function refusal(words: string): Promise<string> {
  const { content } = await createOffline({ explains: false }).complete({
    model: 'offline',
    system: '',
    tools: [{ name: 'reminders', description: '', inputSchema: { type: 'object' }, purpose: 'remind' }],
    messages: [
      {
        role: 'user',
        content: [programText('context', context), { type: 'text', text: words }],
      },
    ],
    maxTokens: 100,
  });
  return text({ content });
}

describe('A reminder without a model', () => {
  it.each([
    ['tomorrow at 9 to call the bank', '2026-11-29T09:00', 'call the bank'],
    ['to call the bank tomorrow at 9', '2026-11-29T09:00', 'call the bank'],
    ['tomorrow to call Tom at 9', '2026-11-29T09:00', 'call Tom'],
    ['in an hour and a half to stretch', 'PT5400S', 'stretch'],
    ['in one and a half hours to stretch', 'PT5400S', 'stretch'],
    ['in twenty-five minutes: tea', 'PT1500S', 'tea'],
    ['in 1h30m to stretch', 'PT5400S', 'stretch'],
    ["in two hours' time to stretch", 'PT7200S', 'stretch'],
    ['in half an hour to stretch, please', 'PT1800S', 'stretch'],
    ['at 10 to five to leave', '2026-11-28T16:50', 'leave'],
    ['to leave at ten to five', '2026-11-28T16:50', 'leave'],
    ['at half past seven pm to eat', '2026-11-28T19:30', 'eat'],
    ['tomorrow at half past seven to eat', '2026-11-29T07:30', 'eat'],
    ['tomorrow at seven thirty to eat', '2026-11-29T07:30', 'eat'],
    ['at a quarter to eight in the evening to eat', '2026-11-28T19:45', 'eat'],
    ['at 5 to leave', '2026-11-28T17:00', 'leave'],
    ['at 17 to leave', '2026-11-28T17:00', 'leave'],
    ['at 9am to leave', '2026-11-29T09:00', 'leave'],
    ['tonight at 8 to call Tom', '2026-11-28T20:00', 'call Tom'],
    ['to call Tom at 8 tonight', '2026-11-28T20:00', 'call Tom'],
    ['to call John on Friday', '2026-12-04T09:00', 'call John'],
    ['next Friday at 10:30 to call John', '2026-12-04T10:30', 'call John'],
    ['on Friday to buy tickets for 5 December', '2026-12-04T09:00', 'buy tickets for 5 December'],
    ['tomorrow at 9am to take the 10am train', '2026-11-29T09:00', 'take the 10am train'],
    ['for tomorrow 8am: take pills', '2026-11-29T08:00', 'take pills'],
    ['at the end of the month to pay the rent', '2026-11-30T09:00', 'pay the rent'],
    ['to call every customer tomorrow', '2026-11-29T09:00', 'call every customer'],
    ['on the 5th to pay the rent', '2026-12-05T09:00', 'pay the rent'],
    ['in a fortnight to pay the rent', '2026-12-12T11:08', 'pay the rent'],
    ['on 25/12/2026 at 8:15 pm to sing', '2026-12-25T20:15', 'sing'],
    ['on 2027-04-03 about taxes', '2027-04-03T09:00', 'taxes'],
    ['to send the daily report at 17:00', '2026-11-28T17:00', 'send the daily report'],
    ['in 3 days at 9 to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['in 2 days and 3 hours to call Tom', 'P2DT10800S', 'call Tom'],
    ['in 2hrs to call Tom', 'PT7200S', 'call Tom'],
    ['in 90mins to call Tom', 'PT5400S', 'call Tom'],
    ['in 1hr 30min to call Tom', 'PT5400S', 'call Tom'],
    ['in a couple hours to call Tom', 'PT7200S', 'call Tom'],
    ['in about 2 hours to eat', 'PT7200S', 'eat'],
    ['a week from today to call Tom', '2026-12-05T11:08', 'call Tom'],
    ['at half five to call Tom', '2026-11-28T17:30', 'call Tom'],
    ['tomorrow at half eight to eat', '2026-11-29T08:30', 'eat'],
    ['to eat half five', '2026-11-28T17:30', 'eat'],
    ['quarter to six to call Tom', '2026-11-28T17:45', 'call Tom'],
    ['at quarter of six to call Tom', '2026-11-28T17:45', 'call Tom'],
    ['at 930pm to call Tom', '2026-11-28T21:30', 'call Tom'],
    ['at 2100 hours to call Tom', '2026-11-28T21:00', 'call Tom'],
    ['at 17h30 to call Tom', '2026-11-28T17:30', 'call Tom'],
    ['at 0930 to call Tom', '2026-11-29T09:30', 'call Tom'],
    ['noonish to call Tom', '2026-11-28T12:00', 'call Tom'],
    ['at 5ish to eat', '2026-11-28T17:00', 'eat'],
    ['at fiveish to eat', '2026-11-28T17:00', 'eat'],
    ['around noon to eat', '2026-11-28T12:00', 'eat'],
    ['at about 5 pm to eat', '2026-11-28T17:00', 'eat'],
    ['tomorrow at 9 sharp to call Tom', '2026-11-29T09:00', 'call Tom'],
    ['tomorrow at 9 on the dot to call Tom', '2026-11-29T09:00', 'call Tom'],
    ['wed 3pm to call Tom', '2026-12-02T15:00', 'call Tom'],
    ['this coming Tuesday to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['on Tuesday December 1st to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['on Tuesday, 1 December at 8 to call Tom', '2026-12-01T08:00', 'call Tom'],
    ['on Tuesday the 1st to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['on December 1, Tuesday, to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['tomorrow, Sunday, at 8 to call Tom', '2026-11-29T08:00', 'call Tom'],
    ['1st of Dec at 9 to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['Dec 1 9am to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['on the first of December to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['on the twenty-first to call Tom', '2026-12-21T09:00', 'call Tom'],
    ['on 3rd at 9 to call Tom', '2026-12-03T09:00', 'call Tom'],
    ['next month on the 3rd to call Tom', '2026-12-03T09:00', 'call Tom'],
    ['on the 3rd of next month to call Tom', '2026-12-03T09:00', 'call Tom'],
    ['on the last day of the month to call Tom', '2026-11-30T09:00', 'call Tom'],
    ['on 2026/12/01 to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['next week on Tuesday to call Tom', '2026-12-01T09:00', 'call Tom'],
    ['on Tuesday next week at 8 to call Tom', '2026-12-01T08:00', 'call Tom'],
    ['a week on Tuesday to call Tom', '2026-12-08T09:00', 'call Tom'],
    ['to call Tom a week on Tuesday', '2026-12-08T09:00', 'call Tom'],
    ['Tuesday week at 8 to call Tom', '2026-12-08T08:00', 'call Tom'],
    ['on Tuesday in a week to call Tom', '2026-12-08T09:00', 'call Tom'],
    ['a week from Tuesday to call Tom', '2026-12-08T09:00', 'call Tom'],
    ['two weeks on Friday to call Tom', '2026-12-18T09:00', 'call Tom'],
    ['a week tomorrow to call Tom', '2026-12-06T09:00', 'call Tom'],
    ['tomorrow week to call Tom', '2026-12-06T09:00', 'call Tom'],
    ['a fortnight on Tuesday to call Tom', '2026-12-15T09:00', 'call Tom'],
    ['tomorrow to plan for next week', '2026-11-29T09:00', 'plan for next week'],
    ['at 9 New York time to call Tom', '2026-11-28T14:00Z', 'call Tom'],
    ['to call Tom tomorrow at 9 New York time', '2026-11-29T14:00Z', 'call Tom'],
    ['at 9am EST to call Tom', '2026-11-28T14:00Z', 'call Tom'],
    ['at 9am est to call Tom', '2026-11-28T14:00Z', 'call Tom'],
    ['on 5 July 2027 at 9am EDT to call Tom', '2027-07-05T13:00Z', 'call Tom'],
    ['tomorrow at 14:00 UTC to call Tom', '2026-11-29T14:00Z', 'call Tom'],
    ['tomorrow at 9 Pacific time to call Tom', '2026-11-29T17:00Z', 'call Tom'],
    ['tomorrow at 9 my time to call Tom', '2026-11-29T09:00', 'call Tom'],
  ])('%j is set for %s with the text %j', (asked, when, wish) => {
    expect(read(asked)).toEqual({ when, text: wish });
  });

  it.each([
    ['tomorrow at 9 and at 17 to eat', 'several'],
    ['tomorrow at 9 to eat and at 17 to drink', 'several'],
    ['tonight to call Tom tomorrow', 'several'],
    ['at 21:00 to call Tom tomorrow', 'several'],
    ['tomorrow to book a table for 7pm', 'several'],
    ['in two weeks to book a table for 7pm', 'several'],
    ['on 3/4/2027 about taxes', 'ambiguousDate'],
    ['on 03.04.2027 about taxes', 'ambiguousDate'],
    ['on 31 February to leave', 'noSuch'],
    ['on 29 February 2027 to leave', 'noSuch'],
    ['at 25:00 to leave', 'noSuch'],
    ['on 2026-11-22 25:00 to leave', 'noSuch'],
    ['at 13pm to leave', 'noSuch'],
    ['yesterday at 5 to leave', 'past'],
    ['today at 9am to leave', 'past'],
    ['on 2026-11-22 to leave', 'past'],
    ['every day at 8 to take my pills', 'repeats'],
    ['weekly at 9 of the bins', 'repeats'],
    ['on Mondays at 9 to take out the bins', 'repeats'],
    ['to take my pills twice a day', 'repeats'],
    ['every 2 hours to drink', 'repeats'],
    ['every two weeks to drink', 'repeats'],
    ['to water the plants', 'noTime'],
    ['to take the 9am train', 'unclear'],
    ['in two weeks', 'noText'],
    ['next week to call Tom', 'noDay'],
    ['today to call Tom', 'noHour'],
    ['at 9 to call Tom', 'eitherHalf'],
    ['tomorrow at 5 to call Tom', 'eitherHalf'],
    ['on Saturday at 15:00 to call Tom', 'whichWeek'],
    ['when I get home to water the plants', 'unclear'],
    ['20 minutes before the meeting tomorrow at 9 to leave', 'unclear'],
    ['tomorrow at lunchtime to eat', 'unclear'],
    ['tomorrow 9 30 to eat', 'unclear'],
    ['tomorrow at 9, 10 and 11 to eat', 'unclear'],
    ['between 9 and 10 to eat', 'unclear'],
    ['in an hour or two to eat', 'unclear'],
    ['to eat at half eight', 'eitherHalf'],
    ['in a week on Tuesday to eat', 'whichWeek'],
    ['a week on Saturday to eat', 'whichWeek'],
    ['next Tuesday week to eat', 'unclear'],
    ['the Tuesday after next to eat', 'unclear'],
    ['on Sunday next week to eat', 'whichWeek'],
    ['on Friday this week to eat', 'past'],
    ['on Wednesday December 1st to eat', 'noSuch'],
    ['tomorrow, Monday, to eat', 'noSuch'],
    ['on the 31st of next month but one to eat', 'unclear'],
    ['on the first Monday in January to eat', 'unclear'],
    ['tomorrow that the train leaves at 9', 'several'],
    ['within an hour to eat', 'unclear'],
    ['asap to eat', 'unclear'],
    ['some week on Friday to eat', 'unclear'],
    ['to eat some week Friday', 'unclear'],
    ['at 9am CST to eat', 'noZone'],
    ['at 9am BST to eat', 'noZone'],
    ['at 9am cst eat', 'noZone'],
    ['tomorrow week weeks eat', 'unclear'],
    ['tomorrow at 9 Atlantis time to eat', 'noZone'],
    ['tomorrow at 9 Atlantis time eat', 'noZone'],
    ['tomorrow at 9am XYT eat', 'noZone'],
    ['on 5 July 2027 at 9am EST to eat', 'noZone'],
    ['at 10 to five people send mail', 'unclear'],
  ])('%j is refused: %s', (asked, problem) => {
    expect(read(asked)).toMatchObject({ problem });
  });

  it('is set for the time that was meant with its text, or is refused, in whatever order the words stand', () => {
    const { counterexample } = fc.check(
      fc.property(
        fc.constantFrom(...days),
        fc.constantFrom(...hours),
        fc.constantFrom(...texts),
        order,
        (day, hour, wish, build) => {
          const found = read(build(day[0], hour[0], wish));
          const meant = { when: `${day[1]}T${hour[1]}`, text: wish };
          return 'problem' in found || isDeepStrictEqual(found, meant);
        },
      ),
      { numRuns },
    );
    expect(counterexample).toBeNull();
  });

  it('is set in most of these orders, and not refused altogether', () => {
    const all = days.flatMap(([day]) => hours.map(([hour]) => read(`${day} ${hour} to ${texts[0]}`)));
    expect(all.filter((one) => !('problem' in one)).length).toBeGreaterThan(0.7 * all.length);
  });

  it('is set after the span that was meant with its text, or is refused', () => {
    const spans = fc.record({ hours: fc.integer({ min: 1, max: 40 }), minutes: fc.integer({ min: 1, max: 59 }) });
    const forms = [
      (h: number, m: number): [string, number] => [`in ${h} hours and ${m} minutes`, h * 60 + m],
      (h: number, m: number): [string, number] => [`in ${h}h${m}m`, h * 60 + m],
      (h: number, m: number): [string, number] => [`in ${h} hours ${m} min`, h * 60 + m],
      (h: number): [string, number] => [`in ${h} and a half hours`, h * 60 + 30],
      (h: number): [string, number] => [`in ${h} hours and a half`, h * 60 + 30],
      (h: number): [string, number] => [`in ${h}.5 hours`, h * 60 + 30],
      (_: number, m: number): [string, number] => [`in ${m} minutes`, m],
      (_: number, m: number): [string, number] => [`${m} minutes from now`, m],
      (): [string, number] => ['in an hour and a quarter', 75],
      (): [string, number] => ['in an hour and ten minutes', 70],
      (): [string, number] => ['in three quarters of an hour', 45],
    ];
    const { counterexample } = fc.check(
      fc.property(
        spans,
        fc.constantFrom(...forms),
        fc.constantFrom(...texts),
        fc.boolean(),
        ({ hours: h, minutes: m }, form, wish, isFirst) => {
          const [said, minutes] = form(h, m);
          const found = read(isFirst ? `${said} to ${wish}` : `to ${wish} ${said}`);
          return 'problem' in found || isDeepStrictEqual(found, { when: `PT${minutes * 60}S`, text: wish });
        },
      ),
      { numRuns },
    );
    expect(counterexample).toBeNull();
  });

  it('is refused where a word beside its time is not understood', () => {
    const { counterexample } = fc.check(
      fc.property(
        fc.constantFrom(...days),
        fc.constantFrom(...hours),
        fc.constantFrom('flarg', 'some week', 'EXT', 'Gotham time', 'ahead', 'weeks'),
        fc.integer({ min: 0, max: 3 }),
        ([day], [hour], strange, place) => {
          const time: string[] = [day, hour];
          time.splice(place, 0, strange);
          const asked = place === 3 ? `to eat ${time.join(' ')}` : `${time.join(' ')} to eat`;
          return 'problem' in read(asked);
        },
      ),
      { numRuns },
    );
    expect(counterexample).toBeNull();
  });

  it('is refused where the day on the clock elsewhere is another one', () => {
    const late = { now: new Date('2026-11-29T02:00:00Z'), timezone: 'Europe/Berlin' };
    expect(readReminder('tomorrow at 9 New York time to call Tom', late)).toMatchObject({ problem: 'whichWeek' });
    expect(readReminder('on 1 December at 9 New York time to call Tom', late)).toMatchObject({
      when: '2026-12-01T14:00Z',
    });
  });

  it('is never set where two hours are told', () => {
    const { counterexample } = fc.check(
      fc.property(
        fc.constantFrom(...hours),
        fc.constantFrom(...hours),
        fc.constantFrom(...days),
        fc.constantFrom('and', 'or', ',', 'to', '-', 'then'),
        fc.boolean(),
        ([one], [other], [day], join, isFirst) => {
          const time = `${day} ${one} ${join} ${other}`;
          return 'problem' in read(isFirst ? `${time} to eat` : `to eat ${time}`);
        },
      ),
      { numRuns },
    );
    expect(counterexample).toBeNull();
  });
});

const numRuns = Number(process.env['SCRUBJAY_PROPERTY_RUNS'] ?? 1_000);

const days = [
  ['tomorrow', '2026-11-29'],
  ['tmrw', '2026-11-29'],
  ['on Monday', '2026-11-30'],
  ['this Tuesday', '2026-12-01'],
  ['next Friday', '2026-12-04'],
  ['Sunday', '2026-11-29'],
  ['the day after tomorrow', '2026-11-30'],
  ['on 5 December', '2026-12-05'],
  ['on December 5th', '2026-12-05'],
  ['on the 5th of December 2027', '2027-12-05'],
  ['on the 3rd', '2026-12-03'],
  ['on 2027-04-03', '2027-04-03'],
  ['on 25/12/2026', '2026-12-25'],
  ['on 4 April', '2027-04-04'],
  ['in 3 days', '2026-12-01'],
  ['in two weeks', '2026-12-12'],
] as const;
const hours = [
  ['at 9', '09:00'],
  ['at 9am', '09:00'],
  ['at 9 a.m.', '09:00'],
  ['at 17', '17:00'],
  ['at 5pm', '17:00'],
  ['at 5 in the afternoon', '17:00'],
  ['at 17:45', '17:45'],
  ['at 06:05', '06:05'],
  ['at half past seven', '07:30'],
  ['at ten to nine', '08:50'],
  ['at 10 to 9', '08:50'],
  ['at a quarter past eight', '08:15'],
  ['at twenty past ten', '10:20'],
  ['at twenty-five past ten', '10:25'],
  ['at eight in the evening', '20:00'],
  ['at seven thirty', '07:30'],
  ["at eight o'clock", '08:00'],
  ['at noon', '12:00'],
  ['in the morning at 8', '08:00'],
  ['9:30pm', '21:30'],
] as const;
const texts = [
  'call Tom',
  'buy 3 apples',
  'leave',
  'water the plants in the kitchen',
  'read two books about birds',
  'take the 10am train',
  'buy tickets for 5 December',
  'half the dose of salt',
  'march with the Sun',
  'ask May about a second flat',
  'walk for 20 minutes',
  'go to five shops',
];
type Build = (day: string, hour: string, wish: string) => string;
const order = fc.constantFrom<Build>(
  (day, hour, wish) => `${day} ${hour} to ${wish}`,
  (day, hour, wish) => `${hour} ${day} to ${wish}`,
  (day, hour, wish) => `${day}, ${hour}, to ${wish}`,
  (day, hour, wish) => `${day} ${hour}: ${wish}`,
  (day, hour, wish) => `to ${wish} ${day} ${hour}`,
  (day, hour, wish) => `to ${wish} ${hour} ${day}`,
  (day, hour, wish) => `to ${wish} ${hour}, ${day}`,
  (day, hour, wish) => `${day} to ${wish} ${hour}`,
  (day, hour, wish) => `about ${wish} ${day} ${hour}`,
  (day, hour, wish) => `${day} ${hour} ${wish}`,
  (day, hour, wish) => `for ${day} ${hour} to ${wish}`,
  (day, hour, wish) => `${wish} ${day} ${hour}`,
);

describe('A refused reminder says what is wrong and how to say it', () => {
  it.each([
    ['remind me to water the plants', 'it has no time', '"remind me tomorrow at 9 to water the plants"'],
    ['remind me when I get home to water the plants', '"when I get"', '"remind me tomorrow at 9 to water the plants"'],
    [
      'remind me every Monday at 9 to take out the bins',
      'one time only',
      '"remind me tomorrow at 9 to take out the bins"',
    ],
    ['remind me to take out the bins every Monday', '"every Monday"', '"remind me tomorrow at 9 to take out the bins"'],
    ['remind me on 31 February to leave', 'there is no "on 31 February"', 'to leave'],
    ['remind me at 25:00 to leave', 'there is no "at 25:00"', 'to leave'],
    ['remind me yesterday to leave', '"yesterday" is past', 'to leave'],
    ['remind me tomorrow at 9 and at 17 to eat', '"tomorrow at 9" and "at 17"', 'each time'],
    ['remind me on 3/4/2027 about taxes', '"on 3/4/2027"', 'Write the month as a word'],
    ['remind me at 9 to call Tom', 'morning or in the evening', '"at 21:00"'],
    ['remind me', 'it has no time', '"remind me tomorrow at 9 to call the bank"'],
  ])('%j: %s', async (words, reason, how) => {
    const said = await refusal(words);
    expect(said).toMatch(/^I could not set that reminder/);
    expect(said).toContain(reason);
    expect(said).toContain(how);
  });
});

test('is refused with an example of the wish alone, without what is left of its time', async () => {
  expect(await refusal('remind me yesterday at 9 to call Bob')).toContain('"remind me tomorrow at 9 to call Bob"');
});
