import { describe, expect, it } from 'vitest';
import { formatMarkdown } from '../../../src/channels/telegram/format.ts';
import { firstChunk, lastChunk, piecesOf } from '../../../src/channels/telegram/pieces.ts';
import { splitFormatted } from '../../../src/channels/telegram/split.ts';

const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Paragraph ${i} has **bold** words.\n\n- an item\n- another`).join('\n\n');

describe('long Markdown', () => {
  it('is cut between blocks into pieces of bounded length, and nothing is lost', () => {
    const text = paragraphs(2_000);
    const pieces = piecesOf(text);
    expect(pieces.join('\n')).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(12_100);
    expect(pieces.every((piece) => /^(?:Paragraph \d+ has|- an item\n)/.test(piece))).toBe(true);
  });

  it('opens a code block again in which a piece had to end', () => {
    const code = Array.from({ length: 1_000 }, (_, i) => `line ${i} = "**not bold**"`);
    const pieces = piecesOf(['Here:', '', '~~~js', ...code, '~~~', '', 'Done.'].join('\n'));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces.slice(1)) expect(piece.startsWith('~~~js\n')).toBe(true);
    const shown = pieces.map((piece) => formatMarkdown(piece));
    expect(shown.flatMap(({ entities }) => entities.map(({ type }) => type))).toEqual(pieces.map(() => 'pre'));
    expect(shown.map(({ text }) => text).join('\n')).toBe(['Here:', '', ...code, '', 'Done.'].join('\n'));
  });

  it('does not say a very long opening of a code block again in each piece', () => {
    for (const opening of ['~'.repeat(12_000), `~~~ ${'x'.repeat(12_000)}`]) {
      const text = [opening, ...Array.from({ length: 1_000 }, (_, i) => `line ${i}`)].join('\n');
      expect(piecesOf(text).join('\n').length).toBeLessThan(text.length + 1_000);
    }
  });

  it('is shown by its first and its last message without the rest being formatted', () => {
    const short = paragraphs(150);
    const whole = splitFormatted(formatMarkdown(short));
    expect(firstChunk(short)).toEqual({ chunk: whole[0], isAll: whole.length === 1 });
    const long = paragraphs(4_000);
    expect(firstChunk(long).isAll).toBe(false);
    expect(firstChunk(long).chunk?.text).toContain('Paragraph 0 has bold words.');
    expect(lastChunk(long)?.text).toContain('Paragraph 3999 has bold words.');
    expect(lastChunk('')).toBeUndefined();
  });
});
