// How often recall brings the line that helps, and how many of the lines that it brings help: `npm run eval -- recall`.
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createRecall } from '../../src/features/recall/recall.ts';
import { openMeaningMemory } from '../support/meaning-memory.ts';
import { helps, livesLeftOut, livesWeighed, notesOf, plainLives, recallSets } from './recall-sets.ts';

/**
 * In the hardest lives messages tell of situations more than they ask, in words that the notes do not have: a pupil of sixteen gets 2 of
 * 24, the easiest life 42 of 50.
 */
const leastOfLife = { plain: 0.3, other: 0.08 };

const none = () => ({ shown: 0, useful: 0, wanted: 0, helped: 0 });
const all = none();
const plain = none();
const weighed = none();
const unknown = none();

const sumsOf = (name: string) =>
  name in livesLeftOut ? [unknown] : name in livesWeighed ? [weighed] : name in plainLives ? [all, plain] : [all];

test.each(Object.entries({ ...recallSets, ...livesWeighed, ...livesLeftOut }))(
  '%s, enough of what would help comes',
  async (name, set) => {
    const { memory, close } = await openMeaningMemory(notesOf(set));
    const patient = { ...systemClock, sleep: () => new Promise<void>(() => undefined) };
    // On a busy machine a line would else go unread.
    const waitMs = 60_000;
    const recall = createRecall({
      search: (query, options) => memory.search(query, { ...options, embedWaitMs: waitMs }),
      readHelp: (pairs, options) => memory.readHelp(pairs, { ...options, waitMs }),
      minScore: 0.7,
      clock: patient,
      log: silentLog,
    });
    let [wanted, helped, shown, useful] = [0, 0, 0, 0];
    for (const [message = '', ...lines] of set.messages) {
      const isHelped = lines.some((line) => line !== '');
      const found = await recall(message, new AbortController().signal);
      const right = found.filter(({ text }) => helps(text, lines));
      if (isHelped) wanted += 1;
      if (right.length > 0) helped += 1;
      shown += found.length;
      useful += right.length;
      for (const { text } of found.filter((one) => !right.includes(one))) console.log(`noise: ${message} <- ${text}`);
    }
    console.log(`${name}: helped ${helped} of ${wanted}; of ${shown} lines that were shown, ${useful} help`);
    await close();
    for (const sum of sumsOf(name)) {
      sum.shown += shown;
      sum.useful += useful;
      sum.wanted += wanted;
      sum.helped += helped;
    }
    expect(helped / wanted).toBeGreaterThanOrEqual(name in plainLives ? leastOfLife.plain : leastOfLife.other);
  },
);

afterAll(() => {
  for (const [name, { helped, wanted, shown, useful }] of Object.entries({ all, plain, weighed, unknown }))
    console.log(`${name}: helped ${helped} of ${wanted}; of ${shown} lines, ${useful} help`);
  expect(unknown.useful / unknown.shown, 'of a hundred lines, 22 are noise').toBeGreaterThanOrEqual(0.76);
  expect(unknown.helped / unknown.wanted, 'of a hundred messages, 44 get their line').toBeGreaterThanOrEqual(0.43);
  expect(plain.useful / plain.shown, 'of a hundred lines, eight are noise').toBeGreaterThanOrEqual(0.91);
  expect(plain.helped / plain.wanted, 'of a hundred messages, 57 get their line').toBeGreaterThanOrEqual(0.56);
  expect(all.useful / all.shown, 'of a hundred lines, twelve are noise').toBeGreaterThanOrEqual(0.87);
  expect(all.helped / all.wanted, 'of a hundred messages, 46 get their line').toBeGreaterThanOrEqual(0.45);
});
