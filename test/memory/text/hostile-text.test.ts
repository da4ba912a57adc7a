// Whatever a note or a question holds, reading it takes linear time.
import { describe, expect, it } from 'vitest';
import { daysNamed, timeIn } from '../../../src/memory/query/dates.ts';
import {
  addsMore,
  asksForPresent,
  asksForSeveral,
  asksForWay,
  becomingAskedIn,
  becomingToldIn,
  definitionOf,
  flagsAskedFor,
  newsIn,
  isForOnce,
  ownersIn,
  tellsOfChange,
  tellsOfEnd,
} from '../../../src/memory/query/question-forms.ts';
import { codesIn, spellingsOf } from '../../../src/memory/query/spellings.ts';
import { withEnglishTimes } from '../../../src/memory/query/translate-times.ts';
import { eventIn } from '../../../src/memory/rank/event-anchor.ts';
import { statementIn } from '../../../src/memory/rank/pair-signals.ts';
import { kindFlags } from '../../../src/memory/text/answer-type.ts';
import { chunkNote } from '../../support/chunk-note.ts';
import { rowsOf } from '../../../src/memory/text/chunk-features.ts';
import { plainText } from '../../../src/memory/text/plain-text.ts';
import { withNames } from '../../../src/memory/text/resolve-pronouns.ts';
import {
  boundedQuery,
  contentTermsOf,
  foldText,
  namesIn,
  parseQuery,
  termsOf,
} from '../../../src/memory/text/terms.ts';
import { expectLinear, hostileInputs } from '../../support/growth.ts';

const now = new Date('2026-11-22T12:00:00Z');
const indexed = (text: string): void => {
  const rows = rowsOf('2026-11-22.md', chunkNote(text));
  let step = rows.next();
  while (!step.done) step = rows.next();
  for (const chunk of step.value.chunks) chunk.read();
};

const readers: Record<string, (text: string) => unknown> = {
  chunkNote,
  'a note made into rows of the index': indexed,
  plainText,
  termsOf,
  foldText,
  parseQuery,
  contentTermsOf,
  namesIn,
  kindFlags,
  flagsAskedFor,
  spellingsOf,
  codesIn,
  asksForSeveral,
  asksForPresent,
  asksForWay,
  tellsOfChange,
  tellsOfEnd,
  addsMore,
  newsIn,
  isForOnce,
  ownersIn,
  becomingAskedIn,
  becomingToldIn,
  definitionOf: definitionOf('Bea'),
  statementIn: (text) => {
    const { reading, values } = statementIn(text);
    return { reading, values };
  },
  eventIn,
  withEnglishTimes,
  timeIn: (text) => timeIn(text, now, 'Europe/Berlin'),
  daysNamed: (text) => daysNamed(text, 20_000, 'Europe/Berlin'),
  withNames: (text) => withNames(`I was with your sister and the ${text}`, 'Anna', 'Ben'),
};

it.each(Object.entries(readers))('%s takes linear time on any text', async (_, read) => {
  for (const make of Object.values(hostileInputs))
    await expect(expectLinear(read, make, { maxSize: 4000 })).resolves.toBeUndefined();
});

describe('a note that others wrote', () => {
  it('with a heading of thousands of blanks and a lone CR is read at once', () => {
    expect(chunkNote(`#${' '.repeat(6000)}\rx`).sections).toHaveLength(2);
  });

  it('of two megabytes of drawn lines has no chunks', () => {
    expect(chunkNote('---\n'.repeat(500_000)).chunks.length).toBeLessThan(2);
  });

  it('keeps a title of any length only so far as it is worth keeping with every chunk below it', () => {
    const { sections } = chunkNote(`# ${'long '.repeat(100_000)}\n\n- a fact\n`);
    expect(sections[1]?.headings[0]?.length).toBeLessThanOrEqual(300);
  });

  it('has no speaker whose name is as long as a book', () => {
    expect(chunkNote(`${'A'.repeat(100_000)}: hello`).chunks.every(({ speaker }) => speaker === null)).toBe(true);
  });
});

describe('a query', () => {
  it('of a megabyte is searched by how it begins, and ends at the end of a character', () => {
    const bounded = boundedQuery('👍'.repeat(500_000));
    expect(bounded.length).toBeLessThanOrEqual(4000);
    expect(bounded.isWellFormed()).toBe(true);
    expect(parseQuery(Array.from({ length: 100_000 }, (_, i) => `word${i}`).join(' ')).terms.length).toBeLessThan(50);
  });

  it('in one long line without spaces is cut at characters as people see them, and no text is lost', () => {
    const family = '👩‍👩‍👧‍👦';
    const line = `x${family.repeat(500)}`;
    const parts = chunkNote(line).chunks.map(({ text }) => text);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(line);
    for (const part of parts) expect(part.replaceAll(family, '')).toMatch(/^x?$/);
  });

  it('with halves of surrogate pairs is made well-formed', () => {
    expect(boundedQuery('a\ud83d b').isWellFormed()).toBe(true);
  });
});
