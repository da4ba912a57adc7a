// How many columns a text takes where every letter has the same width: a terminal, or code in a chat. Pure.
import { graphemesOf } from './text.ts';

// East Asian Wide and Fullwidth of Unicode's UAX #11, which the engine's patterns don't have as a property; by ranges and not by
// script, for the sign that lengthens a vowel in katakana is of none, and katakana has narrow forms. Emoji count as they are
// shown by default ("☑" and "©" are narrow) or as U+FE0F asks.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f/u;

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
