import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { cutText, hasVisibleText, terminalJson, wellFormed, withoutControls } from '../../../src/base/text/text.ts';

const family = '👨‍👩‍👧‍👦';
const flag = '🇩🇪';
const conjunct = 'क्ष्म';
const stacked = `e${'\u0301'.repeat(50)}`;
const halves = ['\ud83d', '\ude00'];
const text = fc
  .array(fc.constantFrom('a', ' ', '\n', '\r\n', 'ä', '한', family, flag, conjunct, stacked, ...halves), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));
const graphemes = new Intl.Segmenter();
const boundaries = (whole: string): number[] => [
  ...[...graphemes.segment(whole)].map(({ index }) => index),
  whole.length,
];

test('a prefix is well-formed, within its limit and the longest that ends at a grapheme boundary', () => {
  fc.assert(
    fc.property(text, fc.nat(80), (whole, max) => {
      const cut = cutText(whole, max);
      const ends = boundaries(whole).filter((at) => at <= max);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(wellFormed(whole).startsWith(cut)).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(Math.max(...ends));
      expect(Math.max(...ends) === 0 || ends.includes(cut.length)).toBe(true);
    }),
  );
});

test('cutting a text to pieces gets on even where one letter is longer than a piece, and loses nothing', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (whole, max) => {
      let rest = whole;
      let joined = '';
      while (rest !== '') {
        const piece = cutText(rest, max);
        expect(piece).not.toBe('');
        joined += piece;
        rest = rest.slice(piece.length);
      }
      expect(joined).toBe(wellFormed(whole));
    }),
  );
  expect(cutText(`e${'\u0301'.repeat(5_000)}`, 100)).toHaveLength(100);
});

test('what is one letter to a reader stays whole', () => {
  for (const letter of [family, flag, conjunct, stacked, '\r\n']) {
    expect(cutText(`ab${letter}c`, 2 + letter.length - 1)).toBe('ab');
    expect(cutText(`ab${letter}c`, 2 + letter.length)).toBe(`ab${letter}`);
  }
});

test('a megabyte of anything is cut at once', () => {
  for (const unit of ['a', '\u0301', family, '\ud83d', flag]) {
    const huge = unit.repeat(1_000_000 / unit.length);
    const begun = performance.now();
    for (let i = 0; i < 2; i += 1) {
      cutText(huge, 4_096);
      cutText(huge, huge.length - 1);
    }
    // Some 10 ms each at the most; quadratic work would take minutes.
    expect(performance.now() - begun).toBeLessThan(5_000);
  }
});

test('control characters and escape sequences go, the text around them stays', () => {
  const cases: [string, string][] = [
    ['plain, with ümläuts and 👍', 'plain, with ümläuts and 👍'],
    ['a\u001b[31mred\u001b[0mb', 'aredb'],
    ['\u001b]0;a new title\u0007text', 'text'],
    ['\u001b]52;c;ZXZpbA==\u001b\\text', 'text'],
    ['\u009d52;c;ZXZpbA==\u009ctext', 'text'],
    ['\u009b2Jtext', 'text'],
    ['photo\u202egpj.exe \u2066x\u2069', 'photogpj.exe x'],
    ['\u001bPdevice\u001b\\text\u001b_app\u001b\\', 'text'],
    ['\u001b(0text', 'text'],
    ['\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007', 'link'],
    ['bell\u0007 back\b\u007f nul\u0000', 'bell back nul'],
    ['an unclosed title \u001b]0;stays\nas text', 'an unclosed title 0;staysas text'],
    ['\u001b', ''],
    ['\u001b[', ''],
  ];
  for (const [dirty, clean] of cases) expect(withoutControls(dirty)).toBe(clean);
  expect(withoutControls('one\n\ttwo\rthree', '\n\t')).toBe('one\n\ttwothree');
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'a[];0mP\\\u001b\u0007\u009b\u009c\u009d\n\u0085'), { maxLength: 30 }),
      (units) => {
        // oxlint-disable-next-line no-control-regex
        expect(withoutControls(units.join(''))).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      },
    ),
  );
});

test('any number of unclosed escape sequences is cleaned at once', () => {
  for (const unit of ['\u001b]', '\u009d', '\u001b[', '\u001b[1', '\u001b(', '\u001bPx', '\u001b'])
    expect(withoutControls(unit.repeat(50_000)).length).toBeLessThan(110_000);
});

test('JSON for a terminal holds no control characters and says the same', () => {
  const value = { text: 'a\u0085b\u009b2J\u007f\u202etxt\u2069\u2028c', fine: 'ü👍' };
  const json = terminalJson(JSON.stringify(value));
  // oxlint-disable-next-line no-control-regex
  expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
  expect(JSON.parse(json)).toEqual(value);
});

test('text that shows nothing is told from text that does', () => {
  const blank = [
    '',
    ' \n\u00a0\u2028',
    '\u200b\u200d',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u{e0061}',
    '\u0000\u0007',
  ];
  expect(blank.filter(hasVisibleText)).toEqual([]);
  expect(['a', '.', '👍', family, flag, '\ud83d', '한', '\ue000'].every(hasVisibleText)).toBe(true);
});
