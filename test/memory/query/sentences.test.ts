import { expect, it } from 'vitest';
import { sentencesIn } from '../../../src/memory/query/sentences.ts';
import { openWordMemory } from '../../support/word-memory.ts';

it.each([
  [
    'Hi! The tap drips again. Who was it that fixed the boiler?',
    ['Who was it that fixed the boiler?', 'The tap drips again.'],
  ],
  [
    'Der Hahn tropft wieder.\nWer hat die Heizung repariert',
    ['Wer hat die Heizung repariert', 'Der Hahn tropft wieder.'],
  ],
  ['谁修了锅炉？奥马尔什么时候来？', ['奥马尔什么时候来？', '谁修了锅炉？']],
  ['Who fixed the boiler in version 2.3.1 of the house?', []],
  ['Hello. Who fixed the boiler?', []],
  ['Would Dr. Weber read the C. S. Lewis books to John in the U.S. this winter?', []],
  ['', []],
])('are those that tell something, the longest first: %s', (text, sentences) => {
  expect(sentencesIn(text)).toEqual(sentences);
});

it('are each looked for, where a message has several', async () => {
  const memory = await openWordMemory({
    'facts.md': [
      'Boiler serviced by Omar and Sons',
      'Hana (neighbour upstairs) plays the oud',
      'Bought rye flour',
      'The hedge was cut in May',
      'Signed up for the swimming course',
      'The attic leaks next to the chimney',
    ],
  });
  const message =
    'Hi! Lovely weather today, the children built castles and ate ice cream until sunset. Who was it that fixed the boiler? Tomorrow brings rain, thunder and a grumpy teenager, they say on television.';
  const { results } = await memory.search(message, { passages: false });
  expect(results.map(({ text }) => text)).toContain('- Boiler serviced by Omar and Sons');
  await memory.close();
});
