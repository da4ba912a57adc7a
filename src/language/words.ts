// Word lists as they are written in the tables of the languages.

/** Words apart by blanks and line ends. */
export const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/**
 * A letter or a digit, as a class of a pattern. It is told by what it is not (ASCII and Latin-1 signs, punctuation, symbols, what
 * is of private use, emoji), because compiling `\p{L}` without regard to case takes the engine a thousandth of a second, 16 times
 * as long, and there are hundreds of such patterns. Without regard to case, "not the sign of kelvin" would be "no k" too: the
 * signs that are made of letters count as letters.
 */
export const wordCharacter =
  '[^\\x00-\\x2f:-@\\[-`\\x7b-\\xa9\\xab-\\xb4\\xb6-\\xb9\\xbb-\\xbf\\xd7\\xf7\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff\\u2e00-\\u3004\\u3008-\\u3020\\u3030\\u303d-\\u303f\\u30fb\\ud800-\\uf8ff\\uff00-\\uff0f\\u{1f000}-\\u{1faff}]';

/** Unlike `\b`, also of letters that are not ASCII. @returns a pattern that matches this one as whole words */
export const wholeWords = (pattern: string): string => `(?<!${wordCharacter})(?:${pattern})(?!${wordCharacter})`;

/** @returns a pattern that matches any of these phrases as whole words */
export const anyOf = (phrases: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(wholeWords(phrases.map(escaped).join('|')), flags);

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The forms of a word, which stand apart by blanks, as alternatives of a pattern. */
export const alternatives = (forms: string): string => forms.split(' ').map(escaped).join('|');

/** @param patterns without groups of their own @returns a pattern that matches any of them as whole words; nothing where there are none */
export const patternOf = (patterns: readonly string[], flags = 'iu'): RegExp =>
  patterns.length === 0 ? /(?!)/ : new RegExp(wholeWords(patterns.join('|')), flags);
