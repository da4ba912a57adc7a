import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEraser } from '../../../src/features/forget/eraser.ts';
import { plainReading } from '../../../src/features/forget/reading.ts';
import { standing } from '../../../src/features/forget/plan.ts';
import { unitsHolding, unitsOf } from '../../../src/features/forget/units.ts';
import { provenLine } from '../../../src/memory/write/long-term.ts';
import type { Vault } from '../../../src/memory/vault.ts';
import { expectLinear } from '../../support/growth.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const vaultOf = (text: string): Vault =>
  ({
    list: () => Promise.resolve({ notes: [{ path: 'a.md' }], problems: [] }),
    read: () => Promise.resolve({ text, valid: true }),
  }) as unknown as Vault;
const eraserOf = (phrase: string) => createEraser({ phrases: [phrase], lines: [] });
const left = (note: string, phrase: string): string => eraserOf(phrase).note(Buffer.from(note)).toString();

test.each([
  ['a bullet with what is indented under it', '- Anna\n  b\n\n- c\n  - d\ntext\n', '\n- c\n  - d\ntext\n'],
  ['a bullet among its siblings', '  - Anna\n  - milk\n  - bread\n', '  - milk\n  - bread\n'],
  [
    'a child, not its parent',
    '- Party\n  1. invite Anna\n     - by phone\n  2. bake\n- x\n',
    '- Party\n  2. bake\n- x\n',
  ],
  [
    'a deep child of an outline',
    '- a\n\t- b\n\t\t- Anna\n\t\t  id:: 1\n\t\t- c\n\t- d\n',
    '- a\n\t- b\n\t\t- c\n\t- d\n',
  ],
  ['a bullet of a quotation', '> - Anna\n>   was here\n> - Bob\n', '> - Bob\n'],
  [
    'an entry of a list in the front matter',
    '---\naliases:\n- Anna\n- Bob\ntags: [x]\n---\ntext\n',
    '---\naliases:\n- Bob\ntags: [x]\n---\ntext\n',
  ],
  [
    'an entry of the front matter with what is listed under it',
    '---\nAnna:\n- tall\n- old\nBob: 1\n---\n',
    '---\nBob: 1\n---\n',
  ],
  ['a line of a paragraph', 'one\nof Anna\nthree\n', 'one\nthree\n'],
  ['a heading with the line below it', 'About Anna\n==========\n\ntext\n', '\ntext\n'],
  ['a line of what is no heading', '##Anna\ntext\n', 'text\n'],
  ['a row of a table', '| a | b |\n|---|---|\n| Anna | 1 |\n| Bob | 2 |\n', '| a | b |\n|---|---|\n| Bob | 2 |\n'],
  [
    'the head of a table with the line below it',
    'x\n\n| Anna | b |\n| --- | --- |\n| Bob | 2 |\n',
    'x\n\n| Bob | 2 |\n',
  ],
])('what is forgotten takes %s, and no other line', (_, note, expected) => {
  expect(left(note, 'Anna')).toBe(expected);
});

test('of any outline only the items that say it go, with what is below them', () => {
  interface Item {
    says: boolean;
    below: Item[];
  }
  const itemOf = (depth: number): fc.Arbitrary<Item> =>
    fc.record({
      says: fc.boolean(),
      below: depth === 0 ? fc.constant([]) : fc.array(itemOf(depth - 1), { maxLength: 3 }),
    });
  const written = (items: readonly Item[], lead: string, indent: string, keepsAll: boolean): string =>
    items
      .filter(({ says }) => keepsAll || !says)
      .map(
        ({ says, below }) =>
          `${lead}- ${says ? 'of Xanadu' : 'other'}\n${written(below, lead + indent, indent, keepsAll)}`,
      )
      .join('');
  fc.assert(
    fc.property(fc.array(itemOf(3), { maxLength: 4 }), fc.constantFrom('  ', '    ', '\t'), (items, indent) => {
      expect(left(written(items, '', indent, true), 'Xanadu')).toBe(written(items, '', indent, false));
    }),
    { numRuns: propertyRuns(200) },
  );
});

test("the program's own comment is nobody's words", () => {
  const proven = provenLine('- Anna likes tea', {
    kind: 'preference',
    importance: 0.8,
    said: '2026-11-20',
    sources: ['2026-11-20.md#L3-L3'],
  });
  const note = `${proven}\n- a project <!-- of mine -->\n`;
  for (const phrase of ['preference', 'scrubjay', '2026-11-20', 'said', 'md#L3'])
    expect([left(note, phrase), eraserOf(phrase).text(note)]).toEqual([note, note]);
  expect(left(note, 'Anna')).toBe('- a project <!-- of mine -->\n');
  expect(left(note, 'mine')).toBe(`${proven}\n`);
});

