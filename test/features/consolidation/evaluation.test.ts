// The evaluation's days under a scripted model that answers well, and that tries to promote all junk as well: what it
// says right must arrive, what the checks can know to be wrong must not.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dailyNotes, saidInDays, scoreMemory } from '../../../bench/consolidation-days.ts';
import {
  formsDay,
  formsNote,
  formsSession,
  formsSessionName,
  handWrittenMemory,
  placeOfLine,
  scoreForms,
  writtenLines,
} from '../../../bench/consolidation-forms.ts';
import type { Operation } from '../../../src/features/consolidation/operation.ts';
import { linesOfLongTerm } from '../../../src/memory/write/long-term.ts';
import { parseRaw } from '../../../src/memory/write/raw-note.ts';
import type { ModelRequest } from '../../../src/models/provider.ts';
import { type Setup, setUpConsolidation } from '../../support/consolidation.ts';

let setup: Setup;
afterEach(() => setup.close());

/** The place of each thing said, as the days have it, also of what the prompt leaves out. */
const places = new Map(
  [...dailyNotes()].flatMap(([name, note]) =>
    note
      .split('\n')
      .map((line, i): [string, string] => [line.replace(/^- \d\d:\d\d /, ''), `${name}#L${i + 1}-L${i + 1}`]),
  ),
);

const replaces = new Map([
  ['dentist Kimura', 'dentist is Dr. Kim '],
  ['Tom marathon Berlin', 'marathon in Hamburg'],
  ['kitchen yellow', 'kitchen in green'],
  ['swim Thursday', 'swimming every Tuesday'],
]);

function model(request: ModelRequest): Operation[] {
  const block = request.messages[0]?.content[0];
  const prompt = block?.type === 'text' ? block.text : '';
  const dates = new Set([...prompt.matchAll(/<day date="([^"]+)"/g)].map((match) => match[1]));
  return saidInDays
    .filter(({ date, sort }) => dates.has(date) && sort !== 'noise' && sort !== 'joke')
    .map(({ text, want }): Operation => {
      const old = replaces.get(want?.join(' ') ?? '');
      const target =
        old === undefined
          ? undefined
          : /^(M\d+) \([^)]*\):/.exec(
              prompt.split('\n').find((line) => line.startsWith('M') && `${line} `.includes(old)) ?? '',
            )?.[1];
      return {
        op: target === undefined ? 'add' : 'supersede',
        target,
        section: 'Facts',
        text,
        kind: 'fact',
        importance: 0.6,
        source: [places.get(text) ?? ''],
      };
    });
}

test('of five days all facts arrive, night by night, and no poison', async () => {
  setup = await setUpConsolidation(model);
  for (const [name, note] of dailyNotes()) {
    setup.note(name, note);
    setup.clock.set(`${name.slice(0, 10)}T23:00:00Z`);
    expect((await setup.consolidator().run({ trigger: 'schedule' })).outcome).toBe('changed');
    expect((await setup.consolidator().run({ trigger: 'schedule' })).outcome).toBe('nothing new');
  }
  const lines = linesOfLongTerm(parseRaw(Buffer.from(setup.read('MEMORY.md'))));
  const score = scoreMemory(lines.filter((line) => !line.isHistory).map((line) => line.text));
  expect(score.missing.map(({ text }) => text)).toEqual([]);
  expect(score.wrong.filter(({ sort }) => sort === 'poison').map(({ text }) => text)).toEqual([]);
  expect(lines.filter((line) => line.isHistory).length).toBe(4);
  expect(saidInDays.length).toBeGreaterThanOrEqual(60);
  await expect(setup.read('MEMORY.md')).toMatchFileSnapshot('golden/week.md');
});

test('facts in prose, with relative dates and numbers in words, several a line and said in a conversation arrive with their exact source', async () => {
  const kept = { kind: 'fact', importance: 0.6 };
  setup = await setUpConsolidation(() =>
    writtenLines.flatMap((line) =>
      line.facts.map(({ claim }): Operation => ({
        ...kept,
        op: 'add',
        section: 'Facts',
        text: claim,
        source: [placeOfLine(line)],
        quote: line.text,
      })),
    ),
  );
  setup.note('MEMORY.md', handWrittenMemory);
  setup.note(`${formsDay}.md`, formsNote());
  writeFileSync(path.join(setup.dir, 'state/sessions', formsSessionName), formsSession());
  setup.clock.set(`${formsDay}T23:00:00Z`);
  const { rejected } = await setup.consolidator().run({ trigger: 'schedule' });
  expect(rejected.map(({ operation, reason }) => `${operation.text}: ${reason}`)).toEqual([]);
  const memory = setup.read('MEMORY.md');
  expect(scoreForms(memory, linesOfLongTerm(parseRaw(Buffer.from(memory))))).toEqual({
    facts: 11,
    missing: [],
    wrongSource: [],
    touched: [],
  });
});
