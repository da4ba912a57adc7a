import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkNote } from '../../support/chunk-note.ts';
import { plainText } from '../../../src/memory/text/plain-text.ts';
import { linesOf } from '../../../src/memory/text/note.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const line = fc.oneof(
  fc.constantFrom(
    '',
    '  ',
    '# Title',
    '## Part',
    '#### Step 1',
    '- item',
    '  - nested',
    '1. first',
    '| a | b |',
    '|---|---|',
    '```js',
    '```',
    '---',
    '===',
    '> quote',
    '**Anna:** hello',
    'Anna: hi',
    'continued text',
    '\tindented',
    '- [ ] task',
    'x'.repeat(100),
    'A long sentence that goes on. '.repeat(80),
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\r\n\u2028\u2029]/g, ' ')),
);

describe('chunks of a note', () => {
  it('are the lines of the file, in order, and leave out nothing but headings, rules and blank lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (written, ending) => {
        const text = written.join(ending);
        const lines = linesOf(text);
        const { chunks, sections } = chunkNote(text);
        const covered = new Set<number>();
        let end = 0;
        let endChar = 0;
        for (const chunk of chunks) {
          const own = lines.slice(chunk.startLine - 1, chunk.endLine).join('\n');
          expect(chunk.text).toBe(chunk.fromChar === undefined ? own : own.slice(chunk.fromChar, chunk.toChar));
          expect(chunk.startLine > end || (chunk.startLine === end && chunk.fromChar === endChar)).toBe(true);
          end = chunk.endLine;
          endChar = chunk.toChar ?? -1;
          for (let i = chunk.startLine; i <= chunk.endLine; i += 1) covered.add(i);
        }
        for (const section of sections)
          if (section.headingLine > 0) covered.add(section.headingLine).add(section.headingLine + 1);
        const left = lines.filter((one, i) => !covered.has(i + 1) && one.trim() !== '' && !/^[\s#*_=-]+$/.test(one));
        expect(left).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('are one list item or paragraph each, with the headings above and who speaks', () => {
    const { chunks, sections } = chunkNote(
      '# Trip\n\n## Day one\n\n- **Anna:** we leave\n- pack\n  the tent\n\nA paragraph\nof two lines.\n',
    );
    expect(chunks.map((chunk) => [chunk.startLine, chunk.endLine, chunk.speaker])).toEqual([
      [5, 5, 'Anna'],
      [6, 7, null],
      [9, 10, null],
    ]);
    expect(sections[chunks[0]?.section ?? 0]?.headings).toEqual(['Trip', 'Day one']);
  });

  it('of a transcript keep their speaker until the next one', () => {
    const { chunks } = chunkNote(
      '## Talk\n\n**User:** how?\n\n**Assistant:** like this:\n\n#### Step\n\nDo it.\n\n**User:** thanks\n',
    );
    expect(chunks.map((chunk) => chunk.speaker)).toEqual(expect.arrayContaining(['User', 'Assistant']));
    expect(chunks.find((chunk) => chunk.text.includes('Do it.'))?.speaker).toBe('Assistant');
  });

  it('read without their marks', () => {
    expect(plainText('- [x] **Buy** [milk](http://shop) at [[Shops|the shop]]')).toBe('Buy milk at the shop');
  });
});
