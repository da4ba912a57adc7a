import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWrap, wrapped } from '../../../src/channels/terminal/wrap.ts';
import { propertyRuns } from '../../support/property-runs.ts';

test.each([
  ['one two three', 8, 'one two\nthree'],
  ['one two', 7, 'one two'],
  ['aVeryLongWordIndeed is long', 10, 'aVeryLongWordIndeed\nis long'],
  ['- an item that is long', 12, '- an item\n  that is\n  long'],
  ['12. an item that is long', 12, '12. an item\n    that is\n    long'],
  ['```\nconst a = 1; const b = 2;\n```\nand so on', 10, '```\nconst a = 1; const b = 2;\n```\nand so on'],
  ['| a | b | c | d | e |', 10, '| a | b | c | d | e |'],
  ['中文字符测试', 6, '中文字\n符测试'],
  ['', 5, ''],
])('%j in %d columns', (text, columns, lines) => {
  expect(wrapped(text, columns)).toBe(lines);
});

test('however a text grows, it looks the same, and no word of it is lost', () => {
  const text = fc
    .array(fc.oneof(fc.string(), fc.constantFrom(' ', '\n', '- ', '```', '| a |', 'word', '中文', '👩‍👩‍👧', '    x')), {
      maxLength: 30,
    })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 40 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (whole, columns, steps) => {
        const wrap = createWrap(() => columns);
        let shown = '';
        let at = 0;
        for (const step of steps) {
          if (at >= whole.length) break;
          const next = endOfCharacter(whole, at + step);
          shown += wrap.push(whole.slice(at, next));
          at = next;
        }
        shown += wrap.flush();
        expect(shown).toBe(wrapped(whole, columns));
        expect(shown.replaceAll(/[ \n]/g, '')).toBe(whole.replaceAll(/[ \n]/g, ''));
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});

/** A stream is cut between characters, not inside one. */
const endOfCharacter = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at;

test('styles and links end with a line and begin again with the next', () => {
  const link = '\u001b]8;;https://e.org\u001b\\';
  const wrap = createWrap(() => 8);
  const text = `\u001b[1mone two three\u001b[0m ${link}four five\u001b]8;;\u001b\\ six`;
  expect(wrap.push(text) + wrap.flush()).toBe(
    `\u001b[1mone two\u001b[0m\n\u001b[1mthree\u001b[0m\n${link}four\u001b]8;;\u001b\\\n${link}five\u001b]8;;\u001b\\ six`,
  );
});
