// Days that a wrong clock gave: in 2036 or in 1970, until it heard the time from the network. They order nothing.
import { afterEach, expect, test } from 'vitest';
import type { Operation } from '../../../src/features/consolidation/operation.ts';
import { parseProvenLine, provenLine } from '../../../src/memory/write/long-term.ts';
import { type Script, type Setup, setUpConsolidation } from '../../support/consolidation.ts';

let setup: Setup;
afterEach(() => setup.close());
const start = async (script: Script): Promise<Setup> => (setup = await setUpConsolidation(script));

const lives = (place: string, day: string, more: Partial<Operation> = {}): Operation => ({
  op: 'supersede',
  target: 'M1',
  section: 'People',
  text: `Clara lives in ${place}`,
  kind: 'person',
  importance: 0.8,
  source: [`${day}.md#L1-L1`],
  ...more,
});
const memoryOf = (said: string): string =>
  `# Memory\n\n## People\n\n${provenLine('- Clara lives in Ulm', { kind: 'person', importance: 0.8, said, sources: [`${said}.md#L1-L1`] })}\n`;
/** The lines about Clara, and the days on which they were said. */
const lines = (): string[] =>
  setup
    .read('MEMORY.md')
    .split('\n')
    .filter((line) => line.includes('Clara'))
    .map((line) => `${parseProvenLine(line).text} [${parseProvenLine(line).provenance?.said}]`);
const consolidated = async (day: string, place: string): Promise<string[]> => {
  setup.note(`${day}.md`, `- Clara lives in ${place}\n`);
  const report = await setup.consolidator().run({ trigger: 'manual' });
  return report.rejected.map(({ reason }) => reason);
};

test('what was said in 2036 by a clock that was ahead is corrected by what is said next', async () => {
  await start(() => [lives('Bonn', '2026-11-20')]);
  setup.note('MEMORY.md', memoryOf('2036-02-07'));
  expect(await consolidated('2026-11-20', 'Bonn')).toEqual([]);
  expect(lines()).toEqual([
    '- Clara lives in Bonn [2026-11-20]',
    '- Clara lives in Ulm (until 2026-11-20) [2036-02-07]',
  ]);
});

test.each(['2036-02-07', '1970-01-01'])(
  'what was saved on %s reaches MEMORY.md, with the day on which it is read',
  async (day) => {
    await start(() => [lives('Bonn', day)]);
    setup.note('MEMORY.md', memoryOf('2026-11-20'));
    expect(await consolidated(day, 'Bonn')).toEqual([]);
    const [now = '', before] = lines();
    expect(now).toMatch(/^- Clara lives in Bonn \[2026-/);
    expect(before).toMatch(/^- Clara lives in Ulm \(until 2026-\d\d-\d\d\) \[2026-11-20\]$/);
  },
);

test('a diary of years ago is older than what was said since', async () => {
  await start(() => [lives('Bonn', '2011-05-03')]);
  setup.note('MEMORY.md', memoryOf('2026-11-20'));
  expect(await consolidated('2011-05-03', 'Bonn')).toEqual(['its source is older than the line']);
});
