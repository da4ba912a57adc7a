// How often recall brings the line that helps, and how many of the lines that it brings help: `npm run eval -- recall`.
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createRecall } from '../../src/features/recall/recall.ts';
import { openMeaningMemory } from '../support/meaning-memory.ts';
import * as bookseller from './recall-bookseller-set.ts';
import * as carpenter from './recall-carpenter-set.ts';
import * as dublin from './recall-dublin-set.ts';
import * as gardener from './recall-gardener-set.ts';
import * as household from './recall-household-set.ts';
import * as nurse from './recall-nurse-set.ts';
import * as ramiro from './recall-ramiro-set.ts';
import * as english from './recall-set.ts';
import * as teacher from './recall-teacher-set.ts';

const all = { shown: 0, useful: 0 };

test.each([
  ['in English', english],
  ['of a household with three languages', household],
  ['of a carpenter', carpenter],
  ['of a teacher', teacher],
  ['of a nurse', nurse],
  ['of a bookseller', bookseller],
  ['of a gardener', gardener],
  ['of a nurse in Dublin', dublin],
  ['of a retired carpenter in Texas', ramiro],
])('%s, at least half of what would help comes', async (_, set) => {
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
  for (const [message = '', ...lines] of set.messages) {
    const helps = lines.filter((line) => line !== '');
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
  all.shown += shown;
  all.useful += useful;
  expect(helped / wanted).toBeGreaterThanOrEqual(0.5);
});

// Over all lives: of the fifteen lines that some of them get, two are a chance.
afterAll(() => expect(all.useful / all.shown, 'at most one line in ten is noise').toBeGreaterThanOrEqual(0.9));
