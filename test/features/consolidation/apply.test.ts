import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOperations } from '../../../src/features/consolidation/apply.ts';
import type { CheckedOperation } from '../../../src/features/consolidation/check.ts';
import { linesOfLongTerm, provenLine } from '../../../src/memory/write/long-term.ts';
import { mergeNotes } from '../../../src/memory/write/merge.ts';
import { parseRaw, type RawNote, rawBytes } from '../../../src/memory/write/raw-note.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const ours = (text: string): string =>
  provenLine(`- ${text}`, { kind: 'fact', importance: 0.5, said: '2026-11-01', sources: ['2026-11-01.md#L3-L3'] });

/** MEMORY.md as people and we leave it: front matter, code, odd spacing, bytes that are no text, lines of ours between theirs. */
const note: fc.Arbitrary<Buffer> = fc
  .record({
    matter: fc.constantFrom('', '---\na: 1\n---\n', '---\nunclosed\n'),
    lines: fc.array(
      fc.oneof(
        fc.constantFrom(
          '',
          '# Memory',
          '## People',
          '## History',
          '## people ##',
          '```',
          '<!-- open',
          '-->',
          '  - nested',
          '* star',
          '- \u0000 x',
          'plain',
          ' ---',
          '---',
        ),
        fc.nat(9).map((n) => `- by hand ${n}`),
        fc.nat(9).map((n) => ours(`fact ${n}`)),
        fc.nat(9).map((n) => ours(`fact ${n}`).replace('fact', 'FACT')),
      ),
      { maxLength: 20 },
    ),
    eol: fc.constantFrom('\n', '\r\n'),
    open: fc.boolean(),
    bom: fc.boolean(),
    damage: fc.boolean(),
  })
  .map(({ matter, lines, eol, open, bom, damage }) =>
    Buffer.concat([
      Buffer.from(bom ? [0xef, 0xbb, 0xbf] : []),
      Buffer.from(matter + lines.join(eol)),
      Buffer.from(damage ? [0x0a, 0x2d, 0x20, 0xff, 0xfe, 0xe9] : []),
      Buffer.from(open ? '' : eol),
    ]),
  );

interface Draft {
  op: CheckedOperation['op'];
  target: number;
  section: string;
  text: string;
}
const draft: fc.Arbitrary<Draft> = fc.record({
  op: fc.constantFrom('add', 'update', 'supersede', 'remove'),
  target: fc.nat(30),
  section: fc.constantFrom('People', 'Projects', 'Memory'),
  text: fc.constantFrom('fact 3', 'by hand 3', 'Anna moved', 'Tom left', 'späte Änderung'),
});

function operationsOn(base: RawNote, drafts: readonly Draft[]): CheckedOperation[] {
  const targets = linesOfLongTerm(base).filter((line) => !line.isHistory);
  return drafts.map(({ op, target, section, text }) => {
    const line = op === 'add' ? null : (targets[target % Math.max(1, targets.length)] ?? null);
    return {
      op: line ? op : 'add',
      section,
      target: line,
      text,
      kind: 'fact',
      importance: 0.5,
      said: '2026-11-20',
      sources: ['2026-11-20.md#L3-L3'],
    };
  });
}

/** The lines a person wrote, in order, as bytes. */
const handLines = (bytes: Buffer): string[] => {
  const raw = parseRaw(bytes);
  const own = new Set(
    linesOfLongTerm(raw)
      .filter((line) => line.provenance)
      .map((line) => line.line),
  );
  return raw.raw
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line, i) => line.trim() !== '' && !own.has(i + 1));
};

