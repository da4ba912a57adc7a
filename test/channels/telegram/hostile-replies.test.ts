// Replies that are odd, huge or hostile. Whatever the assistant says reaches the person, and never ends the program.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMarkdown } from '../../../src/channels/telegram/format.ts';
import { splitFormatted } from '../../../src/channels/telegram/split.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openBot, person } from '../../support/telegram-bot.ts';

const squeezed = (text: string): string => text.replaceAll(/\s/g, '');
const spoken = (text: string): string =>
  splitFormatted(formatMarkdown(text))
    .map((chunk) => chunk.text)
    .join('');

describe('what the lexer can not take is said as it was written', () => {
  test.each([
    ['2,000 nested quotes', `${'> '.repeat(2_000)}deep`],
    [
      'quotes that nest line by line',
      Array.from({ length: 300 }, (_, depth) => `${'>'.repeat(depth)} level ${depth}`).join('\n'),
    ],
    [
      'lists that nest line by line',
      Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n'),
    ],
    ['one line of 60,000 emphasis marks', '__a'.repeat(20_000)],
    ['a paragraph of marks over many lines', 'a_b_ **c\n'.repeat(10_000)],
    ['a long line of brackets', '[a]('.repeat(10_000)],
  ])('%s', (_name, text) => {
    const startedAt = performance.now();
    expect(squeezed(spoken(text))).toBe(squeezed(text));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test.each(['# ', '```\n```', '[](x)', '> ', '[](https://example.org)', '- ', '***', '<!-- -->', '\u200b# '])(
    '%j, of which formatting leaves little or nothing',
    (text) => {
      expect(spoken(text)).not.toBe('');
    },
  );

  test('a table with one very long cell does not grow by padding', () => {
    const table = `| a | b |\n|---|---|\n| ${'x'.repeat(5_000)} | y |\n${'| a | b |\n'.repeat(2_000)}`;
    expect(formatMarkdown(table).text.length).toBeLessThan(3 * table.length);
  });
});

test('whatever leaves is well-formed, and no cut falls inside a character as people see it', () => {
  const odd = fc.constantFrom('👩‍👩‍👧‍👦', '\ud83d', '\ude00', 'é', '🏳️‍🌈', ' ̈', '한', 'a', ' ', '\n', '**', 'नि');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 60 }), fc.integer({ min: 12, max: 40 }), (parts, limit) => {
      const whole = formatMarkdown(parts.join(''));
      const starts = new Set([...segmenter.segment(whole.text)].map(({ index }) => index));
      let from = 0;
      for (const { text, entities } of splitFormatted(whole, limit)) {
        expect(text.isWellFormed()).toBe(true);
        expect(text.length).toBeLessThanOrEqual(limit);
        from = whole.text.indexOf(text, from);
        expect(starts.has(from)).toBe(true);
        from += text.length;
        for (const { offset, length } of entities) {
          expect(text.slice(offset, offset + length).isWellFormed()).toBe(true);
          expect(offset + length).toBeLessThanOrEqual(text.length);
        }
      }
    }),
    { numRuns: propertyRuns(150) },
  );
});

test.each([
  ['deep quotes', `${'> '.repeat(2_000)}deep`, 'deep'],
  ['a heading without words', '# ', '#'],
  ['half an emoji', 'half \ud83d', 'half \ufffd'],
])('a reply of %s is shown growing and sent, and the next message is answered', async (_name, reply, expected) => {
  const bot = await openBot(async (incoming, outlet) => {
    outlet.preview?.(() => (incoming.text === 'odd' ? reply : 'fine'));
    await outlet.post(incoming.text === 'odd' ? reply : 'fine', 'final');
  });
  bot.api.say(person, 'odd');
  await bot.api.until(() => bot.api.accepted.length > 0, 'the odd answer');
  bot.api.say(person, '/next');
  await bot.api.until(() => bot.api.texts().includes('fine'), 'the next answer');
  expect(bot.api.texts().join('')).toContain(expected);
});
