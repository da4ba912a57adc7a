import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type ClosedLine,
  closeInArchive,
  nearestInArchive,
  openInArchive,
  reopenInArchive,
} from '../../../src/features/consolidation/archive.ts';
import type { Operation } from '../../../src/features/consolidation/operation.ts';
import { pastSources } from '../../../src/memory/past-lines.ts';
import { withUntil } from '../../../src/memory/text/validity.ts';
import { parseProvenLine, provenLine } from '../../../src/memory/write/long-term.ts';
import { parseRaw, type RawNote, textLines } from '../../../src/memory/write/raw-note.ts';
import { type Script, type Setup, setUpConsolidation } from '../../support/consolidation.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const ours = (text: string, said = '2026-10-01'): string =>
  provenLine(`- ${text}`, { kind: 'person', importance: 0.5, said, sources: [`${said}.md#L3-L3`] });
const bare = (text: string): string => text.replace(/ <!-- scrubjay.*?-->/g, '');
const noteOf = (text: string) => parseRaw(Buffer.from(text));

describe('a line that was moved to the archive for room', () => {
  let setup: Setup;
  afterEach(() => setup.close());
  const memory = '# Memory\n\n## People\n\n- Anna is my sister\n';
  const archive = `# Archive of the long-term memory\n\n- by hand: Anna has a boat\n${ours('Anna lives in Bonn')}\n${ours('The cat is called Mau')}\n`;

  async function night(script: Script, said = 'Anna lives in Lyon now'): Promise<void> {
    setup = await setUpConsolidation(script);
    setup.note('MEMORY.md', memory);
    setup.note('MEMORY-archive.md', archive);
    setup.note('2026-10-01.md', '# 2026-10-01\n\n- Anna lives in Bonn\n');
    setup.note('2026-11-20.md', `# 2026-11-20\n\n- ${said}\n`);
    await setup.consolidator().run({ trigger: 'manual', date: '2026-11-20' });
  }
  const operation = (op: Operation['op'], text: string): Operation => ({
    op,
    target: 'M2',
    text,
    kind: 'person',
    importance: 0.8,
    source: ['2026-11-20.md#L3'],
  });
  const prompt = (): string => JSON.stringify(setup.requests[0]?.messages);

  test('is shown to the model beside what was said about it, and is past where that replaces it', async () => {
    await night(() => [operation('supersede', 'Anna lives in Lyon')]);
    expect(prompt()).toContain(String.raw`M1 (by hand): Anna is my sister\n</memory>`);
    expect(prompt()).toContain(
      String.raw`<memory file=\"MEMORY-archive.md\">\nM2 (2026-10-01): Anna lives in Bonn\n</memory>`,
    );
    expect(prompt()).not.toMatch(/Mau|boat/);
    expect(bare(setup.read('MEMORY.md'))).toBe(`${memory}- Anna lives in Lyon\n`);
    expect(bare(setup.read('MEMORY-archive.md'))).toBe(
      bare(archive).replace('lives in Bonn', 'lives in Bonn (until 2026-11-20)'),
    );
    // The note that it came from is known to be past with it.
    expect((await pastSources(setup.vault)).map(({ path: note, until }) => [note, until])).toEqual([
      ['2026-10-01.md', '2026-11-20'],
    ]);
  });

  test.each<[Operation['op'], string, string]>([
    ['supersede', 'Anna lives in Lyon', 'is replaced'],
    ['update', 'Anna lives in Bonn with Tom', 'comes back to MEMORY.md'],
    ['remove', 'Anna does not live in Bonn', 'is taken back'],
  ])('is there as before when a night is undone that was to %s it (“%s”): it %s', async (op, text) => {
    await night(() => [operation(op, op === 'remove' ? '' : text)], text);
    expect(setup.read('MEMORY-archive.md')).not.toBe(archive);
    await setup.consolidator().undo();
    expect(setup.read('MEMORY.md')).toBe(memory);
    expect(setup.read('MEMORY-archive.md').split('\n').toSorted()).toEqual(archive.split('\n').toSorted());
  });

  test('stays as a hand changed it while the model was thinking', async () => {
    const edited = archive.replace('Anna lives in Bonn', 'Anna lives in Bonn-Beuel');
    await night(() => {
      writeFileSync(path.join(setup.dir, 'memory', 'MEMORY-archive.md'), edited);
      return [operation('supersede', 'Anna lives in Lyon')];
    });
    expect(setup.read('MEMORY-archive.md')).toBe(edited);
    expect(bare(setup.read('MEMORY.md'))).toBe(`${memory}- Anna lives in Lyon\n`);
  });

  test('is not shown again once it is past', async () => {
    await night(() => [operation('supersede', 'Anna lives in Lyon')]);
    setup.note('2026-11-21.md', '# 2026-11-21\n\n- Anna lives in Nice now, no more in Bonn\n');
    await setup.consolidator().run({ trigger: 'manual', date: '2026-11-21' });
    expect(JSON.stringify(setup.requests[1]?.messages)).not.toContain('MEMORY-archive.md');
  });

  test('goes back to MEMORY.md when the nights are undone of which one moved it out and a later one outdated it', async () => {
    const said = ['Anna lives in Bonn', 'Anna lives in Lyon'];
    setup = await setUpConsolidation((_, call) => [
      {
        ...operation(call === 1 ? 'add' : 'supersede', said[call - 1] ?? ''),
        target: call === 1 ? null : 'M1',
        importance: call === 1 ? 0.1 : 0.9,
        source: [`2026-11-2${call - 1}.md#L3`],
      },
    ]);
    setup.note('2026-11-20.md', '# 2026-11-20\n\n- Anna lives in Bonn\n');
    await setup.consolidator({ budgetChars: 10 }).run({ trigger: 'manual' });
    expect(bare(setup.read('MEMORY-archive.md'))).toContain('- Anna lives in Bonn\n');
    setup.note('2026-11-21.md', '# 2026-11-21\n\n- Anna lives in Lyon now\n');
    const [first] = await setup.consolidator().versions();
    await setup.consolidator().run({ trigger: 'manual' });
    expect(bare(setup.read('MEMORY-archive.md'))).toContain('- Anna lives in Bonn (until 2026-11-21)\n');
    await setup.consolidator().undo({ to: first?.id ?? '' });
    expect(bare(setup.read('MEMORY-archive.md'))).not.toContain('Anna');
  });
});

