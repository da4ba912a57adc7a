// The day of a note and of its sections, in the forms that programs and people write.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import { languages } from '../../../src/language/languages.ts';
import { rowsOf } from '../../../src/memory/text/chunk-features.ts';
import { dateIn, dayOfFrontMatter, dayOfPath } from '../../../src/memory/text/written-day.ts';
import { chunkNote } from '../../support/chunk-note.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const shown = (day: number | null | undefined): string | null =>
  day === null || day === undefined ? null : new Date(86_400_000 * day).toISOString().slice(0, 10);
const dayNumber = (date: string): number => Date.parse(date) / 86_400_000;

const two = (value: number): string => String(value).padStart(2, '0');
const inEnglish = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }).format(at);

/** A day as names of files, and headings, have it. */
function formsOf(day: number): string[] {
  const at = new Date(86_400_000 * day);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const [long, short] = [inEnglish(at, { month: 'long' }), inEnglish(at, { month: 'short' })];
  const weekday = inEnglish(at, { weekday: 'long' });
  const nth = `${date}${[11, 12, 13].includes(date) ? 'th' : (['th', 'st', 'nd', 'rd'][date % 10] ?? 'th')}`;
  return [
    ...['-', '_', '.'].map((mark) => [year, two(month), two(date)].join(mark)),
    ...['-', '.', '_'].map((mark) => [two(date), two(month), year].join(mark)),
    `${date}.${month}.${year}`,
    `${date}. ${month}. ${year}`,
    `${year}${two(month)}${two(date)}`,
    `${year}${two(month)}${two(date)}1033 Zettel`,
    `IMG_${year}${two(month)}${two(date)}_103321`,
    `${short} ${nth}, ${year}`,
    `${long} ${nth}, ${year}`,
    `${weekday}, ${long} ${nth}, ${year}`,
    `${long} ${date}, ${year}`,
    `${weekday.slice(0, 3)} ${date} ${short} ${year}`,
    `${date} ${long} ${year}`,
    `${date}-${short}-${year}`,
    `${date}${short}${year}`,
    `${year} ${short} ${date}`,
    `Standup, ${date} ${long} ${year}`,
    `${year}-${two(month)}-${two(date)} ${weekday}`,
    `${year}年${month}月${date}日`,
    `${year}년 ${month}월 ${date}일`,
  ];
}

function foldersOf(day: number): string[] {
  const at = new Date(86_400_000 * day);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const [long, weekday] = [inEnglish(at, { month: 'long' }), inEnglish(at, { weekday: 'long' })];
  const of = `${year}/${two(month)}`;
  return [
    `Daily/${of}/${two(date)}.md`,
    `${of}-${long}/${two(date)}-${weekday}.md`,
    `${of}-${long}/${year}-${two(month)}-${two(date)}-${weekday}.md`,
    `${of}/${two(month)}-${two(date)}.md`,
    `${year}/${two(month)}-${two(date)}.md`,
    `${year}/${year}-${two(month)}/${two(date)}.md`,
    `${year}/${long}/${date}.md`,
    `${of}/${two(date)}/Plans.md`,
    `Trips/${year}-${two(month)}-${two(date)} Rome/Packing.md`,
  ];
}

it('reads every day of some years in each form, of a path and of a heading', () => {
  const misread: string[] = [];
  for (let day = dayNumber('2027-01-01'); day < dayNumber('2029-01-01'); day += 1) {
    for (const form of formsOf(day))
      if (dateIn(form)?.day !== day || dayOfPath(`notes/${form}.md`) !== day) misread.push(form);
    misread.push(...foldersOf(day).filter((path) => dayOfPath(path) !== day));
  }
  expect(misread).toEqual([]);
});

it('reads the months of each language, also with the marks of their letters apart', () => {
  for (const { months } of languages)
    for (const [i, said] of months.entries())
      for (const name of said.split(' ').filter((one) => !/\d|月/.test(one)))
        for (const form of ['NFC', 'NFD'] as const)
          for (const text of [`15 ${name} 2026`, `15. ${name} 2026`, `${name} 15, 2026`, `15 de ${name} de 2026`])
            expect([text, shown(dateIn(text.normalize(form))?.day)]).toEqual([text, `2026-${two(i + 1)}-15`]);
});

