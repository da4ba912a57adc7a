// Word lists as they are written in the tables of the languages.

/** Words apart by blanks and line ends. */
export const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Unlike `\b`, also of letters that are not ASCII. @returns a pattern that matches any of these phrases as whole words */
export const anyOf = (phrases: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, flags);

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The forms of a word, which stand apart by blanks, as alternatives of a pattern. */
export const alternatives = (forms: string): string => forms.split(' ').map(escaped).join('|');

/** @param patterns without groups of their own @returns a pattern that matches any of them as whole words; nothing where there are none */
export const patternOf = (patterns: readonly string[], flags = 'iu'): RegExp =>
  patterns.length === 0 ? /(?!)/ : new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, flags);
