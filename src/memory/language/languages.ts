// The languages that search knows, and which of them a text is in.
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Language } from './language.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';

export const languages: readonly Language[] = [english, german, spanish, french, russian];

const marksOf = new Map(languages.map((language) => [language, new Set(language.marks)]));

/** The language that most of a text's little words are of; null where none of them is known. Of equals, the first. */
export function languageOf(text: string): Language | null {
  const said =
    text
      .slice(0, 500)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  let [best, count]: [Language | null, number] = [null, 0];
  for (const [language, marks] of marksOf) {
    const here = said.filter((word) => marks.has(word)).length;
    if (here > count) [best, count] = [language, here];
  }
  return best;
}
