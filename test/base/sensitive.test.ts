import { describe, expect, test } from 'vitest';
import { findSensitive, withoutSensitive } from '../../src/base/secrets.ts';

describe('what is not kept', () => {
  test.each([
    'My PIN is 4711',
    'the PIN of the card: 0815.',
    'The wifi password is hunter22!',
    'password for the router upstairs is Tr0ub4dor&3',
    'Das Kennwort fürs WLAN lautet "sommer2026"',
    'mi contraseña es gato#negro',
    'le mot de passe est chat!noir',
    'The code of the bike lock is 4711',
    'door code 12#45? no: code B7-44x',
    'CVV 123',
    'IBAN DE89 3704 0044 0532 0130 00',
    'transfer it to GB82WEST12345698765432 please',
    'account number 12345678',
    'card 4111 1111 1111 1111',
  ])('%s', (text) => {
    expect(findSensitive(text)).not.toEqual([]);
    expect(findSensitive(withoutSensitive(text))).toEqual([]);
  });

  test.each([
    'I changed my password on 2026-11-20',
    'my password manager costs 3.99 a month',
    'The code review is at 14:30',
    'zip code 10115, area code 030',
    'forgot the PIN again. 2026 is a bad year',
    'Anna was born in 1984',
    'DE89 3704 0044 0532 0130 01 has a wrong checksum',
    'flight LH1234 to Oslo at 9:15',
    'the dress code is black tie',
    'parcel 00340434161094042557',
  ])('but this is: %s', (text) => {
    expect(findSensitive(text)).toEqual([]);
  });

  test('the rest of the text stays', () => {
    expect(withoutSensitive('Rent goes to DE89370400440532013000 on the 1st, PIN 4711')).toBe(
      'Rent goes to [not shown] on the 1st, PIN [not shown]',
    );
  });
});
