import { PassThrough } from 'node:stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScreen } from '../../../src/channels/terminal/screen.ts';
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
    { numRuns: propertyRuns(500) },
  );
});

/** A stream is cut between characters, not inside one. */
const endOfCharacter = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at;

test('a reply that is stopped in the middle of a word leaves nothing of it behind the word that says so', async () => {
  let shown = '';
  const output = Object.assign(new PassThrough(), { columns: 40 });
  output.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  const screen = createScreen(output, { colours: false, save: () => Promise.resolve('') });
  const [reply, stop] = [screen.begin(), screen.begin()];
  reply.preview?.('she lives at 14 Xan');
  await stop.post('Stopped.', 'answer');
  stop.end();
  reply.end();
  await expect.poll(() => shown).toBe('she lives at 14\nStopped.\n');
});
