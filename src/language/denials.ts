// Whether a text denies something, by the words for "not" and "never" of the languages that have them in their tables. Pure.
import { languages } from './languages.ts';
import { wholeWords } from './words.ts';

const tables = languages.flatMap(({ claims }) => claims ?? []);
const denials = tables.flatMap((claims) => claims.denials).join('|');
const contracted = tables.flatMap(({ contractedDenial }) => contractedDenial ?? []).join('|');

const denyingWord = new RegExp(`(?<!['’])${wholeWords(denials)}|(?<=\\p{L})(?:${contracted})(?!\\p{L})`, 'iu');

/** Whether a text denies by grammar: "not", and no "allergic". */
export const hasDenyingWord = (text: string): boolean => denyingWord.test(text);
