import { describe, expect, it } from 'vitest';
import { asksForSeveral } from '../../../src/memory/query/question-forms.ts';
import { spread } from '../../../src/memory/rank/order.ts';
import { order as tuned } from '../../../src/memory/weights.ts';

describe('a question for several things', () => {
  it.each([
    'What instruments does Anna play?',
    'Which books did I read last year?',
    'In what cities have we lived?',
    'What LGBTQ+ events has Carla been to?',
    'How many children does Ben have?',
    'What are the symptoms that I wrote down?',
    'What types of yoga has Anna tried?',
    'What do Anna and Ben both collect?',
  ])('asks for what is many: %s', (question) => {
    expect(asksForSeveral(question)).toBe(true);
  });

  it.each([
    'What instrument does Anna play?',
    'What is Anna’s dog called?',
    "What was Ben's answer?",
    'Which class does Anna teach?',
    'What status does the order have?',
    'What amount of the pills does Ben take?',
    'What has Anna given to Ben?',
    'When is the rent due?',
    'Where does Anna live?',
    'Anna instruments',
    '',
  ])('is not one for a single thing: %s', (question) => {
    expect(asksForSeveral(question)).toBe(false);
  });
});

describe('hits of several places', () => {
  /** The places of the hits in their new order, with the place in the name and equal steps between the ranks. */
  const order = (names: string, step: number): string => {
    const hits = [...names].map((name, i) => ({ name, rank: 3 - step * i }));
    spread(hits, ({ name }) => name.charCodeAt(0), tuned.place);
    return hits
      .toSorted((a, b) => b.rank - a.rank)
      .map(({ name }) => name)
      .join('');
  };

  it('come before the sixth of a place that is hardly better', () => {
    expect(order('aaaaaab', 0.01)).toBe('aaaaaba');
    expect(order('aaaaaaabcb', 0.01)).toBe('aaaaabcbaa');
  });

  it('stay behind what is much better, and leave the first five alone', () => {
    expect(order('aaaaaab', 0.3)).toBe('aaaaaab');
    expect(order('aaaabc', 0.01)).toBe('aaaabc');
  });
});
