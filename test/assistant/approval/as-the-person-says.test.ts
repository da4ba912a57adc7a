import { expect, test } from 'vitest';
import { asThePersonSays } from '../../../src/assistant/approval/as-the-person-says.ts';
import { expectLinear } from '../../support/growth.ts';

test.each([
  ['The user owes Paul 30 euros', 'I owes Paul 30 euros'],
  ['Paul owes the user 30 euros', 'Paul owes me 30 euros'],
  ["Paul has the user's drill, and the user knows", 'Paul has my drill, and I knows'],
  ['Mila owes Paul 30 euros, Paul has Mila’s drill', 'I owes Paul 30 euros, Paul has my drill'],
  ['Der Nutzer schuldet Paul 30 Euro', 'ich schuldet Paul 30 Euro'],
  ['Anna sagt, daß der Nutzer Paul mag', 'Anna sagt, daß ich Paul mag'],
  ['Die Bohrmaschine des Nutzers hat Anna', 'Die Bohrmaschine des Nutzers hat Anna'],
  ['Paul debe 30 euros al usuario', 'Paul debe 30 euros me'],
  ['The username is on the list of users', 'The username is on the list of users'],
])('what a line says of the person is read as their own words: %s', (line, spoken) => {
  expect(asThePersonSays(line, ['Mila', ''])).toBe(spoken);
});

test('it takes linear time', async () => {
  await expectLinear(
    (line) => asThePersonSays(line, ['Mila']),
    (n) => 'the user '.repeat(Math.ceil(n / 9)),
    { maxSize: 40_000 },
  );
  expect(asThePersonSays('the user', [])).toBe('I');
});