it.each([
  ['9/15/2026', '2026-09-15'],
  ['03-04-2026', '2026-04-03'],
  ['Dienstag, 15. September 2026', '2026-09-15'],
  ['Mar 15 sep 2026', '2026-09-15'],
  ['1er janvier 2026', '2026-01-01'],
  ['Invoice 2026-09-15 from ACME', '2026-09-15'],
  ['Week 38 - 15 September 2026', '2026-09-15'],
  ['10:30 – 15.9.2026', '2026-09-15'],
  ['2026-09-15 to 2026-09-18', '2026-09-15'],
  // What is no whole day, none, or more than one.
  ['Budget 2026', null],
  ['September 2026', null],
  ['15. September', null],
  ['2026-02-30', null],
  ['31.04.2026', null],
  ['Trip of 12 May to 3 June 2025', null],
  ['12-15 May 2026', null],
  ['12. bis 15.5.2026', null],
  ['20.5. bis 3.6.2026', null],
  ['Mon 12 – Thu 15 September 2026', null],
  ['del 12 al 15 de mayo de 2026', null],
  ['Sep 15-17, 2026', null],
  ['December 3, 2025 to January 2, 2026', null],
  ['15/09/2026-20/09/2026', null],
  ['20260915-20260920', null],
  // Numbers that are no dates.
  ['20264315', null],
  ['19820915', null],
  ['0151 20260915', null],
  ['+20260915', null],
  ['ID20260915', null],
  ['20260915 12345', null],
  ['4f3c20260915ab12', null],
  ['2010121455512', null],
  ['192.168.1.2026', null],
  ['v1.2.2026', null],
])('of "%s" the day is %s', (text, day) => {
  expect(shown(dateIn(text)?.day)).toBe(day);
});

it.each([
  '2026/09/Ideas.md',
  '2026/09/15 ideas.md',
  '2026/15.md',
  'Backup 2026-09-15/People/Anna.md',
  'takeout-20260915T103321Z-001/Keep/Anna.md',
])('reads no day of %s', (path) => {
  expect(dayOfPath(path)).toBeNull();
});

it('reads no day of numbers that are none', () => {
  const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
  const eight = digits(8, 8).filter((number) => !/^(?:199|20\d)\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(number));
  const group = fc.oneof(
    eight,
    digits(3, 3),
    digits(5, 7),
    digits(9, 11),
    digits(13, 13),
    digits(8, 8).map((number) => `A${number}`),
    digits(7, 8).map((number) => `+${number}`),
  );
  const word = fc.constantFrom('Invoice', 'tel', 'Order', 'mobile', 'No.', 'may', '-', '_', '/');
  fc.assert(
    fc.property(fc.array(fc.oneof(group, word), { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.join(' ');
      expect([text, dateIn(text), dayOfPath(`${text}.md`)]).toEqual([text, null, null]);
    }),
    { numRuns: propertyRuns(300) },
  );
});

it.each([
  ['date: 2026-09-15', '2026-09-15'],
  ['tags: [a, b]\ndate: 2026-09-15T23:30:00+02:00', '2026-09-15'],
  ['Date: "[[Sep 15th, 2026]]"', '2026-09-15'],
  ['day: 15. September 2026', '2026-09-15'],
  ['created: 2026-09-15', null],
  ['due: 2026-09-15', null],
  ['from:\n  date: 2026-09-15', null],
])('of front matter with %j the day is %s', (lines, day) => {
  expect(shown(dayOfFrontMatter(`---\n${lines}\n---`))).toBe(day);
});

it('takes the day of a line before that of its heading, of its path and of the front matter', () => {
  const text = [
    '---',
    `tags: [${'long, '.repeat(300)}]`,
    'date: 2026-01-04',
    '---',
    '- of the note',
    '## Log of 3.1.2026',
    '- of the heading',
    '- 2026-01-01: of the line',
    '### Shopping',
    '- below it',
  ].join('\n');
  const daysIn = (path: string): [string, string | null][] =>
    allOf(rowsOf(path, chunkNote(text)))
      .chunks.filter((chunk) => chunk.text.startsWith('- '))
      .map((chunk) => [chunk.text, shown(chunk.day)]);
  const inSections = [
    ['- of the heading', '2026-01-03'],
    ['- 2026-01-01: of the line', '2026-01-01'],
    ['- below it', '2026-01-03'],
  ];
  expect(daysIn('2026_01_02.md')).toEqual([['- of the note', '2026-01-02'], ...inSections]);
  expect(daysIn('Log.md')).toEqual([['- of the note', '2026-01-04'], ...inSections]);
});

it('takes a date for no subject of the lines below it', () => {
  const inputs = (path: string, text: string): string[] =>
    allOf(rowsOf(path, chunkNote(text))).chunks.map((chunk) => chunk.input);
  expect(inputs('Tuesday, September 15th, 2026.md', '- fed the cat')).toEqual(['fed the cat']);
  expect(inputs('Cats.md', '## Tue 15 Sep 2026\n- fed the cat')).toEqual(['Cats: fed the cat']);
  expect(inputs('20260915 Cats.md', '- fed them')).toEqual(['Cats: fed them']);
});
