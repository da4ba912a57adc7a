import { expect, test } from 'vitest';
import { asTimezone, meantTimezones } from '../../src/assistant/commands/timezones.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['america/new york', 'America/New_York'],
  ['UTC', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Paris', null],
  ['Europe/Berln', null],
  ['', null],
  ['../etc', null],
  ['Europe/Berlin\n', 'Europe/Berlin'],
])('%j is the time zone %j', (given, zone) => {
  expect(asTimezone(given)).toBe(zone);
});

test.each([
  ['paris', ['Europe/Paris']],
  ['New York', ['America/New_York']],
  ['Europe/Berln', ['Europe/Berlin']],
  ['kolkata', ['Asia/Kolkata']],
  ['ho chi minh', ['Asia/Ho_Chi_Minh']],
  ['toronot', ['America/Toronto']],
  ['Germany/Berlin', ['Europe/Berlin']],
  ['xyzzyxyzzy', []],
  ['', []],
])('by %j one may mean %j', (given, zones) => {
  expect(meantTimezones(given)).toEqual(zones);
});
