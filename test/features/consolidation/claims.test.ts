import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../support/growth.ts';
import { whyUnfounded } from '../../../src/features/consolidation/claims.ts';
import { honest, said, untrue, type Pair } from './claims-data.ts';

const judge = ([quote, text, known = '']: Pair): string | null =>
  whyUnfounded({ text, quote, known, said, isOpenQuestion: false });

describe('of claims and the words they quote', () => {
  test('fewer than one in twenty honest paraphrases is refused', () => {
    const refused = honest.filter((pair) => judge(pair) !== null).map((pair) => `${pair[1]}: ${judge(pair)}`);
    expect(honest.length).toBeGreaterThanOrEqual(60);
    expect({ tooMany: refused.length / honest.length >= 0.05 && refused }).toEqual({ tooMany: false });
  });

  test('fewer than one in ten false claims is taken', () => {
    const taken = untrue.filter((pair) => judge(pair) === null).map(([quote, text]) => `${quote} -> ${text}`);
    expect(untrue.length).toBeGreaterThanOrEqual(60);
    expect({ tooMany: taken.length / untrue.length >= 0.1 && taken }).toEqual({ tooMany: false });
  });
});

test('a claim that repeats its quote is never refused for a value of its own', () => {
  const values = ['Anna', 'tea', '1,200', '7 pm', 'half past two', '3 May 2026', 'twenty', 'Köln', '19:30', '3.5'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 12 }), (words) => {
      expect(judge([words.join(' '), words.join(' ')])).toBeNull();
    }),
  );
});

test.each(['1,', '12:', 'may ', 'half past ', '<!-- ', '- 09:15 ', 'not, ', 'Tom ', '\u2028', '1900-'])(
  'a claim of nothing but %j is read in linear time',
  async (unit) => {
    const claim = (text: string) => ({ text, quote: text, known: text, said, isOpenQuestion: false });
    await expectLinear(
      (text) => whyUnfounded(claim(text)),
      (n) => unit.repeat(Math.ceil(n / unit.length)),
      { maxSize: 4_000 },
    );
    expect(whyUnfounded(claim(unit))).toBeNull();
  },
);
