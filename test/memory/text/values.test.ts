import { expect, it } from 'vitest';
import { isOfKind, valuesIn } from '../../../src/memory/text/values.ts';

it.each([
  ['Stand-up was pushed to 10:00', ['time 10:00']],
  ['A reunião passou para as 10h', ['time 10h']],
  ['die Krippe schließt um 16 Uhr', ['time 16 uhr', 'name krippe']],
  ['Piano lessons are on Mondays at five', ['day mondays']],
  ['Renewed the passport, valid until May 2036', ['date may', 'date 2036']],
  ['Le code de la porte a changé : 93C2', ['code 93c2']],
  ['the gym raised it to €45, then 47 euros', ['number 45', 'number 47']],
  ['kofi moved to Kumasi', ['name kumasi']],
  ['Kofi is well', []],
])('%s gives %j', (line, expected) => {
  expect(valuesIn(line).map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected);
});

it('takes numbers for the same kind unless both have another unit', () => {
  const [euros, kilos, bare] = ['45 euros', '45 kilos', '45'].map((line) => valuesIn(line)[0]!);
  expect([isOfKind(euros!, bare!), isOfKind(bare!, kilos!), isOfKind(euros!, kilos!)]).toEqual([true, true, false]);
});
