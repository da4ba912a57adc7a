import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEraser } from '../../../src/features/forget/eraser.ts';
import { expectLinear } from '../../support/growth.ts';
import { propertyRuns } from '../../support/property-runs.ts';

test.each(['ab ', 'ab   ', 'ab\n', 'a ', ' '])(
  'a phrase is looked for in linear time, in a text of nothing but %j',
  async (unit) => {
    const { text } = createEraser({ phrases: ['ab ab ab cd'], lines: [] });
    await expectLinear(
      (given) => text(given),
      (n) => unit.repeat(Math.ceil(n / unit.length)),
    );
    expect(text('say ab  ab ab\ncd now')).toBe('say [forgotten] now');
  },
);

test.each([
  '# Outline\n\n## Plans for 2027\n\n### Buy the house in Kiel, max 400000\n\n### Sell the boat\n\n- Distelfink wants it\n\n## Other\n\ntext\n',
  '# Memory\n\n##cedar is best, ask Hartmann 0431-555\n\n- Distelfink wants it\n',
  'Plans\n=====\n\nKiel\n----\n\n- Distelfink wants it\n\n## Other\n',
])('a heading stays when the last line below it is forgotten: %j', (note) => {
  const left = createEraser({ phrases: ['Distelfink'], lines: [] }).note(Buffer.from(note));
  expect(left.toString()).toBe(note.replace('- Distelfink wants it\n', ''));
});

const dad =
  "my dad Andrzej had a second stroke in October, he's in a care home in Sopot now. My sister Kasia visits him on Tuesdays, I call him every Sunday around 5";

test.each([
  ['And dad called me Janek on Sunday.', dad],
  ['And dad called me Janek on Sunday.', 'I call dad every Sunday at 6 now'],
  ['And dad called me Janek on Sunday.', 'Dad called on Sunday, he feels better'],
  ['the gate code of the yard is 4711', 'the gate of the yard is green, and its code of honour is 4712'],
  ['we bought a red sofa', 'We bought bread. The sofa is green, the door is red.'],
])('of %j nothing is said in %j', (statement, text) => {
  expect(createEraser({ phrases: [], lines: [statement] }).text(text)).toBe(text);
});

test.each([
  ['And dad called me Janek on Sunday.', 'On Sunday my dad was calling me Janek! It rained.', '[forgotten] It rained.'],
  [
    'we bought a red sofa from Otto for the hall',
    'Tea. Bought the red sofa for our hall, from Otto? Yes.',
    'Tea. [forgotten] Yes.',
  ],
  [
    'Anna moved to Bonn. She has a cat there',
    'Rain. Anna has moved to Bonn. She has a cat. More rain.',
    'Rain. [forgotten] More rain.',
  ],
])('%j is said again in %j, and only that is taken out', (statement, text, left) => {
  expect(createEraser({ phrases: [], lines: [statement] }).text(text)).toBe(left);
});

test('what is forgotten takes no sentence with it that lacks a word of four, a name or a number of it', () => {
  const word = fc.constantFrom(
    'boat',
    'river',
    'green',
    'piano',
    'kettle',
    'window',
    'carpet',
    'garden',
    'Janek',
    'Sopot',
    '4711',
  );
  const sentence = fc.uniqueArray(word, { minLength: 3, maxLength: 6 });
  fc.assert(
    fc.property(sentence, fc.array(sentence, { minLength: 1, maxLength: 4 }), (statement, sentences) => {
      const said = `so ${statement.join(' ')}`;
      const text = sentences.map((words) => `so ${words.join(' ')}.`).join(' ');
      const left = createEraser({ phrases: [], lines: [said] }).text(text);
      const isSaid = (words: readonly string[]): boolean => {
        const missing = statement.filter((one) => !words.includes(one));
        return missing.length <= (statement.length < 5 ? 0 : 1) && missing.every((one) => /^[a-z]/.test(one));
      };
      const kept = sentences.filter((words) => !isSaid(words));
      expect(left.split('.').filter((one) => one.includes('so '))).toHaveLength(kept.length);
    }),
    { numRuns: propertyRuns(200) },
  );
});
