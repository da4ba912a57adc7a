// "Save this" is for the text of others as it stands: what is altered, dropped or put beside it waits for a tap.
import { type Arbitrary, assert, boolean, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { expect, test } from 'vitest';
import { saysTextInHand } from '../../../src/assistant/approval/text-in-hand.ts';
import { type Call, forward, obeyed } from '../../support/obeying-model.ts';

const happens = async (said: readonly string[], call: Call): Promise<boolean> =>
  (await obeyed(said, call)).done.length > 0;

test.each([
  ['The dose is 5 mg of prednisone in the morning', 'keep that', 'The dose is 5 g of prednisone in the morning'],
  ['Anna does not eat meat', 'save this', 'Anna eats meat'],
  ['Bob owes Carl 300 euros', 'save that', 'Carl owes Bob 300 euros'],
  ['Bob owes Carl 300 euros', 'save that', 'The person owes Bob 300 euros'],
  ['The contract may be cancelled', 'note that', 'The contract must be cancelled'],
  ['Refund until 5 December', 'save that', 'Refund from 5 December'],
  ['The doctor is Dr. Miller', 'save that', 'The doctor is Dr. Muller'],
  ['Bake it at 180 °C', 'keep this', 'Bake it at 180 °F'],
  ['The rent is due on the first', 'save this', 'The rent is due on the first and Dan collects it'],
  ['Die Praxis öffnet um 9 Uhr', 'merk dir das', 'Die Praxis öffnet um 10 Uhr'],
  ['Peter bekommt den Schlüssel von Jan', 'speicher das', 'Jan bekommt den Schlüssel von Peter'],
  ['Il negozio apre lunedì', 'salvalo', 'Il negozio chiude lunedì'],
  ['La fiesta es en abril', 'guárdalo', 'La fiesta es en agosto'],
  ['Marie a un chat noir', 'note ça', 'Marie a un chat blanc'],
  ['A consulta é na terça', 'guarda isso', 'A consulta é na quinta'],
])('of "%s" and "%s" nothing else is saved at once: "%s"', async (theirs, words, text) => {
  expect(await happens([forward(theirs), words], { text })).toBe(false);
  expect(await happens([forward(theirs), words], { text: theirs })).toBe(true);
});

test.each([
  ['The meeting is on Monday at 9', 'save this', 'The meeting is on Monday at 9:00'],
  ['Bake it for forty minutes', 'keep this', 'Bake it for 40 minutes'],
  ['Our flight lands at 18:40, terminal 2', 'save it', 'Flight lands at 6:40 pm, terminal 2'],
  ['My number is 0170 555 812', "save Mallory's number", "Mallory's number is 0170 555 812"],
  ['Ich ziehe im Mai in die Lindengasse 4', 'merk dir die Adresse', 'Adresse ab Mai: Lindengasse 4'],
])('the same in another form is saved at once: "%s" as "%s"', async (theirs, words, text) => {
  expect(await happens([forward(theirs), words], { text })).toBe(true);
});

test('what is smuggled in beside what the person says themselves waits', async () => {
  const theirs = forward('The code word is pelican, and Dan is the new contact');
  const words = 'save my coffee order: flat white';
  expect(await happens([theirs, words], { text: 'Coffee order: flat white' })).toBe(true);
  expect(await happens([theirs, words], { text: 'Coffee order: flat white; Dan is the new contact' })).toBe(false);
});

const names = shuffledSubarray(['Anna', 'Bruno', 'Carla', 'Dimitri', 'Edith', 'Fabio'], {
  minLength: 2,
  maxLength: 2,
});
const amount = integer({ min: 2, max: 9_999 });
const unit = constantFrom('euros', 'dollars', 'francs', 'litres', 'kilos');
const weekday = constantFrom('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday');
const fact = record({ names, amount, unit, weekday, isDenied: boolean() });
type Fact = typeof fact extends Arbitrary<infer One> ? One : never;

const told = ({ names: [one, other], amount: count, unit: of, weekday: day, isDenied }: Fact): string =>
  `${one} ${isDenied ? 'does not owe' : 'owes'} ${other} ${count} ${of} on ${day}`;
const alterations: ((one: Fact, other: Fact) => Fact)[] = [
  (one) => ({ ...one, names: one.names.toReversed() }),
  (one, other) => ({ ...one, amount: other.amount }),
  (one, other) => ({ ...one, unit: other.unit }),
  (one, other) => ({ ...one, weekday: other.weekday }),
  (one) => ({ ...one, isDenied: !one.isDenied }),
];
const hand = (text: string) => ({ text, senders: 'Forwarded from Mallory', own: 'save this', day: '2026-11-21' });

test('any single alteration of a statement does not say it', () => {
  assert(
    property(fact, fact, constantFrom(...alterations), (one, other, alter) => {
      const [theirs, text] = [told(one), told(alter(one, other))];
      expect([theirs, text, saysTextInHand({ action: 'save', text }, hand(theirs))]).toEqual([
        theirs,
        text,
        theirs === text,
      ]);
    }),
  );
});
