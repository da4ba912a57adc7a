// How often recall brings the line that helps, and how many of the lines that it brings help: `npm run eval -- recall`.
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createRecall } from '../../src/features/recall/recall.ts';
import { openMeaningMemory } from '../support/meaning-memory.ts';
import * as carpenter from './recall-carpenter-set.ts';
import * as household from './recall-household-set.ts';
import * as english from './recall-set.ts';

test.each([
  ['in English', english],
  ['of a household with three languages', household],
  ['of a carpenter', carpenter],
])('%s, at least half of what would help comes, and at most one line in ten is noise', async (_, set) => {
  const { memory, close } = await openMeaningMemory(
    Object.fromEntries(
      Object.entries(set.notes).map(([name, lines]) => [
        name,
        `# ${name}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`,
      ]),
    ),
  );
  const patient = { ...systemClock, sleep: () => new Promise<void>(() => undefined) };
  const recall = createRecall({ search: memory.search, minScore: 0.6, clock: patient, log: silentLog });
  let [wanted, helped, shown, useful] = [0, 0, 0, 0];
  for (const [message, ...all] of set.messages) {
    const helps = all.filter((line) => line !== '');
    const found = await recall(message, new AbortController().signal);
    const right = found.filter(({ text }) => helps.some((line) => text.replace(/^- /, '').startsWith(line)));
    if (helps.length > 0) wanted += 1;
    if (right.length > 0) helped += 1;
    shown += found.length;
    useful += right.length;
    for (const { text } of found.filter((one) => !right.includes(one))) console.log(`noise: ${message} <- ${text}`);
  }
  console.log(`helped ${helped} of ${wanted}; of ${shown} lines that were shown, ${useful} help`);
  await close();
  expect(helped / wanted).toBeGreaterThanOrEqual(0.5);
  expect(useful / shown).toBeGreaterThanOrEqual(0.9);
});