/** Whether all of `part` is in `whole`, in order. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) if (line === part[at]) at += 1;
  return at === part.length;
}

test('any operations on any note leave every hand-written line as it was, in its order', () => {
  fc.assert(
    fc.property(note, fc.array(draft, { maxLength: 8 }), fc.nat(900), (bytes, drafts, budget) => {
      const base = parseRaw(bytes);
      const applied = applyOperations(base, operationsOn(base, drafts), budget);
      expect(isWithin(handLines(bytes), handLines(rawBytes(applied.note)))).toBe(true);
    }),
    { numRuns: propertyRuns(100) },
  );
});

/** What each indented line stands below, whether that is past or not. */
const ownersOf = (bytes: Buffer): string[] => {
  // A byte order mark stays at the beginning, whichever line stands there.
  const lines = parseRaw(bytes)
    .raw.split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return lines.flatMap((line, i) =>
    line === '  - nested' ? [(lines[i - 1] ?? '').replace(/ \(until .*| <!-- scrubjay.*/, '')] : [],
  );
};

test('what is written below a line stands below no other fact after any operations, but for a better text of the same', () => {
  fc.assert(
    fc.property(note, fc.array(draft, { maxLength: 8 }), fc.nat(900), (bytes, drafts, budget) => {
      const base = parseRaw(bytes);
      const operations = operationsOn(
        base,
        drafts.filter(({ op }) => op !== 'update'),
      );
      const after = rawBytes(applyOperations(base, operations, budget).note);
      expect(ownersOf(after)).toEqual(ownersOf(bytes));
    }),
    { numRuns: propertyRuns(300) },
  );
});

test.each([
  ['superseded', 'supersede', '- Lives in Kiel\n- Lives in Bonn (until 2026-11-20)\n'],
  ['removed', 'remove', '- Lives in Bonn (until 2026-11-20)\n'],
  ['said better', 'update', '- Lives in Kiel\n'],
  ['too much for the budget', null, '- Lives in Bonn\n'],
] as const)('the lines that the person wrote below a line stay below it where it is %s', (_what, op, expected) => {
  for (const below of [
    '  - rent is 900 euros\n  - neighbour Frau Weber\n',
    '\n\trent is 900 euros\n',
    'rent is 900 euros\n',
  ]) {
    const rest = `${below}\n## Work\n\n- by hand\n`;
    const base = parseRaw(Buffer.from(`# Memory\n\n- Has a cat\n${ours('Lives in Bonn')}\n${rest}`));
    const target = linesOfLongTerm(base)[1] ?? null;
    const change = { section: 'Facts', text: 'Lives in Kiel', kind: 'fact', importance: 0.5, said: '2026-11-20' };
    const operations = op === null ? [] : [{ op, target, ...change, sources: ['2026-11-20.md#L3-L3'] }];
    const { note: after, archived } = applyOperations(base, operations, op === null ? 1 : 10_000);
    const text = rawBytes(after)
      .toString()
      .replaceAll(/ <!--.*?-->/g, '');
    expect(text).toBe(`# Memory\n\n- Has a cat\n${expected}${rest}`);
    expect(archived).toEqual([]);
  }
});

test('sections whose heading is underlined are sections: what is new goes into its own, and what is past to the history', () => {
  const base = parseRaw(Buffer.from(`Facts\n=====\n${ours('Lives in Bonn')}\n\nPeople\n------\n\nHistory\n-------\n`));
  const rest = { kind: 'fact', importance: 0.5, said: '2026-11-20', sources: ['2026-11-20.md#L3-L3'] };
  const target = linesOfLongTerm(base)[0] ?? null;
  const { note: after } = applyOperations(
    base,
    [
      { op: 'supersede', target, section: 'Facts', text: 'Lives in Kiel', ...rest },
      { op: 'add', target: null, section: 'People', text: 'Anna', ...rest },
    ],
    10_000,
  );
  expect(
    rawBytes(after)
      .toString()
      .replaceAll(/ <!--.*?-->/g, ''),
  ).toBe(
    'Facts\n=====\n- Lives in Kiel\n\nPeople\n------\n\n- Anna\n\nHistory\n-------\n\n- Lives in Bonn (until 2026-11-20)\n',
  );
});

test('the same operations again change nothing', () => {
  fc.assert(
    fc.property(note, fc.array(draft, { maxLength: 6 }), (bytes, drafts) => {
      const base = parseRaw(bytes);
      const adds = operationsOn(base, drafts).map((operation) => ({ ...operation, op: 'add' as const, target: null }));
      const once = applyOperations(base, adds, 1e6);
      expect(applyOperations(once.note, adds, 1e6)).toMatchObject({ note: once.note, changes: [] });
    }),
    { numRuns: propertyRuns(150) },
  );
});

test('undone it is the note again to the byte, and a hand edit made since is all there', () => {
  const edits = fc.array(fc.tuple(fc.nat(20), fc.nat(99)), { maxLength: 4 });
  fc.assert(
    fc.property(note, fc.array(draft, { maxLength: 8 }), edits, (bytes, drafts, hand) => {
      const base = parseRaw(bytes);
      const after = rawBytes(applyOperations(base, operationsOn(base, drafts), 1e6).note);
      expect(mergeNotes(after, bytes, after).bytes.equals(bytes)).toBe(true);
      const lines = after.toString('latin1').split('\n');
      for (const [at, id] of hand) lines.splice(Math.min(at + 1, lines.length), 0, `hand ${id}`);
      const undone = mergeNotes(after, bytes, Buffer.from(lines.join('\n'), 'latin1'))
        .bytes.toString('latin1')
        .replace(/^ï»¿/, '')
        .split(/\r?\n/);
      const added = lines.map((line) => line.replace(/\r$/, '')).filter((line) => line.startsWith('hand '));
      expect(undone.filter((line) => line.startsWith('hand '))).toEqual(added);
      expect(
        isWithin(
          handLines(bytes).filter((line) => line.startsWith('- by hand')),
          undone,
        ),
      ).toBe(true);
    }),
    { numRuns: propertyRuns(150) },
  );
});

test('whatever was edited by hand meanwhile is whole in what is written', () => {
  const edits = fc.array(fc.tuple(fc.nat(20), fc.nat(99)), { maxLength: 4 });
  fc.assert(
    fc.property(note, fc.array(draft, { maxLength: 8 }), edits, (bytes, drafts, hand) => {
      const base = parseRaw(bytes);
      const after = rawBytes(applyOperations(base, operationsOn(base, drafts), 1e6).note);
      const lines = bytes.toString('latin1').split('\n');
      for (const [at, id] of hand) lines.splice(Math.min(at + 1, lines.length), 0, `hand ${id}`);
      const theirs = Buffer.from(lines.join('\n'), 'latin1');
      expect(
        isWithin(
          handLines(theirs),
          mergeNotes(bytes, after, theirs).bytes.toString('latin1').replace(/^ï»¿/, '').split(/\r?\n/),
        ),
      ).toBe(true);
    }),
    { numRuns: propertyRuns(150) },
  );
});

test.each([
  ['a fact goes to the history', 0.5, '2026-11-20', { history: true, archived: 0 }],
  ['a slip that was corrected on its own day is no history', 0.5, '2026-11-01', { history: false, archived: 0 }],
  ['a trifle goes to the archive', 0.1, '2026-11-20', { history: false, archived: 1 }],
])('of what is superseded, %s', (_what, importance, said, expected) => {
  const line = provenLine('- The bus leaves at 8', {
    kind: 'fact',
    importance,
    said: '2026-11-01',
    sources: ['a.md#L3-L3'],
  });
  const before = parseRaw(Buffer.from(`# Memory\n\n${line}\n`));
  const [target = null] = linesOfLongTerm(before);
  const operation: CheckedOperation = {
    op: 'supersede',
    section: 'Facts',
    target,
    text: 'The bus leaves at 9',
    kind: 'fact',
    importance,
    said,
    sources: ['b.md#L3-L3'],
  };
  const { note: after, archived } = applyOperations(before, [operation], 10_000);
  const text = rawBytes(after).toString();
  expect(text).toContain('The bus leaves at 9');
  expect({ history: text.includes('leaves at 8'), archived: archived.length }).toEqual(expected);
});

test('night after night a full note does not grow by a heading or a blank line, and loses nothing that matters more', () => {
  const budget = 4000;
  let text = '# Memory\n\n## People\n\n## Facts\n\n';
  const important = (n: number): string =>
    provenLine(`- Important fact ${n}`, { kind: 'fact', importance: 0.9, said: '2026-01-01', sources: ['a.md#L3-L3'] });
  for (let n = 0; text.length + important(n).length < budget; n += 1) text += `${important(n)}\n`;
  let note = parseRaw(Buffer.from(text));
  const add = (section: string, n: number): CheckedOperation => ({
    op: 'add',
    section,
    target: null,
    text: `Acquaintance ${n} was at the party`,
    kind: 'person',
    importance: 0.4,
    said: '2026-02-01',
    sources: ['2026-02-01.md#L3-L3'],
  });
  for (let night = 1; night <= 50; night += 1) {
    const { note: next, archived } = applyOperations(
      note,
      [add('People', night), add(`Party ${night}`, 100 + night)],
      budget,
    );
    expect(archived).toHaveLength(2);
    note = next;
  }
  expect(note.raw).toBe(text);
});

test.each(['# Memory\n\n## People\n\n## Facts\n', '# Memory\n\n## People\n', '## People\n## Facts\n\n- by hand\n'])(
  'a section that is filled and emptied again and again keeps its form: %j',
  (start) => {
    const budget = 20_000;
    const said = { kind: 'person', importance: 0.4, said: '2026-02-01', sources: ['2026-02-01.md#L3-L3'] };
    let note = parseRaw(Buffer.from(start));
    const lengths = new Set<number>();
    for (let night = 1; night <= 10; night += 1) {
      const text = `Acquaintance ${String(night).padStart(2, '0')} came`;
      note = applyOperations(note, [{ op: 'add', section: 'People', target: null, text, ...said }], budget).note;
      const target = linesOfLongTerm(note).find((line) => line.text === `- ${text}`) ?? null;
      expect(target).not.toBeNull();
      note = applyOperations(note, [{ op: 'remove', section: 'People', target, text: '', ...said }], budget).note;
      lengths.add(note.raw.length);
    }
    expect(lengths.size).toBeLessThanOrEqual(2);
  },
);