const forms = [
  'Anna\nSpecht',
  '> of Anna\n> Specht',
  'Anna **Specht**',
  '**Anna** _Specht_',
  '[Anna](https://example.org/a_b) Specht',
  '[[Anna Specht|her]]',
  'Anna<br>Specht',
  '<b class="x">Anna</b> Specht',
  'Anna_Specht',
  '#Anna-Specht',
  '#people/Anna_Specht',
  'https://example.org/Anna%20Specht',
  '[her](https://example.org/Anna%20Specht)',
  'Anna&nbsp;Specht',
  '&#65;nna Specht',
  'Anna\u200bSpecht',
  'An\u00adna\u00a0Specht',
  'Anna \\\nSpecht',
];

test.each(forms)('a name is found however it is written: %j', (form) => {
  const note = `- before\n\n${form}\n\nafter Anna, and Specht\n`;
  expect(left(note, 'Anna Specht')).toBe('- before\n\n\nafter Anna, and Specht\n');
  expect(eraserOf('Anna Specht').text(`so ${form} it is`)).toMatch(/^so .*\[forgotten\].* it is$/s);
  expect(left(note, form)).not.toContain(form);
});

test.each(['- Anna\n- Specht\n', 'Anna\n\nSpecht\n', '# Anna\nSpecht\n', '* Anna\n* Specht\n', '2*3 Anna*1 Specht\n'])(
  'two words that do not stand together are no name: %j',
  (note) => {
    expect([left(note, 'Anna Specht'), left(note, '23')]).toEqual([note, note]);
  },
);

test('of a long paragraph those lines are found over which it is wrapped', () => {
  const lines = ['one', 'two of Anna', '**Specht** and', 'four', 'Anna Specht too'];
  expect(
    unitsHolding(lines, eraserOf('Anna Specht').find).map(({ unit, found }) => [
      unit.startLine,
      unit.endLine,
      unit.whole.slice(found.start, found.end),
    ]),
  ).toEqual([
    [2, 3, 'Anna\n**Specht'],
    [5, 5, 'Anna Specht'],
  ]);
});

test('a reading has a place for each of its characters', () => {
  const mark = fc.constantFrom(
    '*',
    '_',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '&',
    ';',
    '%20',
    '&uuml;',
    '#',
    '\\',
    '\n',
    '-',
    '!',
    '`',
    '|',
    'ab',
    ' ',
    '<a b>',
    '](',
    '][',
    '\u200b',
  );
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const reading = plainReading(text);
      expect([reading.starts.length, reading.ends.length]).toEqual([reading.text.length, reading.text.length]);
      for (let i = 0; i < reading.text.length; i += 1)
        expect(reading.starts[i] ?? -1).toBeLessThanOrEqual(Math.min(reading.ends[i] ?? -1, text.length));
      const letters = [...reading.text].flatMap((said, i) => (/[ab]/.test(said) ? [[said, i] as const] : []));
      expect(letters.map(([, i]) => text.slice(reading.starts[i], reading.ends[i]))).toEqual(
        letters.map(([said]) => said),
      );
    }),
    { numRuns: propertyRuns(300) },
  );
});

test.each(['](', '][', '<a ', '&', '%', '[a](b)', '**', '- a\n', '\t- a\n', 'a\n', '| a\n', '> ', '#a-'])(
  'a note of nothing but %j is read and cut in linear time',
  async (unit) => {
    const { find } = eraserOf('ab cd');
    expect(find(unit)).toEqual([]);
    await expectLinear(
      (text) => [plainReading(text), unitsOf(text.split('\n')), unitsHolding(text.split('\n'), find)],
      (n) => unit.repeat(Math.ceil(n / unit.length)),
    );
  },
);

test.each(['ab ', 'ab---', '- ', 'ab\n'])(
  'words apart by signs are looked for in linear time in a note of nothing but %j',
  async (unit) => {
    expect(await standing(['ab ab cd'], vaultOf(unit))).toEqual([]);
    await expectLinear(
      async (text) => await standing(['ab ab cd'], vaultOf(text)),
      (n) => unit.repeat(Math.ceil(n / unit.length)),
    );
  },
);

test('a deep outline is cut in linear time', async () => {
  expect(unitsOf(['- a', ' - a', '  - a']).map(({ endLine }) => endLine)).toEqual([3, 3, 3]);
  await expectLinear(
    (text) => unitsOf(text.split('\n')).length,
    (n) => Array.from({ length: Math.ceil(Math.sqrt(n)) }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  );
});

test('what goes with another line is listed once, and an address ends where its link does', () => {
  expect(unitsHolding(['- Anna', '  - Anna too'], eraserOf('Anna').find)).toHaveLength(1);
  expect(plainReading('[x](a ][b) c]').text).toBe('x c\u0000a b');
});
