import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMarkdown } from '../../src/telegram/format.ts';
import { type FormattedText, mostEntities, splitFormatted } from '../../src/telegram/split.ts';

const shown = ({ text, entities }: FormattedText): string[] => entities.map((entity) => `${entity.type}: ${text.slice(entity.offset, entity.offset + entity.length)}`);

describe('Markdown', () => {
  test.each<[string, string, string[]]>([
    ['plain words', 'plain words', []],
    ['**bold** and *slanted* and ~~gone~~ and `code`', 'bold and slanted and gone and code', ['bold: bold', 'italic: slanted', 'strikethrough: gone', 'code: code']],
    ['# Title\n\nText', 'Title\n\nText', ['bold: Title']],
    ['```ts\nconst a = 1;\n```', 'const a = 1;', ['pre: const a = 1;']],
    ['> quoted\n> twice\n\nafter', 'quoted\ntwice\n\nafter', ['blockquote: quoted\ntwice']],
    ['[the page](https://example.org/a)', 'the page', ['text_link: the page']],
    ['[a note](2026-11-20.md)', 'a note (2026-11-20.md)', []],
    ['https://example.org', 'https://example.org', []],
    ['a ||secret|| b', 'a secret b', ['spoiler: secret']],
    ['👨‍👩‍👧 **bold** after an emoji', '👨‍👩‍👧 bold after an emoji', ['bold: bold']],
    ['**bold *both* bold**', 'bold both bold', ['bold: bold both bold', 'italic: both']],
    ['1. one\n2. two', '1. one\n2. two', []],
    ['- one\n  - inner\n- two', '• one\n   • inner\n• two', []],
    ['- [x] done\n- [ ] open', '☑ done\n☐ open', []],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4', []],
    ['half a **bold', 'half a **bold', []],
    ['<b>not markup</b> & "quotes"', '<b>not markup</b> & "quotes"', []],
  ])('%j', (markdown, text, entities) => {
    const formatted = formatMarkdown(markdown);
    expect(formatted.text).toBe(text);
    expect(shown(formatted)).toEqual(entities);
  });

  test('tables stand in columns', () => {
    const { text, entities } = formatMarkdown('| a | long head |\n|---|---|\n| 1 | 2 |');
    expect(text).toBe('a │ long head\n──┼──────────\n1 │ 2');
    expect(entities).toEqual([{ type: 'pre', offset: 0, length: text.length }]);
  });

  test('the language of code is kept', () => {
    expect(formatMarkdown('```python\nx\n```').entities).toEqual([{ type: 'pre', language: 'python', offset: 0, length: 1 }]);
  });
});

const pieces = fc.constantFrom('**', '*', '_', '~~', '`', '```\n', '\n', '\n\n', '> ', '- ', '  - ', '1. ', '# ', '| a | b |\n|---|---|\n', '[x](https://e.org)', '||', '👨‍👩‍👧', 'é', '你好', 'word', ' ', '<b>', '&amp;', '\\*', '[^1]', '---\n', '$', 'http://a.b');
const markdown = fc.oneof(fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')), fc.string({ unit: 'grapheme', maxLength: 60 }));
const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 });

const isHigh = (unit: string | undefined): boolean => /[\uD800-\uDBFF]/.test(unit ?? '');
const isLow = (unit: string | undefined): boolean => /[\uDC00-\uDFFF]/.test(unit ?? '');

function expectValid({ text, entities }: FormattedText): void {
  for (const { offset, length } of entities) {
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(length).toBeGreaterThan(0);
    expect(offset + length).toBeLessThanOrEqual(text.length);
    for (const at of [offset, offset + length]) expect(at > 0 && isHigh(text[at - 1]) && isLow(text[at])).toBe(false);
  }
}

describe('for any text', () => {
  test('the offsets are valid, also while it streams in', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), (source, cut) => {
        expect(formatMarkdown(source).text.length).toBeLessThanOrEqual(20 * source.length + 20);
        expectValid(formatMarkdown(source));
        expectValid(formatMarkdown([...source].slice(0, cut % (source.length + 1)).join('')));
      }),
      { numRuns: 1_000 },
    );
  });

  test('no word is lost, whatever markup is around it', () => {
    fc.assert(
      fc.property(words, fc.array(pieces, { maxLength: 20 }), fc.infiniteStream(fc.nat(20)), (list, marks, places) => {
        const numbered = list.map((word, index) => `${word}${index}q`);
        const parts = numbered.map((word) => ` ${word} `);
        for (const mark of marks) parts.splice((places.next().value ?? 0) % (parts.length + 1), 0, mark);
        const { text } = formatMarkdown(parts.join(''));
        for (const word of numbered) expect(text).toContain(word);
      }),
      { numRuns: 1_000 },
    );
  });

  test('cut into chunks, each is within the limit and valid, and together they are the whole', () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 8, max: 60 }), (source, limit) => {
        const whole = formatMarkdown(source);
        const chunks = splitFormatted(whole, limit);
        for (const chunk of chunks) {
          expect(chunk.text.length).toBeLessThanOrEqual(limit);
          expect(chunk.text.trim()).not.toBe('');
          expect(chunk.entities.length).toBeLessThanOrEqual(mostEntities);
          expectValid(chunk);
        }
        const squeeze = (text: string): string => text.replaceAll(/\s/g, '');
        expect(squeeze(chunks.map((chunk) => chunk.text).join(''))).toBe(squeeze(whole.text));
      }),
      { numRuns: 1_000 },
    );
  });
});
