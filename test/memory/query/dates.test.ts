import { describe, expect, it } from 'vitest';
import { dayFrom, timeIn } from '../../../src/memory/query/dates.ts';

const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
function days(query: string, now: string, timezone = 'Europe/Berlin'): string | null {
  const range = timeIn(query, new Date(now), timezone)?.days ?? null;
  return range && `${iso(range.from)} ${iso(range.to)}`;
}

// A Saturday.
const noon = '2026-11-21T12:00:00Z';

describe('the time that a query names', () => {
  it.each([
    ['what did we do yesterday', '2026-11-20 2026-11-20'],
    ['what did we do last night', '2026-11-20 2026-11-20'],
    ['dinner three days ago', '2026-11-18 2026-11-18'],
    ['dinner this week', '2026-11-16 2026-11-22'],
    ['dinner last week', '2026-11-09 2026-11-15'],
    ['dinner in the past week', '2026-11-14 2026-11-21'],
    ['where were we last weekend', '2026-11-14 2026-11-15'],
    ['dinner two weeks ago', '2026-11-04 2026-11-10'],
    ['what did we say on Tuesday', '2026-11-17 2026-11-17'],
    ['what is next Tuesday', '2026-11-24 2026-11-24'],
    ['what do I have tomorrow', '2026-11-22 2026-11-22'],
    ['what is planned next week', '2026-11-23 2026-11-29'],
    ['anything on 27 November', '2026-11-27 2026-11-27'],
    ['what did I do on 27 November', '2025-11-27 2025-11-27'],
    ['do I have anything on Friday', '2026-11-27 2026-11-27'],
    ['dinner in May', '2026-05-01 2026-05-31'],
    ['dinner in December', '2025-12-01 2025-12-31'],
    ['dinner in March 2025', '2025-03-01 2025-03-31'],
    ['dinner on 10 May', '2026-05-10 2026-05-10'],
    ['dinner on 2026-05-10', '2026-05-10 2026-05-10'],
    ['the trip of 3 to 7 May', '2026-05-03 2026-05-07'],
    ['what happened between May and July', '2026-05-01 2026-07-31'],
    ['what happened from May to July 2025', '2025-05-01 2025-07-31'],
    ['what happened between 3 May and 10 June', '2026-05-03 2026-06-10'],
    ['what happened between November and December', '2026-11-01 2026-12-31'],
    ['what happened between December and February', '2025-12-01 2026-02-28'],
    ['what did we do last summer', '2026-06-01 2026-08-31'],
    ['what did we do last autumn', '2025-09-01 2025-11-30'],
    ['what did we do this autumn', '2026-09-01 2026-11-30'],
    ['what did we do in the winter', '2025-12-01 2026-02-28'],
    ['where were we in the winter of 2023', '2023-12-01 2024-02-29'],
    ['where were we in early spring 2024', '2024-03-01 2024-05-31'],
    ['what happened since last spring', '2026-03-01 2026-11-21'],
    ['what happened before the summer of 2025', '2025-03-03 2025-05-31'],
    ['did I fall from the spring mattress', null],
    ['what happened in 2024', '2024-01-01 2024-12-31'],
    ['what happened since March', '2026-03-01 2026-11-21'],
    ['what happened since last week', '2026-11-09 2026-11-21'],
    ['what happened after 10 May', '2026-05-11 2026-11-21'],
    ['what happened after 2025', '2026-01-01 2026-11-21'],
    ['what did we plan before 10 May', '2026-02-09 2026-05-09'],
    ['what happened until yesterday', '2026-08-22 2026-11-20'],
    ['who may help me march to the sun', null],
    ['the cat', null],
    ['call me at 5 pm', null],
  ])('%s', (query, expected) => {
    expect(days(query, noon)).toBe(expected);
  });

  it.each([
    ['a minute before midnight', '2026-11-20T22:59:00Z', 'Europe/Berlin', '2026-11-19'],
    ['a minute after midnight', '2026-11-20T23:01:00Z', 'Europe/Berlin', '2026-11-20'],
    ['where it is still the day before', '2026-11-21T04:30:00Z', 'America/New_York', '2026-11-19'],
    ['where it is already the next day', '2026-11-20T11:30:00Z', 'Pacific/Auckland', '2026-11-20'],
    ['in the hour that summer time skips', '2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-28'],
    ['late on the day of 23 hours', '2026-03-29T21:59:00Z', 'Europe/Berlin', '2026-03-28'],
    ['just after the day of 23 hours', '2026-03-29T22:01:00Z', 'Europe/Berlin', '2026-03-29'],
    ['in the first of the two hours from two to three', '2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-24'],
    ['in the second one', '2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-24'],
    ['late on the day of 25 hours', '2026-10-25T22:59:00Z', 'Europe/Berlin', '2026-10-24'],
    ['just after the day of 25 hours', '2026-10-25T23:01:00Z', 'Europe/Berlin', '2026-10-25'],
  ])('is yesterday by the clock of the person: %s', (_, now, timezone, expected) => {
    expect(days('yesterday', now, timezone)).toBe(`${expected} ${expected}`);
  });

  it('turns with the week, at midnight from Sunday to Monday', () => {
    expect(days('last week', '2026-11-22T22:59:00Z')).toBe('2026-11-09 2026-11-15');
    expect(days('last week', '2026-11-22T23:01:00Z')).toBe('2026-11-16 2026-11-22');
  });
});

it('gives since its first day and until its last one', () => {
  const at = (text: string, edge: 'first' | 'last'): string | null => {
    const day = dayFrom(text, edge, new Date(noon), 'Europe/Berlin');
    return day === null ? null : iso(day);
  };
  expect([
    at('2026-05-10', 'first'),
    at('last week', 'first'),
    at('last week', 'last'),
    at('May', 'last'),
    at('nonsense', 'first'),
  ]).toEqual(['2026-05-10', '2026-11-09', '2026-11-15', '2026-05-31', null]);
});
