// How many columns a text takes where every letter has the same width: a terminal, or code in a chat. Pure.
import { graphemesOf } from './text.ts';

const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff01-\uff60]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** An emoji of several parts counts as one, a letter with its accents as well. */
export function columnsIn(text: string): number {
  let columns = 0;
  for (const grapheme of graphemesOf(text))
    columns += wide.test(grapheme) ? 2 : /^[\p{Mark}\p{Cf}]+$/u.test(grapheme) ? 0 : 1;
  return columns;
}

/** The text with spaces behind it, as wide as `columns` says. */
export const padToColumns = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsIn(text)));
