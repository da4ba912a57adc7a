import { expect, test } from 'vitest';
import { columnsIn } from '../../../src/base/text/display-width.ts';

test.each([
  ['tea', 3],
  ['Zoë', 3],
  ['Zoe\u0308', 3],
  ['ラーメン', 8],
  ['ﾗｰﾒﾝ', 4],
  ['京都・寿司', 10],
  ['한국어', 6],
  ['￥950', 5],
  ['👩‍👩‍👧 👍🏽', 5],
  ['🇯🇵', 2],
  ['❤️', 2],
  ['☑ © ™', 5],
  ['', 0],
])('%j takes %d columns of a terminal', (text, columns) => {
  expect(columnsIn(text)).toBe(columns);
});
