import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/memory/memory.ts';
import { eventIn } from '../../../src/memory/rank/event-anchor.ts';
import { openWordMemory } from '../../support/word-memory.ts';

describe('the event by which a query tells its time', () => {
  it.each([
    ['which tea did I drink before the move', 'before', 'the move'],
    ['Before the move, which tea did I drink?', null, null],
    ['where did we live until we moved to Bonn?', 'until', 'we moved to Bonn'],
    ['what did the doctor say after Anna’s operation, do you know', 'after', 'Anna’s operation'],
    ['what comes after this', null, null],
    ['the day after', null, null],
    ['who looks after the cat', null, null],
  ])('%s', (query, word, event) => {
    const side = word === 'until' ? 'before' : word;
    expect(eventIn(query)).toEqual(side === null ? null : { side, event, text: `${word} ${event}` });
  });
});

describe('a search for what was before or after something that happened', () => {
  let memory: Memory;

  beforeEach(async () => {
    const days: Record<string, string> = {
      '2026-02-01': 'my dentist is Dr. Sommer in the Hauptstrasse',
      '2026-04-20': 'bought boxes for the move',
      '2026-05-03': 'the move to Bonn went well',
      '2026-05-04': 'still tired from the move',
      '2026-06-10': 'my dentist is Dr. Winter, a dentist as dentists should be',
      '2026-10-01': 'nobody misses the old flat since the move',
    };
    const notes = Object.entries(days).map(([day, text]) => [`${day}.md`, `# ${day}\n\n- ${text}\n`] as const);
    memory = await openWordMemory(Object.fromEntries(notes), { now: () => new Date('2026-11-21T12:00:00Z') });
  });
  afterEach(() => memory.close());

  /** The lines about the event have its words; asked for is what else was then. */
  async function firstDentist(query: string): Promise<string | undefined> {
    const { results } = await memory.search(query, { passages: false, reject: false });
    return results.find(({ text }) => text.includes('dentist'))?.path;
  }

  it.each([
    ['who was my dentist before the move?', '2026-02-01.md'],
    ['who is my dentist since the move?', '2026-06-10.md'],
    ['who was my dentist after the move to Bonn?', '2026-06-10.md'],
    // Newer wins between equals, where it is unknown when that was.
    ['who was my dentist before the flood?', '2026-06-10.md'],
  ])('%s', async (query, expected) => {
    expect(await firstDentist(query)).toBe(expected);
  });
});
