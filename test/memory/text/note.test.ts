import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeNote, linesOf, parseNote } from '../../../src/memory/text/note.ts';

describe('a note as text', () => {
  it('is the same bytes again after decoding and encoding, in every encoding', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
        fc.boolean(),
        (text, encoding, mark) => {
          const bom = mark || encoding !== 'utf-8';
          const bytes = encodeNote(text, { encoding, bom });
          const note = parseNote(bytes);
          fc.pre(note.bom === bom); // a text that itself begins with a mark
          expect(note).toMatchObject({ text, encoding, valid: true });
          expect(encodeNote(note.text, note)).toEqual(bytes);
        },
      ),
    );
  });

  it('says when bytes are not text, and decodes the rest', () => {
    expect(parseNote(Buffer.from([0x61, 0xff, 0x62]))).toMatchObject({
      text: 'a\ufffdb',
      valid: false,
      encoding: 'utf-8',
    });
  });

  it('knows Windows line endings', () => {
    expect(parseNote(Buffer.from('\ufeffa\r\nb')).newline).toBe('\r\n');
    expect(parseNote(Buffer.from('a\nb')).newline).toBe('\n');
    expect(linesOf('a\r\n\r\nb\n')).toEqual(['a', '', 'b']);
    expect(linesOf('')).toEqual([]);
  });
});
