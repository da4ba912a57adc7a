import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMarkdown } from '../../../src/channels/telegram/format.ts';
import { type FormattedText, maxEntities, splitFormatted } from '../../../src/channels/telegram/split.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const shown = ({ text, entities }: FormattedText): string[] =>
  entities.map((entity) => `${entity.type}: ${text.slice(entity.offset, entity.offset + entity.length)}`);

describe('Markdown', () => {
  test.each<[string, string, string[]]>([
    ['plain words', 'plain words', []],
    [
      '**bold** and *slanted* and ~~gone~~ and `code`',
      'bold and slanted and gone and code',
      ['bold: bold', 'italic: slanted', 'strikethrough: gone', 'code: code'],
    ],
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
    ['half a fence:\n```python', 'half a fence:\n\npython', []],
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

  test('tables stand in columns also where a letter is as wide as two, or an emoji is made of several', () => {
    expect(formatMarkdown('| a | b |\n|---|---|\n| 中文 | 1 |\n| 👩‍👩‍👧‍👦x | 2 |').text).toBe(
      'a    │ b\n─────┼──\n中文 │ 1\n👩‍👩‍👧‍👦x  │ 2',
    );
  });

  test('the language of code is kept', () => {
    expect(formatMarkdown('```python\nx\n```').entities).toEqual([
      { type: 'pre', language: 'python', offset: 0, length: 1 },
    ]);
  });
});

const pieces = fc.constantFrom(
  '**',
  '*',
  '_',
  '~~',
  '`',
  '```\n',
  '\n',
  '\n\n',
  '> ',
  '- ',
  '  - ',
  '1. ',
  '# ',
  '| a | b |\n|---|---|\n',
  '[x](https://e.org)',
  '||',
  '👨‍👩‍👧',
  'é',
  '你好',
  'word',
  ' ',
  '<b>',
  '&amp;',
  '\\*',
  '[^1]',
  '---\n',
  '$',
  'http://a.b',
);
const markdown = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
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

type Entity = FormattedText['entities'][number];

/** Pairs that Telegram does not take: it wants one inside the other or apart, and code or a fence in nothing but a quote. */
function wrongPairs({ entities }: FormattedText): Entity[][] {
  const within = (inner: Entity, outer: Entity): boolean =>
    inner.offset >= outer.offset && inner.offset + inner.length <= outer.offset + outer.length;
  const isCode = ({ type }: Entity): boolean => type === 'code' || type === 'pre';
  const isWrong = (a: Entity, b: Entity): boolean => {
    const isApart = a.offset + a.length <= b.offset || b.offset + b.length <= a.offset;
    const isNested = within(a, b) || within(b, a);
    return (
      !isApart &&
      (!isNested || a.type === b.type || ([a, b].some(isCode) && ![a, b].some(({ type }) => type === 'blockquote')))
    );
  };
  return entities.flatMap((a, index) => entities.slice(index + 1).flatMap((b) => (isWrong(a, b) ? [[a, b]] : [])));
}

describe('a cut', () => {
  test('leaves a fence, a quote or a link whole that fits into a message, also when it begins early', () => {
    const fence = ['```ts', ...Array.from({ length: 120 }, (_, line) => `const line${line} = ${line};`), '```'].join(
      '\n',
    );
    const chunks = splitFormatted(
      formatMarkdown(
        `${'word '.repeat(300)}\n\n${fence}\n\nand [a link of many words that stands at the end](https://example.org) after`,
      ),
    );
    const fences = chunks.flatMap((chunk) => chunk.entities.filter((entity) => entity.type === 'pre'));
    expect(fences).toHaveLength(1);
    expect(chunks.flatMap((chunk) => chunk.entities.filter((entity) => entity.type === 'text_link'))).toHaveLength(1);
    expect(chunks.every((chunk) => chunk.text.length <= 4_096)).toBe(true);
  });

  test('goes through a fence that is longer than a message, and both parts are code in its language', () => {
    const chunks = splitFormatted(formatMarkdown(`\`\`\`py\n${'line of code\n'.repeat(600)}\`\`\``));
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks)
      expect(chunk.entities).toEqual([{ type: 'pre', language: 'py', offset: 0, length: chunk.text.length }]);
  });

  test('comes before a message has more entities than Telegram shows', () => {
    const chunks = splitFormatted(formatMarkdown(Array.from({ length: 250 }, (_, n) => `**w${n}**`).join(' ')));
    expect(chunks.flatMap((chunk) => shown(chunk))).toEqual(Array.from({ length: 250 }, (_, n) => `bold: w${n}`));
    expect(chunks.every((chunk) => chunk.entities.length <= maxEntities)).toBe(true);
  });
});

describe('for any text', () => {
  test('entities are nested as Telegram takes them', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        expect(wrongPairs(formatMarkdown(source))).toEqual([]);
      }),
      { numRuns: propertyRuns(600) },
    );
  });

  test('fences that fit are never cut', () => {
    const block = fc.oneof(
      fc
        .array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 6 })
        .map((lines) => `\`\`\`\n${lines.join('\n')}\n\`\`\``),
      words.map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 70, max: 200 }),
        (blocks, limit) => {
          const whole = formatMarkdown(blocks.join('\n\n'));
          const fences = (all: FormattedText[]): string[] =>
            all.flatMap(({ text, entities }) =>
              entities
                .filter(({ type }) => type === 'pre')
                .map(({ offset, length }) => text.slice(offset, offset + length)),
            );
          expect(fences(splitFormatted(whole, limit))).toEqual(fences([whole]));
        },
      ),
      { numRuns: propertyRuns(600) },
    );
  });

  test('the offsets are valid, also while it streams in', () => {
    fc.assert(
      fc.property(markdown, fc.nat(), (source, cut) => {
        expect(formatMarkdown(source).text.length).toBeLessThanOrEqual(20 * source.length + 20);
        expectValid(formatMarkdown(source));
        expectValid(formatMarkdown([...source].slice(0, cut % (source.length + 1)).join('')));
      }),
      { numRuns: propertyRuns(600) },
    );
  });

  test('no word is lost, whatever markup is around it', () => {
    fc.assert(
      fc.property(words, fc.array(pieces, { maxLength: 20 }), fc.infiniteStream(fc.nat(20)), (list, marks, places) => {
        const numbered = list.map((word, index) => `${word}${index}q`);
        const parts = numbered.map((word) => ` ${word} `);
        for (const mark of marks) parts.splice((places.next().value ?? 0) % (parts.length + 1), 0, mark);
        const { text, entities } = formatMarkdown(parts.join(''));
        // Two of "~~" in a row open a block of code, and the word behind them says its language.
        const shown = [text, ...entities.map((entity) => ('language' in entity ? entity.language : ''))].join(' ');
        for (const word of numbered) expect(shown).toContain(word);
      }),
      { numRuns: propertyRuns(600) },
    );
  });

  test('no letter and no emoji is lost: each is in the text, or in the address or the language of an entity', () => {
    const any = fc
      .array(
        fc.oneof(
          pieces,
          fc.string({ unit: 'grapheme', maxLength: 8 }),
          fc.constantFrom('🏳️‍🌈', '👍🏽', '🇺🇳', 'ﷺ', 'नि', '한'),
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(''));
    const countOf = (text: string): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const [letter] of text.matchAll(/[\p{L}\p{M}\p{Extended_Pictographic}]/gu))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
      return counts;
    };
    fc.assert(
      fc.property(any, (source) => {
        const { text, entities } = formatMarkdown(source);
        const shownSomewhere = countOf(
          [
            text,
            ...entities.flatMap((entity) =>
              'url' in entity ? [entity.url] : 'language' in entity ? [entity.language ?? ''] : [],
            ),
          ].join(' '),
        );
        for (const [letter, count] of countOf(source))
          expect(shownSomewhere.get(letter) ?? 0).toBeGreaterThanOrEqual(count);
      }),
      { numRuns: propertyRuns(600) },
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
          expect(chunk.entities.length).toBeLessThanOrEqual(maxEntities);
          expectValid(chunk);
        }
        const squeeze = (text: string): string => text.replaceAll(/\s/g, '');
        expect(squeeze(chunks.map((chunk) => chunk.text).join(''))).toBe(squeeze(whole.text));
      }),
      { numRuns: propertyRuns(600) },
    );
  });
});