test('lines that are closed and opened again are those that were there', () => {
  const lines = fc.uniqueArray(
    fc.oneof(
      fc.nat(9).map((n) => ours(`fact ${n}`)),
      fc.nat(9).map((n) => `- by hand ${n}`),
      fc.nat(9).map((n) => withUntil(ours(`past ${n}`), '2026-10-02')),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      lines,
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
      (all, goes, eol) => {
        const note = noteOf(`${['# Archive of the long-term memory', '', ...all].join(eol)}${eol}`);
        const closed: ClosedLine[] = openInArchive(note).map(({ whole, text }, i) => ({
          whole,
          past: goes[i]
            ? null
            : provenLine(`${text} (until 2026-11-20)`, {
                ...(parseProvenLine(whole).provenance ?? { kind: 'fact', importance: 0, said: '', sources: [] }),
              }),
        }));
        const after = closeInArchive(note, closed);
        expect(openInArchive(after)).toEqual([]);
        const back = reopenInArchive(
          after,
          closed.map(({ whole }) => whole),
        );
        // Those that were taken out come back at the end.
        const isWhole = !goes.slice(0, closed.length).includes(true);
        const sorted = (of: RawNote): string[] => (isWhole ? textLines(of) : textLines(of).toSorted());
        expect(sorted(back)).toEqual(sorted(note));
      },
    ),
    { numRuns: propertyRuns(200) },
  );
});

describe('the lines of the archive that a night is shown', () => {
  const lines = openInArchive(noteOf(Array.from({ length: 40 }, (_, i) => `${ours(`fact ${i} of many`)}\n`).join('')));

  test('are the dozen nearest to what was said, in their order', async () => {
    const near = await nearestInArchive(lines, ['said'], async (texts) =>
      texts.map((_, i) => (i % 3 === 0 ? 0.9 : 0.4)),
    );
    expect(near.map(({ line }) => line - 1)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33]);
  });

  test('are none that are far from it', async () => {
    expect(await nearestInArchive(lines, ['said'], async (texts) => texts.map(() => 0.1))).toEqual([]);
    expect(await nearestInArchive(lines, [], async (texts) => texts.map(() => 0.9))).toEqual([]);
  });

  test('without a model are those with the rarest words in common with it', async () => {
    const near = await nearestInArchive(lines, ['what of fact 17?'], async () => null);
    expect(near.map(({ text }) => text)).toContain('- fact 17 of many');
    expect(await nearestInArchive(lines, ['quite another matter'], async () => null)).toEqual([]);
  });
});
